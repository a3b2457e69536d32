//! The JSON Schema Test Suite (draft 2020-12) with the validator of the harness and the mock.
//!
//! `spec/tests/suites/json-schema.yaml` lists the expected failures, with reasons.

use conformance_core::json::Json;
use conformance_core::validate::{Direction, Validator};
use serde_json::Value;

use crate::cases::{self, Validate};
use crate::report::{self, Report};

#[test]
fn values_are_checked_as_the_suite_says() {
    let Some(suite) = report::folder("json-schema") else {
        return;
    };
    let mut report = Report::new("../spec/tests/suites/json-schema.yaml");
    cases::run(&suite, &mut report, &|api, id| {
        let validator = Validator::new(api, Direction::Request);
        let check = move |value: &Value| validator.check(id, &Json::from(value)).is_empty();
        Ok(Box::new(check) as Validate)
    });
    report.check("JSON Schema Test Suite, by harness and mock");
}
