//! HTTP-04: an unknown method gets 501.

use crate::check::{Check, Fault, Outcome, Run};
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};
use spec::model::Operation;

pub static CHECK: Check = Check {
    id: "unknown-method-refused",
    requirement: "HTTP-04",
    strength: None,
    about: "A method that the server does not know is answered with 501, 405, 400 or 403.",
    example: "> FROB /org/o1/offer\n\
              < 200",
    fix: "Answer methods that no route knows with 405 or 501. A catch-all route often takes them \
          for GET.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// A method that is not registered.
const METHOD: &str = "XPROBE";

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    // On a path that only declares reads, a server that mistakes the method for another changes
    // nothing.
    let only_reads = |one: &Operation| {
        let mut same = session.description.api.operations_of_path(&one.path);
        same.all(|other| other.method.is_safe())
    };
    let operation = super::read_that(session, only_reads)
        .ok_or_else(|| Stop::Skip("no path offers only reads".to_owned()))?;
    let builder = session.prepare(operation).method(METHOD);
    let answer = builder.send().await?;
    let status = answer.status;
    outcome.require(
        matches!(status, 501 | 405 | 400 | 403),
        &[answer.exchange()],
        || {
            Fault::new("an unknown method is not refused as not implemented")
                .must(expectation::status(&[501, 405, 400, 403]))
                .expected("501, 405, 400 or 403 (RFC 9110 §9.1)")
                .actual(status.to_string())
        },
    );
    Ok(())
}
