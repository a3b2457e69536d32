//! CON-02: the body of a response has a declared media type, and is valid for it.

use spec::model::{Provenance, Status};

use super::OF_HTTP;
use conformance_core::exchange::has_no_content;
use conformance_core::lookup::declared;
use conformance_engine::expectation::{self, Rule};
use serde_json::json;

use crate::check::{Check, Fault, Run, Seen, Verdict};

pub static CHECK: Check = Check {
    id: "media-type-declared",
    requirement: "CON-02",
    strength: None,
    about: "The body of an answer is of a media type that its status declares, and is what that says.",
    example: "description: 200 is application/json\n\
              < 200\n\
              < Content-Type: text/html",
    fix: "Set Content-Type to a declared media type. Often a proxy answers with an error page of \
          its own.",
    run: Run::Exchange(check),
};

/// Requires one of these media types.
fn is_one_of(names: &[&str]) -> Rule {
    let mut rule = expectation::header_matches("content-type", "(?i)^application/problem\\+json");
    for name in names {
        let essence = name.split(';').next().unwrap_or_default().trim();
        let pattern = match essence.strip_suffix('*') {
            Some(class) => format!(
                "(?i)^{}",
                fancy_regex::escape(class.trim_start_matches("*/"))
            ),
            None => format!(r"(?i)^\s*{}\s*(;|$)", fancy_regex::escape(essence)),
        };
        rule = rule.or(expectation::header_matches("content-type", &pattern));
    }
    rule
}

fn check(seen: &Seen<'_>) -> Verdict {
    let Some(operation) = seen.operation() else {
        return Verdict::NotApplicable;
    };
    let request = &seen.exchange.request;
    if request.method != operation.method.as_str() || request.method == "HEAD" {
        return Verdict::NotApplicable;
    }
    let status = seen.response.status;
    let Some(response) = declared(operation, status) else {
        return Verdict::NotApplicable;
    };
    if OF_HTTP.contains(&status) && response.status == Status::Default {
        return Verdict::NotApplicable;
    }
    if seen.response.body.is_empty() && has_no_content(status) {
        return Verdict::Passed;
    }
    let (id, body) = (&operation.id, &seen.response.body);
    let forms = Provenance::weakest(response.media_types());
    let provenance = forms.unwrap_or(&response.provenance);
    let fault = |title: String| Fault::new(title).described(response.span, provenance);
    if response.content.is_empty() {
        return Verdict::require(body.is_empty() || !response.status.is_success(), || {
            fault(format!(
                "{id} answers {status} with a body, and declares none"
            ))
            .must(
                expectation::content()
                    .not()
                    .when(expectation::status(&[status])),
            )
            .expected("no body")
            .actual(format!("{} bytes", body.len()))
        });
    }
    let names: Vec<&str> = response
        .content
        .iter()
        .map(|media| media.name.as_str())
        .collect();
    let media_type = seen.response.media_type();
    let is_declared = media_type.as_ref().is_some_and(|actual| {
        let mut all = response.content.iter();
        all.any(|media| covers(&media.essence(), actual))
    });
    if body.is_empty() {
        // An empty text, file or sequence is one that the server names.
        if is_declared && media_type.is_some_and(|actual| can_be_empty(&actual)) {
            return Verdict::Passed;
        }
        return Verdict::Failed(vec![
            fault(format!(
                "{id} answers {status} without the body that it declares"
            ))
            .must(expectation::content().when(expectation::status(&[status])))
            .expected(names.join(" or "))
            .actual("no body"),
        ]);
    }
    let Some(media_type) = media_type else {
        return Verdict::Failed(vec![
            fault(format!(
                "{id} answers {status} with a body and no Content-Type"
            ))
            .must(is_one_of(&names).when(expectation::status(&[status])))
            .expected(names.join(" or "))
            .actual("no Content-Type")
            .pointer("header Content-Type"),
        ]);
    };
    let is_problem = !response.status.is_success() && media_type == "application/problem+json";
    if !is_declared && !is_problem {
        return Verdict::Failed(vec![
            fault(format!(
                "{id} answers {status} with {media_type}, which it does not declare"
            ))
            .must(is_one_of(&names).when(expectation::status(&[status])))
            .expected(names.join(" or "))
            .actual(media_type)
            .pointer("header Content-Type"),
        ]);
    }
    if !seen.response.is_json() {
        return Verdict::Passed;
    }
    match seen.response.json() {
        Ok(_) => Verdict::Passed,
        Err(error) if error.is_beyond_limits => Verdict::NotApplicable,
        Err(error) => Verdict::Failed(vec![
            fault(format!(
                "{id} answers {status} with {media_type} that is not JSON"
            ))
            .must(expectation::json(json!({})).when(expectation::status(&[status])))
            .expected("JSON (RFC 8259)")
            .actual(error.to_string()),
        ]),
    }
}

/// Returns whether no bytes can be a document of a media type. JSON (RFC 8259 §2), XML and multipart
/// bodies (RFC 2046 §5.1.1) have at least a root or a boundary.
fn can_be_empty(essence: &str) -> bool {
    let is_xml = essence.ends_with("/xml") || essence.ends_with("+xml");
    !spec::model::is_json(essence) && !is_xml && !essence.starts_with("multipart/")
}

/// Returns whether a declared media type or range covers one.
fn covers(declared: &str, actual: &str) -> bool {
    declared == "*/*"
        || declared == actual
        || declared
            .strip_suffix('*')
            .is_some_and(|class| actual.starts_with(class))
}
