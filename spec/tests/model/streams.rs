//! Which bodies are streams of items, and what the items are.

use serde_json::{Value, json};

/// A description with the schemas that the cases name.
const SCHEMAS: &str = "
components:
  schemas:
    Item: {type: object, properties: {name: {type: string}}}
    Event: {type: object, properties: {event: {type: string}, data: {$ref: '#/components/schemas/Data'}}}
    Data: {type: string, contentMediaType: application/json, contentSchema: {$ref: '#/components/schemas/Item'}}
    Plain: {type: object, properties: {data: {type: string}}}
    Odd: {type: object, properties: {data: {type: object}}}
    Image: {type: object, properties: {data: {type: string, contentMediaType: image/png, contentSchema: {}}}}
    Several: {oneOf: [{$ref: '#/components/schemas/Event'}, {$ref: '#/components/schemas/Plain'}]}
    List: {type: array, items: {$ref: '#/components/schemas/Item'}}
    Events: {type: array, items: {$ref: '#/components/schemas/Event'}}
    Text: {type: string}
";

/// Returns the stream of a response: its framing, the schema of its items, its provenance, and its
/// end; the names of the events whose data is JSON if names select the data.
fn stream(openapi: &str, media_type: &str, content: &str) -> Value {
    let text = format!(
        "openapi: {openapi}\ninfo: {{title: T, version: '1'}}\npaths:\n  /s:\n    get:\n      \
         operationId: s\n      responses:\n        '200': {{description: D, content: \
         {{{media_type}: {content}}}}}\n{SCHEMAS}"
    );
    let loaded = spec::load_text("streams.yaml", text);
    let api = loaded.api.expect("a description");
    let media = &api.operations[0].responses[0].content[0];
    let Some(stream) = &media.stream else {
        return Value::Null;
    };
    if let Some(names) = &stream.json_events {
        return json!(names);
    }
    let item = stream.item.map(|id| {
        let behind = api.schema(api.resolve(id));
        behind.name.clone().unwrap_or_else(|| "nameless".to_owned())
    });
    let source = serde_json::to_value(stream.source).expect("a word");
    json!([stream.framing.as_str(), item, source, stream.end])
}

fn reference(name: &str) -> String {
    format!("{{$ref: '#/components/schemas/{name}'}}")
}

#[test]
fn item_schemas_describe_items() {
    let of = |media: &str, name: &str| {
        stream(
            "3.2.0",
            media,
            &format!("{{itemSchema: {}}}", reference(name)),
        )
    };
    for (media, framing) in [
        ("application/jsonl", "lines"),
        ("Application/JSONL; charset=utf-8", "lines"),
        ("application/x-ndjson", "lines"),
        ("application/ndjson", "lines"),
        ("application/json-seq", "sequence"),
        ("application/geo+json-seq", "sequence"),
        ("multipart/mixed", "parts"),
    ] {
        let media = format!("'{media}'");
        let expected = json!([framing, "Item", "item-schema", null]);
        assert_eq!(of(&media, "Item"), expected, "{media}");
    }
    for media in [
        "application/json",
        "text/plain",
        "multipart/form-data",
        "'*/*'",
    ] {
        assert_eq!(of(media, "Item"), Value::Null, "{media}");
    }
}

#[test]
fn the_schema_of_an_event_says_what_its_data_holds() {
    for (name, item) in [
        ("Event", json!("Item")),
        ("Plain", Value::Null),
        ("Odd", json!("nameless")),
        ("Image", Value::Null),
        ("Several", Value::Null),
        ("Text", Value::Null),
    ] {
        let content = format!("{{itemSchema: {}}}", reference(name));
        let found = stream("3.2.0", "text/event-stream", &content);
        assert_eq!(
            found,
            json!(["events", item, "item-schema", null]),
            "{name}"
        );
    }
}

/// The members of a union are separate types only if a closed set of names selects each.
#[test]
fn the_name_of_an_event_selects_the_type_of_its_data() {
    let text = "{type: object, properties: {event: {const: said}, data: {type: string}}}";
    let json = |name: &str| {
        format!(
            "{{type: object, properties: {{event: {name}, data: {}}}}}",
            reference("Data")
        )
    };
    let found = |members: &[&str]| {
        let content = format!("{{itemSchema: {{oneOf: [{}]}}}}", members.join(", "));
        stream("3.2.0", "text/event-stream", &content)
    };
    let named = json("{enum: [opened, closed]}");
    assert_eq!(found(&[text, &named]), json!(["opened", "closed"]));
    let as_text = json!(["events", null, "item-schema", null]);
    for other in [
        json("{type: string}"),
        json("{enum: [opened, said]}"),
        reference("Plain"),
    ] {
        assert_eq!(found(&[text, &other]), as_text, "{other}");
    }
    assert_eq!(found(&[text, text]), as_text);
}

#[test]
fn a_schema_of_the_whole_body_can_describe_items() {
    let events = "text/event-stream";
    let lines = "application/jsonl";
    for (openapi, media, name, expected) in [
        (
            "3.0.3",
            lines,
            "List",
            json!(["lines", "Item", "array", null]),
        ),
        (
            "3.2.0",
            lines,
            "List",
            json!(["lines", "Item", "array", null]),
        ),
        ("3.0.3", lines, "Item", Value::Null),
        ("3.0.3", lines, "Text", Value::Null),
        // Before 3.2, a schema under this media type is that of the JSON in `data`.
        (
            "3.1.0",
            events,
            "Item",
            json!(["events", "Item", "data", null]),
        ),
        (
            "3.1.0",
            events,
            "Several",
            json!(["events", "Several", "data", null]),
        ),
        (
            "3.1.0",
            events,
            "List",
            json!(["events", "Item", "array", null]),
        ),
        ("3.1.0", events, "Text", Value::Null),
        (
            "3.1.0",
            events,
            "Events",
            json!(["events", "Event", "array", null]),
        ),
        // Since 3.2, the items of the array are events.
        (
            "3.2.0",
            events,
            "Events",
            json!(["events", "Item", "array", null]),
        ),
    ] {
        let found = stream(openapi, media, &format!("{{schema: {}}}", reference(name)));
        assert_eq!(found, expected, "{openapi} {media} {name}");
    }
}

#[test]
fn the_extension_has_the_last_word() {
    let of = |media: &str, stated: &str, name: &str| {
        let schema = reference(name);
        stream(
            "3.1.0",
            media,
            &format!("{{x-stream: {stated}, schema: {schema}}}"),
        )
    };
    let extension =
        |framing: &str, item: Value, end: Value| json!([framing, item, "extension", end]);
    assert_eq!(
        of("application/jsonl", "true", "Item"),
        extension("lines", json!("Item"), Value::Null)
    );
    assert_eq!(of("application/jsonl", "false", "List"), Value::Null);
    assert_eq!(of("text/event-stream", "false", "Item"), Value::Null);
    assert_eq!(
        of("text/event-stream", "true", "Text"),
        extension("events", Value::Null, Value::Null)
    );
    assert_eq!(
        of("text/event-stream", "{end: '[DONE]'}", "Item"),
        extension("events", json!("Item"), json!("[DONE]"))
    );
    assert_eq!(of("text/plain", "true", "Item"), Value::Null);
    // A value of another kind is reported, and has no effect.
    assert_eq!(of("application/jsonl", "'yes'", "Item"), Value::Null);
}
