//! KEY-05: no response repeats a credential.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use hyper::http::HeaderValue;
use memchr::memmem;

use crate::check::{Check, Fault, Run, Seen, Verdict};
use conformance_core::exchange::Request;

pub static CHECK: Check = Check {
    id: "credential-not-repeated",
    requirement: "KEY-05",
    strength: None,
    about: "No response repeats a credential of its request, neither as it was sent nor in Base64.",
    example: "> Authorization: Key abc123\n\
              < 401 {\"message\": \"unknown key abc123\"}",
    fix: "Leave credentials out of responses; name the key by its id or its last characters.",
    run: Run::Exchange(check),
};

/// Shorter texts could match by chance.
const SHORTEST: usize = 12;

/// Fields of a form that are secret. A refresh token may be issued again (RFC 6749 §6).
const MEMBERS: [&str; 3] = ["client_secret=", "password=", "client_assertion="];

fn check(seen: &Seen<'_>) -> Verdict {
    let secrets = secrets(&seen.exchange.request);
    if secrets.is_empty() {
        return Verdict::NotApplicable;
    }
    let headers = seen.response.headers.values();
    let mut texts: Vec<&[u8]> = headers.map(HeaderValue::as_bytes).collect();
    texts.push(&seen.response.body);
    let repeated = secrets.iter().any(|secret| {
        // Without padding, which reveals nothing.
        let encoded = STANDARD_NO_PAD.encode(secret);
        let forms = [secret.as_bytes(), encoded.as_bytes()];
        forms
            .iter()
            .any(|form| texts.iter().any(|text| has(text, form)))
    });
    Verdict::require(!repeated, || {
        Fault::new("a response repeats a credential of its request")
            .expected("no credential in any response (OWASP API2:2023)")
            .actual("it is present")
    })
}

/// Returns whether a text contains a secret. To prepare the search for a long secret takes longer
/// than to search for its end, which is in few texts.
fn has(text: &[u8], secret: &[u8]) -> bool {
    let end = &secret[secret.len().saturating_sub(SHORTEST)..];
    memmem::find(text, end).is_some() && memmem::find(text, secret).is_some()
}

/// Returns the credentials of a request, as written in it.
fn secrets(request: &Request) -> Vec<String> {
    let mut all = Vec::new();
    if let Some(value) = request.header("authorization") {
        let credential = value.split_once(' ').map_or(value, |(_, rest)| rest);
        all.push(credential.to_owned());
    }
    all.extend(request.header("x-api-key").map(str::to_owned));
    let is_form = request
        .header("content-type")
        .is_some_and(|name| name.starts_with("application/x-www-form-urlencoded"));
    if let (Some(body), true) = (&request.body, is_form) {
        let text = String::from_utf8_lossy(body);
        for pair in text.split('&') {
            let secret = MEMBERS.iter().find_map(|name| pair.strip_prefix(name));
            all.extend(secret.map(str::to_owned));
        }
    }
    all.retain(|secret| secret.len() >= SHORTEST);
    all
}
