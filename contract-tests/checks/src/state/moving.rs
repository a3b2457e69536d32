//! Recognizes values that change by themselves, such as a remaining time.

use conformance_core::json::Json;
use conformance_core::resources::ResourceId;
use conformance_engine::pool::Bindings;
use conformance_engine::session::{Session, Stop};

use super::compare::Difference;

/// Returns the differences from an earlier representation, without those in values that change by
/// themselves: they differ again in the next read, although no request in between changes them.
///
/// # Errors
/// Returns an error if the resource cannot be read again.
pub(super) async fn lasting(
    session: &Session,
    resource: ResourceId,
    bindings: &Bindings,
    shown: &Json,
    mut found: Vec<Difference>,
) -> Result<Vec<Difference>, Stop> {
    if found.is_empty() {
        return Ok(found);
    }
    let next = session.read(resource, bindings).await?.success()?;
    let next = next.body()?;
    let at = |value: &Json, one: &Difference| value.pointer(&one.pointer).map(Json::key);
    found.retain(|one| at(shown, one) == at(next, one));
    Ok(found)
}
