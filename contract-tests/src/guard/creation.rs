//! What an answer to a creation shows: a new item, one that was there before, or neither.

use percent_encoding::percent_decode_str;
use serde_json::Value;

use super::absorb::{id_of, scalar};
use super::path::SentPath;
use super::{Effect, Entry, Guard, Route, Unclear, is_unguessable};
use crate::description::OperationId;
use crate::exchange::{Exchange, Failure, Response};
use crate::json::Json;
use crate::resources::Resource;

impl Guard {
    pub(super) fn absorb_creation(&self, route: &Route, path: &SentPath, exchange: &Exchange) {
        let identity = exchange.purpose.identity.as_deref().unwrap_or_default();
        let unclear = |answer: String, id: Option<&String>| {
            self.ledger.lock().unclear.insert(Unclear {
                operation: route.id,
                collection: path.segments.clone(),
                identity: identity.to_owned(),
                answer,
                id: id.cloned(),
                sent: distinct(exchange.request.body.as_deref()),
            });
        };
        let response = match &exchange.outcome {
            Ok(response) if response.is_success() => response,
            // The item may be there all the same.
            Ok(response) if response.status >= 500 => {
                return unclear(format!("was answered with {}", response.status), None);
            }
            Err(Failure::Broken(_)) if exchange.request.is_large() => return,
            Err(Failure::TimedOut | Failure::Broken(_) | Failure::TooLarge) => {
                return unclear("got no whole answer".to_owned(), None);
            }
            _ => return,
        };
        let created = self.created(route, path, response);
        let answered = format!("was answered with {}", response.status);
        if created.is_empty() {
            unclear(format!("{answered} and without an id"), None);
        }
        for (id, item) in created {
            if !self.is_new(route, path, &id, item, exchange, response) {
                let why = format!("{answered} and an item that may have been there before");
                unclear(why, Some(&id));
                continue;
            }
            let mut address = path.segments.clone();
            address.push(id.clone());
            self.ledger.add(Entry {
                resource: route
                    .resource
                    .filter(|_| matches!(route.effect, Effect::Creates(Some(_)))),
                bindings: self.bindings_of(route, path, &id),
                address,
                identity: identity.to_owned(),
                is_ended: false,
            });
        }
    }

    /// What an answer to a creation says was created: ids, with the items where they are there.
    #[must_use]
    pub fn created_by(
        &self,
        operation: OperationId,
        exchange: &Exchange,
    ) -> Vec<(String, Option<Json>)> {
        let path = SentPath::of(&exchange.request.target);
        let Some(response) = exchange.response().filter(|one| one.is_success()) else {
            return Vec::new();
        };
        let created = self
            .created(&self.routes[operation.0], &path, response)
            .into_iter();
        created.map(|(id, item)| (id, item.cloned())).collect()
    }

    /// The ids of what an answer says was created, with the item where it is there.
    fn created<'r>(
        &self,
        route: &Route,
        path: &SentPath,
        response: &'r Response,
    ) -> Vec<(String, Option<&'r Json>)> {
        let described = route.resource.map(|id| self.resources.get(id));
        let body = response.json().ok();
        let items: Vec<&Json> = match body {
            Some(body) => body
                .as_array()
                .map_or_else(|| vec![body], |all| all.iter().collect()),
            None => Vec::new(),
        };
        let ids = items.into_iter().filter_map(|item| {
            let (id, item) = match described {
                Some(described) => id_within(described, item)?,
                None => (scalar(item.get("id")?)?, item),
            };
            Some((id, Some(item)))
        });
        let mut all: Vec<_> = ids.collect();
        // `Location` is certain where the description does not tell which property is the id.
        let is_told = described.is_some_and(|one| one.id_property.is_some());
        if let Some(id) = location(response, path).filter(|_| all.is_empty() || !is_told) {
            let item = all.into_iter().next().and_then(|(_, item)| item);
            all = vec![(id, item)];
        }
        all.retain(|(id, _)| !matches!(id.as_str(), "" | "." | ".."));
        all
    }

    /// Whether an answer to a creation shows a new item, and not one that was there before: where
    /// an item with the same key exists, some services answer with that one.
    fn is_new(
        &self,
        route: &Route,
        path: &SentPath,
        id: &str,
        item: Option<&Json>,
        exchange: &Exchange,
        response: &Response,
    ) -> bool {
        let Some(resource) = route.resource else {
            return response.status == 201;
        };
        if self.ledger.is_made_up(id) {
            return true;
        }
        if self.ledger.was_foreign(resource, id, exchange.at) {
            return false;
        }
        if self.ledger.lock().complete.contains(&path.segments) {
            return true;
        }
        match item.map_or(Echo::Nothing, |item| {
            echo(exchange.request.body.as_deref(), item)
        }) {
            Echo::Same => true,
            Echo::Other => false,
            Echo::Nothing => response.status == 201,
        }
    }
}

