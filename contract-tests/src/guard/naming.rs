//! Whether a request may name what it names outside of its path.

use spec::model::{Kind, Location, SchemaId};

use super::path::{SentPath, Template};
use super::references::{self, Meaning};
use super::route::Route;
use super::{Effect, Guard, Withheld, begins_as_number, brief, is_unguessable};
use crate::exchange::Request;
use crate::resources::ResourceId;

impl Guard {
    /// Whether everything that the query and the body name may be named. `item` is the id in the
    /// path.
    pub(super) fn permit_references(
        &self,
        route: &Route,
        request: &Request,
        item: Option<&String>,
    ) -> Result<(), Withheld> {
        let own = route.resource.map(|id| self.resources.get(id));
        let names: Vec<&str> = own
            .into_iter()
            .flat_map(|one| {
                one.id_property
                    .as_deref()
                    .into_iter()
                    .chain([one.variable.as_str()])
            })
            .collect();
        let all = references::named(request);
        self.permit_absent_key(route, request, &all)?;
        let is_creation = matches!(route.effect, Effect::Creates(_));
        for one in all {
            let why = if !is_creation && one.reaches_all() {
                Some("may make it work on more than one item")
            } else if one.is_exclusive() {
                Some("may take it from another item")
            } else {
                None
            };
            if let Some(why) = why {
                return Err(Withheld::Unclear(format!("`{}` {why}", one.name)));
            }
            // Where an item with that key is there, some services change that one.
            let is_shown_key =
                is_creation && one.is_natural_key() && self.examples.contains(&one.text);
            let is_safe = !is_shown_key
                && !self.names_address(&one.text)
                && match one.meaning(&names) {
                    Meaning::Nothing => true,
                    Meaning::OwnId | Meaning::OwnKey if one.text.is_empty() => {
                        !self.is_path_key(route, &one.name)
                    }
                    Meaning::OwnId => {
                        item == Some(&one.text) || self.is_free(route.resource, &one.text)
                    }
                    Meaning::OwnKey => self.is_free_key(route, &one.text),
                    Meaning::Other(words) => self.may_name(&words, &one, is_creation),
                };
            if !is_safe {
                return Err(Withheld::Foreign(format!(
                    "what `{}` names (`{}`)",
                    one.name,
                    brief(&one.text)
                )));
            }
        }
        Ok(())
    }

    /// Whether a property is the key that the client chooses and that the path of an item has.
    fn is_path_key(&self, route: &Route, name: &str) -> bool {
        let described = route.resource.map(|id| self.resources.get(id));
        described.is_some_and(|one| {
            one.variable == name && one.id_property.as_deref() == Some(name) && name != "id"
        })
    }

    /// A creation that may leave out the key of its item: which one it makes, the deployment decides,
    /// and may replace a default one.
    fn permit_absent_key(
        &self,
        route: &Route,
        request: &Request,
        all: &[references::Named],
    ) -> Result<(), Withheld> {
        // A service may read nothing in a body whose type is wrong.
        let content_type = request.header("content-type").unwrap_or_default();
        let body = request.body.as_deref().unwrap_or_default();
        let is_json = serde_json::from_slice::<serde::de::IgnoredAny>(body).is_ok();
        let is_read = !is_json || content_type.to_ascii_lowercase().contains("json");
        let is_creation = matches!(route.effect, Effect::Creates(_));
        let body = self.description.operation(route.id).body.as_ref();
        let media = body.and_then(crate::encode::preferred_media);
        let api = &self.description.api;
        let schema = media.and_then(|(_, media)| media.schema);
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

    /// Whether an id is the run's own, or no item of others can have it.
    fn is_free(&self, resource: Option<ResourceId>, text: &str) -> bool {
        if self.ledger.is_made_up(text) || self.ledger.has_created(text) {
            return true;
        }
        let schema = resource.and_then(|id| self.id_schema(id));
        let is_text = schema.is_some_and(|schema| {
            let api = &self.description.api;
            matches!(api.schema(api.resolve(schema)).kind, Kind::String(_))
        });
        // Where ids are numbers, `2b96` is 2 to a server that reads no further.
        if !is_text && begins_as_number(text) {
            return false;
        }
        schema.is_some_and(|schema| !self.requests.check_text(schema, text).is_empty())
            || (is_unguessable(text)
                && !self.is_foreign(resource, text)
                && !self.examples.contains(text))
    }

    /// Whether no item of others has a name: none that was seen and, where some were not, none that
    /// people would choose.
    fn is_free_key(&self, route: &Route, text: &str) -> bool {
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
                    .iter()
                    .any(|one| Template::of(&described.collection).matches(one))
        };
        if !matches!(route.effect, Effect::Creates(_)) && self.ledger.is_foreign_key(kind, text) {
            return false;
        }
        if matches!(route.effect, Effect::Changes) {
            return true;
        }
        !self.ledger.is_foreign_key(kind, text)
            && (text.is_empty()
                || (!self.examples.contains(text) && (is_unguessable(text) || is_complete())))
    }

    /// Whether a property may have a value that may be the id of another item.
    fn may_name(&self, words: &[String], named: &references::Named, is_creation: bool) -> bool {
        let text = &named.text;
        if text.is_empty() || self.given.contains(text) {
            return true;
        }
        let kinds: Vec<ResourceId> = self
            .resources
            .iter()
            .filter(|(_, one)| {
                references::names(words, &one.name) || (named.is_id() && one.variable == named.name)
            })
            .map(|(id, _)| id)
            .collect();
        if kinds.is_empty() {
            let is_known = self.ledger.has_created(text) || self.ledger.is_made_up(text);
            // An object with an id may be saved as well.
            let is_guessable = begins_as_number(text) && !is_unguessable(text);
            let is_related = named.is_relation() && !is_creation;
            if (named.is_id_of_object() || is_related) && is_guessable && !is_known {
                return false;
            }
            // A number has many meanings; what else an item of others is called by has one.
            let may_be_id = named.is_id() || (text.len() > 2 && !begins_as_number(text));
            return is_known || !may_be_id || !self.names_foreign(text);
        }
        kinds
            .into_iter()
            .all(|kind| self.is_reference_data(kind) || self.is_free(Some(kind), text))
    }

    /// Whether a text is the address of an item that the run has not created: `/users/7`, with what
    /// is before it or without.
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

    /// Whether a text, or one of a list of them, is the id of an item of others.
    fn names_foreign(&self, text: &str) -> bool {
        let mut all = std::iter::once(text).chain(text.split(',').map(str::trim));
        all.any(|one| {
            let kinds = self.ledger.kinds_of_foreign(one).into_iter();
            let mut kinds = kinds.filter(|kind| !self.is_reference_data(*kind));
            !self.given.contains(one) && kinds.next().is_some()
        })
    }

    /// The schema of the path parameter that names an item.
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
