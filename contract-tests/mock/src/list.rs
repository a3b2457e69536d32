//! Responds with lists.

use std::collections::HashSet;

use conformance_core::items::item_schema;
use conformance_core::lookup::property;
use serde_json::{Map, Value};
use spec::model::SchemaId;

use crate::filter::filtered;
use crate::nodes::Node;
use crate::operate::Call;
use crate::page;
use crate::paths::collection;
use crate::reply::Reply;
use crate::state::{Item, State};

impl Call<'_> {
    /// Returns the items of a list whose items have no paths.
    fn anonymous(&self, schema: Option<SchemaId>) -> Vec<Item> {
        /// Usual names of ids.
        const IDS: [&str; 5] = ["id", "uuid", "gid", "key", "name"];
        let api = &self.served.description.api;
        let own = schema.and_then(|schema| {
            let mut all = IDS.iter();
            all.find_map(|name| Some((*name, property(api, schema, name)?)))
        });
        let numbers = 1..=3_u64;
        let items = numbers.map(|number| {
            let mut value = Map::new();
            if let Some((name, schema)) = own {
                let usual = [
                    Value::from(format!("{name}-{number}")),
                    Value::from(number.to_string()),
                    Value::from(number),
                ];
                let drawn = || {
                    self.served
                        .shaper
                        .draw(schema, &format!("{} {number}", self.path))
                };
                let fitting = usual
                    .into_iter()
                    .find(|one| self.served.shaper.fits(schema, one));
                value.extend(fitting.or_else(drawn).map(|id| (name.to_owned(), id)));
            }
            Item::new(number.to_string(), value)
        });
        items.collect()
    }

    /// Returns an id that no other item has.
    fn other_id(&self, schema: SchemaId, name: &str, place: &str, item: &Item) -> Option<Value> {
        let served = self.served;
        let own = property(&served.description.api, schema, name)?;
        let text = Value::from(item.text.as_str());
        let fitting = Some(text).filter(|text| served.shaper.fits(own, text));
        fitting.or_else(|| served.shaper.draw(own, &format!("{place} {}", item.text)))
    }

    pub(crate) fn list(&self, state: &mut State, node: Option<&Node>) -> Reply {
        let (status, response) = self.success();
        let Some(response) = response else {
            return Reply::empty(status);
        };
        let api = &self.served.description.api;
        let at = self.chain.len();
        let schema = item_schema(api, self.operation);
        let variable = node.map_or("", |node| node.variable.as_str());
        let own_id = node.and_then(|node| node.property(api, &self.served.resources));
        let id_name = own_id.map_or("id", |(name, _)| name);
        let place = collection(&self.path, variable);
        let items = state.collection(&place, || match node {
            Some(node) => self.begin(node, at),
            None => self.anonymous(schema),
        });
        let mut shown: Vec<Value> = Vec::new();
        let mut ids: HashSet<String> = HashSet::new();
        for item in items.iter_mut() {
            let mut value = match schema {
                Some(schema) => self.shown(schema, &place, item),
                None => Some(Value::Object(item.value.clone())),
            };
            // An example can be the id of one item only.
            if let (Some(schema), Some(id)) =
                (schema, value.as_ref().and_then(|one| one.get(id_name)))
                && !ids.insert(id.to_string())
                && let Some(other) = self.other_id(schema, id_name, &place, item)
            {
                ids.insert(other.to_string());
                item.set(id_name.to_owned(), other);
                value = self.shown(schema, &place, item);
            }
            let Some(value) = value else {
                return self.failed();
            };
            // Nothing distinguishes two equal items.
            if !shown.contains(&value) {
                shown.push(value);
            }
        }
        let shown = filtered(self.served, self, shown);
        page::answer(self.served, self, status, response, &shown).unwrap_or_else(|| self.failed())
    }
}
