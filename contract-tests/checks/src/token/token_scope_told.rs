//! TOK-05: the response names the scope if it differs from the requested one.

use std::collections::BTreeSet;

use super::support::{Client, token_text};
use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::jose::Jws;
use conformance_core::json::Json;
use conformance_engine::session::{Answer, Session, Stop};

pub static CHECK: Check = Check {
    id: "token-scope-told",
    requirement: "TOK-05",
    strength: None,
    about: "The token response has scope if another was granted than was requested.",
    example: "> scope=read+write\n\
              < {\"access_token\": \"…\"}     (granted: read)",
    fix: "Return scope whenever it differs from what was requested.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    let (token, _) = client.token().await?;
    let Some(own) = granted(&token) else {
        return Err(Stop::Skip(
            "the token does not show which scope was granted".to_owned(),
        ));
    };
    let Some(first) = own.iter().next() else {
        return Err(Stop::Skip("the client has no scope".to_owned()));
    };
    let wider = format!("{first} conformance:unknown");
    for asked in [first.as_str(), &wider] {
        let mut fields = client.fields();
        fields.push(("scope", asked));
        compare(outcome, asked, &client.send(&fields).await?);
    }
    if outcome.passed == 0 && outcome.failed.is_empty() {
        outcome.skip("no request was granted another scope than it requested");
    }
    Ok(())
}

fn compare(outcome: &mut Outcome, asked: &str, answer: &Answer) {
    let Some(granted) = token_text(answer).and_then(granted) else {
        return;
    };
    let asked: BTreeSet<String> = asked.split(' ').map(str::to_owned).collect();
    if granted == asked {
        return;
    }
    let told = answer.json().ok();
    let told = told
        .and_then(|body| body.get("scope"))
        .and_then(Json::as_str);
    let same = told.is_some_and(|told| set(told) == granted);
    outcome.require(same, &[answer.exchange()], || {
        Fault::new("the token response does not say that another scope was granted")
            .expected("scope with what was granted (RFC 6749 §5.1)")
            .actual(told.map_or("no scope", |_| "scope with something else"))
            .pointer("/scope")
    });
}

/// Returns the scope that a JWT grants: `scope` (RFC 9068 §2.2.3), or the common `scp`.
fn granted(token: &str) -> Option<BTreeSet<String>> {
    let jws = Jws::parse(token)?;
    match jws.claims.get("scope").or_else(|| jws.claims.get("scp"))? {
        Json::String(text) => Some(set(text)),
        Json::Array(items) => items
            .iter()
            .map(|item| item.as_str().map(str::to_owned))
            .collect(),
        _ => None,
    }
}

fn set(text: &str) -> BTreeSet<String> {
    text.split_ascii_whitespace().map(str::to_owned).collect()
}
