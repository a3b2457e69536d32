//! Carries out operations.

use conformance_core::items::items_at;
use conformance_core::json::Json;
use conformance_core::paging::Paging;
use serde_json::{Map, Value};
use spec::model::{Location, Method, Operation, Response};

use crate::content::example;
use crate::negotiate::Wishes;
use crate::nodes::Node;
use crate::parameters::Values;
use crate::paths::{below, path_of};
use crate::place::Step;
use crate::reply::Reply;
use crate::responses::{refuses, success};
use crate::served::Served;
use crate::state::{Item, State};

/// A valid request.
#[derive(Debug)]
pub(crate) struct Call<'m> {
    pub(crate) served: &'m Served,
    pub(crate) operation: &'m Operation,
    /// The wishes of the client.
    pub(crate) wishes: Wishes,
    /// The path in normal form.
    pub(crate) path: String,
    /// The template of the path.
    pub(crate) template: String,
    /// The items that the path names, outermost first.
    pub(crate) chain: Vec<Step>,
    /// Whether the path ends in the last of them.
    pub(crate) is_item: bool,
    pub(crate) query: Vec<(String, String)>,
    pub(crate) values: Values,
    pub(crate) body: Option<Value>,
}

/// Returns an example of an item, with known values filled in.
fn with_known(mut example: Value, known: &Map<String, Value>) -> Value {
    if let Some(members) = example.as_object_mut() {
        members.extend(known.clone());
    }
    example
}

