//! The operations of a description by their paths.

use std::collections::{BTreeMap, HashMap};
use std::ops::Bound;

use crate::description::{Description, OperationId};

/// The operations by their paths, each in the order of the description.
pub(super) struct Paths<'d> {
    /// By path, without a slash at the end.
    exact: HashMap<&'d str, Vec<OperationId>>,
    /// By path, as it is written.
    sorted: BTreeMap<&'d str, Vec<OperationId>>,
}

impl<'d> Paths<'d> {
    pub(super) fn of(description: &'d Description) -> Self {
        let mut paths = Self {
            exact: HashMap::new(),
            sorted: BTreeMap::new(),
        };
        for (id, operation) in description.operations() {
            let path = operation.path.as_str();
            let plain = path.trim_end_matches('/');
            paths.exact.entry(plain).or_default().push(id);
            paths.sorted.entry(path).or_default().push(id);
        }
        paths
    }

    /// Returns the operations of a path, with or without a slash at the end.
    pub(super) fn at(&self, path: &str) -> &[OperationId] {
        let found = self.exact.get(path.trim_end_matches('/'));
        found.map_or(&[], Vec::as_slice)
    }

    /// Returns the operations below a path, in any order, each with the rest of its path.
    pub(super) fn below(&self, path: &str) -> impl Iterator<Item = (&'d str, OperationId)> {
        let prefix = format!("{path}/");
        let range = (Bound::Included(prefix.as_str()), Bound::Unbounded);
        let all = self.sorted.range::<str, _>(range);
        let own = all.map_while(move |(path, ids)| Some((path.strip_prefix(&prefix)?, ids)));
        own.flat_map(|(rest, ids)| ids.iter().map(move |id| (rest, *id)))
    }
}
