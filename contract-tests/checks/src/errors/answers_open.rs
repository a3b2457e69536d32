//! EVO-02: this project's description leaves responses open.

use spec::model::{Additional, Kind};

use crate::check::{Check, Evidence, Fault, Outcome, Run};
use conformance_core::description::Description;
use conformance_engine::expectation;
use conformance_engine::session::Session;

pub static CHECK: Check = Check {
    id: "answers-open",
    requirement: "EVO-02",
    strength: None,
    about: "No schema of a response in this project's description forbids further members or values.",
    example: "components.schemas.Offer: {additionalProperties: false}",
    fix: "Remove additionalProperties: false from what responses use, and mark enumerations there \
          with x-extensible-enum: true.",
    run: Run::Finally(check),
};

fn check(session: &Session) -> Outcome {
    let mut outcome = Outcome::default();
    let api = &session.description.api;
    if !is_own(&session.description) {
        return Outcome::skipped("the description is not that of this project");
    }
    for id in api.schema_ids() {
        let schema = api.schema(id);
        if !schema.direction.response {
            continue;
        }
        let closed = match &schema.kind {
            Kind::Object(object) => object.additional == Additional::Forbidden,
            // A single value is a constant, not a list that could grow.
            Kind::Enumeration(list) => !list.open && !list.extensible && list.values.len() > 1,
            _ => false,
        };
        if !closed {
            outcome.pass();
            continue;
        }
        let name = schema.name.as_deref().unwrap_or("a schema without a name");
        let fault = Fault::new(format!("{name} is closed, and responses have it"))
            .without_test(expectation::OF_DESCRIPTION)
            .expected("additionalProperties other than false, and extensible enumerations")
            .actual("closed")
            .described(schema.span, &schema.provenance);
        outcome.failed.push(Evidence {
            fault,
            operation: None,
            exchanges: Vec::new(),
        });
    }
    outcome
}

/// Returns whether a description is that of this project, whatever its file name.
fn is_own(description: &Description) -> bool {
    let title = |one: &Description| one.api.title.clone();
    Description::embedded().is_ok_and(|own| {
        let mut all = own.api.operations.iter();
        title(&own) == title(description) && all.all(|one| description.find(&one.id).is_some())
    })
}
