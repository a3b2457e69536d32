//! DOM-02: a created offer appears in the list of offers.

use super::interface::{OFFERS, resource};
use crate::check::{Check, Fault, Outcome, Run};
use crate::state::machines::{operations, reachable};
use crate::subjects::Patience;
use crate::survey::List;
use conformance_core::resources::{Resource, ResourceId};
use conformance_engine::session::{Created, Session, Stop};

pub static CHECK: Check = Check {
    id: "offer-listed",
    requirement: "DOM-02",
    strength: None,
    about: "A created offer appears in the list of offers.",
    example: "> POST /org/o1/offer  < 201 {\"id\":\"offer-7\"}\n\
              > GET /org/o1/offer   (30 seconds later)\n\
              < 200 []",
    fix: "Read lists from the same store that creation writes to, or bring an index up to date \
          within 30 seconds.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let (id, offers) = resource(session, OFFERS)?;
    let Some(list) = offers.list else {
        return Err(Stop::Skip("offers have no list".to_owned()));
    };
    let created = create_listed(session, id, offers).await?;
    let list = List::of(session, list, created.bindings.clone());
    let own = created.bindings.get(&offers.variable);
    let mut patience = Patience::of(session);
    loop {
        let walked = list.walk(session).await?;
        if walked.ids(offers).iter().any(|one| Some(one) == own) {
            outcome.pass();
            return Ok(());
        }
        if !walked.is_whole {
            return Err(Stop::Undecided(
                "the list of offers is longer than the run reads".to_owned(),
            ));
        }
        if !patience.wait().await {
            let shown = walked.last().map(|page| page.answer.exchange());
            let mut evidence = vec![created.answer.exchange()];
            evidence.extend(shown);
            let fault = Fault::new("a created offer is not in the list of offers")
                .expected("an item with its id within 30 seconds")
                .actual(format!("{} other offers", walked.items().count()));
            outcome.fail(fault, &evidence);
            return Ok(());
        }
    }
}

/// Creates an offer and moves it beyond the draft state if possible: lists may leave out drafts.
async fn create_listed(
    session: &Session,
    id: ResourceId,
    offers: &Resource,
) -> Result<Created, Stop> {
    let Some(machine) = offers.states(&session.description.api) else {
        return session.create(id).await;
    };
    let own = operations(session, offers, machine);
    let states = reachable(session, machine, &own);
    let is_shown =
        |state: &&String| !machine.initial.contains(state) && !machine.terminal.contains(state);
    if let Some(state) = states.iter().find(is_shown)
        && let Ok(created) = session.create_in_state(id, state).await
    {
        return Ok(created);
    }
    session.create(id).await
}
