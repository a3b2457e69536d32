//! Compares what a server has read with what a client was given.

use serde_json::{Map, Value};

use super::plan::Call;
use super::same::same;

/// Returns the arguments that a server has read as others than a client was given.
pub(super) fn differences(call: &Call, seen: &Map<String, Value>) -> Vec<String> {
    let differing = seen.iter().filter_map(|(name, read)| {
        let given = given(call, name);
        let is_read = match given.or_else(|| call.defaults.get(name)) {
            Some(given) => same(given, read),
            None => read.is_null(),
        };
        let given = given.map_or("nothing".to_owned(), Value::to_string);
        (!is_read).then(|| format!("{name} is {given}, and was read as {read}"))
    });
    differing.collect()
}

/// Returns the argument at a location and with a name; the body has no location.
fn given<'c>(call: &'c Call, name: &str) -> Option<&'c Value> {
    if name == "body" {
        return call.body.get("value");
    }
    let (_, short) = name.split_once('.')?;
    call.parameters
        .get(name)
        .or_else(|| call.parameters.get(short))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Call, differences};

    #[test]
    fn what_is_not_sent_is_absent_or_has_its_default() {
        let call: Call = serde_json::from_value(json!({
            "name": "a", "operation": "a",
            "parameters": {"at": "2026-01-01T00:00:00Z", "query.id": 1},
            "body": {"mediaType": "application/json", "value": {"size": 1}},
            "defaults": {"query.limit": 20},
        }))
        .expect("a call");
        let seen = |value| serde_json::from_value(value).expect("an object");
        let same = json!({
            "query.at": "2026-01-01T01:00:00+01:00", "query.id": 1, "query.limit": 20,
            "query.more": null, "body": {"size": 1.0},
        });
        assert!(differences(&call, &seen(same)).is_empty());
        let other = json!({
            "query.at": "2026-01-02T00:00:00Z", "query.id": "1", "query.limit": null,
            "query.more": 1, "body": {"size": 1, "more": 2},
        });
        let found = differences(&call, &seen(other));
        assert_eq!(found.len(), 5, "{found:#?}");
        assert!(
            found.contains(&"query.id is 1, and was read as \"1\"".to_owned()),
            "{found:#?}"
        );
    }
}
