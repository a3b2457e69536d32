//! Compares operations.

use std::collections::{HashMap, HashSet};

use super::place::{Place, Way};
use super::rules::id;
use super::{Comparison, Level, Message, programs};
use crate::model::{Api, Method, Operation, Server, path_shape};

/// The method and path of an operation. The names of path parameters do not matter, because
/// requests do not show them.
type Key = (Method, String);

impl<'a> Comparison<'a> {
    pub(super) fn operations(&mut self) {
        let (old, new): (&'a _, &'a _) = (self.old, self.new);
        let (olds, news) = (written(old), written(new));
        let all = |api: &'a Api| api.operations.iter();
        // An operation whose path is no longer there may only have renamed path parameters.
        let gone = |o: &&Operation| !news.contains_key(&(o.method, o.path.as_str()));
        let came = |o: &&Operation| !olds.contains_key(&(o.method, o.path.as_str()));
        let gone: HashSet<Key> = all(old).filter(gone).map(key).collect();
        let came_by_key = all(new).filter(came).map(|o| (key(o), o));
        let came_by_key: HashMap<Key, &Operation> = came_by_key.collect();
        let paths: HashSet<String> = all(new).map(shape).collect();
        for operation in all(old) {
            let same = news.get(&(operation.method, operation.path.as_str()));
            match same.or_else(|| came_by_key.get(&key(operation))) {
                Some(other) => {
                    self.operation(operation, other, Way::Request);
                }
                None => self.removed(operation, paths.contains(&shape(operation))),
            }
        }
        let added = all(new).filter(came);
        for operation in added.filter(|o| !gone.contains(&key(o))) {
            let place = Place::operation(operation);
            let (method, path) = (operation.method.as_str(), &operation.path);
            let text = Message::new(format!("{method} {path} is new"), &[&method, path]);
            let spans = (None, Some(operation.span));
            self.report(id!("endpoint-added"), Level::Info, &place, text, spans);
        }
    }

    /// Compares two operations. `way` is the direction of their requests.
    pub(super) fn operation(&mut self, old: &'a Operation, new: &'a Operation, way: Way) {
        let place = Place::operation(old);
        let spans = (Some(old.span), Some(new.span));
        let known = self.changes.len();
        if old.id_given && old.id != new.id {
            let text = format!("the operationId was `{}`, and is `{}`", old.id, new.id);
            let text = Message::new(text, &[&old.id, &new.id]);
            self.report(
                id!("api-operation-id-removed"),
                Level::Error,
                &place,
                text,
                spans,
            );
        }
        for tag in old.tags.iter().filter(|tag| !new.tags.contains(tag)) {
            let text = format!("does not have the tag `{tag}` any more");
            let text = Message::new(text, &[tag]);
            self.report(id!("api-tag-removed"), Level::Error, &place, text, spans);
        }
        for tag in new.tags.iter().filter(|tag| !old.tags.contains(tag)) {
            let text = Message::new(format!("has the tag `{tag}` now"), &[tag]);
            self.report(id!("api-tag-added"), Level::Info, &place, text, spans);
        }
        let reordered = new.tags.iter().all(|tag| old.tags.contains(tag));
        if let Some(first) = new.tags.first()
            && reordered
            && old.tags.first() != Some(first)
        {
            let text = Message::new(format!("`{first}` is its first tag now"), &[first]);
            self.report(id!("api-tag-added"), Level::Info, &place, text, spans);
        }
        self.operation_texts(old, new, &place);
        self.lifecycle(old, new, &place);
        if way == Way::Request {
            self.tool(old, new, &place);
        }
        self.security(old, new, way, &place);
        if !(old.servers.is_empty() && new.servers.is_empty()) {
            let own = |servers: &'a [Server], api: &'a Api| match servers {
                [] => api.servers.as_slice(),
                own => own,
            };
            let (before, after) = (own(&old.servers, self.old), own(&new.servers, self.new));
            self.servers(before, after, &place.part("servers"));
        }
        match way {
            Way::Request => self.parameters(old, new, &place),
            Way::Response => self.sent_parameters(old, new, &place),
        }
        self.query_string(old, new, &place);
        self.request(old, new, way, &place);
        self.responses(old, new, way.reversed(), &place);
        self.callbacks(old, new, &place);
        programs::mark(&mut self.changes[known..], old, new);
    }
}

/// Returns operations by their method and path template.
fn written(api: &Api) -> HashMap<(Method, &str), &Operation> {
    let operations = api.operations.iter();
    operations
        .map(|operation| ((operation.method, operation.path.as_str()), operation))
        .collect()
}

fn key(operation: &Operation) -> Key {
    (operation.method, shape(operation))
}

fn shape(operation: &Operation) -> String {
    path_shape(&operation.path).collect()
}
