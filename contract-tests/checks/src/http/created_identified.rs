//! HTTP-14, first part: 201 identifies the created resource.

use spec::model::Method;

use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::catalogue::Strength;
use conformance_core::json::Json;
use conformance_engine::expectation::{self, Rule};

pub static CHECK: Check = Check {
    id: "created-identified",
    requirement: "HTTP-14",
    strength: Some(Strength::Conditional),
    about: "201 identifies the created resource, by Location or by its content.",
    example: "> POST /org/o1/offer\n\
              < 201        (no Location, no content)",
    fix: "Send Location with the address of the new resource, or the resource itself.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    // HEAD has no body that could identify it.
    if seen.response.status != 201 || seen.exchange.request.method == "HEAD" {
        return Verdict::NotApplicable;
    }
    // Without `Location`, the target of the request is the created resource: that of a PUT, or a
    // path that names an item.
    let is_put = seen.exchange.request.method == Method::Put.as_str();
    let operation = seen.operation();
    let is_thing = operation.is_some_and(|operation| operation.path.ends_with('}'));
    let has_location = seen.response.headers.contains_key("location");
    let holds = is_put || is_thing || has_location || tells_id(seen);
    if let Some((named, identified)) = elsewhere(seen) {
        return Verdict::Failed(vec![
            Fault::new("Location of a 201 identifies another item than the content")
                .without_test(expectation::COMPARES_PARTS)
                .expected(format!("the address of {identified} (RFC 9110 §15.3.2)"))
                .actual(format!("that of {named}"))
                .pointer("header Location"),
        ]);
    }
    Verdict::require(holds, || {
        Fault::new("201 does not identify the created resource")
            .must(identified(seen))
            .expected("Location, or the id in the content (RFC 9110 §15.3.2)")
            .actual("neither")
    })
}

/// Returns the ids in `Location` and in the body of a 201, if they differ and belong to the same
/// resource.
fn elsewhere(seen: &Seen<'_>) -> Option<(String, String)> {
    let made = seen.exchange.purpose.operation?;
    let resources = &seen.session.world.resources;
    let resource = resources.get(resources.made_by(made)?);
    let location = seen.response.header("location")?;
    let named = seen
        .session
        .named(resource, location)?
        .remove(&resource.variable)?;
    let identified = match resource.id_in(seen.response.json().ok()?)? {
        Json::String(text) => text.to_string(),
        Json::Number(number) => number.to_string(),
        _ => return None,
    };
    (!named.eq_ignore_ascii_case(&identified)).then_some((named, identified))
}

/// Returns what a 201 must contain.
fn identified(seen: &Seen<'_>) -> Rule {
    let resources = &seen.session.world.resources;
    let made = seen.exchange.purpose.operation;
    let made = made.and_then(|id| resources.made_by(id));
    let made = made.map(|id| resources.get(id));
    let property = made.and_then(|one| Some((one, one.id_property.as_deref()?)));
    let id = property.map_or_else(expectation::content, |(one, name)| {
        let own = serde_json::json!({ "type": "object", "required": [name] });
        if one.within.is_whole() {
            expectation::member(name, serde_json::json!({}))
        } else {
            expectation::at(&one.within.pointer(), own)
        }
    });
    expectation::header("location")
        .or(id)
        .when(expectation::status(&[201]))
}

fn tells_id(seen: &Seen<'_>) -> bool {
    let resources = &seen.session.world.resources;
    let made = seen
        .exchange
        .purpose
        .operation
        .and_then(|id| resources.made_by(id));
    let made = made.map(|id| resources.get(id));
    match (
        made.filter(|one| one.id_property.is_some()),
        seen.response.json(),
    ) {
        (Some(made), Ok(body)) => made.id_in(body).is_some(),
        // The place of the id is unknown, so any body may have it.
        (None, _) => !seen.response.body.is_empty(),
        (Some(_), Err(_)) => false,
    }
}
