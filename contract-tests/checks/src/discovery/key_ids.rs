//! JWKS-03: keys have distinct ids.

use std::collections::BTreeSet;

use crate::check::{Check, Fault, Outcome, Run};
use crate::published::{keys, text};
use crate::token::Client;
use conformance_core::jose::Jws;
use conformance_core::json::Json;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "key-ids",
    requirement: "JWKS-03",
    strength: None,
    about: "Key ids are unique within the set, and a token's kid is among them.",
    example: "{\"keys\": [{\"kid\": \"1\", …}, {\"kid\": \"1\", …}]}",
    fix: "Give each key a unique id (its RFC 7638 thumbprint, for example), and write that id \
          into the header of the tokens.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let (set, answer) = keys(session).await?;
    let ids: Vec<&str> = set.iter().filter_map(|key| text(key, "kid")).collect();
    let unique: BTreeSet<&str> = ids.iter().copied().collect();
    outcome.require(ids.len() == unique.len(), &[answer.exchange()], || {
        Fault::new("two keys of the set have the same kid")
            .expected("different ids (RFC 7517 §4.5)")
            .actual(format!("{} ids, {} different", ids.len(), unique.len()))
            .pointer("/keys")
    });
    let (token, issued) = Client::of(session)?.token().await?;
    let Some(kid) = Jws::parse(&token).and_then(|jws| jws.header_text("kid").map(str::to_owned))
    else {
        outcome.skip("the access token is not a JWT, or names no key");
        return Ok(());
    };
    let has = |set: &[Json]| set.iter().any(|key| text(key, "kid") == Some(&kid));
    let mut there = has(&set);
    let mut last = answer;
    if !there {
        // The key may have been created after the set was read.
        let (again, answer) = keys(session).await?;
        there = has(&again);
        last = answer;
    }
    outcome.require(there, &[issued.exchange(), last.exchange()], || {
        Fault::new("the key that a token names is not in the set")
            .expected("a key with the token's kid")
            .actual("no key has this id")
            .pointer("/keys")
    });
    Ok(())
}
