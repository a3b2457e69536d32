//! Decides what the response to a creation shows: a new item, an existing one, or neither.
//!
//! Where the response leaves a doubt, for example because other items may have the same id, the
//! item is read before it counts.

use std::time::Duration;

use percent_encoding::percent_decode_str;
use serde_json::Value;

use super::absorb::{id_of, scalar};
use super::echo::{Echo, differs, distinct, echo};
use super::path::SentPath;
use super::{Entry, Guard, Route, Unclear, Unproven, is_unguessable};
use crate::pool::Bindings;
use conformance_core::description::OperationId;
use conformance_core::exchange::{Exchange, Failure, Response};
use conformance_core::json::Json;
use conformance_core::resources::{Resource, ResourceId};

/// The maximum number of following ids that are read: another client may create an item in the
/// meantime.
const NEXT: u64 = 2;

impl Guard {
    pub(super) fn absorb_creation(&self, route: &Route, path: &SentPath, exchange: &Exchange) {
        let identity = exchange.purpose.identity.as_deref().unwrap_or_default();
        let described = |answer: String, id: Option<&String>| Unclear {
            operation: route.id,
            collection: path.segments.clone(),
            identity: identity.to_owned(),
            answer,
            id: id.cloned(),
            sent: distinct(exchange.request.body.as_deref(), &self.examples),
        };
        let unclear = |answer: String, id: Option<&String>| {
            let one = described(answer, id);
            self.ledger.lock().unclear.insert(one);
        };
        let response = match &exchange.outcome {
            Ok(response) if response.is_success() => response,
            // The item may still have been created.
            Ok(response) if response.status >= 500 => {
                return unclear(format!("was answered with {}", response.status), None);
            }
            Err(Failure::Broken(_)) if exchange.request.is_large() => return,
            Err(Failure::TimedOut | Failure::Broken(_) | Failure::TooLarge) => {
                return unclear("got no whole answer".to_owned(), None);
            }
            _ => return,
        };
        let created = self.created(route, path, exchange, response);
        let answered = format!("was answered with {}", response.status);
        if created.is_empty() {
            unclear(format!("{answered} and without an id"), None);
        }
        for (id, item) in created {
            let why = format!("{answered} and an item that may have been there before");
            let mut address = path.segments.clone();
            address.push(id.clone());
            if let Some(item) = item {
                let is_held = self.ledger.get(&address).is_some_and(|one| !one.is_ended);
                self.note_existing((exchange, route.resource), (&id, item), is_held);
            }
            let newness = self.newness(route, path, &id, item, exchange, response);
            if newness == Newness::Old {
                unclear(why, Some(&id));
                continue;
            }
            let entry = Entry {
                resource: route.resource.filter(|_| route.effect.created().is_some()),
                bindings: self.bindings_of(route, path, &id),
                address,
                identity: identity.to_owned(),
                is_seen: false,
                may_be_renamed: false,
                is_ended: false,
            };
            if newness == Newness::New {
                self.ledger.add(entry);
                continue;
            }
            let was_missing = self.ledger.was_missing(&entry.address, exchange.at);
            let mut inner = self.ledger.lock();
            inner.pending.insert(entry.address.clone());
            inner.unproven.push(Unproven {
                was_missing,
                number: exchange.number,
                entry,
                sent: exchange.request.body.clone(),
                unclear: described(why, Some(&id)),
            });
        }
    }

    /// Removes and returns the items that a creation, or any creation, may have created and that
    /// must be read first.
    #[must_use]
    pub fn take_unproven(&self, creation: Option<u64>) -> Vec<Unproven> {
        let mut inner = self.ledger.lock();
        let is_asked_for = |one: &mut Unproven| creation.is_none_or(|number| one.number == number);
        inner.unproven.extract_if(.., is_asked_for).collect()
    }

    /// Returns an item to the queue that could not be read yet.
    pub fn put_back(&self, one: Unproven) {
        self.ledger.lock().unproven.push(one);
    }

