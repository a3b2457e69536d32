//! What operations do.

use conformance::checks::state::compare::property;
use conformance::json::Json;
use conformance::resources::{item_schema, items_at};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value};
use spec::model::{Cause, Location, Method, Operation, Response, SchemaId, StateMachine};

use crate::mock::Mock;
use crate::nodes::{Id, Node, path_of, text_of};
use crate::page;
use crate::parameters::Values;
use crate::raw::Reader;
use crate::reply::{Reply, success};
use crate::state::{Item, State};

/// A thing on the way of a path.
#[derive(Debug, Clone)]
pub(crate) struct Step {
    /// The path of its collection.
    pub(crate) collection: String,
    /// The template of its path.
    pub(crate) template: String,
    /// What names it.
    pub(crate) text: String,
    pub(crate) variable: String,
}

/// A request that keeps every word of the description.
#[derive(Debug)]
pub(crate) struct Call<'m> {
    pub(crate) mock: &'m Mock,
    pub(crate) operation: &'m Operation,
    /// The path, written in one way.
    pub(crate) path: String,
    /// The template of the path.
    pub(crate) template: String,
    /// The things that the path names, from the outermost.
    pub(crate) chain: Vec<Step>,
    /// Whether the path ends in the last of them.
    pub(crate) is_item: bool,
    pub(crate) query: Vec<(String, String)>,
    pub(crate) values: Values,
    pub(crate) body: Option<Value>,
}

/// A path of its own for a thing.
pub(crate) fn below(collection: &str, text: &str) -> String {
    format!(
        "{collection}/{}",
        utf8_percent_encode(text, NON_ALPHANUMERIC)
    )
}

/// What a collection is kept by: its path, and the variable that names its things.
pub(crate) fn collection(path: &str, variable: &str) -> String {
    format!("{path}/{{{variable}}}")
}

