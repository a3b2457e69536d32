//! Requests with another method, and for what is not there.

use spec::model::{Kind, Location, Method};

use super::Unit;
use super::case::Cases;
use super::target::Work;
use crate::intent::Intent;
use crate::session::{Session, Stop};
use crate::values::{self, Manner, NothingKnown};

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
        let existing = session.existing(&judged);
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
        if let Some((name, text)) = made_up(session, unit, 0) {
            ask = ask.path(&name, &text);
        }
        ask.exchange().await?;
        sent += 1;
    }
    Ok(sent)
}

/// The operation on ids that name nothing.
async fn unknown(session: &Session, unit: &Unit) -> Result<u64, Stop> {
    let operation = session.description.operation(unit.operation);
    let judged = session.judged().name.clone();
    let case = {
        let existing = session.existing(&judged);
        Cases::new(session, operation, &existing).plain(unit)
    };
    let Some(case) = case else { return Ok(0) };
    let bindings = session.bindings(&judged, operation);
    let mut sent = 0;
    for number in 0..2 {
        let Some((name, text)) = made_up(session, unit, number) else {
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

/// A value for the last variable of the path that the description allows and that names nothing.
fn made_up(session: &Session, unit: &Unit, number: u32) -> Option<(String, String)> {
    /// Ids that are counted up have not come so far; it fits into 32 bits.
    const LARGE: u32 = 2_000_000_011;
    let operation = session.description.operation(unit.operation);
    let parameter = operation
        .parameters
        .iter()
        .rfind(|one| one.location == Location::Path)?;
    // Every value of a list may name something, and of several names some may be left out.
    let api = &session.description.api;
    let kind = &api.schema(api.resolve(parameter.schema)).kind;
    if matches!(kind, Kind::Enumeration(_) | Kind::Boolean | Kind::Array(_)) {
        return None;
    }
    let large = (LARGE + number).to_string();
    let takes = |text: &str| {
        session
            .requests
            .check_text(parameter.schema, text)
            .is_empty()
    };
    if matches!(kind, Kind::Integer { .. }) && takes(&large) {
        return Some((parameter.name.clone(), large));
    }
    let maker = values::Maker::sharing(
        std::sync::Arc::clone(&session.schemas),
        &NothingKnown,
        Session::today(),
    );
    let strategy = maker.strategy(parameter.schema, Manner::Plain);
    let number = number.to_string();
    let seed = values::seed(&["unknown", &operation.id, &number], session.profile.seed);
    let value = proptest::strategy::ValueTree::current(&values::tree(&strategy, seed).ok()?);
    let text = match value {
        serde_json::Value::String(text) => text,
        other => other.to_string(),
    };
    // A path that ends early names something else.
    let is_plain = !text.is_empty() && !text.contains('/') && text != "." && text != "..";
    is_plain.then(|| (parameter.name.clone(), text))
}
