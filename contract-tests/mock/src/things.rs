//! The items that paths name: whether they exist, and their values.

use conformance_core::items::{Inside, item_schema, items_at};
use conformance_core::lookup::{property, success_schema};
use conformance_core::resources::Resource;
use serde_json::{Map, Value};
use spec::model::SchemaId;

use crate::nodes::{Id, Node};
use crate::operate::Call;
use crate::paths::below;
use crate::place::Step;
use crate::responses::refuses;
use crate::state::{Item, State};

impl Call<'_> {
    /// Returns the kind of the first missing item on the path.
    pub(crate) fn missing(&self, state: &mut State) -> Option<&str> {
        let at = (0..self.chain.len()).find(|at| !self.is_there(state, *at))?;
        self.chain.get(at).map(|step| step.variable.as_str())
    }

    pub(crate) fn is_there(&self, state: &mut State, at: usize) -> bool {
        let Some(step) = self.chain.get(at) else {
            return true;
        };
        let Some(node) = self.served.nodes.get(&step.template) else {
            return true;
        };
        let is_declared = refuses(self.operation, &[404, 410]);
        if node.is_open || node.resource.is_none() && !is_declared {
            return true;
        }
        let items = state.collection(&step.collection, || self.begin(node, at));
        items.iter().any(|item| item.text == step.text)
    }

    /// Returns the initial items of a collection: some below the first item of each kind, otherwise
    /// none.
    pub(crate) fn begin(&self, node: &Node, at: usize) -> Vec<Item> {
        let is_first = |step: &Step| {
            let node = self.served.nodes.get(&step.template);
            let first = node.and_then(|node| node.seeds.first());
            node.is_some_and(|node| node.is_open)
                || first.is_some_and(|first| first.text == step.text)
        };
        let above = self.chain.get(..at).unwrap_or_default();
        if !above.iter().all(is_first) {
            return Vec::new();
        }
        let seeds = node.seeds.iter();
        seeds
            .map(|id| self.new_item(node, id, Map::new(), above))
            .collect()
    }

    /// Returns an item with its id, in an initial state.
    pub(crate) fn new_item(
        &self,
        node: &Node,
        id: &Id,
        mut value: Map<String, Value>,
        above: &[Step],
    ) -> Item {
        let api = &self.served.description.api;
        if let Some((name, _)) = node.property(api, &self.served.resources) {
            value.insert(name.to_owned(), id.value.clone());
        }
        let resource = node.resource.map(|id| self.served.resources.get(id));
        if let Some(machine) = resource.and_then(|one| one.states(api))
            && let Some(first) = machine.initial.first()
        {
            value
                .entry(machine.field.clone())
                .or_insert_with(|| Value::from(first.as_str()));
        }
        let mut item = Item::new(id.text.clone(), value);
        self.settle(node, &mut item, above);
        item
    }

    /// Generates the missing values of an item, so that all its representations agree.
    pub(crate) fn settle(&self, node: &Node, item: &mut Item, above: &[Step]) {
        let description = &self.served.description;
        let api = &description.api;
        let Some(resource) = node.resource.map(|id| self.served.resources.get(id)) else {
            return;
        };
        let list = resource
            .list
            .and_then(|id| item_schema(api, description.operation(id)));
        let others = [resource.read, resource.create, resource.update]
            .into_iter()
            .flatten();
        let others = others.filter_map(|id| {
            let whole = success_schema(api, description.operation(id))?;
            let inner = resource.within.schema(api, whole);
            Some(
                inner
                    .filter(|inner| resource.schema == Some(*inner))
                    .unwrap_or(whole),
            )
        });
        let known: Vec<String> = item.value.keys().cloned().collect();
        let at = item.text.clone();
        for schema in list.into_iter().chain(others) {
            let base = Value::Object(self.named(schema, item.value.clone(), above));
            let shown = self.served.shaper.around(api, schema, Some(&base), &at);
            let shown = shown
                .as_ref()
                .and_then(Value::as_object)
                .into_iter()
                .flatten();
            let fresh = shown.filter(|(name, _)| !known.contains(name));
            item.value
                .extend(fresh.map(|(name, value)| (name.clone(), value.clone())));
        }
    }

    /// Returns the item that the path names or is below.
    pub(crate) fn item<'s>(&self, state: &'s mut State) -> Option<&'s mut Item> {
        let at = self.chain.len().checked_sub(1)?;
        let step = self.chain.get(at)?;
        let node = self.served.nodes.get(&step.template)?;
        let items = state.collection(&step.collection, || self.begin(node, at));
        if node.is_open && !items.iter().any(|item| item.text == step.text) {
            let value = Value::from(step.text.as_str());
            let id = Id {
                text: step.text.clone(),
                value,
            };
            let above = self.chain.get(..at).unwrap_or_default();
            let item = self.new_item(node, &id, Map::new(), above);
            items.push(item);
        }
        items.iter_mut().find(|item| item.text == step.text)
    }

    /// Returns an item as a schema shows it.
    pub(crate) fn shown(
        &self,
        schema: SchemaId,
        collection: &str,
        item: &mut Item,
    ) -> Option<Value> {
        let api = &self.served.description.api;
        let key = (schema, self.chain.len());
        if let Some(shown) = item.shown.get(&key) {
            return Some(shown.clone());
        }
        let at = below(collection, &item.text);
        let wrapper = self.wrapper(schema);
        let base = match wrapper {
            Some((within, inner)) => {
                let mut base = Map::new();
                within.set(&mut base, self.stored(inner, item.value.clone()));
                Value::Object(base)
            }
            None => self.stored(schema, item.value.clone()),
        };
        let value = self.served.shaper.around(api, schema, Some(&base), &at)?;
        item.keep(match wrapper {
            Some((within, _)) => value.pointer(&within.pointer()).unwrap_or(&Value::Null),
            None => &value,
        });
        item.shown.insert(key, value.clone());
        Some(value)
    }

    /// Returns where a schema contains the item, and the item's schema there: `{"order": …}`.
    fn wrapper(&self, schema: SchemaId) -> Option<(&Inside, SchemaId)> {
        let resource = self.resource()?;
        let api = &self.served.description.api;
        let is_wrapped =
            !resource.within.is_whole() && resource.schema != Some(api.resolve(schema));
        let inner = resource.within.schema(api, schema).filter(|_| is_wrapped)?;
        (resource.schema == Some(inner)).then_some((&resource.within, inner))
    }

    /// The resource that the operation creates or works on.
    fn resource(&self) -> Option<&Resource> {
        let node = self.below().or_else(|| {
            let step = self.chain.last()?;
            self.served.nodes.get(&step.template)
        })?;
        Some(self.served.resources.get(node.resource?))
    }

    /// Returns the body's properties for the item: its own, or those of what it wraps.
    pub(crate) fn members(&self) -> Map<String, Value> {
        let Some(body) = &self.body else {
            return Map::new();
        };
        let wrapped = self.resource().and_then(|resource| {
            let inner = body.pointer(&resource.within.pointer())?;
            inner
                .as_object()
                .filter(|_| body.as_object().is_some_and(|one| one.len() == 1))
        });
        wrapped.or(body.as_object()).cloned().unwrap_or_default()
    }

    /// Returns the values that a response must keep: the known ones, and the names of the parents
    /// in the path, which the items of a list also have.
    pub(crate) fn stored(&self, schema: SchemaId, own: Map<String, Value>) -> Value {
        let api = &self.served.description.api;
        let mut base = self.named(schema, own, &self.chain);
        let items = item_schema(api, self.operation).filter(|items| *items != schema);
        let item = items.map(|items| self.named(items, Map::new(), &self.chain));
        let Some(item) = item.filter(|item| !item.is_empty()) else {
            return Value::Object(base);
        };
        let items = Value::Array(vec![Value::Object(item)]);
        match items_at(api, self.operation) {
            Some(at) if at.is_whole() => return items,
            Some(at) => at.put(&mut base, items),
            None => {}
        }
        Value::Object(base)
    }

    /// Adds the names of the parents in the path.
    pub(crate) fn named(
        &self,
        schema: SchemaId,
        mut base: Map<String, Value>,
        above: &[Step],
    ) -> Map<String, Value> {
        for step in above {
            // Only a variable with a specific name identifies the parent.
            let own = property(&self.served.description.api, schema, &step.variable);
            let Some(own) = own.filter(|_| step.variable.len() > 2) else {
                continue;
            };
            let value = self
                .served
                .shaper
                .answers
                .read_text(own, &step.text)
                .to_value();
            // An empty text is not a name.
            let is_named = base.get(&step.variable).is_some_and(|own| own != "");
            if !is_named && self.served.shaper.fits(own, &value) {
                base.insert(step.variable.clone(), value);
            }
        }
        base
    }
}
