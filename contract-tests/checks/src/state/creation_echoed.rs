//! STA-01: the response to a creation has the sent values.

use super::compare::{Comparison, Relation};
use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::intent::Intent;
use conformance_core::json::Json;
use conformance_core::lookup::declared;

pub static CHECK: Check = Check {
    id: "creation-echoed",
    requirement: "STA-01",
    strength: None,
    about: "The response to a creation has every member as it was sent.",
    example: "> POST … {\"name\": \"A\", \"note\": \"x\"}\n\
              < 201 {\"id\": \"7\", \"name\": \"A\"}",
    fix: "Store and return every property that the description has. If one is derived, mark it as \
          readOnly.",
    run: Run::Exchange(check),
};

/// Returns what was sent: a JSON object, or a form that is parsed by its schema.
fn sent(seen: &Seen<'_>) -> Option<Json> {
    let request = &seen.exchange.request;
    let bytes = request.body.as_ref()?;
    let content_type = request.header("content-type")?;
    if content_type != "application/x-www-form-urlencoded" {
        return Json::parse(bytes).ok();
    }
    let body = seen.operation()?.body.as_ref()?;
    let media = body
        .content
        .iter()
        .find(|media| media.essence() == content_type)?;
    let fields: Vec<_> = url::form_urlencoded::parse(bytes).into_owned().collect();
    Some(
        seen.session
            .world
            .requests
            .read_form(media.schema?, &fields),
    )
}

fn check(seen: &Seen<'_>) -> Verdict {
    let purpose = &seen.exchange.purpose;
    let made = |id| seen.session.world.resources.made_by(id);
    let (Some(operation), Some(resource)) = (seen.operation(), purpose.operation.and_then(made))
    else {
        return Verdict::NotApplicable;
    };
    // 202 says that nothing is created yet (RFC 9110 §15.3.3). Another check covers accepted bodies
    // that violate their schema.
    let is_made = matches!(seen.response.status, 200 | 201) && seen.response.is_json();
    // If creations usually get 201, 200 shows an existing resource.
    let is_unusual = seen.response.status == 200
        && purpose.operation.is_some_and(|id| {
            let state = seen.session.state.lock();
            state.answered.contains_key(&(id, 201))
        });
    let guard = &seen.session.world.guard;
    let was_there = is_unusual || guard.has_found_existing(seen.exchange.number);
    if !is_made
        || was_there
        || purpose.intent.is_violation()
        || purpose.intent == Intent::UnknownFields
    {
        return Verdict::NotApplicable;
    }
    let sent = sent(seen);
    let (Some(sent @ Json::Object(_)), Ok(answered @ Json::Object(_))) =
        (sent, seen.response.json())
    else {
        return Verdict::NotApplicable;
    };
    let response = declared(operation, seen.response.status);
    let media = response.and_then(|one| one.content.iter().find(|media| media.is_json()));
    let schema = media.and_then(|media| media.schema);
    let comparison = Comparison::of(seen.session, resource);
    let found = comparison.differences(Relation::Echo, schema, &sent, answered);
    let faults = found.into_iter().map(|one| {
        Fault::new(format!(
            "{} answers with another {} than was sent",
            operation.id,
            one.place()
        ))
        .must(one.as_sent())
        .expected(format!("{}, as it was sent", one.expected))
        .actual(one.actual)
        .pointer(one.pointer)
        .behavior(operation)
    });
    Verdict::of(faults.collect())
}
