//! Which values of a request a response need not contain.

use conformance_checks::state::compare::{Comparison, Relation};
use conformance_core::json::Json;
use serde_json::{Value, json};

use crate::{describe, named};

#[test]
fn what_only_another_member_of_a_union_declares_need_not_come_back() {
    let description = describe(&json!({
        "Check": {
            "oneOf": [
                { "$ref": "#/components/schemas/Silence" },
                { "$ref": "#/components/schemas/Limit" },
            ],
            "discriminator": {
                "propertyName": "type",
                "mapping": {
                    "silence": "#/components/schemas/Silence",
                    "limit": "#/components/schemas/Limit",
                },
            },
        },
        "Silence": {
            "type": "object",
            "required": ["type"],
            "properties": { "type": { "type": "string" }, "since": { "type": "string" } },
        },
        "Limit": {
            "type": "object",
            "required": ["type"],
            "properties": { "type": { "type": "string" }, "most": { "type": "integer" } },
        },
    }));
    let schema = Some(named(&description, "Check"));
    let comparison = Comparison::plain(&description.api);
    let lost = |sent: &Value, answered: &Value| {
        let (sent, answered) = (Json::from(sent), Json::from(answered));
        let all = comparison.differences(Relation::Echo, schema, &sent, &answered);
        all.into_iter()
            .map(|one| one.pointer)
            .collect::<Vec<String>>()
    };
    let sent = |name: &str| json!({ "type": name, "since": "5m" });
    assert!(lost(&sent("limit"), &json!({ "type": "limit" })).is_empty());
    // The property that contains it declares it.
    assert_eq!(
        lost(&sent("silence"), &json!({ "type": "silence" })),
        ["/since"]
    );
    // Another property is another value.
    assert_eq!(
        lost(&sent("silence"), &json!({ "type": "limit" })),
        ["/type"]
    );
    // The property that contains it is unknown.
    assert_eq!(lost(&json!({ "since": "5m" }), &json!({})), ["/since"]);
}

#[test]
fn a_part_may_come_to_name_the_item_that_it_belongs_to() {
    let description = describe(&json!({ "Task": { "type": "object" } }));
    let schema = Some(named(&description, "Task"));
    let comparison = Comparison::plain(&description.api);
    let changed = |sent: Value, answered: Value| {
        let (sent, answered) = (Json::from(&sent), Json::from(&answered));
        let all = comparison.differences(Relation::Echo, schema, &sent, &answered);
        all.into_iter()
            .map(|one| one.pointer)
            .collect::<Vec<String>>()
    };
    let task = |of: &str| json!({ "id": "t1", "state": { "task": of } });
    let sent = || json!({ "state": { "task": "t9" } });
    assert!(changed(sent(), task("t1")).is_empty());
    assert_eq!(changed(sent(), task("t2")), ["/state/task"]);
    // A reference of the item itself is not one of a part.
    let parent = |of: &str| json!({ "id": "t1", "parent": of });
    assert_eq!(changed(parent("t9"), parent("t1")), ["/parent"]);
}

#[test]
fn white_space_around_a_text_may_be_cut() {
    let description = describe(&json!({ "Note": { "type": "object" } }));
    let schema = Some(named(&description, "Note"));
    let comparison = Comparison::plain(&description.api);
    let is_same = |sent: &str, answered: &str| {
        let note = |text: &str| Json::from(&json!({ "text": text }));
        let (sent, answered) = (note(sent), note(answered));
        let all = comparison.differences(Relation::Echo, schema, &sent, &answered);
        all.is_empty()
    };
    assert!(is_same(" a b\t", "a b"));
    assert!(!is_same("a b", "ab"));
    assert!(!is_same("a", "A"));
}
