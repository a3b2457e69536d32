//! AUTH-07: a token counts in its field only.

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::missing_input::MissingInput;
use conformance_engine::expectation;
use conformance_engine::session::{Answer, Session, Stop};

pub static CHECK: Check = Check {
    id: "token-in-header-only",
    requirement: "AUTH-07",
    strength: None,
    about: "A token in the query or in a form is answered with 401.",
    example: "> GET /org/o1/offer?access_token=<valid token>\n\
              < 200",
    fix: "Read tokens from the Authorization header only. Addresses end up in logs and browser \
          histories.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let operation = super::any_guarded_read(session)?;
    if session.primary().client_secret.is_none() {
        return Err(Stop::Skip(
            "there is no token that the run may revoke".to_owned(),
        ));
    }
    let token = session.fetch_token(session.primary()).await?;
    let token = token.secret.reveal();
    let value = serde_json::Value::from(token);
    let builder = session.prepare(operation).as_nobody();
    let answer = builder.parameter("access_token", &value).send().await?;
    require_refusal(
        outcome,
        &answer,
        "a token in the query is accepted",
        &[401, 400],
    );
    let mut creations = session
        .world
        .resources
        .iter()
        .filter_map(|(_, one)| one.create);
    let Some(create) = creations.next() else {
        outcome.skip("no form is sent: no operation accepts one");
        return Ok(());
    };
    if !session.profile.writes {
        outcome.missing(MissingInput::Writes);
        return Ok(());
    }
    let builder = session.prepare(create).as_nobody();
    let answer = builder.form(&[("access_token", token)]).send().await?;
    // A server may validate the body before the credential.
    let right = [401, 400, 415];
    require_refusal(outcome, &answer, "a token in a form is accepted", &right);
    Ok(())
}

fn require_refusal(outcome: &mut Outcome, answer: &Answer, title: &str, right: &[u16]) {
    let status = answer.status;
    outcome.require(right.contains(&status), &[answer.exchange()], || {
        Fault::new(title)
            .must(expectation::status(right))
            .expected("401 (RFC 9700 §4.3.2)")
            .actual(status.to_string())
    });
}
