//! KEY-01: a key and a token read the same data.

use crate::check::{Check, Fault, Outcome, Run};
use crate::http::reads;
use conformance_core::catalogue::Footing;
use conformance_core::description::OperationId;
use conformance_core::missing_input::MissingInput;
use conformance_engine::expectation;
use conformance_engine::session::{Answer, Session, Stop, Who};

pub static CHECK: Check = Check {
    id: "key-reads-the-same",
    requirement: "KEY-01",
    strength: None,
    about: "A GET with an API key has the same response as with a token.",
    example: "> GET /org/o1/offer  Authorization: Bearer …  < 200 [1, 2]\n\
              > GET /org/o1/offer  Authorization: Key …     < 200 [1]",
    fix: "Resolve both kinds of credential to the same identity, and decide permissions by that \
          identity only.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// The maximum number of operations that are compared.
const OPERATIONS: usize = 60;

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let primary = session.primary();
    if primary.api_key.is_none() {
        return Err(session.missing(MissingInput::ApiKey));
    }
    if !primary.has_token() {
        return Err(Stop::Skip("there is no token to compare with".to_owned()));
    }
    for operation in reads(session).into_iter().take(OPERATIONS) {
        match compare(session, operation, outcome).await {
            Ok(()) => {}
            Err(stop) => outcome.stopped(stop),
        }
    }
    Ok(())
}

async fn compare(
    session: &Session,
    operation: OperationId,
    outcome: &mut Outcome,
) -> Result<(), Stop> {
    let legacy = Who::Legacy(session.primary().name.clone());
    let builder = || session.prepare(operation);
    let token = builder().send().await?;
    let key = builder().as_who(legacy).send().await?;
    let id = &session.description.operation(operation).id;
    if key.status == 403 || token.status == 403 {
        return Err(Stop::Undecided(format!(
            "{id}: the two have different roles"
        )));
    }
    if same(&token, &key) {
        outcome.pass();
        return Ok(());
    }
    // The resource may have changed in between.
    let again = builder().send().await?;
    if !same(&token, &again) {
        return Err(Stop::Undecided(format!("{id} changes while it is read")));
    }
    // The interface says that keys are accepted, not that they read the same.
    let is_refused = token.is_success() && key.status == 401;
    let footing = if is_refused {
        Footing::Stated
    } else {
        Footing::Assumed
    };
    outcome.fail(
        Fault::new(format!(
            "{id} responds differently to an API key and to a token"
        ))
        .must(
            expectation::Rule::Same(0, expectation::Part::Status)
                .and(expectation::Rule::Same(0, expectation::Part::Body)),
        )
        .expected(format!("{} and the same content", token.status))
        .actual(format!("{} or other content", key.status))
        .footing(footing),
        &[token.exchange(), key.exchange()],
    );
    Ok(())
}

fn same(one: &Answer, other: &Answer) -> bool {
    let same_body = match (one.json(), other.json()) {
        (Ok(one), Ok(other)) => one.same(other),
        _ => one.body == other.body,
    };
    one.status == other.status && same_body
}
