//! What an answer to a creation shows: a new item, one that was there before, or neither.
//!
//! What it does not show for certain, such as an id that others may have as well, is read first.

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

/// How many of the next ids are looked at: another may create an item in the meantime.
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
        let created = self.created(route, path, exchange, response);
        let answered = format!("was answered with {}", response.status);
        if created.is_empty() {
            unclear(format!("{answered} and without an id"), None);
        }
        for (id, item) in created {
            let why = format!("{answered} and an item that may have been there before");
            let newness = self.newness(route, path, &id, item, exchange, response);
            if newness == Newness::Old {
                unclear(why, Some(&id));
                continue;
            }
            let mut address = path.segments.clone();
            address.push(id.clone());
            let entry = Entry {
                resource: route.resource.filter(|_| route.effect.made().is_some()),
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

    /// The items that a creation, or any creation, may have created and that have to be read first.
    #[must_use]
    pub fn take_unproven(&self, creation: Option<u64>) -> Vec<Unproven> {
        let mut inner = self.ledger.lock();
        let is_asked_for = |one: &mut Unproven| creation.is_none_or(|number| one.number == number);
        inner.unproven.extract_if(.., is_asked_for).collect()
    }

    /// Takes back what could not be read yet.
    pub fn put_back(&self, one: Unproven) {
        self.ledger.lock().unproven.push(one);
    }

    /// Records what a read of such an item shows; without an answer, that it stays unclear.
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

    /// Records the item that the progress of an accepted creation (202) names, where a read shows that
    /// it has what only this run has sent; whether it does.
    #[must_use]
    pub fn prove_accepted(&self, creation: &Exchange, id: &str, item: &Json) -> bool {
        let path = SentPath::of(&creation.request.target);
        let mut routes = self.routes.iter().filter(|one| {
            one.host == creation.request.host
                && one.method == creation.request.method
                && one.template.matches(&path.segments)
        });
        let route = routes.find(|one| one.effect.made().is_some());
        let Some((route, resource)) = route.and_then(|one| Some((one, one.effect.made()?))) else {
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

    /// Whether what an operation creates is known by what was sent, or not at all: its collection has
    /// no list.
    pub fn needs_mark(&self, id: OperationId) -> bool {
        let route = &self.routes[id.0];
        let made = route.effect.made().map(|id| self.resources.get(id));
        route.effect.is_creation() && made.is_none_or(|one| one.list.is_none())
    }

    /// Whether a body has a text that no other item has by chance.
    pub fn is_marked(&self, body: &Value) -> bool {
        !distinct(Some(body.to_string().as_bytes()), &self.examples).is_empty()
    }

    /// The reads of the items that have the next ids after those that a creation was answered with,
    /// where ids are numbers and the list of the collection does not tell what was there before.
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
        let Some(resource) = route.effect.made() else {
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

    /// How often items were looked for that were not there.
    pub fn looks_ahead(&self) -> u64 {
        self.ledger.misses()
    }

    /// The item of an answer, which may be wrapped.
    fn within<'i>(&self, resource: Option<ResourceId>, item: &'i Json) -> &'i Json {
        let described = resource.map(|id| self.resources.get(id));
        let inner = described.and_then(|described| id_within(described, item));
        inner.map_or(item, |(_, inner)| inner)
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
            .created(&self.routes[operation.0], &path, exchange, response)
            .into_iter();
        created.map(|(id, item)| (id, item.cloned())).collect()
    }

    /// The ids of what an answer says was created, with the item where it is there.
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
        // `Location` is certain where the description does not tell which property is the id, and
        // where the body shows other values than were sent: those of an item that it only refers to.
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

    /// Whether an answer to a creation shows a new item, and not one that was there before: where
    /// an item with the same key exists, some services answer with that one.
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
        // No request works on what has no path.
        let is_listed_only = route.effect.made().is_none() && response.status == 201;
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
        // What is known by nothing else may have been there before, whatever the status is: such as
        // the open cart of the caller.
        let is_distinct = !distinct(sent, &self.examples).is_empty();
        let is_likely = match echo {
            Echo::Same => true,
            // It may be of another all the same: lists leave out what is archived.
            Echo::Other => false,
            Echo::Nothing if item.is_some_and(|item| differs(sent, (id, item))) => false,
            Echo::Nothing => is_complete || (response.status == 201 && is_distinct),
        };
        // The id of an operation under way, or one that the answer has wrongly.
        let is_known = self.examples.contains(id);
        let is_certain = is_unguessable(id) && !is_known && response.status != 202;
        let can_be_read =
            route.effect.made().is_some() && self.resources.get(resource).read.is_some();
        // An answer that shows nothing of what was sent may be of another item, also of one that a
        // complete list leaves out.
        let is_shown = matches!(echo, Echo::Same);
        match (is_likely, is_certain, can_be_read && self.proves) {
            (true, true, can_be_proven) if is_shown || !can_be_proven => Newness::New,
            // The id of an example may be that of any item.
            (true, false, false) if !is_known && (is_shown || is_complete) => Newness::New,
            (true, true, true) => Newness::Unproven,
            (_, false, true) if !matches!(echo, Echo::Other) => Newness::Unproven,
            _ => Newness::Old,
        }
    }
}

/// What an answer to a creation says of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Newness {
    /// The run has created it.
    New,
    /// It may have been there before.
    Old,
    /// A read of it will show.
    Unproven,
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
