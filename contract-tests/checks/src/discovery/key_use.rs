//! JWKS-05: the attributes of keys match the tokens.

use crate::check::{Check, Fault, Outcome, Run};
use crate::published::{keys, text};
use crate::token::Client;
use conformance_core::jose::Jws;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "key-use",
    requirement: "JWKS-05",
    strength: None,
    about: "use of the key that signs tokens is sig, and its alg is that of the tokens.",
    example: "{\"keys\": [{\"kid\": \"1\", \"use\": \"enc\", \"alg\": \"RSA-OAEP\", …}]}     (signs tokens)",
    fix: "Set use to sig and alg to the algorithm of the tokens, or leave both out.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let (token, issued) = Client::of(session)?.token().await?;
    let Some(jws) = Jws::parse(&token) else {
        return Err(Stop::Skip("the access token is not a JWT".to_owned()));
    };
    let (keys, answer) = keys(session).await?;
    let kid = jws.header_text("kid");
    let mut own = keys
        .iter()
        .filter(|key| kid.is_some() && text(key, "kid") == kid);
    let Some(key) = own.next() else {
        return Err(Stop::Undecided(
            "the set has no key with the token's kid".to_owned(),
        ));
    };
    let evidence = [issued.exchange(), answer.exchange()];
    for (name, expected) in [("use", Some("sig")), ("alg", jws.header_text("alg"))] {
        let value = text(key, name);
        // Both properties are optional.
        outcome.require(value.is_none() || value == expected, &evidence, || {
            Fault::new(format!(
                "{name} of the key that signs tokens does not fit them"
            ))
            .expected(expected.unwrap_or_default())
            .actual(format!("{:.60}", value.unwrap_or_default()))
            .pointer("/keys")
        });
    }
    Ok(())
}
