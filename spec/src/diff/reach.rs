//! Finds the operations that a change affects. A cause is reported once, however many operations
//! share it.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use super::place::{Reached, Way};
use super::schema::Seen;
use super::{Change, Level, Spans};
use crate::model::SchemaId;

/// Records what contains each pair of schemas.
#[derive(Debug, Default)]
pub(super) struct Reach {
    parents: HashMap<Seen, Vec<Parent>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Parent {
    Operation(Arc<Reached>),
    Pair(Seen),
}

/// The maximum number of steps for all changes together. After that, a change names only the
/// operation that it was found in.
const MOST_STEPS: usize = 20_000_000;

impl Reach {
    /// Records that a pair is inside another one, or directly in an operation.
    pub(super) fn add(
        &mut self,
        pair: Seen,
        parent: Option<Seen>,
        operation: Option<&Arc<Reached>>,
    ) {
        let parent = match (parent, operation) {
            (Some(parent), _) if parent == pair => return,
            (Some(parent), _) => Parent::Pair(parent),
            (None, Some(operation)) => Parent::Operation(operation.clone()),
            (None, None) => return,
        };
        let parents = self.parents.entry(pair).or_default();
        // All children of a parent are added one after the other, so comparing with the last one is
        // enough.
        if parents.last() != Some(&parent) {
            parents.push(parent);
        }
    }

    /// Returns the operations that contain a pair.
    fn of(&self, pair: Seen, steps: &mut usize) -> BTreeSet<Arc<Reached>> {
        let mut found = BTreeSet::new();
        let mut seen = HashSet::from([pair]);
        let mut queue = vec![pair];
        while let Some(pair) = queue.pop() {
            for parent in self.parents.get(&pair).into_iter().flatten() {
                if *steps == 0 {
                    return BTreeSet::new();
                }
                *steps -= 1;
                match parent {
                    Parent::Operation(operation) => {
                        found.insert(operation.clone());
                    }
                    Parent::Pair(parent) if seen.insert(*parent) => queue.push(*parent),
                    Parent::Pair(_) => {}
                }
            }
        }
        found
    }
}

/// The cause of a change: a change of the same schemas, or of a part that operations share.
#[derive(PartialEq, Eq, Hash)]
enum Cause {
    Schemas(SchemaId, SchemaId, Option<Way>, String, String),
    Shared(&'static str, Spans, Option<Way>, String, String),
}

impl Cause {
    fn of(change: &Change) -> Option<Self> {
        let (tail, text) = (change.tail.clone(), change.text.clone());
        match change.pair {
            Some((old, new, _)) => Some(Self::Schemas(old, new, change.way, tail, text)),
            None if change.operation.is_some() && change.old.is_some() => {
                let spans = (change.old, change.new);
                Some(Self::Shared(change.rule, spans, change.way, tail, text))
            }
            None => None,
        }
    }
}

/// Completes each change with all operations that it affects, and excuses changes of unstable ones.
pub(super) fn complete(changes: &mut [Change], reach: &Reach) {
    let mut steps = MOST_STEPS;
    let mut known = HashMap::new();
    for change in changes {
        if let Some(pair) = change.pair {
            let all = known
                .entry(pair)
                .or_insert_with(|| reach.of(pair, &mut steps));
            let own = std::mem::take(&mut change.operations);
            let all: BTreeSet<_> = all.iter().cloned().chain(own).collect();
            change.operations = all.into_iter().collect();
        }
        excuse(change);
    }
}

/// Excuses a change that affects only operations that are declared unstable.
fn excuse(change: &mut Change) {
    let unstable = |operation: &Arc<Reached>| operation.unstable;
    let all = !change.operations.is_empty() && change.operations.iter().all(unstable);
    if all && change.level > Level::Info {
        change.level = Level::Info;
        change.excuse = Some("the operation may change, as its `x-stability` says");
    }
}

/// Merges the changes with the same cause into the worst of them, which names all operations that
/// they affect.
#[must_use]
pub fn by_cause(changes: Vec<Change>) -> Vec<Change> {
    let mut known: HashMap<Cause, usize> = HashMap::new();
    let mut causes: Vec<Change> = Vec::with_capacity(changes.len());
    for change in changes {
        let place = Cause::of(&change).map(|cause| known.entry(cause));
        match place {
            Some(Entry::Occupied(entry)) => join(&mut causes[*entry.get()], change),
            Some(Entry::Vacant(entry)) => {
                entry.insert(causes.len());
                causes.push(change);
            }
            None => causes.push(change),
        }
    }
    causes
}

fn join(first: &mut Change, mut other: Change) {
    if other.level > first.level {
        std::mem::swap(first, &mut other);
    }
    let both = first.operations.drain(..).chain(other.operations);
    let both: BTreeSet<_> = both.collect();
    first.operations = both.into_iter().collect();
}
