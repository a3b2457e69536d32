//! Finds values by JSON Pointer (RFC 6901) and by name.

use std::borrow::Cow;
use std::collections::HashSet;

use super::Json;

/// The maximum number of repeated names that are reported.
const DUPLICATES: usize = 100;

impl Json {
    /// Returns the first property with a name, if it is an object that has one.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Self> {
        let mut members = self.as_object()?.iter();
        let found = members.find(|(member, _)| &**member == name);
        found.map(|(_, value)| value)
    }

    /// Returns the value at a JSON Pointer (RFC 6901), such as `/items/0/id`; `""` is the value
    /// itself.
    #[must_use]
    pub fn pointer(&self, pointer: &str) -> Option<&Self> {
        if pointer.is_empty() {
            return Some(self);
        }
        let steps = pointer.strip_prefix('/')?.split('/');
        steps.into_iter().try_fold(self, |at, step| at.step(step))
    }

    fn step(&self, token: &str) -> Option<&Self> {
        match self {
            Self::Object(_) => self.get(&token.replace("~1", "/").replace("~0", "~")),
            Self::Array(items) => items.get(index(token)?),
            _ => None,
        }
    }

    /// Returns the JSON Pointers of the first 100 properties whose name is repeated in their
    /// object.
    #[must_use]
    pub fn duplicates(&self) -> Vec<String> {
        let mut found = Vec::new();
        // Nearly every value has none, and is not searched twice.
        if self.has_duplicates(&mut Vec::new()) {
            self.collect_duplicates(&mut String::new(), &mut found);
        }
        found
    }

    /// Returns whether an object within has a repeated name. `names` is reused for all objects.
    fn has_duplicates<'j>(&'j self, names: &mut Vec<&'j str>) -> bool {
        match self {
            Self::Array(items) => items.iter().any(|item| item.has_duplicates(names)),
            Self::Object(members) => {
                names.clear();
                names.extend(members.iter().map(|(name, _)| &**name));
                names.sort_unstable();
                let are_unique = names.is_sorted_by(|one, next| one < next);
                !are_unique || members.iter().any(|(_, value)| value.has_duplicates(names))
            }
            _ => false,
        }
    }

    fn collect_duplicates(&self, at: &mut String, found: &mut Vec<String>) {
        let length = at.len();
        match self {
            Self::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    push_index(at, index);
                    item.collect_duplicates(at, found);
                    at.truncate(length);
                }
            }
            Self::Object(members) => {
                let (mut seen, mut told) = (HashSet::new(), HashSet::new());
                for (name, value) in members {
                    push_name(at, name);
                    if !seen.insert(name) && told.insert(name) && found.len() < DUPLICATES {
                        found.push(at.clone());
                    }
                    value.collect_duplicates(at, found);
                    at.truncate(length);
                }
            }
            _ => {}
        }
    }
}

/// Parses an array index (RFC 6901 §4): no sign, no leading zero.
fn index(token: &str) -> Option<usize> {
    let digits = token.bytes().all(|byte| byte.is_ascii_digit());
    let zero = token.len() > 1 && token.starts_with('0');
    (digits && !zero).then(|| token.parse().ok()).flatten()
}

/// Escapes a name as a step of a JSON Pointer (RFC 6901 §3).
#[must_use]
pub fn escape(name: &str) -> Cow<'_, str> {
    if name.contains(['~', '/']) {
        Cow::Owned(name.replace('~', "~0").replace('/', "~1"))
    } else {
        Cow::Borrowed(name)
    }
}

/// Returns a JSON Pointer with `*` for every index, so that the same property of all items is one
/// finding: `/items/*/id`. A property whose name is a number looks like an index.
#[must_use]
pub fn general(pointer: &str) -> String {
    let parts = pointer.split('/').map(|part| {
        let is_index = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if is_index { "*" } else { part }
    });
    parts.collect::<Vec<_>>().join("/")
}

/// Adds a property name to a pointer.
fn push_name(pointer: &mut String, name: &str) {
    pointer.push('/');
    pointer.push_str(&escape(name));
}

/// Adds an item's index to a pointer.
fn push_index(pointer: &mut String, index: usize) {
    pointer.push('/');
    pointer.push_str(&index.to_string());
}

#[cfg(test)]
mod tests {
    use super::general;

    #[test]
    fn every_index_becomes_a_star() {
        assert_eq!(general("/items/10/id"), "/items/*/id");
        assert_eq!(general("/0"), "/*");
        assert_eq!(general("/a1/-"), "/a1/-");
        assert_eq!(general(""), "");
    }
}
