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

/// Returns the places in which a response differs from what was sent, where a schema says no more
/// than that it is an object.
fn changed(sent: &Value, answered: &Value) -> Vec<String> {
    let description = describe(&json!({ "Item": { "type": "object" } }));
    let schema = Some(named(&description, "Item"));
    let comparison = Comparison::plain(&description.api);
    let (sent, answered) = (Json::from(sent), Json::from(answered));
    let all = comparison.differences(Relation::Echo, schema, &sent, &answered);
    all.into_iter().map(|one| one.pointer).collect()
}

#[test]
fn a_part_may_come_to_name_the_item_that_it_belongs_to() {
    let task = |of: &str| json!({ "id": "t1", "state": { "task": of } });
    let sent = json!({ "state": { "task": "t9" } });
    assert!(changed(&sent, &task("t1")).is_empty());
    assert_eq!(changed(&sent, &task("t2")), ["/state/task"]);
    // A reference of the item itself is not one of a part.
    let parent = |of: &str| json!({ "id": "t1", "parent": of });
    assert_eq!(changed(&parent("t9"), &parent("t1")), ["/parent"]);
}

#[test]
fn a_part_may_repeat_a_reference_of_its_item() {
    let task = |run: &str| json!({ "run_id": null, "name": null, "state": { "run_id": run } });
    let answered = json!({ "run_id": null, "name": null, "state": { "run_id": null } });
    assert!(changed(&task("r1"), &answered).is_empty());
    let other = json!({ "run_id": "r2", "name": null, "state": { "run_id": null } });
    assert_eq!(changed(&task("r1"), &other), ["/state/run_id"]);
    let named = |name: Value| json!({ "name": null, "state": { "name": name } });
    assert_eq!(
        changed(&named(json!("a")), &named(Value::Null)),
        ["/state/name"]
    );
}

#[test]
fn white_space_around_a_text_may_be_cut() {
    let note = |text: &str| json!({ "text": text });
    assert!(changed(&note(" a b\t"), &note("a b")).is_empty());
    assert_eq!(changed(&note("a b"), &note("ab")), ["/text"]);
    assert_eq!(changed(&note("a"), &note("A")), ["/text"]);
}