    /// Records the result of reading such an item. Without a response, the creation stays unclear.
    pub fn prove(&self, one: Unproven, response: Option<&Response>) {
        let item = response
            .filter(|response| response.is_success())
            .and_then(|response| response.json().ok());
        let is_own = item.is_some_and(|item| {
            let item = self.within(one.entry.resource, item);
            let sent = one.sent.as_deref();
            let id = one.entry.address.last().map_or("", String::as_str);
            match echo(sent, (id, item), &self.examples) {
                Echo::Same => true,
                Echo::Other => false,
                Echo::Nothing => {
                    let collection = &one.unclear.collection;
                    let is_complete = self.ledger.lock().complete.contains_key(collection);
                    !differs(sent, (id, item)) && (is_complete || one.was_missing)
                }
            }
        });
        self.ledger.lock().pending.remove(&one.entry.address);
        if is_own {
            self.ledger.add(Entry {
                is_seen: true,
                ..one.entry
            });
        } else {
            self.ledger.lock().unclear.insert(one.unclear);
        }
    }

    /// Records the item that the progress of an accepted creation (202) names. Returns whether a
    /// read shows values in it that only this run has sent.
    #[must_use]
    pub fn prove_accepted(&self, creation: &Exchange, id: &str, item: &Json) -> bool {
        let path = SentPath::of(&creation.request.target);
        let mut routes = self.routes.iter().filter(|one| {
            one.host == creation.request.host
                && one.method == creation.request.method
                && one.template.matches(&path.segments)
        });
        let route = routes.find(|one| one.effect.created().is_some());
        let Some((route, resource)) = route.and_then(|one| Some((one, one.effect.created()?)))
        else {
            return false;
        };
        let sent = creation.request.body.as_deref();
        let item = self.within(Some(resource), item);
        let is_same = matches!(echo(sent, (id, item), &self.examples), Echo::Same);
        if !is_same || self.was_foreign(resource, id, creation.at) {
            return false;
        }
        let mut address = path.segments.clone();
        address.push(id.to_owned());
        self.ledger.add(Entry {
            resource: Some(resource),
            bindings: self.bindings_of(route, &path, id),
            address,
            identity: creation
                .purpose
                .identity
                .as_deref()
                .unwrap_or_default()
                .to_owned(),
            is_seen: true,
            may_be_renamed: false,
            is_ended: false,
        });
        let sent = distinct(sent, &self.examples);
        self.ledger.lock().unclear.retain(|one| one.sent != sent);
        true
    }

    /// Returns whether an item that an operation creates can be recognized only by the values that
    /// were sent, because its collection has no list.
    pub fn needs_mark(&self, id: OperationId) -> bool {
        let route = &self.routes[id.0];
        let made = route.effect.created().map(|id| self.resources.get(id));
        route.effect.is_creation() && made.is_none_or(|one| one.list.is_none())
    }

    /// Returns whether a body has a text that no other item has by chance.
    pub fn is_marked(&self, body: &Value) -> bool {
        !distinct(Some(body.to_string().as_bytes()), &self.examples).is_empty()
    }

    /// Returns reads of the next ids after the one in the response to a creation. They are needed
    /// where ids are numbers and no list shows which items existed before.
    pub fn next_items(&self, exchange: &Exchange) -> Vec<(OperationId, Bindings)> {
        let path = SentPath::of(&exchange.request.target);
        let creation = self.routes.iter().find(|one| {
            one.host == exchange.request.host
                && one.method == exchange.request.method
                && one.template.matches(&path.segments)
        });
        let (Some(route), Some(response)) = (creation, exchange.response()) else {
            return Vec::new();
        };
        let Some(resource) = route.effect.created() else {
            return Vec::new();
        };
        let is_complete = self.ledger.lock().complete.contains_key(&path.segments);
        let Some(read) = self.resources.get(resource).read else {
            return Vec::new();
        };
        if is_complete || !response.is_success() || !self.proves {
            return Vec::new();
        }
        let created = self.created(route, &path, exchange, response).into_iter();
        let numbers = created.filter_map(|(id, _)| id.parse::<u64>().ok());
        let next = numbers.flat_map(|id| (1..=NEXT).filter_map(move |by| id.checked_add(by)));
        let unknown = next.filter(|id| {
            let mut address = path.segments.clone();
            address.push(id.to_string());
            !self.ledger.was_missing(&address, Duration::MAX) && !self.ledger.holds(&address)
        });
        unknown
            .map(|id| (read, self.bindings_of(route, &path, &id.to_string())))
            .collect()
    }

    /// Returns how often the run has read ids that did not exist yet.
    pub fn looks_ahead(&self) -> u64 {
        self.ledger.misses()
    }

