//! Collections of a service that checks nothing: whatever is sent is stored.

use serde_json::{Map, Value, json};

use crate::server::{Answer, Ask, Json};
use crate::world::World;

/// A collection.
pub(crate) struct Rest {
    /// The property that contains a list; empty if the whole response is the list.
    pub(crate) list: &'static str,
    /// The property that contains the ID.
    pub(crate) id: &'static str,
    /// How IDs are assigned.
    pub(crate) ids: Ids,
    /// The maximum number of items on a page.
    pub(crate) page: usize,
}

/// How IDs are assigned.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ids {
    /// One more than the greatest ID, so that IDs of removed items are reused.
    Reused,
    /// Consecutive numbers.
    Series,
    /// Random.
    Random,
    /// Taken from a property that serves as a name.
    Name(&'static str),
}

impl Default for Rest {
    fn default() -> Self {
        Self {
            list: "",
            id: "id",
            ids: Ids::Series,
            page: 1_000,
        }
    }
}

impl Rest {
    /// Responds to a request for a collection.
    pub(crate) fn collection(&self, world: &mut World, ask: &Ask, address: &str) -> Answer {
        match ask.method.as_str() {
            "GET" | "HEAD" => self.list(world, ask, address),
            "POST" => self.create(world, ask, address, 201),
            // No description has this operation, but the service supports it.
            "DELETE" => {
                world.clear(address);
                Answer::empty(204)
            }
            _ => Answer::empty(405),
        }
    }

    fn list(&self, world: &World, ask: &Ask, address: &str) -> Answer {
        let all = world.below(address);
        let is_shown = |item: &Value| item["deleted"] != Value::Bool(true);
        let all: Vec<Value> = all
            .into_iter()
            .map(|(_, item)| item)
            .filter(is_shown)
            .collect();
        let page: usize = ask
            .query
            .get("page")
            .and_then(|at| at.parse().ok())
            .unwrap_or(0);
        let items = all
            .iter()
            .skip(page.saturating_mul(self.page))
            .take(self.page);
        let items: Vec<Value> = items.cloned().collect();
        if self.list.is_empty() {
            return Json(200, Value::Array(items));
        }
        Json(200, json!({ self.list: items, "total": all.len() }))
    }

    /// Creates an item from the request body.
    pub(crate) fn create(
        &self,
        world: &mut World,
        ask: &Ask,
        address: &str,
        status: u16,
    ) -> Answer {
        let mut item = ask.body.as_object().cloned().unwrap_or_default();
        let id = self.new_id(world, address, &item);
        item.insert(self.id.to_owned(), id.clone());
        let item = Value::Object(item);
        world.put(&format!("{address}/{}", text(&id)), item.clone());
        Json(status, item)
    }

    fn new_id(&self, world: &mut World, address: &str, item: &Map<String, Value>) -> Value {
        match self.ids {
            Ids::Reused => {
                let all = world.below(address).into_iter();
                let greatest = all.filter_map(|(_, item)| item[self.id].as_i64()).max();
                json!(greatest.unwrap_or(0) + 1)
            }
            Ids::Series => json!(100 + world.number()),
            Ids::Random => json!(uuid::Uuid::new_v4().to_string()),
            Ids::Name(member) => item.get(member).map_or(Value::from("unnamed"), |name| {
                Value::from(text(name).trim().to_lowercase().replace([' ', '/'], "-"))
            }),
        }
    }
}

/// Responds to a request for an item.
pub(crate) fn item(world: &mut World, ask: &Ask, address: &str) -> Answer {
    let Some(item) = world.get(address).cloned() else {
        return Answer::empty(404);
    };
    match ask.method.as_str() {
        "GET" | "HEAD" => Json(200, item),
        "PUT" | "PATCH" | "POST" => {
            let mut item = item.as_object().cloned().unwrap_or_default();
            item.extend(ask.body.as_object().cloned().unwrap_or_default());
            let item = Value::Object(item);
            world.put(address, item.clone());
            Json(200, item)
        }
        "DELETE" => {
            world.remove(address);
            Answer::empty(204)
        }
        _ => Answer::empty(405),
    }
}

/// Returns a value as it is written in a path.
pub(crate) fn text(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
        .replace('/', "%2F")
}

/// Returns the number that a lenient parser reads from a text: its leading digits.
pub(crate) fn lenient_number(text: &str) -> String {
    text.trim()
        .chars()
        .take_while(char::is_ascii_digit)
        .collect()
}
