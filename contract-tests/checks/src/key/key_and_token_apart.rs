//! KEY-03: a key is not a token, and a token is not a key.

use crate::check::{Check, Fault, Outcome, Run};
use crate::http::any_read;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "key-and-token-apart",
    requirement: "KEY-03",
    strength: None,
    about: "A token sent as a key is answered with 401, and so is a key sent as a token.",
    example: "> Authorization: Key <access token>\n\
              < 200",
    fix: "Choose the verifier by the scheme of the header, and do not fall back to the other one.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let operation = any_read(session)?;
    let field = super::key_field(session, operation).await?;
    let Some((scheme, key)) = field.split_once(' ') else {
        return Err(Stop::Skip("the key is sent without a scheme".to_owned()));
    };
    let bearer = session.bearer(&session.primary().name).await?;
    let token = bearer.strip_prefix("Bearer ").unwrap_or(&bearer);
    let builder = session.prepare(operation);
    let answer = builder
        .authorization(format!("{scheme} {token}"))
        .send()
        .await?;
    let status = answer.status;
    outcome.require(status == 401, &[answer.exchange()], || {
        Fault::new("a token is accepted as an API key")
            .must(expectation::status(&[401]))
            .expected("401")
            .actual(status.to_string())
    });
    let builder = session.prepare(operation);
    let answer = builder
        .authorization(format!("Bearer {key}"))
        .send()
        .await?;
    let status = answer.status;
    // Some deployments allow clients of the API to hold such tokens.
    outcome.require(
        status == 401 || answer.is_success(),
        &[answer.exchange()],
        || {
            Fault::new("an API key sent as a token is not answered with 401")
                .must(expectation::status(&[401]).or(expectation::class(2)))
                .expected("401")
                .actual(status.to_string())
        },
    );
    Ok(())
}
