//! STA-13: a total is the sum of the parts next to it.

mod amounts;
mod places;

use conformance_core::json::Json;
use conformance_core::lookup::body_schema;
use conformance_core::resources::{Resource, ResourceId};
use spec::Api;
use spec::model::{Kind, SchemaId};

use self::places::{Uneven, is_total, uneven};
use crate::check::{Check, Fault, Outcome, Run};
use crate::subjects::{Patience, record};
use crate::survey::List;
use conformance_core::intent::Intent;
use conformance_engine::expectation;
use conformance_engine::session::{Answer, Session, Stop};

pub static CHECK: Check = Check {
    id: "total-of-parts",
    requirement: "STA-13",
    strength: None,
    about: "A total in a resource is the sum of the parts beside it.",
    example: "> GET /invoice/7\n\
              < {\"lines\": [{\"amount\": 2}, {\"amount\": 3}], \"total\": 6}",
    fix: "Compute the total from the parts that are shown, or describe what else is in it.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// The maximum number of resources that are examined.
const RESOURCES: usize = 6;
/// The maximum number of items of each that are created.
const CREATED: usize = 3;
/// The maximum depth to which an item is searched for objects.
const DEPTH: usize = 3;

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let api = &session.description.api;
    let has_total = |one: &Resource| one.schema.is_some_and(|schema| totals(api, schema, DEPTH));
    let all = session
        .world
        .resources
        .iter()
        .filter(|(_, one)| has_total(one));
    let all: Vec<_> = all.take(RESOURCES).collect();
    if all.is_empty() {
        return Err(Stop::Skip(
            "no resource has a total beside parts".to_owned(),
        ));
    }
    let mut patience = Patience::of(session);
    for (id, _) in all {
        let result = check_one(session, outcome, &mut patience, id).await;
        record(outcome, result);
    }
    Ok(())
}

async fn check_one(
    session: &Session,
    outcome: &mut Outcome,
    patience: &mut Patience,
    id: ResourceId,
) -> Result<(), Stop> {
    let resource = session.world.resources.get(id);
    let created = create(session, id).await;
    let sent = names_sent(session, resource);
    loop {
        let mut samples: Vec<(Json, Answer)> = Vec::new();
        for answer in &created {
            let shown = session.read(id, &answer.0).await?.success()?;
            samples.push((item_of(resource, shown.body()?), shown.clone()));
        }
        samples.extend(listed(session, id).await?);
        let items: Vec<&Json> = samples.iter().map(|(item, _)| item).collect();
        let Some(found) = uneven(&items, |name| sent.iter().any(|one| one == name)) else {
            outcome.pass();
            return Ok(());
        };
        if !patience.wait().await {
            let shown = samples
                .get(found.sample)
                .map(|(_, answer)| answer.exchange());
            let shown: Vec<_> = shown.into_iter().collect();
            outcome.fail(fault(resource, &found), &shown);
            return Ok(());
        }
    }
}

fn fault(resource: &Resource, found: &Uneven) -> Fault {
    let title = format!(
        "`{}` of one of {} is not the sum of `{}`",
        found.total, resource.name, found.parts
    );
    Fault::new(title)
        .without_test(expectation::COMPARES_PARTS)
        .expected(format!("{}: {}", found.formula, found.expected))
        .actual(found.actual.clone())
        .pointer(found.pointer.clone())
}

/// Creates items with different parts, if the run may create them. Returns their places.
async fn create(
    session: &Session,
    id: ResourceId,
) -> Vec<(conformance_engine::pool::Bindings, Answer)> {
    let primary = session.primary().name.clone();
    let mut all = Vec::new();
    let resource = session.world.resources.get(id);
    let (Some(create), true, true) = (
        resource.create,
        session.profile.writes,
        resource.read.is_some(),
    ) else {
        return all;
    };
    let parents = session.parents_of_new(&primary, id).await;
    let Some(parents) = parents.ok().and_then(|all| all.into_iter().next()) else {
        return all;
    };
    for body in session.candidates(create, &primary) {
        if all.len() == CREATED {
            break;
        }
        let body = session.renamed(create, body);
        let builder = session
            .prepare(create)
            .intent(Intent::Sequence)
            .bind(&parents);
        let Ok(answer) = builder.json(&body).filled().send().await else {
            break;
        };
        if !answer.is_success() {
            continue;
        }
        if let Some(bindings) = session.record_creation(&primary, id, &parents, &answer) {
            all.push((bindings, answer));
        }
    }
    all
}

/// Returns the items of the list, each with its page.
async fn listed(session: &Session, id: ResourceId) -> Result<Vec<(Json, Answer)>, Stop> {
    let primary = &session.primary().name;
    let parents = session.parents(primary, id).into_iter().next();
    let (Some(list), Some(parents)) = (session.world.resources.get(id).list, parents) else {
        return Ok(Vec::new());
    };
    let walked = List::of(session, list, parents).walk(session).await?;
    let pages = walked.pages.iter();
    let items = pages.flat_map(|page| {
        page.items
            .iter()
            .map(|item| (item.clone(), page.answer.clone()))
    });
    Ok(items.collect())
}

fn item_of(resource: &Resource, body: &Json) -> Json {
    resource.within.find(body).unwrap_or(body).clone()
}

/// Returns the names of properties that clients send: a total with such a name is the client's.
fn names_sent(session: &Session, resource: &Resource) -> Vec<String> {
    let changes = [resource.create, resource.update];
    let bodies = changes
        .into_iter()
        .flatten()
        .filter_map(|id| body_schema(session.description.operation(id)));
    let mut all = Vec::new();
    for schema in bodies {
        names(&session.description.api, schema, DEPTH + 1, &mut all);
    }
    all
}

fn names(api: &Api, schema: SchemaId, depth: usize, all: &mut Vec<String>) {
    let Kind::Object(object) = &api.schema(api.resolve(schema)).kind else {
        return;
    };
    for property in &object.properties {
        all.push(property.name.clone());
        if depth > 0 {
            names(api, property.schema, depth - 1, all);
        }
    }
}

/// Returns whether an object, at any depth, has a total next to a list of objects.
fn totals(api: &Api, schema: SchemaId, depth: usize) -> bool {
    let Kind::Object(object) = &api.schema(api.resolve(schema)).kind else {
        return false;
    };
    let kind = |id| &api.schema(api.resolve(id)).kind;
    let is_list = |id| match kind(id) {
        Kind::Array(array) => matches!(kind(array.items), Kind::Object(_)),
        _ => false,
    };
    let all = || object.properties.iter();
    let has_both = all().any(|one| is_total(&one.name)) && all().any(|one| is_list(one.schema));
    has_both || (depth > 0 && all().any(|one| totals(api, one.schema, depth - 1)))
}
