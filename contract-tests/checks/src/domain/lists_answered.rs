//! DOM-01: the lists that the interface names respond with JSON.

use spec::model::Method;

use serde_json::json;

use super::interface::{ENTITLEMENTS, OFFERS, REPORTS, operation};
use crate::check::{Check, Fault, Outcome, Run, of_address};
use crate::subjects::record;
use conformance_core::catalogue::Footing;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "lists-answered",
    requirement: "DOM-01",
    strength: None,
    about: "The offers, entitlements and usage record reports are answered 200 with a JSON array or object.",
    example: "> GET /org/o1/entitlement\n\
              < 404",
    fix: "Serve the list to every credential of the organization; an organization without \
          entitlements gets an empty list.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    for path in [OFFERS, ENTITLEMENTS, REPORTS] {
        let result = check_one(session, outcome, path).await;
        record(outcome, result);
    }
    Ok(())
}

async fn check_one(session: &Session, outcome: &mut Outcome, path: &str) -> Result<(), Stop> {
    let list = operation(session, Method::Get, path)?;
    let name = &session.description.operation(list).id;
    let answer = session.prepare(list).send().await?;
    if matches!(answer.status, 401 | 403) {
        // The credential may lack the permission.
        return Err(Stop::Undecided(format!(
            "{name} is answered with {}",
            answer.status
        )));
    }
    let evidence = [answer.exchange()];
    let is_answered = outcome.require(answer.status == 200, &evidence, || {
        Fault::new(format!("{name} is not answered with 200"))
            .must(expectation::status(&[200]))
            .expected("200")
            .actual(answer.status.to_string())
            .footing(of_address(answer.status, Footing::Assumed))
    });
    if is_answered {
        let kind = answer.json().map_or("no JSON", |body| body.type_name());
        outcome.require(matches!(kind, "array" | "object"), &evidence, || {
            Fault::new(format!(
                "{name} is not answered with a JSON array or object"
            ))
            .must(expectation::json(json!({ "type": ["array", "object"] })))
            .expected("a JSON array or object")
            .actual(kind)
        });
    }
    Ok(())
}
