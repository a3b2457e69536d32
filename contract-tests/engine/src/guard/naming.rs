//! Decides whether a request may use the names outside of its path.

use conformance_core::lookup::{body_schema, property};
use serde_json::Value;
use spec::model::{Kind, Location, SchemaId, SecurityKind};

use super::path::{SentPath, Template};
use super::references::{self, Meaning, Part};
use super::route::Route;
use super::{Guard, SAFE, Withheld, begins_as_number, brief, is_unguessable};
use conformance_core::description::OperationId;
use conformance_core::exchange::Request;
use conformance_core::resources::ResourceId;

/// What a request does, as far as it limits the names that it may use.
#[derive(Clone, Copy)]
pub(super) struct Asked<'r> {
    pub(super) route: &'r Route,
    /// The id in the path: the item that the request works on.
    pub(super) item: Option<&'r String>,
    /// Whether it may create an item.
    pub(super) creates: bool,
    /// Whether it is below an item of the run: what is next to it then also belongs to the run.
    pub(super) is_below_own: bool,
}

/// Why a value must not be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// A name, key or id that a foreign item may have.
    Key,
    /// The id of another item, which may be foreign: of these kinds, if they are known.
    Item(Vec<ResourceId>),
    /// A value with which the request does more than to its item, and how.
    Reach(&'static str),
}

impl Guard {
    /// Decides whether the query and the body may use their names. `item` is the id in the path.
    pub(super) fn permit_references(
        &self,
        request: &Request,
        asked: Asked<'_>,
    ) -> Result<(), Withheld> {
        let mut all = references::named(request);
        all.retain(|one| one.part != Part::Query || !self.is_credential(asked.route, &one.name));
        self.permit_absent_key(asked.route, request, &all)?;
        for one in all {
            match self.refusal(asked, &one) {
                None => {}
                Some(Refused::Reach(why)) => {
                    return Err(Withheld::Unclear(format!("`{}` {why}", one.name)));
                }
                Some(Refused::Key | Refused::Item(_)) => {
                    return Err(Withheld::Foreign(format!(
                        "what `{}` names (`{}`)",
                        one.name,
                        brief(&one.text)
                    )));
                }
            }
        }
        Ok(())
    }

    /// Returns whether a query parameter is a key that identifies the caller, and nothing else to
    /// the operation: it names no item.
    fn is_credential(&self, route: &Route, name: &str) -> bool {
        let mut parameters = self.description.operation(route.id).parameters.iter();
        let is_parameter = parameters.any(|one| one.name == name);
        let mut schemes = self.description.api.security_schemes.iter();
        let is_key = schemes.any(|one| match &one.kind {
            SecurityKind::ApiKey {
                name: own,
                location: Location::Query,
                ..
            } => own == name,
            _ => false,
        });
        is_key && !is_parameter
    }

    /// Returns the values of a JSON body that would keep the request from being sent, with their
    /// places.
    pub fn refused_values(&self, id: OperationId, body: &Value) -> Vec<(String, Refused)> {
        let asked = self.asked_by(id);
        let all = references::of_json(body).into_iter();
        let refused = all.filter_map(|one| Some((one.pointer.clone(), self.refusal(asked, &one)?)));
        refused.collect()
    }

    /// Returns whether a query parameter would keep a request of an operation from being sent.
    pub fn refuses_parameter(&self, id: OperationId, name: &str, text: &str) -> bool {
        let named = references::Named::plain(name, text, Part::Query);
        let route = &self.routes[id.0];
        if SAFE.contains(&route.method) {
            return named.is_harmful_flag();
        }
        self.refusal(self.asked_by(id), &named).is_some()
    }

