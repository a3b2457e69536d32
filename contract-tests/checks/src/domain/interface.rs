//! Paths and properties that the interface names (interface §4).

use serde_json::Value;
use spec::model::Method;

use conformance_core::description::OperationId;
use conformance_core::missing_input::MissingInput;
use conformance_core::resources::{Resource, ResourceId};
use conformance_engine::pool::Bindings;
use conformance_engine::session::{Created, Session, Stop};

/// The path of an organization's offers.
pub const OFFERS: &str = "/org/{}/offer";
/// The path of an organization's entitlements.
pub const ENTITLEMENTS: &str = "/org/{}/entitlement";
/// The path of an entitlement's usage.
pub const USAGE: &str = "/org/{}/entitlement/{}/usageRecordGroup";
/// The path of an organization's usage reports.
pub const REPORTS: &str = "/org/{}/usageRecordReport";

/// Returns the operation of a path. The names of variables do not matter.
///
/// # Errors
/// Returns an error if the description has no such operation.
pub fn operation(session: &Session, method: Method, path: &str) -> Result<OperationId, Stop> {
    let mut all = session.description.operations();
    all.find(|(_, one)| one.method == method && form(&one.path) == path)
        .map(|(id, _)| id)
        .ok_or_else(|| Stop::Skip(format!("the description has no {} {path}", method.as_str())))
}

/// Returns the resource of a collection's path.
///
/// # Errors
/// Returns an error if the description has no items in it.
pub fn resource<'s>(session: &'s Session, path: &str) -> Result<(ResourceId, &'s Resource), Stop> {
    let mut all = session.world.resources.iter();
    all.find(|(_, one)| form(&one.collection) == path)
        .ok_or_else(|| Stop::Skip(format!("the description has no items of {path}")))
}

/// Returns a path without the names of its variables.
fn form(path: &str) -> String {
    let segments = path.split('/');
    let plain = segments.map(|one| if one.starts_with('{') { "{}" } else { one });
    plain.collect::<Vec<_>>().join("/")
}

/// Submits usage for the first entitlement that accepts it.
///
/// # Errors
/// Returns an error if the run may not write, or no entitlement accepts usage.
pub async fn submitted(session: &Session) -> Result<Created, Stop> {
    if !session.profile.writes {
        return Err(MissingInput::Writes.into());
    }
    let (id, _) = resource(session, USAGE)?;
    let create = operation(session, Method::Post, USAGE)?;
    let primary = session.primary().name.clone();
    let mut refused = Stop::Skip("no entitlement is known".to_owned());
    for parents in session.parents_of_new(&primary, id).await? {
        match session.create_in(id, create, &parents, &primary).await {
            Ok(created) => return Ok(created),
            Err(stop) => refused = stop,
        }
    }
    Err(refused)
}

/// Returns an accepted body of usage, without its id.
#[must_use]
pub fn resubmission(created: &Created) -> Value {
    let mut body = created.sent.clone();
    if let Some(members) = body.as_object_mut() {
        members.remove("id");
    }
    body
}

/// Sets every property with a name to another value, at any depth. Returns how many were set.
pub fn set_all(value: &mut Value, name: &str, new: &Value) -> usize {
    match value {
        Value::Object(members) => {
            let own = members.iter_mut().map(|(member, value)| {
                if member == name {
                    *value = new.clone();
                    1
                } else {
                    set_all(value, name, new)
                }
            });
            own.sum()
        }
        Value::Array(items) => items.iter_mut().map(|item| set_all(item, name, new)).sum(),
        _ => 0,
    }
}

/// Returns the path parameters of the collection that contains another identity's first item, if
/// one is known.
#[must_use]
pub fn foreign(session: &Session, resource: ResourceId) -> Option<Bindings> {
    let primary = &session.primary().name;
    let others = session.credentials.identities.iter();
    let mut others = others.filter(|one| one.name != *primary);
    others.find_map(|other| Some(session.world.pool.first(&other.name, resource)?.bindings))
}
