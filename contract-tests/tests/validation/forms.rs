//! Decodes forms.

use conformance_core::validate::{Direction, Validator};
use serde_json::{Value, json};

use crate::{describe, named};

/// Forms and the values that they encode.
type Row = (&'static [(&'static str, &'static str)], Value);

#[test]
fn fields_are_read_by_their_schemas() {
    let description = describe(&json!({
        "Form": {
            "type": "object",
            "properties": {
                "count": { "type": "integer" },
                "text": { "type": "string" },
                "tags": { "type": "array", "items": { "type": "integer" } },
                "place": { "type": "object", "required": ["city"], "properties": { "city": { "type": "string" } } },
                "either": { "anyOf": [{ "type": "integer" }, { "$ref": "#/components/schemas/Place" }] },
                "none": { "type": "integer", "nullable": true },
            },
        },
        "Place": { "type": "object", "required": ["city"], "properties": { "city": { "type": "string" } } },
    }));
    let validator = Validator::new(&description.api, Direction::Request);
    let rows: [Row; 9] = [
        (&[("count", "1")], json!({ "count": 1 })),
        (&[("count", "x")], json!({ "count": "x" })),
        (&[("text", "{\"a\":1}")], json!({ "text": "{\"a\":1}" })),
        (&[("tags", "1"), ("tags", "2")], json!({ "tags": [1, 2] })),
        (&[("tags", "1")], json!({ "tags": [1] })),
        (&[("tags", "[1,2]")], json!({ "tags": [1, 2] })),
        (
            &[("place", "{\"city\":\"x\"}")],
            json!({ "place": { "city": "x" } }),
        ),
        (
            &[("either", "{\"city\":\"x\"}")],
            json!({ "either": { "city": "x" } }),
        ),
        (
            &[("none", ""), ("other", "1")],
            json!({ "none": null, "other": "1" }),
        ),
    ];
    for (fields, expected) in rows {
        let fields: Vec<_> = fields
            .iter()
            .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()))
            .collect();
        let read = validator.read_form(named(&description, "Form"), &fields);
        assert_eq!(read.to_value(), expected);
    }
}
