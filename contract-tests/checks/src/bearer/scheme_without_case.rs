//! AUTH-08: the name of a scheme is case-insensitive.

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::catalogue::Strength;
use conformance_core::description::OperationId;
use conformance_core::missing_input::MissingInput;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop, Who};

pub static CHECK: Check = Check {
    id: "scheme-without-case",
    requirement: "AUTH-08",
    strength: None,
    about: "The name of the scheme is accepted in any letter case.",
    example: "> Authorization: bearer <valid token>\n\
              < 401",
    fix: "Compare the names of schemes without regard to letter case.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let operation = super::any_guarded_read(session)?;
    let name = session.primary().name.clone();
    let token = Who::Header(session.bearer(&name).await?);
    compare(session, operation, token, Strength::Must, outcome).await?;
    if session.primary().api_key.is_none() {
        outcome.stopped(session.missing(MissingInput::ApiKey));
        return Ok(());
    }
    let builder = session.prepare(operation).as_who(Who::Legacy(name));
    let (request, _) = builder.request().await?;
    match request.header("authorization") {
        Some(key) if key.contains(' ') => {
            let key = Who::Header(key.to_owned());
            compare(session, operation, key, Strength::Should, outcome).await
        }
        _ => Ok(()),
    }
}

async fn compare(
    session: &Session,
    operation: OperationId,
    who: Who,
    strength: Strength,
    outcome: &mut Outcome,
) -> Result<(), Stop> {
    let Who::Header(value) = &who else {
        return Ok(());
    };
    let Some((scheme, rest)) = value.split_once(' ') else {
        return Ok(());
    };
    let usual = session.prepare(operation).authorization(value.clone());
    let usual = usual.send().await?.success()?;
    for other in [scheme.to_ascii_lowercase(), scheme.to_ascii_uppercase()] {
        let builder = session.prepare(operation);
        let answer = builder
            .authorization(format!("{other} {rest}"))
            .send()
            .await?;
        let evidence = [usual.exchange(), answer.exchange()];
        outcome.require(answer.status == usual.status, &evidence, || {
            Fault::new(format!("the scheme {other} is not accepted as {scheme}"))
                .must(expectation::Rule::Same(0, expectation::Part::Status))
                .expected(format!("{} (RFC 9110 §11.1)", usual.status))
                .actual(answer.status.to_string())
                .strength(strength)
        });
    }
    Ok(())
}
