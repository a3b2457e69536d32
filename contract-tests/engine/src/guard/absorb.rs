//! Learns from each exchange which items exist: the run's own, and foreign ones.

use std::time::Duration;

use super::ledger::Place;
use super::path::{Address, SentPath, Template};
use super::{Entry, Guard, Route, SAFE, is_unguessable};
use crate::pool::Bindings;
use conformance_core::exchange::{Exchange, Response};
use conformance_core::items::items_at;
use conformance_core::json::Json;
use conformance_core::resources::{Resource, ResourceId};

/// Properties by which people identify an item.
const KEYS: [&str; 8] = [
    "name", "slug", "key", "code", "email", "username", "realm", "domain",
];

impl Guard {
    /// Records what an exchange shows.
    pub fn absorb(&self, exchange: &Exchange) {
        self.protocol.absorb(exchange);
        let path = SentPath::of(&exchange.request.target);
        let is_safe = SAFE.contains(&exchange.request.method.as_str());
        let own = self.routes.iter().find(|one| {
            one.host == exchange.request.host
                && one.method == exchange.request.method
                && one.template.matches(&path.segments)
        });
        // A DELETE that failed may still have deleted the item: its absence is then expected.
        let has_failed = exchange.status().is_none_or(|status| status >= 500);
        let may_be_ended = exchange.request.method == "DELETE" && has_failed;
        if may_be_ended || exchange.response().is_some_and(Response::is_success) {
            self.ledger.see(&path.segments);
        }
        match own {
            Some(route) if is_safe => self.absorb_read(route, &path, exchange),
            Some(route) if route.effect.is_creation() => {
                self.absorb_creation(route, &path, exchange);
            }
            _ if is_safe => {}
            own => self.absorb_change(own, &path, exchange),
        }
    }

    fn absorb_read(&self, route: &Route, path: &SentPath, exchange: &Exchange) {
        if route.method != "GET" {
            return;
        }
        if let (Some(response), true) = (exchange.response(), exchange.purpose.identity.is_some()) {
            self.absorb_heed(route, path, response.status);
        }
        let names_item = route
            .template
            .variables()
            .next_back()
            .is_some_and(|(at, _)| at + 1 == route.template.len());
        match exchange.response() {
            Some(response)
                if response.status == 404 && !names_item && exchange.purpose.identity.is_some() =>
            {
                self.ledger.lock().absent.insert(path.segments.clone());
            }
            Some(response) if response.status == 404 && exchange.purpose.identity.is_some() => {
                let arrived = exchange.at + exchange.elapsed;
                self.ledger.miss(&path.segments, arrived);
            }
            Some(response) if response.is_success() && names_item => {
                self.absorb_item(route, path, response, exchange);
            }
            Some(response) if response.is_success() => {
                self.ledger.lock().absent.remove(&path.segments);
                self.absorb_list(route, path, response, exchange);
            }
            _ => {}
        }
    }

    /// Records from the response for a missing parent whether the deployment checks that parent.
    fn absorb_heed(&self, route: &Route, path: &SentPath, status: u16) {
        let all = route.template.variables();
        let mut made_up = all.filter(|(at, _)| self.ledger.is_made_up(&path.segments[*at]));
        let (Some((at, _)), None) = (made_up.next(), made_up.next()) else {
            return;
        };
        let Some(variable) = route.template.place(at) else {
            return;
        };
        let is_last = at + 1 == route.template.len();
        let place = if is_last { Place::Item } else { Place::Parent };
        let is_own = self.ledger.holds(&path.segments[..=at]);
        let mut inner = self.ledger.lock();
        match status {
            200..300 if !is_own => drop(inner.unheeded.insert(variable)),
            403 | 404 | 410 => drop(inner.heeded.insert((variable, place))),
            400 | 422 if is_last => drop(inner.heeded.insert((variable, Place::Malformed))),
            _ => {}
        }
    }

    /// Records the items of a list that the run has not created as foreign.
    fn absorb_list(
        &self,
        route: &Route,
        path: &SentPath,
        response: &Response,
        exchange: &Exchange,
    ) {
        let Some(resource) = self.resources.listed_by(route.id) else {
            return;
        };
        let described = self.resources.get(resource);
        let template = Template::of(&described.item);
        let Some(items) = items(self, route, response) else {
            return;
        };
        for item in items {
            let Some(id) = id_of(described, item) else {
                continue;
            };
            let mut address = path.segments.clone();
            address.push(id.clone());
            let is_pending = self.ledger.lock().pending.contains(&address);
            // Below another parent, the same number belongs to another item.
            let is_own = self.ledger.has_created_one(&id, |one| {
                is_unguessable(&id)
                    || (self.is_alike(one.resource, resource) && !template.matches(&one.address))
            });
            if is_pending || is_own || self.ledger.holds(&address) {
                continue;
            }
            let arrived = exchange.at + exchange.elapsed;
            let kind = self.resources.first_of_kind(resource);
            self.ledger.see_foreign(kind, &id, keys_of(item), arrived);
            self.ledger.see_foreign_at(address);
        }
    }

    /// Records an item that the run has not created as foreign.
    fn absorb_item(
        &self,
        route: &Route,
        path: &SentPath,
        response: &Response,
        exchange: &Exchange,
    ) {
        let (Some(resource), Some(named)) = (route.resource, path.segments.last()) else {
            return;
        };
        let is_pending = self.ledger.lock().pending.contains(&path.segments);
        if is_pending || self.ledger.holds(&path.segments) || self.ledger.is_made_up(named) {
            return;
        }
        let item = response.json().ok();
        let described = self.resources.get(resource);
        let id = item.and_then(|item| id_of(described, item));
        let keys = item.map(keys_of).unwrap_or_default();
        let arrived = exchange.at + exchange.elapsed;
        // A service may use several ids for one item.
        for id in id.iter().chain([named]) {
            if !self.is_own_id(resource, id) {
                let kind = self.resources.first_of_kind(resource);
                self.ledger.see_foreign(kind, id, keys.clone(), arrived);
            }
        }
    }