    /// Describes a request of an operation before it is built.
    fn asked_by(&self, id: OperationId) -> Asked<'_> {
        let route = &self.routes[id.0];
        Asked {
            route,
            item: None,
            creates: route.effect.is_creation() || route.method == "PUT",
            is_below_own: false,
        }
    }

    fn refusal(&self, asked: Asked<'_>, one: &references::Named) -> Option<Refused> {
        let Asked { route, creates, .. } = asked;
        if !creates && one.reaches_all() {
            return Some(Refused::Reach("may make it work on more than one item"));
        }
        if one.is_exclusive() {
            return Some(Refused::Reach("may take it from another item"));
        }
        if one.is_harmful_flag() {
            return Some(Refused::Reach("may make it do more than to its item"));
        }
        if one.is_place() && !asked.is_below_own {
            return Some(Refused::Reach("may move other items"));
        }
        if route.method == "DELETE" && one.may_select() && !self.is_required(route, &one.name) {
            return Some(Refused::Reach("may make it end more than its item"));
        }
        // Where an item with that key exists, some services change that item.
        let is_shown_key = one.is_natural_key() && self.examples.contains(&one.text);
        if is_shown_key {
            return Some(Refused::Key);
        }
        if self.names_address(&one.text) {
            return Some(Refused::Item(Vec::new()));
        }
        match one.meaning(&self.own_names(route)) {
            Meaning::Nothing => None,
            Meaning::OwnId | Meaning::OwnKey if one.text.is_empty() => {
                self.is_path_key(route, &one.name).then_some(Refused::Key)
            }
            Meaning::OwnId => {
                let is_own = asked.item == Some(&one.text);
                (!is_own && !self.is_free(route.resource, &one.text)).then_some(Refused::Key)
            }
            Meaning::OwnKey => {
                (!self.is_free_key(route, &one.text, creates)).then_some(Refused::Key)
            }
            Meaning::Other(words) => self.refused_item(route, &words, one, creates),
        }
    }

    /// Returns the names under which a body may have the id of the operation's item.
    fn own_names(&self, route: &Route) -> Vec<&str> {
        let own = route.resource.map(|id| self.resources.get(id));
        own.into_iter()
            .flat_map(|one| {
                let id = one.id_property.as_deref().into_iter();
                id.chain([one.variable.as_str()])
            })
            .collect()
    }

    /// Returns whether the description requires a parameter.
    fn is_required(&self, route: &Route, name: &str) -> bool {
        let mut all = self.description.operation(route.id).parameters.iter();
        all.any(|one| one.required && one.name == name)
    }

    /// Returns whether a property is a key that the client chooses and that is in the item's path.
    fn is_path_key(&self, route: &Route, name: &str) -> bool {
        let described = route.resource.map(|id| self.resources.get(id));
        described.is_some_and(|one| {
            one.variable == name && one.id_property.as_deref() == Some(name) && name != "id"
        })
    }

    /// Decides on a creation without a key for its item: the deployment chooses what to create, and
    /// may replace a default item.
    fn permit_absent_key(
        &self,
        route: &Route,
        request: &Request,
        all: &[references::Named],
    ) -> Result<(), Withheld> {
        // A service may ignore a body with the wrong media type.
        let content_type = request.header("content-type").unwrap_or_default();
        let body = request.body.as_deref().unwrap_or_default();
        let is_json = serde_json::from_slice::<serde::de::IgnoredAny>(body).is_ok();
        let is_read = !is_json || content_type.to_ascii_lowercase().contains("json");
        let is_creation = route.effect.is_creation();
        let api = &self.description.api;
        let schema = body_schema(self.description.operation(route.id));
        let Some(Kind::Object(object)) = schema.map(|id| &api.schema(api.resolve(id)).kind) else {
            return Ok(());
        };
        let mut properties = object.properties.iter();
        let key = properties.find(|one| !one.required && self.is_path_key(route, &one.name));
        match key {
            Some(key)
                if is_creation && !(is_read && all.iter().any(|one| one.name == key.name)) =>
            {
                Err(Withheld::Unclear(format!(
                    "it names no `{}`, and the deployment may take one that is there",
                    key.name
                )))
            }
            _ => Ok(()),
        }
    }

    /// Returns whether an id belongs to the run, or cannot belong to a foreign item.
    fn is_free(&self, resource: Option<ResourceId>, text: &str) -> bool {
        let is_own = match resource {
            Some(resource) => self.is_own_id(resource, text),
            None => self.ledger.has_created(text),
        };
        if self.ledger.is_made_up(text) {
            return true;
        }
        if is_own {
            return is_unguessable(text) || !self.is_foreign(resource, text);
        }
        let schema = resource.and_then(|id| self.id_schema(id));
        let is_text = schema.is_some_and(|schema| {
            let api = &self.description.api;
            matches!(api.schema(api.resolve(schema)).kind, Kind::String(_))
        });
        // Where ids are numbers, a lenient server reads `2b96` as 2.
        if !is_text && begins_as_number(text) {
            return false;
        }
        schema.is_some_and(|schema| !self.requests.check_text(schema, text).is_empty())
            || (is_unguessable(text)
                && !self.is_foreign(resource, text)
                && !self.examples.contains(text))
    }

    /// Returns whether no foreign item has a name: none that was seen and, if some were not seen,
    /// none with a name that people would choose.
    fn is_free_key(&self, route: &Route, text: &str, creates: bool) -> bool {
        let Some(resource) = route.resource else {
            return true;
        };
        let kind = self.resources.first_of_kind(resource);
        let is_complete = || {
            let described = self.resources.get(resource);
            let inner = self.ledger.lock();
            described.list.is_some()
                && inner
                    .complete
                    .keys()
                    .any(|one| Template::of(&described.collection).matches(one))
        };
        if self.ledger.is_foreign_key(kind, text) {
            return false;
        }
        if !creates {
            return true;
        }
        text.is_empty()
            || (!self.examples.contains(text) && (is_unguessable(text) || is_complete()))
    }

    /// Returns why a property must not have a value that may be the id of another item.
    fn refused_item(
        &self,
        route: &Route,
        words: &[String],
        named: &references::Named,
        creates: bool,
    ) -> Option<Refused> {
        let text = &named.text;
        let is_known = creates && self.known.contains(text);
        if text.is_empty() || self.given.contains(text) || is_known {
            return None;
        }
        let words = references::stems(words);
        let kinds = self.resources.iter().filter(|(id, one)| {
            references::names(&words, &self.resource_words[id.0])
                || (named.is_id() && one.variable == named.name)
        });
        let kinds: Vec<ResourceId> = kinds.map(|(id, _)| id).collect();
        if kinds.is_empty() {
            let is_guessable = begins_as_number(text) && !is_unguessable(text);
            // A number most likely belongs to an item of the same kind as the one that the request
            // works on.
            let is_own = match route.resource.filter(|_| is_guessable) {
                Some(resource) => self.is_own_id(resource, text),
                None => self.ledger.has_created(text) && !is_guessable,
            };
            let is_known = is_own || self.ledger.is_made_up(text);
            let is_number = is_guessable && text.parse::<f64>().is_ok();
            // An object with an id may be stored as well.
            let is_other = is_guessable
                && (named.is_id_of_object() || (named.is_plain_id() && !creates))
                || is_number && named.is_relation()
                || named.is_relation() && self.is_name_like(route, named);
            // A number has many meanings; other names of foreign items have one.
            let may_be_id = named.is_id() || (text.len() > 2 && !begins_as_number(text));
            // The run's items of another kind may have the number as well.
            let is_certain = is_known && !(is_guessable && self.names_foreign(text));
            let is_refused = !is_certain && (is_other || (may_be_id && self.names_foreign(text)));
            return is_refused.then(|| Refused::Item(Vec::new()));
        }
        let is_free =
            |kind: &ResourceId| self.is_reference_data(*kind) || self.is_free(Some(*kind), text);
        (!kinds.iter().all(is_free)).then_some(Refused::Item(kinds))
    }

    /// Returns whether a text looks like a name that people choose, and an item of the request's
    /// kind may have it as its id.
    fn is_name_like(&self, route: &Route, named: &references::Named) -> bool {
        if is_unguessable(&named.text) || begins_as_number(&named.text) {
            return false;
        }
        let api = &self.description.api;
        let schema = route.resource.and_then(|id| self.id_schema(id));
        let is_id = schema.is_some_and(|schema| {
            matches!(api.schema(api.resolve(schema)).kind, Kind::String(_))
                && self.requests.check_text(schema, &named.text).is_empty()
        });
        let body = body_schema(self.description.operation(route.id));
        let schema = body.and_then(|body| property(api, body, &named.name));
        let is_enumerated = schema
            .is_some_and(|one| matches!(api.schema(api.resolve(one)).kind, Kind::Enumeration(_)));
        is_id && !is_enumerated
    }

    /// Returns whether a text is the address of an item that the run has not created: `/users/7`,
    /// with or without the host.
    fn names_address(&self, text: &str) -> bool {
        let text = text.split_once("://").map_or(text, |(_, rest)| rest);
        if !text.contains('/') {
            return false;
        }
        let path = SentPath::of(text).segments;
        let mut ends = (0..path.len().saturating_sub(1)).map(|from| &path[from..]);
        ends.any(|end| {
            self.routes
                .iter()
                .any(|route| self.is_foreign_address(route, end))
        })
    }

    fn is_foreign_address(&self, route: &Route, path: &[String]) -> bool {
        let Some((at, _)) = route.template.variables().next_back() else {
            return false;
        };
        let is_item =
            at + 1 == route.template.len() && route.template.variables().all(|(at, _)| at > 0);
        let Some(resource) = route.resource.filter(|_| is_item) else {
            return false;
        };
        route.template.matches(path)
            && !self.is_reference_data(resource)
            && !self.ledger.ends_with(path)
            && !self.ledger.is_made_up(&path[at])
            && !self.given.contains(&path[at])
    }

    /// Returns whether a text, or one in a list of them, is the id of a foreign item.
    fn names_foreign(&self, text: &str) -> bool {
        let mut all = std::iter::once(text).chain(text.split(',').map(str::trim));
        all.any(|one| {
            let kinds = self.ledger.kinds_of_foreign(one).into_iter();
            let mut kinds = kinds.filter(|kind| !self.is_reference_data(*kind));
            !self.given.contains(one) && kinds.next().is_some()
        })
    }

    /// Returns the schema of the path parameter that names an item.
    fn id_schema(&self, resource: ResourceId) -> Option<SchemaId> {
        let described = self.resources.get(resource);
        let operations = [described.read, described.update, described.delete];
        let id = operations.into_iter().flatten().next()?;
        let mut parameters = self.description.operation(id).parameters.iter();
        let own =
            parameters.find(|one| one.location == Location::Path && one.name == described.variable);
        own.map(|one| one.schema)
    }
}
