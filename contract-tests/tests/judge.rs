//! Checks of single values and exchanges: JSON, the validator and drift.

extern crate yaml_serde as serde_yaml;

#[path = "../../spec/tests/suites/cases.rs"]
mod cases;
#[path = "judge/drift.rs"]
mod drift;
#[path = "judge/echo.rs"]
mod echo;
#[path = "judge/formats.rs"]
mod formats;
#[path = "judge/forms.rs"]
mod forms;
#[path = "judge/json.rs"]
mod json;
#[path = "judge/reference.rs"]
mod reference;
#[path = "../../spec/tests/suites/report.rs"]
mod report;
#[path = "judge/resources.rs"]
mod resources;
#[path = "judge/schemas.rs"]
mod schemas;
#[path = "judge/service.rs"]
mod service;
#[path = "judge/streams.rs"]
mod streams;
#[path = "judge/suite.rs"]
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
