//! What a service computes from the rest of an item, and what it assigns.

use uuid::Uuid;

use super::Members;
use conformance_core::json::Json;

/// The minimum length of a text that does not occur within words by chance, in characters.
const SHORTEST: usize = 4;

/// Returns whether a service has assigned an id whatever was sent: the stored one is a UUID, which
/// the sent text is not.
pub(super) fn is_assigned(name: &str, sent: &Json, stored: &Json) -> bool {
    let is_uuid = |value: &Json| value.as_str().map(|text| Uuid::try_parse(text).is_ok());
    name.to_lowercase().ends_with("id")
        && is_uuid(sent) == Some(false)
        && is_uuid(stored) == Some(true)
}

/// Returns whether an item shows that a property is computed from others: a text that contains the
/// complete text of another property, or the length of the list that it is named after.
pub(super) fn is_computed(item: &Members, name: &str) -> bool {
    let mut others = item.iter().filter(|(other, _)| **other != *name);
    let own = item.iter().find(|(other, _)| **other == *name);
    match own.map(|(_, value)| value) {
        Some(Json::String(text)) => {
            let text = text.to_lowercase();
            others.any(|(_, other)| {
                let other = other.as_str().unwrap_or_default().to_lowercase();
                !other.is_empty() && other != text && contains(&text, &other)
            })
        }
        Some(Json::Number(number)) => {
            let name = name.to_lowercase();
            let counted = name.strip_suffix("count").unwrap_or_default();
            let counted = counted.trim_end_matches(['_', '-']);
            others.any(|(other, list)| {
                let is_named = !counted.is_empty() && other.to_lowercase().starts_with(counted);
                let items = list.as_array().filter(|_| is_named);
                items.is_some_and(|items| number.to_string() == items.len().to_string())
            })
        }
        _ => false,
    }
}

/// Returns whether a text contains another one: a short one only as a complete word.
fn contains(text: &str, part: &str) -> bool {
    let is_short = part.chars().count() < SHORTEST;
    let is_end = |next: Option<char>| !is_short || !next.is_some_and(char::is_alphanumeric);
    text.match_indices(part).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + part.len()..]);
        is_end(before.chars().next_back()) && is_end(after.chars().next())
    })
}

#[cfg(test)]
mod tests {
    use conformance_core::json::Json;
    use serde_json::{Value, json};

    use super::is_assigned;

    fn is_computed(item: &Value, name: &str) -> bool {
        match Json::from(item) {
            Json::Object(members) => super::is_computed(&members, name),
            _ => panic!("an object"),
        }
    }

    #[test]
    fn a_text_that_contains_a_neighbour() {
        let item = json!({ "name": "Harbour", "path": "/a/harbour", "kind": "a", "code": "a1" });
        assert!(is_computed(&item, "path"));
        assert!(!is_computed(&item, "name") && !is_computed(&item, "code"));
        assert!(!is_computed(
            &json!({ "a": "Harbour", "b": "Harbour" }),
            "b"
        ));
    }

    #[test]
    fn a_short_neighbour_counts_only_as_a_word() {
        assert!(is_computed(&json!({ "name": "i", "path": "/i" }), "path"));
        assert!(!is_computed(&json!({ "name": "i", "path": "/in" }), "path"));
    }

    #[test]
    fn an_id_of_another_form_is_assigned() {
        let uuid = Json::from(&json!("5e1f0a3b-7c24-4d96-8000-000000000098"));
        let other = Json::from(&json!("shelf-1"));
        assert!(is_assigned("shelfId", &other, &uuid) && is_assigned("uuid", &other, &uuid));
        assert!(!is_assigned("shelfId", &uuid, &uuid) && !is_assigned("shelfId", &uuid, &other));
        assert!(!is_assigned("shelf", &other, &uuid));
    }

    #[test]
    fn the_length_of_a_neighbour() {
        let item = json!({ "tags": [1, 2], "tagCount": 2, "tag_count": 3, "count": 2 });
        assert!(is_computed(&item, "tagCount"));
        assert!(!is_computed(&item, "tag_count") && !is_computed(&item, "count"));
    }
}