/// How an answer compares with what was sent.
enum Echo {
    /// It has a value that only this run has.
    Same,
    /// It has another value where such a value was sent.
    Other,
    /// Nothing of the kind was sent, or nothing of it is answered.
    Nothing,
}

/// The strings of a body that no other item has by chance.
fn distinct(body: Option<&[u8]>) -> Vec<String> {
    let body = body.and_then(|body| serde_json::from_slice::<Value>(body).ok());
    let mut pairs = Vec::new();
    if let Some(body) = &body {
        strings(body, 0, &mut pairs);
    }
    let all = pairs.into_iter().map(|(_, text)| text);
    all.filter(|text| is_unguessable(text))
        .map(str::to_owned)
        .collect()
}

fn echo(sent: Option<&[u8]>, item: &Json) -> Echo {
    let sent = sent.and_then(|body| serde_json::from_slice::<Value>(body).ok());
    let mut pairs = Vec::new();
    if let Some(sent) = &sent {
        strings(sent, 0, &mut pairs);
    }
    let distinct = pairs.into_iter().filter(|(_, text)| is_unguessable(text));
    let mut verdict = Echo::Nothing;
    for (name, text) in distinct {
        match item
            .get(name)
            .or_else(|| item.get("attributes")?.get(name))
            .and_then(Json::as_str)
        {
            Some(answered) if answered == text => return Echo::Same,
            Some(_) => verdict = Echo::Other,
            None => {}
        }
    }
    verdict
}

/// The strings of an object and of what wraps it.
fn strings<'v>(value: &'v Value, depth: u8, all: &mut Vec<(&'v str, &'v str)>) {
    for (name, value) in value.as_object().into_iter().flatten() {
        match value {
            Value::String(text) => all.push((name, text)),
            Value::Object(_) if depth < 2 => strings(value, depth + 1, all),
            _ => {}
        }
    }
}

/// The id of an item that may be wrapped in one more object, and the item.
fn id_within<'i>(resource: &Resource, item: &'i Json) -> Option<(String, &'i Json)> {
    if let Some(id) = id_of(resource, item) {
        return Some((id, item));
    }
    let usual = |item: &'i Json| {
        let mut names = ["id", "uuid", "_id", "ID", resource.variable.as_str()].into_iter();
        names.find_map(|name| scalar(item.get(name)?))
    };
    if let Some(id) = usual(item) {
        return Some((id, item));
    }
    let mut wrapped = item
        .as_object()?
        .iter()
        .map(|(_, value)| value)
        .filter(|one| one.as_object().is_some());
    wrapped.find_map(|inner| Some((id_of(resource, inner).or_else(|| usual(inner))?, inner)))
}

/// The id at the end of `Location` (RFC 9110 §10.2.2), where that is an item of the collection.
fn location(response: &Response, path: &SentPath) -> Option<String> {
    let location = response.header("location")?;
    let target = location.split(['?', '#']).next()?.trim_end_matches('/');
    let (before, last) = target.rsplit_once('/')?;
    let collection = path.segments.last()?;
    let before = before.rsplit('/').next()?;
    let is_below = percent_decode_str(before).decode_utf8().ok()? == collection.as_str();
    let id = percent_decode_str(last).decode_utf8().ok()?.into_owned();
    is_below.then_some(id)
}