    /// Returns the values of the variables in an item's path.
    pub(super) fn bindings_of(&self, route: &Route, path: &SentPath, id: &str) -> Bindings {
        let variables = route.template.variables();
        let mut bindings: Bindings = variables
            .map(|(at, name)| (name.to_owned(), path.segments[at].clone()))
            .collect();
        if let Some(resource) = route.effect.created() {
            bindings.insert(self.resources.get(resource).variable.clone(), id.to_owned());
        }
        bindings
    }

    /// Records a change of what a path names: it may be gone now, or exist for the first time.
    fn absorb_change(&self, route: Option<&Route>, path: &SentPath, exchange: &Exchange) {
        let Some(response) = exchange.response().filter(|one| one.is_success()) else {
            return;
        };
        let segments: &Address = &path.segments;
        if exchange.request.method == "DELETE" {
            self.ledger.end(segments);
            return;
        }
        let is_absent = self.ledger.lock().absent.remove(segments);
        let is_made_up = segments
            .last()
            .is_some_and(|last| self.ledger.is_made_up(last));
        let creates = matches!(exchange.request.method.as_str(), "PUT" | "POST" | "PATCH");
        if creates && (is_made_up || (is_absent && exchange.request.method == "PUT")) {
            let bindings = route.map(|route| {
                let all = route.template.variables();
                all.map(|(at, name)| (name.to_owned(), segments[at].clone()))
                    .collect()
            });
            self.ledger.add(Entry {
                resource: route
                    .and_then(|route| route.resource)
                    .filter(|_| is_made_up),
                address: segments.clone(),
                bindings: bindings.unwrap_or_default(),
                identity: exchange
                    .purpose
                    .identity
                    .as_deref()
                    .unwrap_or_default()
                    .to_owned(),
                is_seen: true,
                may_be_renamed: false,
                is_ended: false,
            });
        }
        if let Some(route) = route {
            self.absorb_effect(route, path, response, exchange);
            self.absorb_rename(route, path, response, exchange);
        }
    }

    /// Records an item of another kind that an action on one of the run's items has created.
    fn absorb_effect(
        &self,
        route: &Route,
        path: &SentPath,
        response: &Response,
        exchange: &Exchange,
    ) {
        let operation = self.description.operation(route.id);
        let api = &self.description.api;
        let Some((resource, described)) = self
            .resources
            .iter()
            .find(|(id, one)| one.is_answer_of(api, operation) && Some(*id) != route.resource)
        else {
            return;
        };
        let Some(id) = response.json().ok().and_then(|body| id_of(described, body)) else {
            return;
        };
        let variables = route.template.variables();
        let mut bindings: Bindings = variables
            .map(|(at, name)| (name.to_owned(), path.segments[at].clone()))
            .collect();
        bindings.insert(described.variable.clone(), id.clone());
        let Some(address) = super::address(&described.item, &bindings) else {
            return;
        };
        // The response may also show an existing item that the action is about.
        let collection = &address[..address.len().saturating_sub(1)];
        let is_complete = self.ledger.lock().complete.contains_key(collection);
        let is_new =
            is_complete && is_unguessable(&id) && !self.was_foreign(resource, &id, exchange.at);
        if is_new {
            self.ledger.add(Entry {
                resource: Some(resource),
                address,
                bindings,
                identity: exchange
                    .purpose
                    .identity
                    .as_deref()
                    .unwrap_or_default()
                    .to_owned(),
                is_seen: false,
                may_be_renamed: false,
                is_ended: false,
            });
        }
    }

    /// Records that the list of a collection was read to its end before the run created anything in
    /// it.
    pub fn complete(&self, collection: Address, at: Duration) {
        self.ledger.lock().complete.entry(collection).or_insert(at);
    }

    /// Returns the collections of a resource whose lists were read to their ends, and when.
    #[must_use]
    pub fn completed(&self, resource: ResourceId) -> Vec<(Address, Duration)> {
        let template = Template::of(&self.resources.get(resource).collection);
        let inner = self.ledger.lock();
        let all = inner.complete.iter();
        let own = all.filter(|(address, _)| template.matches(address));
        let mut own: Vec<_> = own.map(|(address, at)| (address.clone(), *at)).collect();
        own.sort();
        own
    }

    /// Returns whether an item is new since the list of its collection was read, and not created by
    /// the run.
    #[must_use]
    pub fn has_appeared(&self, resource: ResourceId, id: &str, since: Duration) -> bool {
        !self.is_own_id(resource, id) && !self.was_foreign(resource, id, since)
    }
}

/// Returns the names by which people know an item, in lower case.
fn keys_of(item: &Json) -> Vec<String> {
    let keys = KEYS.iter().filter_map(|name| item.get(name)?.as_str());
    keys.map(|text| text.trim().to_lowercase()).collect()
}

fn items<'r>(guard: &Guard, route: &Route, response: &'r Response) -> Option<&'r [Json]> {
    let body = response.json().ok()?;
    let operation = guard.description.operation(route.id);
    items_at(&guard.description.api, operation)?.items(body)
}

pub(super) fn scalar(value: &Json) -> Option<String> {
    value.as_str().or_else(|| value.number()).map(str::to_owned)
}

pub(super) fn id_of(resource: &Resource, item: &Json) -> Option<String> {
    scalar(resource.id_in(item)?)
}
