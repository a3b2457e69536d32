//! Compares the error types of SDKs. Some SDKs have one type for each status, whose body can be
//! that of any operation.

use std::collections::{BTreeMap, HashSet};

use super::place::Place;
use super::rules::id;
use super::{Comparison, Level, Message, same_in_any_order};
use crate::model::{Api, Kind, MediaType, Status};

impl Comparison<'_> {
    /// Reports statuses whose errors carry other kinds of body than before. If no operation
    /// declares a status any more, another rule reports it.
    pub(super) fn failures(&mut self) {
        let (olds, news) = (failures(self.old), failures(self.new));
        for (status, bodies) in olds {
            let Some(others) = news.get(&status) else {
                continue;
            };
            if !same_in_any_order(&bodies, others) {
                let place = Place::api(&format!("errors with status {status}"));
                let (before, after) = (bodies.join(", "), others.join(", "));
                let text = format!("carried {before}, and carry {after} now");
                let text = Message::new(text, &[&before, &after]);
                let rule = id!("api-error-type-changed");
                self.report(rule, Level::Info, &place, text, (None, None));
            }
        }
    }
}

/// Returns the kinds of body for each error status, each kind once, in the order of the operations.
fn failures(api: &Api) -> BTreeMap<Status, Vec<String>> {
    let mut all: BTreeMap<Status, Vec<String>> = BTreeMap::new();
    let mut known = HashSet::new();
    let responses = api.operations.iter().flat_map(|one| &one.responses);
    for response in responses.filter(|one| !one.status.is_success()) {
        let kinds = all.entry(response.status).or_default();
        let bodies = response.content.iter().map(|media| body(api, media));
        let none = response.content.is_empty().then(|| "no body".to_owned());
        for body in bodies.chain(none) {
            if known.insert((response.status, body.clone())) {
                kinds.push(body);
            }
        }
    }
    all
}

/// Returns the kind of a body. Bodies of different kinds have different types in SDKs; changes
/// inside a schema without a name are reported at that schema.
fn body(api: &Api, media: &MediaType) -> String {
    if !media.is_json() {
        return "text or bytes".to_owned();
    }
    let Some(id) = media.schema else {
        return "any value".to_owned();
    };
    let names = [id, api.resolve(id)].map(|id| api.schema(id).name.as_deref());
    if let Some(name) = names.into_iter().flatten().next() {
        return format!("`{name}`");
    }
    let kind = match &api.schema(api.resolve(id)).kind {
        Kind::Boolean => "a boolean",
        Kind::Integer { .. } => "an integer",
        Kind::Number { .. } => "a number",
        Kind::String(_) => "a string",
        Kind::Array { .. } => "an array",
        Kind::Object(_) => "an object",
        Kind::Any => "any value",
        _ => "a value",
    };
    kind.to_owned()
}
