//! TOK-09: errors of the token endpoint have the form that OAuth defines.

use super::support::asked_form;
use conformance_engine::expectation;
use serde_json::json;

use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::json::Json;

pub static CHECK: Check = Check {
    id: "token-error-form",
    requirement: "TOK-09",
    strength: None,
    about: "Errors of the token endpoint are 400, or 401 for invalid_client, with a registered code.",
    example: "< 500 {\"message\": \"bad client\"}",
    fix: "Answer 400 (401 for invalid_client) with {\"error\": \"<registered code>\"}.",
    run: Run::Exchange(check),
};

/// The codes that are registered for the token endpoint (RFC 6749 §5.2, RFC 8707 §2, RFC 8628
/// §3.5, RFC 9449 §12.2, RFC 9470 §7, OpenID Connect CIBA §11).
const REGISTERED: [&str; 16] = [
    "invalid_request",
    "invalid_client",
    "invalid_grant",
    "unauthorized_client",
    "unsupported_grant_type",
    "invalid_scope",
    "invalid_target",
    "authorization_pending",
    "slow_down",
    "access_denied",
    "expired_token",
    "invalid_dpop_proof",
    "use_dpop_nonce",
    "insufficient_user_authentication",
    "unmet_authentication_requirements",
    "invalid_authorization_details",
];

/// Statuses that HTTP allows before OAuth applies (RFC 9110 §15.5, RFC 6585).
const OF_HTTP: [u16; 10] = [404, 405, 406, 408, 411, 413, 414, 415, 429, 431];

fn check(seen: &Seen<'_>) -> Verdict {
    let status = seen.response.status;
    if !(400..500).contains(&status) || OF_HTTP.contains(&status) || !asked_form(seen) {
        return Verdict::NotApplicable;
    }
    let Some(body) = seen
        .response
        .json()
        .ok()
        .filter(|body| body.as_object().is_some())
    else {
        return Verdict::Failed(vec![
            Fault::new("an error of the token endpoint is not a JSON object")
                .must(
                    expectation::json(json!({ "type": "object" }))
                        .when(expectation::status(&[400, 401])),
                )
                .expected("a JSON object with the member error (RFC 6749 §5.2)")
                .actual(
                    seen.response
                        .media_type()
                        .unwrap_or_else(|| "no Content-Type".to_owned()),
                ),
        ]);
    };
    let mut faults = Vec::new();
    faults.extend(code(body, status));
    faults.extend(text(body, "error_description", is_description));
    faults.extend(text(body, "error_uri", |byte| {
        byte != b' ' && is_description(byte)
    }));
    Verdict::of(faults)
}

fn code(body: &Json, status: u16) -> Option<Fault> {
    let Some(code) = body.get("error").and_then(Json::as_str) else {
        let fault = Fault::new("an error of the token endpoint has no code")
            .must(
                expectation::member("error", json!({ "type": "string" }))
                    .when(expectation::status(&[400, 401])),
            )
            .expected("the member error, a string (RFC 6749 §5.2)")
            .actual(body.get("error").map_or("it is missing", Json::type_name));
        return Some(fault.pointer("/error"));
    };
    if !REGISTERED.contains(&code) {
        let fault = Fault::new("an error of the token endpoint has a code that is not registered")
            .must(
                expectation::member("error", json!({ "enum": REGISTERED }))
                    .when(expectation::status(&[400, 401])),
            )
            .expected("one of the registered codes, such as invalid_request (RFC 6749 §5.2)")
            .actual(format!("{code:.80}"));
        return Some(fault.pointer("/error"));
    }
    let fits = status == 400 || (status == 401 && code == "invalid_client");
    (!fits).then(|| {
        Fault::new(format!(
            "the token endpoint answers {status} with the error {code}"
        ))
        .must(
            expectation::status(&[400])
                .or(expectation::status(&[401]).and(expectation::error_code("invalid_client")))
                .or(expectation::class(2)),
        )
        .expected("400, or 401 for invalid_client (RFC 6749 §5.2)")
        .actual(status.to_string())
    })
}

fn text(body: &Json, name: &str, permitted: fn(u8) -> bool) -> Option<Fault> {
    let value = body.get(name)?;
    let fits = value
        .as_str()
        .is_some_and(|text| text.bytes().all(permitted));
    (!fits).then(|| {
        Fault::new(format!(
            "{name} of the token endpoint's error has characters that are not allowed"
        ))
        .must(expectation::json(json!({ "properties": { name: { "type": "string", "pattern": "^[\\x20-\\x21\\x23-\\x5B\\x5D-\\x7E]*$" } } }))).expected("a string of the characters that RFC 6749 §5.2 permits")
        .actual(match value.as_str() {
            Some(text) => format!("{text:.120?}"),
            None => value.type_name().to_owned(),
        })
        .pointer(format!("/{name}"))
    })
}

/// `%x20-21 / %x23-5B / %x5D-7E` (RFC 6749 §5.2).
const fn is_description(byte: u8) -> bool {
    matches!(byte, 0x20..=0x21 | 0x23..=0x5B | 0x5D..=0x7E)
}
