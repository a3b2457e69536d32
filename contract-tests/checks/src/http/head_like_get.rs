//! HTTP-05, second part: HEAD is like GET.

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::catalogue::Strength;
use conformance_core::description::OperationId;
use conformance_engine::expectation;
use conformance_engine::session::{Answer, Session, Stop};

pub static CHECK: Check = Check {
    id: "head-like-get",
    requirement: "HTTP-05",
    strength: Some(Strength::Should),
    about: "HEAD has the status, Content-Type and ETag of GET.",
    example: "> GET  … < 200 application/json\n\
              > HEAD … < 404",
    fix: "Route HEAD to the handler of GET.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// The maximum number of operations that are called.
const OPERATIONS: usize = 60;

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    for operation in super::reads(session).into_iter().take(OPERATIONS) {
        match pair(session, operation).await {
            Ok((get, head)) => compare(outcome, &get, &head),
            Err(stop) => outcome.stopped(stop),
        }
    }
    Ok(())
}

async fn pair(session: &Session, operation: OperationId) -> Result<(Answer, Answer), Stop> {
    let head = session
        .prepare(operation)
        .filled()
        .method("HEAD")
        .send()
        .await?;
    let get = session.prepare(operation).filled().send().await?;
    if get.status == head.status && tag(&get) == tag(&head) {
        return Ok((get, head));
    }
    // The resource may have changed in between: HEAD must differ from the responses before and
    // after it.
    let head = session
        .prepare(operation)
        .filled()
        .method("HEAD")
        .send()
        .await?;
    let again = session.prepare(operation).filled().send().await?;
    if again.status != get.status || tag(&again) != tag(&get) {
        return Err(Stop::Undecided("it changes while it is read".to_owned()));
    }
    Ok((get, head))
}

fn tag(answer: &Answer) -> Option<&str> {
    answer.header("etag")
}

fn compare(outcome: &mut Outcome, get: &Answer, head: &Answer) {
    let evidence = [get.exchange(), head.exchange()];
    let same = get.status == head.status;
    let same = outcome.require(same, &evidence, || {
        // No request may make the server fail.
        let strength = match head.status {
            500.. => Strength::Must,
            _ => Strength::Should,
        };
        Fault::new("HEAD has another status than GET")
            .strength(strength)
            .must(expectation::Rule::Same(0, expectation::Part::Status))
            .expected(format!("{}, as GET", get.status))
            .actual(head.status.to_string())
    });
    for name in ["content-type", "etag"] {
        // A field that is computed from the body may be missing.
        let (Some(own), Some(other)) = (head.header(name), get.header(name)) else {
            continue;
        };
        outcome.require(!same || own == other, &evidence, || {
            Fault::new(format!("HEAD has another {name} than GET"))
                .must(
                    expectation::Rule::Same(0, expectation::Part::Header(name.to_owned()))
                        .or(expectation::header(name).not()),
                )
                .expected(format!("{other}, as GET"))
                .actual(own.to_owned())
                .pointer(format!("header {name}"))
        });
    }
}
