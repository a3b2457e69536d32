//! Derives an id for an operation without one. It is the same at every reading of the description.

use std::collections::{HashMap, HashSet};

use crate::model::Method;
use crate::source::Span;

/// Returns the derived id: `GET /org/{orgId}/offer` becomes `getOrgByOrgIdOffer`.
pub(crate) fn from_path(method: Method, path: &str) -> String {
    let mut id = method.field().to_owned();
    for segment in path.split('/') {
        for (index, part) in segment.split('{').enumerate() {
            let (variable, literal) = part.split_once('}').unwrap_or(("", part));
            if index > 0 && !variable.is_empty() {
                id.push_str("By");
                push_words(&mut id, variable);
            }
            push_words(&mut id, if index > 0 { literal } else { part });
        }
    }
    id
}

/// Adds each word with a capital first letter, and leaves out what is between words.
fn push_words(id: &mut String, text: &str) {
    for word in text.split(|character: char| !character.is_alphanumeric()) {
        let mut characters = word.chars();
        id.extend(characters.next().into_iter().flat_map(char::to_uppercase));
        id.push_str(characters.as_str());
    }
}

/// The ids that are in use.
#[derive(Default)]
pub(super) struct Ids {
    taken: HashSet<String>,
    /// The place where each id was used first.
    first: HashMap<String, Span>,
    /// The number that was last appended to an id.
    last: HashMap<String, u64>,
}

impl Ids {
    /// Returns where the id was used before.
    pub(super) fn first(&mut self, id: &str, span: Span) -> Option<Span> {
        let first = self.first.get(id).copied();
        if first.is_none() {
            self.first.insert(id.to_owned(), span);
        }
        first
    }

    /// Returns the id, or the first of `id2`, `id3`… that is not in use, and marks it as in use.
    pub(super) fn claim(&mut self, id: &str) -> String {
        if self.taken.insert(id.to_owned()) {
            return id.to_owned();
        }
        let last = self.last.entry(id.to_owned()).or_insert(1);
        loop {
            *last += 1;
            let candidate = format!("{id}{last}");
            if self.taken.insert(candidate.clone()) {
                return candidate;
            }
        }
    }
}
