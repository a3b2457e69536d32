//! The JSON Schema Test Suite (draft 2020-12) through the reader: each schema is put into a
//! description, read, returned as a whole ([`spec::Api::whole`]), and evaluated by a third-party
//! validator that asserts formats.
//!
//! `tests/suites/json-schema.yaml` lists the expected failures, with reasons.

use serde_json::Value;
use spec::Api;
use spec::model::SchemaId;

use crate::cases::{self, Validate};
use crate::report::{self, Report};

fn whole(api: &Api, id: SchemaId) -> Result<Validate, String> {
    let schema = api.whole(id);
    let validator = jsonschema::draft202012::options()
        .should_validate_formats(true)
        .build(&schema);
    let validator = validator.map_err(|error| format!("{error}: {schema:#}"))?;
    Ok(Box::new(move |value: &Value| validator.is_valid(value)))
}

#[test]
fn the_whole_schema_means_what_the_suite_says() {
    let Some(suite) = report::folder("json-schema") else {
        return;
    };
    let mut report = Report::new("tests/suites/json-schema.yaml");
    cases::run(&suite, &mut report, &whole);
    report.check("JSON Schema Test Suite, draft 2020-12");
}
