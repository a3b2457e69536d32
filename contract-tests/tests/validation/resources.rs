//! Which resources the paths of a description have.

use conformance_core::description::Description;
use conformance_core::resources::Resources;
use serde_json::{Value, json};

/// Returns an operation whose success has a schema.
fn answering(schema: &Value) -> Value {
    json!({
        "responses": {
            "200": { "description": "OK", "content": { "application/json": { "schema": schema } } },
        },
    })
}

fn of_path(name: &str, operation: &Value) -> Value {
    let parameter = json!({ "name": name, "in": "path", "required": true,
        "schema": { "type": "string" } });
    json!({ "get": operation, "parameters": [parameter] })
}

#[test]
fn items_that_are_only_listed_are_a_resource_of_paths_below_them() {
    let item = json!({ "type": "object", "properties": { "id": { "type": "string" } } });
    let list = json!({ "type": "object", "required": ["projects"],
        "properties": { "projects": { "type": "array", "items": item } } });
    let state = answering(&json!({ "type": "object" }));
    let text = json!({
        "openapi": "3.1.0",
        "info": { "title": "Projects", "version": "1" },
        "paths": {
            "/projects": { "get": answering(&list) },
            "/projects/{projectId}/state": of_path("projectId", &state),
            "/shops/{shopId}/state": of_path("shopId", &state),
        },
    });
    let description =
        Description::from_text("openapi.json", &text.to_string()).expect("it is valid");
    let resources = Resources::of(&description);
    let found: Vec<_> = resources.iter().map(|(_, one)| one).collect();
    let [projects] = found.as_slice() else {
        panic!("one resource: {found:?}");
    };
    assert_eq!(projects.item, "/projects/{projectId}");
    assert_eq!(projects.id_property.as_deref(), Some("id"));
    assert!(projects.list.is_some() && projects.read.is_none());
    assert!(resources.owner("/projects/{projectId}/state").is_some());
}
