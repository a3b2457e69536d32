//! Requests with another method, or for missing items.

use spec::model::{Method, Operation};

use super::Unit;
use super::case::Cases;
use super::target::{Work, planned_bindings};
use conformance_core::intent::Intent;
use conformance_core::resources::variables;
use conformance_engine::pool::Bindings;
use conformance_engine::session::{Session, Stop};

/// Sends such requests. Returns how many.
pub(super) async fn send(session: &Session, unit: &Unit) -> Result<u64, Stop> {
    match unit.intent {
        Intent::Head => head(session, unit).await,
        Intent::UndeclaredMethod => undeclared(session, unit).await,
        _ => unknown(session, unit).await,
    }
}

/// Sends HEAD, and GET for comparison.
async fn head(session: &Session, unit: &Unit) -> Result<u64, Stop> {
    let operation = session.description.operation(unit.operation);
    let primary = session.primary().name.clone();
    let case = {
        let existing = session.existing_for(&primary, operation);
        Cases::new(session, operation, &existing).plain(unit)
    };
    let Some(case) = case else { return Ok(0) };
    let bindings = planned_bindings(session, unit.operation, &Work::Anything).await?;
    case.prepare(session, unit, &bindings, None)?
        .method("HEAD")
        .exchange()
        .await?;
    Ok(1)
}

/// Methods that may change something, and GET.
const METHODS: [Method; 5] = [
    Method::Get,
    Method::Put,
    Method::Patch,
    Method::Delete,
    Method::Post,
];

/// Sends undeclared methods: first for a missing item, where a faulty deployment changes nothing,
/// then for an item that the run creates for this.
async fn undeclared(session: &Session, unit: &Unit) -> Result<u64, Stop> {
    let operation = session.description.operation(unit.operation);
    let same = session.description.api.operations_of_path(&operation.path);
    let declared: Vec<&str> = same.map(|one| one.method.as_str()).collect();
    // One operation sends them for its path.
    if declared.first() != Some(&operation.method.as_str()) {
        return Ok(0);
    }
    let others = METHODS.iter().map(|one| one.as_str());
    let others: Vec<&str> = others.filter(|one| !declared.contains(one)).collect();
    let primary = session.primary().name.clone();
    let mut nowhere = session.bindings(&primary, operation);
    nowhere.extend(session.made_up_or_wrong(operation));
    let sent = each_method(session, unit, &others, &nowhere).await;
    match own_for_methods(session, operation).await {
        Some(own) if !others.is_empty() => {
            let more = each_method(session, unit, &others, &own).await;
            Ok(sent.unwrap_or(0) + more.unwrap_or(0))
        }
        _ => sent,
    }
}

/// Creates an item that the path of an operation names or leads below.
async fn own_for_methods(session: &Session, operation: &Operation) -> Option<Bindings> {
    if !session.profile.writes {
        return None;
    }
    let owner = session.world.resources.owner(&operation.path)?;
    session.world.resources.get(owner).create?;
    let created = session.create(owner).await.ok()?;
    let is_bound = |name: &String| created.bindings.contains_key(name);
    variables(operation)
        .iter()
        .all(is_bound)
        .then_some(created.bindings)
}

/// Sends a request with each method. Returns how many were sent.
async fn each_method(
    session: &Session,
    unit: &Unit,
    methods: &[&str],
    bindings: &Bindings,
) -> Result<u64, Stop> {
    let mut sent = 0;
    let mut withheld = None;
    for method in methods {
        let builder = session
            .prepare(unit.operation)
            .intent(unit.intent)
            .method(method)
            .bind(bindings);
        match builder.exchange().await {
            Ok(_) => sent += 1,
            // Another method may be allowed.
            Err(stop) => withheld = Some(stop),
        }
    }
    match withheld {
        Some(stop) if sent == 0 => Err(stop),
        _ => Ok(sent),
    }
}

/// Sends the operation with ids that name nothing.
async fn unknown(session: &Session, unit: &Unit) -> Result<u64, Stop> {
    let operation = session.description.operation(unit.operation);
    let primary = session.primary().name.clone();
    let case = {
        let existing = session.existing_for(&primary, operation);
        Cases::new(session, operation, &existing).plain(unit)
    };
    let Some(case) = case else { return Ok(0) };
    // Parents are items of the run, if something might be created.
    let bindings = if operation.method.is_safe() {
        session.bindings(&primary, operation)
    } else {
        let own = planned_bindings(session, unit.operation, &Work::Own).await;
        own.unwrap_or_else(|_| session.bindings(&primary, operation))
    };
    let mut sent = 0;
    for number in 0..2 {
        let Some((name, text)) = session.made_up_last(operation, number) else {
            break;
        };
        case.prepare(session, unit, &bindings, None)?
            .path(&name, &text)
            .exchange()
            .await?;
        sent += 1;
    }
    Ok(sent)
}
