//! Checks of single values and exchanges: JSON, the validator and drift.

extern crate yaml_serde as serde_yaml;

#[path = "../../spec/tests/suites/cases.rs"]
mod cases;
#[path = "validation/drift.rs"]
mod drift;
#[path = "validation/echo.rs"]
mod echo;
#[path = "validation/formats.rs"]
mod formats;
#[path = "validation/forms.rs"]
mod forms;
#[path = "validation/json.rs"]
mod json;
#[path = "validation/redact.rs"]
mod redact;
#[path = "validation/reference.rs"]
mod reference;
#[path = "../../spec/tests/suites/report.rs"]
mod report;
#[path = "validation/resources.rs"]
mod resources;
#[path = "validation/schemas.rs"]
mod schemas;
#[path = "validation/service.rs"]
mod service;
#[path = "validation/streams.rs"]
mod streams;
#[path = "validation/suite.rs"]
mod suite;

use conformance_core::description::Description;
use conformance_core::json::Json;
use spec::model::SchemaId;

/// Returns a description with these schemas in `components/schemas`.
fn describe(schemas: &serde_json::Value) -> Description {
    let document = serde_json::json!({
        "openapi": "3.0.3",
        "info": { "title": "T", "version": "1" },
        "paths": {},
        "components": { "schemas": schemas },
    });
    Description::from_text("openapi.json", &document.to_string()).expect("a description")
}

/// Returns the schema with a name.
fn named(description: &Description, name: &str) -> SchemaId {
    let api = &description.api;
    api.schema_ids()
        .find(|id| api.schema(*id).name.as_deref() == Some(name))
        .expect("the schema is there")
}

fn json(text: &str) -> Json {
    Json::parse(text.as_bytes()).expect("JSON")
}
