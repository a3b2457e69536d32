//! Requests with another method, and for what is not there.

use spec::model::Method;

use super::Unit;
use super::case::Cases;
use super::target::Work;
use crate::session::{Session, Stop};
use conformance_core::intent::Intent;

/// Sends such requests; how many.
pub(super) async fn ask(session: &Session, unit: &Unit) -> Result<u64, Stop> {
    match unit.intent {
        Intent::Head => head(session, unit).await,
        Intent::UndeclaredMethod => undeclared(session, unit).await,
        _ => unknown(session, unit).await,
    }
}

/// HEAD, beside a GET of the same.
async fn head(session: &Session, unit: &Unit) -> Result<u64, Stop> {
    let operation = session.description.operation(unit.operation);
    let judged = session.judged().name.clone();
    let case = {
        let existing = session.existing_for(&judged, operation);
        Cases::new(session, operation, &existing).plain(unit)
    };
    let Some(case) = case else { return Ok(0) };
    let bindings = session
        .planned_bindings(unit.operation, &Work::Anything)
        .await?;
    case.ask(session, unit, &bindings, None)?
        .method("HEAD")
        .exchange()
        .await?;
    Ok(1)
}

/// Methods that the path does not have, of things that are not there: what a faulty deployment may
/// do, it does to nothing.
async fn undeclared(session: &Session, unit: &Unit) -> Result<u64, Stop> {
    let operation = session.description.operation(unit.operation);
    let declared: Vec<&str> = session
        .description
        .api
        .operations
        .iter()
        .filter(|one| one.path == operation.path)
        .map(|one| one.method.as_str())
        .collect();
    // One operation asks for its whole path.
    if declared.first() != Some(&operation.method.as_str()) {
        return Ok(0);
    }
    let judged = session.judged().name.clone();
    let mut sent = 0;
    let mut withheld = None;
    for method in [
        Method::Get,
        Method::Put,
        Method::Patch,
        Method::Delete,
        Method::Post,
    ] {
        if declared.contains(&method.as_str()) {
            continue;
        }
        let mut ask = session
            .ask(unit.operation)
            .intent(unit.intent)
            .method(method.as_str());
        ask = ask.bind(&session.bindings(&judged, operation));
        if let Some((name, text)) = session.made_up_or_wrong(operation) {
            ask = ask.path(&name, &text);
        }
        match ask.exchange().await {
            Ok(_) => sent += 1,
            // Another method may be sent.
            Err(stop) => withheld = Some(stop),
        }
    }
    match withheld {
        Some(stop) if sent == 0 => Err(stop),
        _ => Ok(sent),
    }
}

/// The operation on ids that name nothing.
async fn unknown(session: &Session, unit: &Unit) -> Result<u64, Stop> {
    let operation = session.description.operation(unit.operation);
    let judged = session.judged().name.clone();
    let case = {
        let existing = session.existing_for(&judged, operation);
        Cases::new(session, operation, &existing).plain(unit)
    };
    let Some(case) = case else { return Ok(0) };
    // Parents are those of the run, where something might be created.
    let bindings = if operation.method.is_safe() {
        session.bindings(&judged, operation)
    } else {
        let own = session.planned_bindings(unit.operation, &Work::Own).await;
        own.unwrap_or_else(|_| session.bindings(&judged, operation))
    };
    let mut sent = 0;
    for number in 0..2 {
        let Some((name, text)) = session.made_up_last(operation, number) else {
            break;
        };
        case.ask(session, unit, &bindings, None)?
            .path(&name, &text)
            .exchange()
            .await?;
        sent += 1;
    }
    Ok(sent)
}
