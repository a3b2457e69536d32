//! Rewrites bodies that the guard would withhold: what may be the name or id of another item is
//! replaced by one of the run.

use conformance_core::lookup::{body_schema, property};
use serde_json::Value;
use spec::model::Kind;

use super::Session;
use crate::guard::Refused;
use crate::pool::Known;
use conformance_core::description::OperationId;
use conformance_core::json::Json;
use conformance_core::resources::ResourceId;

/// The maximum number of rounds of replacements that are tried: a new value may have to be replaced
/// as well.
const ROUNDS: usize = 2;

impl Session {
    /// Returns a body without the values that keep its request from being sent, as far as the
    /// description allows.
    #[must_use]
    pub fn made_safe(&self, operation: OperationId, mut body: Value) -> Value {
        if self.description.operation(operation).method.is_safe() {
            return body;
        }
        for _ in 0..ROUNDS {
            let refused = self.world.guard.refused_values(operation, &body);
            if refused.is_empty() {
                break;
            }
            for (pointer, why) in refused {
                self.replace(operation, &mut body, &pointer, &why);
            }
        }
        if self.world.guard.needs_mark(operation) && !self.world.guard.is_marked(&body) {
            self.mark(operation, &mut body);
        }
        body
    }

    /// Puts the name of this run into the first text that the description leaves free, so that the
    /// item can be recognized. A text with a format may name an existing item.
    fn mark(&self, operation: OperationId, body: &mut Value) {
        if !self.allows(operation, body) {
            return;
        }
        let members = body.as_object().into_iter().flatten();
        let texts =
            members.filter(|(name, value)| value.is_string() && self.is_free_text(operation, name));
        let names: Vec<String> = texts.map(|(name, _)| name.clone()).collect();
        for name in names {
            let mut changed = body.clone();
            changed[name.as_str()] = Value::from(self.next_name());
            if self.allows(operation, &changed) {
                *body = changed;
                return;
            }
        }
    }

    /// Returns whether the description leaves the form of a property open, so that it is prose or a
    /// name.
    fn is_free_text(&self, operation: OperationId, name: &str) -> bool {
        let api = &self.description.api;
        let body = body_schema(self.description.operation(operation));
        let schema = body.and_then(|body| property(api, body, name));
        let kind = schema.map(|id| &api.schema(api.resolve(id)).kind);
        match kind {
            Some(Kind::String(text)) => text.pattern.is_none() && text.format.is_none(),
            _ => false,
        }
    }

    /// Replaces a value with the first one that the description allows, or else removes it.
    fn replace(&self, operation: OperationId, body: &mut Value, pointer: &str, why: &Refused) {
        let Some(old) = body.pointer(pointer).cloned() else {
            return;
        };
        let is_allowed = |body: &Value| self.allows(operation, body);
        let was_allowed = is_allowed(body);
        let fits = |body: &Value| !was_allowed || is_allowed(body);
        let property = pointer.rsplit('/').next().unwrap_or_default();
        for new in self.replacements(operation, &old, property, why) {
            let mut changed = body.clone();
            if let Some(place) = changed.pointer_mut(pointer) {
                *place = new;
            }
            if fits(&changed) {
                *body = changed;
                return;
            }
        }
        let mut changed = body.clone();
        let is_member = remove(&mut changed, pointer);
        if is_member && fits(&changed) {
            *body = changed;
        }
    }

    fn replacements(
        &self,
        operation: OperationId,
        old: &Value,
        property: &str,
        why: &Refused,
    ) -> Vec<Value> {
        let mut all = Vec::new();
        match (why, old) {
            (Refused::Reach(_), Value::Bool(_)) => return vec![Value::Bool(false)],
            (Refused::Reach(_), _) => return all,
            (Refused::Item(kinds), _) => {
                all.extend(kinds.iter().flat_map(|kind| self.own_ids(*kind)));
            }
            (Refused::Key, _) => {}
        }
        match old {
            Value::String(_) => {
                let name = self.next_name();
                let of_form = [
                    format!("{name}@example.com"),
                    format!("https://example.com/{name}"),
                    format!("{name}.example.com"),
                ];
                all.push(Value::from(name));
                all.push(Value::from(self.next_uuid()));
                all.extend(of_form.map(Value::from));
                all.extend(self.new_id(operation, property).map(Value::from));
            }
            Value::Number(_) => all.push(Value::from(self.next_large())),
            _ => {}
        }
        all
    }

    /// Returns the ids of items of a kind that the run has created, in the type that the deployment
    /// uses.
    fn own_ids(&self, kind: ResourceId) -> Vec<Value> {
        let described = self.world.resources.get(kind);
        let id = |one: &Known| {
            let written = described.id_in(&one.value);
            let id = written.map_or_else(|| Value::from(one.id.as_str()), Json::to_value);
            one.ours.then_some(id)
        };
        let all = self.world.pool.map(&self.primary().name, kind, id);
        all.into_iter().flatten().take(1).collect()
    }
}

/// Removes a property of an object or an item of a list.
fn remove(body: &mut Value, pointer: &str) -> bool {
    let Some((parent, name)) = pointer.rsplit_once('/') else {
        return false;
    };
    match body.pointer_mut(parent) {
        Some(Value::Object(members)) => {
            let name = name.replace("~1", "/").replace("~0", "~");
            members.remove(&name).is_some()
        }
        Some(Value::Array(items)) => {
            let at = name.parse().ok().filter(|at| *at < items.len());
            at.is_some_and(|at: usize| !items.remove(at).is_null())
        }
        _ => false,
    }
}
