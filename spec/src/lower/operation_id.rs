//! An id for an operation that has none: the same one whenever the description is read.

use crate::model::Method;

/// `GET /org/{orgId}/offer` becomes `getOrgByOrgIdOffer`.
pub(super) fn from_path(method: Method, path: &str) -> String {
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

/// Each word with a capital first letter, whatever stands between them left out.
fn push_words(id: &mut String, text: &str) {
    for word in text.split(|character: char| !character.is_alphanumeric()) {
        let mut characters = word.chars();
        id.extend(characters.next().into_iter().flat_map(char::to_uppercase));
        id.push_str(characters.as_str());
    }
}

/// The id, or the first of `id2`, `id3`… that is not taken.
pub(super) fn unique(id: &str, taken: impl Fn(&str) -> bool) -> String {
    if !taken(id) {
        return id.to_owned();
    }
    (2_u64..)
        .map(|number| format!("{id}{number}"))
        .find(|candidate| !taken(candidate))
        .unwrap_or_default()
}
