//! Errors that several operations share as one type.

use std::collections::HashMap;

use askama::Template;

use super::super::code::{Code, docs, filters, ident};
use super::super::features::Features;
use super::super::names::Scope;
use super::call::{Call, SharedName};
use super::outcome::Variant;
use crate::ir::users::{User, Users};

/// With more statuses than this, a number is clearer than a name.
const MOST_NAMED: usize = 3;

#[derive(Template)]
#[template(path = "rust/client/src/errors.rs")]
pub(in super::super) struct Errors {
    /// The groups whose operations have them.
    pub(in super::super) users: Users,
    pub(in super::super) types: Vec<SharedError>,
}

pub(in super::super) struct SharedError {
    docs: Code,
    /// When it is compiled, if not always.
    condition: Option<Code>,
    pub(in super::super) name: Code,
    pub(in super::super) variants: Vec<Variant>,
}

/// Declares one type for each set of errors that several operations share; `None` if there is no such set.
pub(in super::super) fn share(
    calls: &mut [&mut Call],
    scope: &mut Scope,
    features: &Features<'_>,
) -> Option<Errors> {
    let sets = shared_sets(calls);
    let group = |call: &usize| User::Group(calls[*call].group);
    let users = sets.iter().flatten().map(group).collect();
    let usual = sets.iter().max_by_key(|set| set.len());
    let usual = usual.map_or_else(Vec::new, |set| calls[set[0]].error_statuses.clone());
    let mut types = Vec::new();
    for set in sets {
        let first = &calls[set[0]];
        let text = format!("The errors of {} operations, such as", set.len());
        let method = code!(&first.handle, "::", &first.method);
        let link = code!("/// [`", &method, "`](crate::", &method, ").");
        let name = ident(&scope.claim(&name(&first.error_statuses, &usual)));
        let variants = common_variants(calls, &set);
        let group = |call: &usize| User::Group(calls[*call].group);
        let condition = features.condition(&set.iter().map(group).collect());
        for user in set {
            let call = &mut *calls[user];
            let own = std::mem::take(&mut call.errors);
            let own = own.into_iter().zip(&variants);
            let own = own.filter(|(own, common)| own.docs != common.docs);
            call.shared_error = Some(SharedName {
                name: name.clone(),
                docs: own.map(|(own, _)| own.docs).collect(),
            });
        }
        types.push(SharedError {
            docs: code!(docs(&text), link),
            condition,
            name,
            variants,
        });
    }
    (!types.is_empty()).then_some(Errors { users, types })
}

/// Returns the calls with the same errors, for each set that more than one declares, in order of
/// appearance. Different documentation does not make errors different.
fn shared_sets(calls: &[&mut Call]) -> Vec<Vec<usize>> {
    let mut sets: Vec<Vec<usize>> = Vec::new();
    let mut known: HashMap<Vec<(&Code, &Code)>, usize> = HashMap::new();
    for (index, call) in calls.iter().enumerate() {
        if call.errors.is_empty() {
            continue;
        }
        let errors = call.errors.iter().map(|error| (&error.name, &error.ty));
        let at = *known.entry(errors.collect()).or_insert(sets.len());
        if at == sets.len() {
            sets.push(Vec::new());
        }
        sets[at].push(index);
    }
    sets.retain(|set| set.len() > 1);
    sets
}

fn common_variants(calls: &[&mut Call], set: &[usize]) -> Vec<Variant> {
    let mut variants = calls[set[0]].errors.clone();
    for (index, variant) in variants.iter_mut().enumerate() {
        let mut docs = set.iter().map(|user| &calls[*user].errors[index].docs);
        if docs.any(|docs| *docs != variant.docs) {
            variant.docs = variant.common_docs.clone();
        }
    }
    variants
}

/// Returns the name of a set: `ApiError` for the most frequent one; others are named after what
/// they have in addition to it (`ConflictError`), or after all of their errors.
fn name(statuses: &[String], usual: &[String]) -> String {
    let has_usual = usual.iter().all(|status| statuses.contains(status));
    let own = statuses
        .iter()
        .filter(|one| !has_usual || !usual.contains(one));
    let own: Vec<_> = own.map(String::as_str).collect();
    if own.is_empty() || own.len() > MOST_NAMED {
        return "ApiError".to_owned();
    }
    format!("{}Error", own.join("Or"))
}
