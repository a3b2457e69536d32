//! AUTH-06: two credentials are one too many.

use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::expectation;
use conformance_engine::session::{Answer, Session, Stop};

pub static CHECK: Check = Check {
    id: "one-credential",
    requirement: "AUTH-06",
    strength: None,
    about: "A request with two credentials is refused, whichever of them is valid.",
    example: "> GET /org/o1/offer?access_token=<valid>\n\
              > Authorization: Bearer made-up\n\
              < 200",
    fix: "Refuse a request with two credentials with 400 before looking at either of them.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// A token that was never issued.
const WRONG: &str = "Bearer conformance-was-never-issued";

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let operation = super::any_guarded_read(session)?;
    let bearer = session.bearer(&session.primary().name).await?;
    for pair in [[bearer.as_str(), WRONG], [WRONG, bearer.as_str()]] {
        let builder = session.prepare(operation).authorization(pair[0]);
        let answer = builder.header("authorization", pair[1]).send().await?;
        require_refusal(outcome, &answer, "two Authorization fields are accepted");
    }
    // Queries are logged, so the token in one is discarded afterwards.
    if session.primary().client_secret.is_none() {
        outcome.skip("there is no token that the run may revoke");
        return Ok(());
    }
    let token = session.fetch_token(session.primary()).await?;
    let builder = session.prepare(operation).authorization(WRONG);
    let value = serde_json::Value::from(token.secret.reveal());
    let answer = builder.parameter("access_token", &value).send().await?;
    require_refusal(
        outcome,
        &answer,
        "a token in the query makes up for a wrong one in the field",
    );
    Ok(())
}

fn require_refusal(outcome: &mut Outcome, answer: &Answer, title: &str) {
    let status = answer.status;
    outcome.require(matches!(status, 400 | 401), &[answer.exchange()], || {
        Fault::new(title)
            .must(expectation::status(&[400, 401]))
            .expected("400 with invalid_request, or 401 (RFC 6750 §2, §3.1)")
            .actual(status.to_string())
    });
}
