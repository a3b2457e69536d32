//! RES-03: a resource is an absolute URI without a fragment.

use crate::check::{Check, Fault, Outcome, Run};
use crate::token::{Client, error_code};
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "resource-not-absolute-refused",
    requirement: "RES-03",
    strength: None,
    about: "A resource that is relative or has a fragment is refused with invalid_target.",
    example: "> resource=/org\n\
              < 200 {\"access_token\": …}",
    fix: "Answer invalid_target unless resource is an absolute URI without a fragment.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let client = Client::of(session)?;
    let with_fragment = format!("{}#fragment", client.resource);
    for (resource, what) in [
        ("/relative/path", "is relative"),
        (with_fragment.as_str(), "has a fragment"),
    ] {
        let mut fields = client.without(&["resource"]);
        fields.push(("resource", resource));
        let answer = client.send(&fields).await?;
        let holds = error_code(&answer) == Some("invalid_target") && !answer.is_success();
        outcome.require(holds, &[answer.exchange()], || {
            Fault::new(format!(
                "a resource that {what} is not refused with invalid_target"
            ))
            .must(
                expectation::class(2)
                    .not()
                    .and(expectation::error_code("invalid_target")),
            )
            .expected("400 with the error invalid_target (RFC 8707 §2)")
            .actual(match error_code(&answer) {
                Some(code) => format!("{} with the error {code:.60}", answer.status),
                None => answer.status.to_string(),
            })
        });
    }
    Ok(())
}
