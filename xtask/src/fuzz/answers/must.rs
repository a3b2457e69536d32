//! What must hold of a call that got hostile answers.

use std::collections::VecDeque;

use hostile::answers::{Case, Operation, Pages, Request};

use super::driver::Outcome;

/// The settings of the programs: how often a request is sent, and how many items of a list or a
/// stream are read.
const ATTEMPTS: usize = 3;
const ITEMS: usize = 20;

/// The languages whose own HTTP client sends a GET once more if a connection ends without a response
/// (in Go, only if the connection was used before); there is no setting of a client that prevents it.
const RESENDING: [&str; 2] = ["go", "java"];

/// Parts of secrets that the programs have, one of them as in Basic (RFC 7617).
const SECRETS: [&str; 2] = ["secret-", "c2VjcmV0"];

/// A place and a message.
pub(super) type Fault = (String, String);

/// Checks the outcome of a call.
pub(super) fn outcome(outcome: &Outcome) -> Vec<Fault> {
    let mut faults = Vec::new();
    let Outcome { kind, name, text } = outcome;
    if kind == "crash" {
        faults.push((format!("untyped {name}"), text.clone()));
    }
    if SECRETS.iter().any(|secret| text.contains(secret)) {
        faults.push((format!("secret in {name}"), text.clone()));
    }
    let is_control = |one: char| one.is_control() && one != '\n';
    if text.contains(is_control) {
        faults.push((format!("control character in {name}"), text.clone()));
    }
    if text.len() > 20_000 {
        faults.push((
            format!("long text of {name}"),
            format!("{} bytes", text.len()),
        ));
    }
    faults
}

/// Checks the requests of a call of the client in a language.
pub(super) fn requests(
    language: &str,
    operation: &Operation,
    case: &Case,
    received: &[Request],
) -> Vec<Fault> {
    let mut faults = Vec::new();
    let has_secrets = matches!(operation.name, "oauth" | "both");
    let mut counts = [0, 0];
    for request in received {
        let shown = format!("{} {}", request.method, request.target);
        let is_token = operation.name == "oauth" && request.path() == "/token";
        counts[usize::from(is_token)] += 1;
        if request.elsewhere {
            faults.push(("request to another origin".to_owned(), shown.clone()));
        }
        let is_known = is_token || request.path() == operation.path;
        if !is_known && operation.pages != Pages::Address {
            faults.push(("request to another path".to_owned(), shown.clone()));
        }
        let whole = format!("{shown} {:?}", request.fields);
        let secret = SECRETS.iter().any(|secret| whole.contains(secret));
        let sends = request.field("authorization").is_some() || secret;
        if sends && !(has_secrets && is_known && !request.elsewhere) {
            faults.push(("credential elsewhere".to_owned(), whole.clone()));
        }
        if whole.contains("hostile=") || whole.contains("sid=hostile") {
            faults.push(("cookie sent back".to_owned(), whole));
        }
    }
    let [calls, tokens] = counts;
    let is_resent = RESENDING.contains(&language) && received.iter().any(|one| one.method == "GET");
    let most = most_calls(operation, case) * (1 + usize::from(is_resent));
    if calls > most || tokens > 2 * ATTEMPTS {
        faults.push((
            "too many requests".to_owned(),
            format!("{calls} and {tokens}"),
        ));
    }
    faults
}

/// Returns whether a request can only be one of the calls before.
pub(super) fn is_of(
    before: &VecDeque<&Operation>,
    operation: &Operation,
    request: &Request,
) -> bool {
    let path = request.path();
    let is_elsewhere = operation.pages != Pages::Address && operation.path != path;
    is_elsewhere && before.iter().any(|before| before.path == path)
}

/// Returns how many requests, other than those for tokens, a call may send.
fn most_calls(operation: &Operation, case: &Case) -> usize {
    match operation.pages {
        // With a token that is rejected, a request is repeated once with another one.
        Pages::None => ATTEMPTS + usize::from(operation.name == "oauth"),
        _ => ATTEMPTS * (case.answers.len() + ITEMS + 2),
    }
}