impl Call<'_> {
    /// The value of a parameter of the query.
    pub(crate) fn query_value(&self, name: &str) -> Option<&Json> {
        self.values.get(&(Location::Query, name.to_owned()))
    }

    fn members(&self) -> Map<String, Value> {
        let members = self.body.as_ref().and_then(Value::as_object);
        members.cloned().unwrap_or_default()
    }

    /// Does what is asked, and answers.
    pub(crate) fn answer(&self, state: &mut State) -> Reply {
        if let Some(missing) = self.missing(state) {
            let why = format!("there is no {missing} of this name");
            return self.mock.refuse(self.operation, &[404, 410, 403], &why);
        }
        if let Some(machine) = self.machine()
            && let Some(reply) = self.move_on(state, machine)
        {
            return reply;
        }
        let (node, is_item) = (self.below(), self.is_item);
        match (self.operation.method, node) {
            (Method::Post, Some(node)) => self.create(state, node),
            (Method::Get | Method::Head, Some(node)) if self.is_list() => {
                self.list(state, Some(node))
            }
            (Method::Get | Method::Head, None) if self.is_list() && !is_item => {
                self.list(state, None)
            }
            (Method::Delete, _) if is_item => self.delete(state),
            (Method::Put | Method::Patch | Method::Post, _) if is_item => self.update(state),
            _ if is_item => self.read(state),
            _ if self.is_action() => self.read(state),
            _ => self.document(state),
        }
    }

    /// The kind of thing that is in the collection of the path, if it is one.
    fn below(&self) -> Option<&Node> {
        let id = self.mock.description.find(&self.operation.id)?;
        let resources = &self.mock.resources;
        let own = resources.made_by(id).or_else(|| resources.listed_by(id))?;
        self.mock.nodes.get(path_of(&resources.get(own).item))
    }

    fn is_list(&self) -> bool {
        items_at(&self.mock.description.api, self.operation).is_some()
    }

    /// Whether it works on the item that it is below, and answers with it.
    fn is_action(&self) -> bool {
        let id = self.mock.description.find(&self.operation.id);
        let resources = &self.mock.resources;
        let owner = resources
            .owner(&self.operation.path)
            .map(|id| resources.get(id));
        id.is_some_and(|id| owner.is_some_and(|one| one.actions.contains(&id)))
    }

    fn success(&self) -> (u16, Option<&Response>) {
        success(self.operation)
    }

    /// The success of the operation with a thing in it.
    fn with(&self, collection: &str, item: &mut Item) -> Reply {
        let (status, response) = self.success();
        let Some(response) = response else {
            return Reply::empty(status);
        };
        let reply = self.mock.answer(
            response,
            status,
            &below(collection, &item.text),
            |_, media| self.shown(media.schema?, collection, item),
        );
        reply.unwrap_or_else(|| self.failed())
    }

    /// The answer where a schema could not be met.
    fn failed(&self) -> Reply {
        let why = "no answer could be made as the description asks";
        anstream::eprintln!("{}: {why}", self.operation.id);
        self.mock.refuse(self.operation, &[503, 500, 501], why)
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
            return self
                .mock
                .refuse(self.operation, &[409, 422], "this cannot be changed so");
        };
        let reply = self.with(&step.collection, &mut changed);
        if reply.status / 100 == 2 {
            *item = changed;
        }
        reply
    }

    /// An item with what the body says; none where its id or its state would be another.
    fn changed(&self, item: &Item) -> Option<Item> {
        let api = &self.mock.description.api;
        let node = self.mock.nodes.get(&self.chain.last()?.template)?;
        let id = node
            .property(api, &self.mock.resources)
            .map(|(name, _)| name);
        let resource = node.resource.map(|id| self.mock.resources.get(id));
        let machine = resource.and_then(|one| one.states(api));
        let mut changed = item.clone();
        for (name, value) in self.members() {
            let is_fixed =
                Some(name.as_str()) == id || machine.is_some_and(|one| one.field == name);
            if is_fixed && changed.value.get(&name).is_some_and(|own| *own != value) {
                return None;
            }
            changed.value.insert(name, value);
        }
        Some(changed)
    }

    fn create(&self, state: &mut State, node: &Node) -> Reply {
        let mut value = self.members();
        let above = self.chain.len();
        let place = collection(&self.path, &node.variable);
        let items = state.collection(&place, || self.begin(node, above)).clone();
        let api = &self.mock.description.api;
        let property = node.property(api, &self.mock.resources);
        let chosen = property.and_then(|(name, _)| {
            let value = value.get(name)?.clone();
            Some(Id {
                text: text_of(&value)?,
                value,
            })
        });
        if let Some(id) = &chosen
            && items.iter().any(|item| item.text == id.text)
        {
            return self
                .mock
                .refuse(self.operation, &[409, 422], "there is one of this id");
        }
        let id = chosen.or_else(|| self.next_id(state, node, &items));
        let Some(id) = id else {
            return self
                .mock
                .refuse(self.operation, &[409, 422], "no id is left");
        };
        if let Some((name, _)) = property {
            value.remove(name);
        }
        let mut item = self.new_item(node, &id, value, &self.chain);
        let mut reply = self.with(&place, &mut item);
        let names_other = self.chain.iter().any(|step| {
            let own = item.value.get(&step.variable).and_then(text_of);
            step.variable.len() > 2 && own.is_some_and(|own| own != step.text)
        });
        if names_other {
            return self
                .mock
                .refuse(self.operation, &[422, 409], "it names another parent");
        }
        if reply.status / 100 != 2 {
            return reply;
        }
        let own = below(&self.path, &item.text);
        if !state.add(&place, item) {
            return self.mock.refuse(
                self.operation,
                &[409, 422, 503],
                "there is no room for more",
            );
        }
        self.locate(&mut reply, &own);
        reply
    }

    /// An id that nothing in the collection has.
    fn next_id(&self, state: &mut State, node: &Node, items: &[Item]) -> Option<Id> {
        /// How many ids are tried.
        const TRIES: usize = 8;
        (0..TRIES).find_map(|_| {
            state.made += 1;
            let reader = Reader {
                api: &self.mock.description.api,
                requests: &self.mock.requests,
            };
            let number = 100 + state.made;
            let id = node.id(
                reader,
                &self.mock.shaper,
                &self.mock.resources,
                &self.path,
                number,
            )?;
            items.iter().all(|item| item.text != id.text).then_some(id)
        })
    }

    /// Says where something was made (RFC 9110 §10.2.2).
    fn locate(&self, reply: &mut Reply, place: &str) {
        let (_, response) = self.success();
        let headers = response
            .map(|one| one.headers.as_slice())
            .unwrap_or_default();
        let header = headers
            .iter()
            .find(|one| one.name.eq_ignore_ascii_case("location"));
        let path = format!("{}{place}", self.mock.prefix());
        let whole = format!("{}{path}", self.mock.origin);
        let Some(header) = header else {
            if reply.status == 201 {
                reply.set("location", path);
            }
            return;
        };
        let found = [whole, path]
            .iter()
            .find_map(|text| crate::headers::fitting(self.mock, header, text));
        if let Some(text) = found {
            reply.set("location", text);
        }
    }

    /// What is in a list whose things have no path of their own.
    fn anonymous(&self, schema: Option<SchemaId>) -> Vec<Item> {
        /// What an id is usually called.
        const IDS: [&str; 5] = ["id", "uuid", "gid", "key", "name"];
        let api = &self.mock.description.api;
        let own = schema.and_then(|schema| {
            let mut all = IDS.iter();
            all.find_map(|name| Some((*name, property(api, schema, name)?)))
        });
        let numbers = 1..=3_u64;
        let items = numbers.map(|number| {
            let mut value = Map::new();
            if let Some((name, schema)) = own {
                let usual = [Value::from(format!("{name}-{number}")), Value::from(number)];
                let drawn = || {
                    self.mock
                        .shaper
                        .draw(schema, &format!("{} {number}", self.path))
                };
                let fitting = usual
                    .into_iter()
                    .find(|one| self.mock.shaper.fits(schema, one));
                value.extend(fitting.or_else(drawn).map(|id| (name.to_owned(), id)));
            }
            Item {
                text: number.to_string(),
                value,
            }
        });
        items.collect()
    }

    fn list(&self, state: &mut State, node: Option<&Node>) -> Reply {
        let (status, response) = self.success();
        let Some(response) = response else {
            return Reply::empty(status);
        };
        let api = &self.mock.description.api;
        let at = self.chain.len();
        let schema = item_schema(api, self.operation);
        let variable = node.map_or("", |node| node.variable.as_str());
        let place = collection(&self.path, variable);
        let items = state.collection(&place, || match node {
            Some(node) => self.begin(node, at),
            None => self.anonymous(schema),
        });
        let mut shown: Vec<Value> = Vec::new();
        for item in items.iter_mut() {
            let value = match schema {
                Some(schema) => self.shown(schema, &place, item),
                None => Some(Value::Object(item.value.clone())),
            };
            let Some(value) = value else {
                return self.failed();
            };
            // Without an id, nothing tells two apart.
            let has_id = node.is_some_and(|one| one.property(api, &self.mock.resources).is_some());
            if has_id || !shown.contains(&value) {
                shown.push(value);
            }
        }
        let shown = page::filtered(self.mock, self, shown);
        page::answer(self.mock, self, status, response, &shown).unwrap_or_else(|| self.failed())
    }

    /// What is no thing of a collection: what was last written there, else what is drawn.
    fn document(&self, state: &mut State) -> Reply {
        let is_written = matches!(self.operation.method, Method::Put | Method::Patch);
        let known = state.documents.get(&self.path).cloned().unwrap_or_default();
        let mut changed = known;
        if is_written {
            changed.extend(self.members());
        }
        let (status, response) = self.success();
        let Some(response) = response else {
            return Reply::empty(status);
        };
        let api = &self.mock.description.api;
        let mut reply = self
            .mock
            .answer(response, status, &self.path, |mock, media| {
                let schema = media.schema?;
                let base = self.named(schema, changed.clone(), &self.chain);
                let base = (!base.is_empty()).then_some(Value::Object(base));
                let mut examples = media.examples.iter().map(|one| &one.value);
                let example = examples.find(|one| mock.shaper.fits(schema, one));
                if let (Some(example), None) = (example, &base) {
                    return Some(example.clone());
                }
                let at = format!("{} {}", self.operation.id, self.path);
                mock.shaper.around(api, schema, base.as_ref(), &at)
            });
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

    /// The state machine of the thing that the operation works on, if it is one of its causes.
    fn machine(&self) -> Option<&StateMachine> {
        let node = self.mock.nodes.get(&self.chain.last()?.template)?;
        let resource = self.mock.resources.get(node.resource?);
        let machine = resource.states(&self.mock.description.api)?;
        let is_cause =
            |cause: &Cause| matches!(cause, Cause::Operation(id) if *id == self.operation.id);
        machine
            .transitions
            .iter()
            .any(|one| is_cause(&one.cause))
            .then_some(machine)
    }

    /// Takes a thing from one state to another, and answers with it.
    fn move_on(&self, state: &mut State, machine: &StateMachine) -> Option<Reply> {
        let step = self.chain.last()?;
        let item = self.item(state)?;
        let own = item
            .value
            .get(&machine.field)
            .and_then(Value::as_str)
            .unwrap_or_default();
        let to = machine.transitions.iter().find(|one| {
            let is_cause = matches!(&one.cause, Cause::Operation(id) if *id == self.operation.id);
            is_cause && one.from.iter().any(|from| from == own)
        });
        let Some(to) = to else {
            let why = "its state does not allow this";
            return Some(self.mock.refuse(self.operation, &[409, 422], why));
        };
        let is_update =
            self.is_item && matches!(self.operation.method, Method::Put | Method::Patch);
        let changed = if is_update {
            self.changed(item)
        } else {
            Some(item.clone())
        };
        let Some(mut changed) = changed else {
            return Some(self.mock.refuse(
                self.operation,
                &[409, 422],
                "this cannot be changed so",
            ));
        };
        changed
            .value
            .insert(machine.field.clone(), Value::from(to.to.as_str()));
        let reply = self.with(&step.collection, &mut changed);
        if reply.status / 100 == 2 {
            *item = changed;
        }
        Some(reply)
    }
}
