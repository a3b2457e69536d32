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