impl Call<'_> {
    /// Returns the value of a query parameter.
    pub(crate) fn query_value(&self, name: &str) -> Option<&Json> {
        self.values.get(&(Location::Query, name.to_owned()))
    }

    /// Returns a refusal. `wanted` are suitable statuses, the best first.
    pub(crate) fn refuse(&self, wanted: &[u16], why: &str) -> Reply {
        self.served
            .refuse(self.operation, &self.wishes, wanted, why)
    }

    /// Carries out the request and responds.
    pub(crate) fn answer(&self, state: &mut State) -> Reply {
        if let Some(missing) = self.missing(state) {
            let why = format!("there is no {missing} of this name");
            return self.refuse(&[404, 410, 403], &why);
        }
        if let (_, Some(response)) = self.success()
            && self.wishes.accept.refuses(self.operation, response)
        {
            return self.refuse(&[406], "no media type is acceptable");
        }
        if let Some(machine) = self.machine()
            && let Some(reply) = self.move_on(state, machine)
        {
            return reply;
        }
        let (node, is_item) = (self.below(), self.is_item);
        match (self.operation.method, node) {
            (Method::Post, Some(node)) => self.create(state, node),
            (Method::Get | Method::Head | Method::Query, Some(node)) if self.is_list() => {
                self.list(state, Some(node))
            }
            // An item whose response has pages is a list.
            (Method::Get | Method::Head | Method::Query, None)
                if self.is_list() && (!is_item || self.is_paged()) =>
            {
                self.list(state, None)
            }
            (Method::Delete, _) if is_item => self.delete(state),
            (Method::Put | Method::Patch | Method::Post, _) if is_item => self.update(state),
            _ if is_item => self.read(state),
            _ if self.is_action() => self.read(state),
            _ => self.document(state),
        }
    }

    /// Returns the kind of item in the path's collection, if it is one.
    pub(crate) fn below(&self) -> Option<&Node> {
        let id = self.served.description.find(&self.operation.id)?;
        let resources = &self.served.resources;
        let own = resources.made_by(id).or_else(|| resources.listed_by(id))?;
        self.served.nodes.get(path_of(&resources.get(own).item))
    }

    fn is_paged(&self) -> bool {
        Paging::of(self.operation) != Paging::default()
    }

    fn is_list(&self) -> bool {
        items_at(&self.served.description.api, self.operation).is_some()
    }

    /// Returns whether the operation acts on the item whose path precedes its own, and returns the
    /// item.
    fn is_action(&self) -> bool {
        let id = self.served.description.find(&self.operation.id);
        let resources = &self.served.resources;
        let owner = resources
            .owner(&self.operation.path)
            .map(|id| resources.get(id));
        id.is_some_and(|id| owner.is_some_and(|one| one.actions.contains(&id)))
    }

    pub(crate) fn success(&self) -> (u16, Option<&Response>) {
        success(self.operation, &self.wishes.accept)
    }

    /// Returns the success of the operation with an item in it.
    pub(crate) fn with(&self, collection: &str, item: &mut Item) -> Reply {
        let (status, response) = self.success();
        let Some(response) = response else {
            return Reply::empty(status);
        };
        let reply = self.served.answer(
            response,
            &self.wishes,
            status,
            &below(collection, &item.text),
            |_, media| match media.schema {
                _ if media.stream_of_texts().is_some() => None,
                Some(schema) => self.shown(schema, collection, item),
                None => example(media).map(|value| {
                    let value = with_known(value, &item.value);
                    item.keep(&value);
                    value
                }),
            },
        );
        reply.unwrap_or_else(|| self.failed())
    }

    /// Returns the response if a schema could not be satisfied.
    pub(crate) fn failed(&self) -> Reply {
        let why = "no answer could be made as the description asks";
        messages::terminal::note(format_args!("{}: {why}", self.operation.id));
        self.refuse(&[503, 500, 501], why)
    }

    fn read(&self, state: &mut State) -> Reply {
        let Some(step) = self.chain.last() else {
            return self.document(state);
        };
        match self.item(state) {
            Some(item) => self.with(&step.collection, item),
            None => self.document(state),
        }
    }

    fn delete(&self, state: &mut State) -> Reply {
        let Some(step) = self.chain.last() else {
            return self.document(state);
        };
        let Some(item) = self.item(state) else {
            return self.document(state);
        };
        let reply = self.with(&step.collection, item);
        state.remove(&step.collection, &step.text, &self.path);
        reply
    }

    fn update(&self, state: &mut State) -> Reply {
        let (Some(step), Some(item)) = (self.chain.last(), self.item(state)) else {
            return self.document(state);
        };
        let Some(mut changed) = self.changed(item) else {
            let why = "this cannot be changed so";
            return self.refuse(&[409, 422], why);
        };
        let reply = self.with(&step.collection, &mut changed);
        if reply.status / 100 == 2 {
            *item = changed;
        }
        reply
    }

    /// Returns an item with the changes of the body; `None` if its id or state would change.
    pub(crate) fn changed(&self, item: &Item) -> Option<Item> {
        let api = &self.served.description.api;
        let node = self.served.nodes.get(&self.chain.last()?.template)?;
        let id = node
            .property(api, &self.served.resources)
            .map(|(name, _)| name);
        let resource = node.resource.map(|id| self.served.resources.get(id));
        let machine = resource.and_then(|one| one.states(api));
        let mut changed = item.clone();
        for (name, value) in self.members() {
            let is_fixed =
                Some(name.as_str()) == id || machine.is_some_and(|one| one.field == name);
            if is_fixed && changed.value.get(&name).is_some_and(|own| *own != value) {
                if refuses(self.operation, &[409, 422]) {
                    return None;
                }
                // If no suitable refusal is declared, the property stays unchanged.
                continue;
            }
            changed.set(name, value);
        }
        Some(changed)
    }

    /// Responds for a path that is not an item of a collection: with what was last written there,
    /// or generated values.
    fn document(&self, state: &mut State) -> Reply {
        let is_written = matches!(self.operation.method, Method::Put | Method::Patch);
        let known = state.documents.get(&self.path).cloned().unwrap_or_default();
        let mut changed = known;
        if is_written {
            changed.extend(self.members());
            // The path already names the parents.
            let is_above = |name: &String| self.chain.iter().any(|step| step.variable == *name);
            changed.retain(|name, _| name.len() <= 2 || !is_above(name));
        }
        let (status, response) = self.success();
        let Some(response) = response else {
            return Reply::empty(status);
        };
        let api = &self.served.description.api;
        let mut reply = self.served.answer(
            response,
            &self.wishes,
            status,
            &self.path,
            |served, media| {
                let schema = media.schema.filter(|_| media.stream_of_texts().is_none())?;
                let base = self.stored(schema, changed.clone());
                let base =
                    Some(base).filter(|base| base.as_object().is_none_or(|one| !one.is_empty()));
                let mut examples = media.examples.iter().map(|one| &one.value);
                let example = examples.find(|one| served.shaper.fits(schema, one));
                if let (Some(example), None) = (example, &base) {
                    return Some(example.clone());
                }
                let at = format!("{} {}", self.operation.id, self.path);
                served.shaper.around(api, schema, base.as_ref(), &at)
            },
        );
        if let Some(reply) = &mut reply
            && reply.status == 201
        {
            self.locate(reply, &self.path);
        }
        let reply = reply.unwrap_or_else(|| self.failed());
        if reply.status / 100 == 2 {
            if is_written && state.documents.len() < 10_000 {
                state.documents.insert(self.path.clone(), changed);
            } else if self.operation.method == Method::Delete {
                state.documents.remove(&self.path);
            }
        }
        reply
    }
}
