//! Requests that the description does not describe: users send them with what a client has.

use std::collections::HashMap;

use spec::model::{Api, Operation, Requirement};

use super::elsewhere::elsewhere;
use super::servers;

/// The operation whose server and credentials such a request has: the first one of most that have
/// both in common. An operation to whose server clients send no credentials by default counts only
/// if there is no other one.
pub(crate) fn usual(api: &Api) -> Option<&Operation> {
    let elsewhere = elsewhere(api);
    let here = |operation: &&Operation| !elsewhere.contains(&servers::of(api, operation));
    let operations = || api.operations.iter();
    most(api, operations().filter(here)).or_else(|| most(api, operations()))
}

fn most<'a>(
    api: &'a Api,
    operations: impl Iterator<Item = &'a Operation>,
) -> Option<&'a Operation> {
    let mut groups: Vec<(&Operation, usize)> = Vec::new();
    let mut places: HashMap<(&str, String), usize> = HashMap::new();
    for operation in operations {
        let key = (
            servers::of(api, operation),
            credentials(&operation.security),
        );
        let place = *places.entry(key).or_insert(groups.len());
        match groups.get_mut(place) {
            Some((_, count)) => *count += 1,
            None => groups.push((operation, 1)),
        }
    }
    // `max_by_key` returns the last one of equals.
    let most = groups.into_iter().rev().max_by_key(|(_, count)| *count);
    most.map(|(operation, _)| operation)
}

/// Returns a text that is the same for the same credentials, whatever their scopes.
fn credentials(security: &[Requirement]) -> String {
    let names = security.iter().map(|requirement| {
        let schemes = requirement.schemes.iter();
        schemes.map(|(name, _)| name).collect::<Vec<_>>()
    });
    format!("{:?}", names.collect::<Vec<_>>())
}
