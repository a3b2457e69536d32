//! STA-09: a resource moves along the transitions of its state machine.

use serde_json::json;
use std::collections::HashSet;

use spec::model::StateMachine;

use super::machines::{Pair, operations, pairs, reachable, state_of};
use crate::check::{Check, Fault, Outcome, Run};
use crate::subjects::{creatable, record};
use conformance_core::description::OperationId;
use conformance_core::missing_input::MissingInput;
use conformance_core::resources::ResourceId;
use conformance_engine::expectation;
use conformance_engine::session::{Answer, Session, Stop};

pub static CHECK: Check = Check {
    id: "moves-as-declared",
    requirement: "STA-09",
    strength: None,
    about: "Every operation that a state allows succeeds, and leads to the state that is declared.",
    example: "x-states: publish: draft → published\n\
              > POST …/publish\n\
              < 200 {\"status\": \"pending\"}",
    fix: "Make the transition that the description declares, or declare the one that is made.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    if !session.profile.writes {
        return Err(MissingInput::Writes.into());
    }
    let api = &session.description.api;
    let all = creatable(session, |one| Some((one, one.states(api)?)));
    if all.is_empty() {
        return Err(Stop::Skip(
            "no resource that can be created has a state machine".to_owned(),
        ));
    }
    for (id, (resource, machine)) in all {
        let own = operations(session, resource, machine);
        let states = reachable(session, machine, &own);
        let mut moves = Moves {
            session,
            resource: id,
            machine,
            succeeded: HashSet::new(),
            refused: Vec::new(),
        };
        for pair in pairs(session, machine, &states, &own) {
            if !pair.to.is_empty() {
                let result = moves.check(outcome, pair).await;
                record(outcome, result);
            }
        }
        moves.conclude(outcome);
    }
    Ok(())
}

/// The transitions of one resource's items.
struct Moves<'s> {
    session: &'s Session,
    resource: ResourceId,
    machine: &'s StateMachine,
    succeeded: HashSet<OperationId>,
    refused: Vec<(Pair, Answer)>,
}

impl Moves<'_> {
    async fn check(&mut self, outcome: &mut Outcome, pair: Pair) -> Result<(), Stop> {
        let session = self.session;
        let created = session.create_in_state(self.resource, &pair.state).await?;
        let before = session
            .read(self.resource, &created.bindings)
            .await?
            .success()?;
        if state_of(self.machine, before.body()?) != Some(pair.state.as_str()) {
            // The previous transition is checked separately.
            return Ok(());
        }
        let answer = session.act(pair.operation, &created.bindings).await?;
        if !answer.is_success() {
            self.refused.push((pair, answer));
            return Ok(());
        }
        self.succeeded.insert(pair.operation);
        let read = session
            .read(self.resource, &created.bindings)
            .await?
            .success()?;
        let Some(state) = state_of(self.machine, read.body()?) else {
            return Ok(());
        };
        let described = session.description.operation(pair.operation);
        outcome.require(
            pair.to.iter().any(|one| one == state),
            &[answer.exchange(), read.exchange()],
            || {
                let name = &described.id;
                Fault::new(format!("{name} leads from {} to {state}", pair.state))
                    .must(expectation::member(
                        &self.machine.field,
                        json!({ "enum": pair.to }),
                    ))
                    .expected(format!("the state {}", pair.to.join(" or ")))
                    .actual(state.to_owned())
                    .pointer(format!("/{}", self.machine.field))
                    .behavior(described)
            },
        );
        Ok(())
    }

    /// Decides on refusals. A refusal that may have another reason than the state proves nothing; a
    /// 409 for a request that was accepted in another state does.
    fn conclude(self, outcome: &mut Outcome) {
        for (pair, answer) in self.refused {
            let described = self.session.description.operation(pair.operation);
            let name = &described.id;
            if self.succeeded.contains(&pair.operation) && answer.status == 409 {
                let fault = Fault::new(format!("{name} is refused in the state {}", pair.state))
                    .must(expectation::class(2))
                    .expected("2xx, since the description has a transition for it")
                    .actual(answer.status.to_string())
                    .behavior(described);
                outcome.fail(fault, &[answer.exchange()]);
            } else {
                outcome.undecided(format!(
                    "{name} in the state {} is answered with {}",
                    pair.state, answer.status
                ));
            }
        }
    }
}