    /// Returns the item in a response, without the object that wraps it.
    pub(super) fn within<'i>(&self, resource: Option<ResourceId>, item: &'i Json) -> &'i Json {
        let described = resource.map(|id| self.resources.get(id));
        let inner = described.and_then(|described| id_within(described, item));
        inner.map_or(item, |(_, inner)| inner)
    }

    /// Returns the ids that the response to a creation names, with the items that it contains.
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
            .created(&self.routes[operation.0], &path, exchange, response)
            .into_iter();
        created.map(|(id, item)| (id, item.cloned())).collect()
    }

    /// Returns the ids that a response names as created, with the item if it contains one.
    fn created<'r>(
        &self,
        route: &Route,
        path: &SentPath,
        exchange: &Exchange,
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
        // `Location` is certain where the description does not declare the id property, and where
        // the body shows values that were not sent: those belong to an item that it refers to.
        let is_told = described.is_some_and(|one| one.id_property.is_some());
        let sent = exchange.request.body.as_deref();
        let is_other =
            |own: &str, item: &Json| matches!(echo(sent, (own, item), &self.examples), Echo::Other);
        if let Some(id) = location(response, path) {
            let item = all.first().and_then(|(_, item)| *item);
            let names_another = all.first().is_some_and(|(own, item)| {
                *own != id && item.is_some_and(|item| is_other(own, item))
            });
            if names_another {
                all = vec![(id, None)];
            } else if all.is_empty() || !is_told {
                all = vec![(id, item)];
            }
        }
        all.retain(|(id, _)| !matches!(id.as_str(), "" | "." | ".."));
        all
    }

    /// Decides whether a creation's response shows a new item. Where an item with the same key
    /// exists, some services respond with that one.
    fn newness(
        &self,
        route: &Route,
        path: &SentPath,
        id: &str,
        item: Option<&Json>,
        exchange: &Exchange,
        response: &Response,
    ) -> Newness {
        let Some(resource) = route.resource else {
            let is_new = response.status == 201;
            return if is_new { Newness::New } else { Newness::Old };
        };
        if self.ledger.is_made_up(id) {
            return Newness::New;
        }
        let sent = exchange.request.body.as_deref();
        // The item has no path, so no request can work on it.
        let is_listed_only = route.effect.created().is_none() && response.status == 201;
        if is_listed_only && !distinct(sent, &self.examples).is_empty() {
            return Newness::New;
        }
        if self.was_foreign(resource, id, exchange.at) {
            return Newness::Old;
        }
        let mut address = path.segments.clone();
        address.push(id.to_owned());
        let is_complete = self.ledger.lock().complete.contains_key(&path.segments)
            || self.ledger.was_missing(&address, exchange.at)
            || self.is_within_own(route, &path.segments, path.segments.len());
        let echo = item.map_or(Echo::Nothing, |item| echo(sent, (id, item), &self.examples));
        // An item without a distinguishing value may have existed before, whatever the status: the
        // caller's open cart, for example.
        let is_distinct = !distinct(sent, &self.examples).is_empty();
        let is_likely = match echo {
            Echo::Same => true,
            // It may still be a foreign item: lists leave out what is archived.
            Echo::Other => false,
            Echo::Nothing if item.is_some_and(|item| differs(sent, (id, item))) => false,
            Echo::Nothing => is_complete || (response.status == 201 && is_distinct),
        };
        // The id of a pending operation, or a wrong id in the response.
        let is_known = self.examples.contains(id);
        let is_certain = is_unguessable(id) && !is_known && response.status != 202;
        let can_be_read =
            route.effect.created().is_some() && self.resources.get(resource).read.is_some();
        // A response that shows none of the sent values may show a foreign item, even one that a
        // complete list leaves out.
        let is_shown = matches!(echo, Echo::Same);
        match (is_likely, is_certain, can_be_read && self.proves) {
            (true, true, can_be_proven) if is_shown || !can_be_proven => Newness::New,
            // An id from an example may belong to any item.
            (true, false, false) if !is_known && (is_shown || is_complete) => Newness::New,
            (true, true, true) => Newness::Unproven,
            (_, false, true) if !matches!(echo, Echo::Other) => Newness::Unproven,
            _ => Newness::Old,
        }
    }
}

/// How certain it is that a response shows a new item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Newness {
    /// The run has created it.
    New,
    /// It may have been there before.
    Old,
    /// A read of the item will show it.
    Unproven,
}

/// Returns an item, which may be wrapped in one more object, and its id.
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

/// Returns the id at the end of `Location` (RFC 9110 §10.2.2), if that is an item of the
/// collection.
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
