//! Bodies of updates that change one property.

use serde_json::{Map, Value};
use spec::Api;
use spec::model::{Kind, Method, Object, SchemaId};

use super::compare::body_schema;
use conformance_core::description::OperationId;
use conformance_core::json::Json;
use conformance_core::lookup::property;
use conformance_engine::session::Session;

/// The maximum number of properties of one resource that are changed.
const CHANGES: usize = 6;

/// Names of texts that may have any value.
const NAMES: [&str; 4] = ["name", "title", "displayName", "label"];

/// An update that changes one property.
#[derive(Debug, Clone)]
pub struct Change {
    /// The property.
    pub member: String,
    /// Its new value.
    pub value: Value,
    /// The complete body.
    pub body: Value,
}

impl Change {
    /// Returns the same change for a resource in its current state: a PUT sends everything else
    /// unchanged (RFC 9110 §9.3.4), any other method only what is required.
    #[must_use]
    pub fn upon(self, session: &Session, update: OperationId, current: &Json) -> Self {
        match whole(session, update, current) {
            Some(Value::Object(base)) => change(&base, &self.member, self.value),
            _ => self,
        }
    }
}

/// Returns updates that change one property each to a different value: at most 6 properties, each
/// with the values to try.
#[must_use]
pub fn changes(session: &Session, update: OperationId, current: &Json) -> Vec<Vec<Change>> {
    let Some(schema) = body_schema(session, update) else {
        return Vec::new();
    };
    let api = &session.description.api;
    let Kind::Object(object) = &api.schema(api.resolve(schema)).kind else {
        return Vec::new();
    };
    let Some(base) = base(session, update, object, current) else {
        return Vec::new();
    };
    let bodies = session.candidates(update, &session.primary().name);
    let mut resources = session.world.resources.iter();
    let id = resources.find_map(|(_, one)| {
        one.id_property
            .as_ref()
            .filter(|_| one.update == Some(update))
    });
    // With another id it would be another resource.
    let others = object.properties.iter().filter(|one| Some(&one.name) != id);
    let members = others.filter_map(|one| {
        let values = values(session, &bodies, &one.name, current);
        let changes: Vec<_> = values
            .into_iter()
            .map(|value| change(&base, &one.name, value))
            .collect();
        (!changes.is_empty()).then_some(changes)
    });
    members.take(CHANGES).collect()
}

fn change(base: &Map<String, Value>, member: &str, value: Value) -> Change {
    let mut body = base.clone();
    body.insert(member.to_owned(), value.clone());
    Change {
        member: member.to_owned(),
        value,
        body: Value::Object(body),
    }
}

/// Returns the parts of a resource that a PUT must send.
#[must_use]
pub fn whole(session: &Session, put: OperationId, current: &Json) -> Option<Value> {
    let api = &session.description.api;
    let schema = body_schema(session, put)?;
    let Kind::Object(object) = &api.schema(api.resolve(schema)).kind else {
        return None;
    };
    base(session, put, object, current).map(Value::Object)
}

/// Returns what an update sends in addition to the change: everything for PUT, what is required for
/// PATCH.
fn base(
    session: &Session,
    update: OperationId,
    object: &Object,
    current: &Json,
) -> Option<Map<String, Value>> {
    let api = &session.description.api;
    let is_put = session.description.operation(update).method == Method::Put;
    let accepted = || session.candidates(update, &session.primary().name);
    let mut base = Map::new();
    for one in object
        .properties
        .iter()
        .filter(|one| is_put || one.required)
    {
        let own = current.get(&one.name).filter(|value| !value.is_null());
        let value = match own {
            Some(value) => Some(projected(api, one.schema, value)),
            None if one.required => accepted()
                .into_iter()
                .find_map(|body| body.get(&one.name).cloned()),
            None => None,
        };
        match value {
            Some(value) => {
                base.insert(one.name.clone(), value);
            }
            None if one.required => return None,
            None => {}
        }
    }
    Some(base)
}

/// Returns a value with only the properties that a schema declares.
fn projected(api: &Api, schema: SchemaId, value: &Json) -> Value {
    match (value, &api.schema(api.resolve(schema)).kind) {
        (Json::Object(members), Kind::Object(_) | Kind::Union(_)) => {
            let kept = members.iter().filter_map(|(name, value)| {
                let own = property(api, schema, name)?;
                Some((name.to_string(), projected(api, own, value)))
            });
            Value::Object(kept.collect())
        }
        (Json::Array(items), Kind::Array(array)) => {
            let items = items.iter().map(|item| projected(api, array.items, item));
            items.collect()
        }
        _ => value.to_value(),
    }
}

/// The maximum number of values of one property that are tried.
const TRIES: usize = 3;

/// Returns values that a property may have, other than its current one.
fn values(session: &Session, bodies: &[Value], member: &str, current: &Json) -> Vec<Value> {
    let mut found: Vec<Value> = Vec::new();
    if NAMES.contains(&member) {
        found.push(Value::from(session.next_name()));
    }
    let own = bodies.iter().filter_map(|body| body.get(member));
    for value in own.filter(|value| !value.is_null()) {
        let is_new = match current.get(member) {
            Some(own) => !own.same(&Json::from(value)),
            None => true,
        };
        if is_new && !found.contains(value) && found.len() < TRIES {
            found.push(value.clone());
        }
    }
    found
}
