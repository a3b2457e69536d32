//! STA-04: an item in a list is the same as the resource with its id.

use super::compare::{Comparison, Difference, Relation, Wanted};
use crate::check::{Check, Fault, Outcome, Run};
use crate::subjects::{id_of, record};
use crate::survey::List;
use conformance_core::catalogue::Strength;
use conformance_core::json::Json;
use conformance_core::lookup::success_schema;
use conformance_core::resources::{Resource, ResourceId};
use conformance_engine::session::{Answer, Session, Stop};

pub static CHECK: Check = Check {
    id: "list-item-as-read",
    requirement: "STA-04",
    strength: None,
    about: "An item of a list reads as the same resource does under its id.",
    example: "> GET /org/o1/offer     < [{\"id\": \"1\", \"price\": 10}]\n\
              > GET /org/o1/offer/1   < {\"id\": \"1\", \"price\": 12}",
    fix: "Serialize both by one function from one source. Lists are often served from a stale \
          index.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// The maximum number of items of each list that are read.
const ITEMS: usize = 3;

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    for list in List::all(session)? {
        if let Some(resource) = list.resource {
            let result = check_list(session, outcome, &list, resource).await;
            record(outcome, result);
        }
    }
    Ok(())
}

async fn check_list(
    session: &Session,
    outcome: &mut Outcome,
    list: &List<'_>,
    resource: ResourceId,
) -> Result<(), Stop> {
    let described = session.world.resources.get(resource);
    if described.read.is_none() {
        return Ok(());
    }
    let walked = list.walk(session).await?;
    let items: Vec<&Json> = walked.items().collect();
    // The first, the last and one in between: among them are the oldest and the newest, in either
    // order.
    let mut chosen = vec![0, items.len() / 2, items.len().saturating_sub(1)];
    chosen.dedup();
    for index in chosen.into_iter().take(ITEMS) {
        let Some(item) = items.get(index) else { break };
        let Some(id) = id_of(described, item) else {
            continue;
        };
        let mut evidence = walked.pages.iter();
        let page = evidence.find(|page| page.items.contains(item));
        let found = differences(session, list, resource, &id, item).await?;
        let Some((answer, found)) = found else {
            outcome.pass();
            continue;
        };
        // The item may have changed in between, so only a repeated difference counts.
        let Some(again) = relisted(session, list, described, &id).await? else {
            continue;
        };
        let Some((_, still)) = differences(session, list, resource, &id, &again).await? else {
            outcome.pass();
            continue;
        };
        let is_same = |one: &Difference| still.iter().any(|other| other.pointer == one.pointer);
        let mut shown: Vec<_> = page
            .map(|page| page.answer.exchange())
            .into_iter()
            .collect();
        shown.push(answer.exchange());
        for one in found.into_iter().filter(is_same) {
            outcome.fail(fault(list, &one), &shown);
        }
    }
    Ok(())
}

fn fault(list: &List<'_>, one: &Difference) -> Fault {
    let (name, place) = (list.name(), one.place());
    // Each representation may have what the other does not, as far as no schema requires it.
    let fault = if one.is_absence {
        let title = format!("an item of {name} has {place}, which the resource under its id lacks");
        Fault::new(title)
            .cause("items of lists have members that the resources under their ids lack")
            .strength(Strength::Should)
    } else {
        Fault::new(format!(
            "an item of {name} has another {place} than the resource under its id"
        ))
    };
    fault
        .expected(format!("{}, as in the list", one.expected))
        .actual(format!("{}, as it is read", one.actual))
        .pointer(one.pointer.clone())
        .behavior(list.described)
}

/// Returns the differences between an item in a list and the resource; `None` if they agree.
async fn differences(
    session: &Session,
    list: &List<'_>,
    resource: ResourceId,
    id: &str,
    item: &Json,
) -> Result<Option<(Answer, Vec<Difference>)>, Stop> {
    let described = session.world.resources.get(resource);
    let mut bindings = list.bindings.clone();
    bindings.insert(described.variable.clone(), id.to_owned());
    let answer = session.read(resource, &bindings).await?;
    if matches!(answer.status, 404 | 410) {
        let missing = Difference {
            pointer: String::new(),
            expected: "the resource".to_owned(),
            actual: answer.status.to_string(),
            is_absence: false,
            wanted: Wanted::Value(Some(item.to_value())),
        };
        return Ok(Some((answer, vec![missing])));
    }
    let answer = answer.success()?;
    let schema = described
        .read
        .and_then(|id| success_schema(&session.description.api, session.description.operation(id)));
    let comparison = Comparison::of(session, resource);
    let found = comparison.differences(Relation::Part, schema, item, answer.body()?);
    Ok((!found.is_empty()).then_some((answer, found)))
}

/// Returns an item from the current list, by its id.
async fn relisted(
    session: &Session,
    list: &List<'_>,
    resource: &Resource,
    id: &str,
) -> Result<Option<Json>, Stop> {
    let walked = list.walk(session).await?;
    let mut items = walked.items();
    let found = items.find(|item| id_of(resource, item).as_deref() == Some(id));
    Ok(found.cloned())
}
