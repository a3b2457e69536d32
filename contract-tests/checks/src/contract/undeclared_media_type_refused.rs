//! CON-10: a request body with an undeclared media type is refused.

use spec::model::MediaType;

use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::intent::Intent;
use conformance_engine::expectation;

pub static CHECK: Check = Check {
    id: "undeclared-media-type-refused",
    requirement: "CON-10",
    strength: None,
    about: "A request body of a media type that the operation does not declare is refused with 4xx.",
    example: "description: the body is application/json\n\
              > POST /org/o1/offer  Content-Type: application/xml\n\
              > {\"name\": \"A\"}\n\
              < 201",
    fix: "Look at Content-Type before reading the body, and answer 415 for what is not declared. \
          Browsers send text/plain and forms across origins without asking first.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    if seen.exchange.purpose.intent != Intent::WrongMediaType {
        return Verdict::NotApplicable;
    }
    let Some(operation) = seen.operation() else {
        return Verdict::NotApplicable;
    };
    // An optional body may be ignored, and binary data has no syntax to check.
    let declared = operation.body.as_ref();
    let Some(body) = declared.filter(|one| one.required && one.content.iter().all(is_structured))
    else {
        return Verdict::NotApplicable;
    };
    let status = seen.response.status;
    Verdict::require(!seen.response.is_success(), || {
        let sent = seen.exchange.request.header("content-type");
        let sent = sent.unwrap_or_default();
        let all: Vec<String> = body.content.iter().map(MediaType::essence).collect();
        Fault::new(format!(
            "{} accepts a body of the media type {sent}, which it does not declare",
            operation.id
        ))
        .cause(format!("bodies of the media type {sent} are accepted"))
        .must(expectation::class(2).not())
        .expected(format!(
            "a refusal, such as 415 (RFC 9110 §15.5.16): the body is {}",
            all.join(" or ")
        ))
        .actual(status.to_string())
        .described(body.span, &body.provenance)
    })
}

/// Returns whether a media type has a syntax, so that a body of another type cannot be read as it.
fn is_structured(media: &MediaType) -> bool {
    let essence = media.essence();
    media.is_json()
        || essence.ends_with("xml")
        || essence == "application/x-www-form-urlencoded"
        || essence == "multipart/form-data"
}
