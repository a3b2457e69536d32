//! The examples in the project's own description are valid.

use std::path::Path;

use conformance_core::description::Description;
use conformance_core::json::Json;
use conformance_core::validate::{Direction, Validator};
use spec::model::{MediaType, Operation};

#[test]
fn examples_are_valid_in_their_direction() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/openapi.yaml");
    let description = Description::read(&path).expect("a description");
    let requests = Validator::new(&description.api, Direction::Request);
    let responses = Validator::new(&description.api, Direction::Response);
    let mut checked = 0;
    let mut check = |validator: &Validator, content: &[MediaType], operation: &Operation| {
        for media in content.iter().filter(|media| media.is_json()) {
            for (schema, example) in media
                .schema
                .iter()
                .flat_map(|schema| media.examples.iter().map(move |example| (*schema, example)))
            {
                let found = validator.check(schema, &Json::from(&example.value));
                assert_eq!(found, [], "{} {:?}", operation.id, example.name);
                checked += 1;
            }
        }
    };
    for (_, operation) in description.operations() {
        if let Some(body) = &operation.body {
            check(&requests, &body.content, operation);
        }
        for response in &operation.responses {
            check(&responses, &response.content, operation);
        }
    }
    assert!(checked > 50, "only {checked} examples");
}
