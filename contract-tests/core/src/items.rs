//! Finds the items of a list, or a single item, in a response.

use serde_json::{Map, Value};
use spec::Api;
use spec::model::{Kind, Object, Operation, SchemaId};

use crate::json::{Json, escape};
use crate::lookup::success_schema;

/// A place in a response: the names of the properties that lead to it. It is empty for the response
/// itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Inside(Vec<String>);

/// Usual names of properties that hold the items of a list.
const LISTS: [&str; 9] = [
    "items", "data", "results", "result", "entries", "records", "values", "elements", "content",
];
/// Usual names of properties around the items of a list, or around a single item.
const AROUND: [&str; 8] = [
    "_embedded",
    "data",
    "result",
    "response",
    "payload",
    "item",
    "entity",
    "resource",
];
/// The property in which HAL puts the items of a list, under any name (draft-kelly-json-hal
/// §4.1.2).
const HAL: &str = "_embedded";

impl Inside {
    /// Returns the names of the properties.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.0
    }

    /// Returns whether the place is the response itself.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the value at this place.
    #[must_use]
    pub fn find<'j>(&self, body: &'j Json) -> Option<&'j Json> {
        self.0.iter().try_fold(body, |value, name| value.get(name))
    }

    /// Returns the items at this place.
    #[must_use]
    pub fn items<'j>(&self, body: &'j Json) -> Option<&'j [Json]> {
        self.find(body)?.as_array()
    }

    /// Formats the place as a JSON Pointer (RFC 6901).
    #[must_use]
    pub fn pointer(&self) -> String {
        let mut pointer = String::new();
        for name in &self.0 {
            pointer.push('/');
            pointer.push_str(&escape(name));
        }
        pointer
    }

    /// Puts a value at this place, if the place is empty.
    pub fn put(&self, body: &mut Map<String, Value>, value: Value) {
        if let Some((last, members)) = self.members(body) {
            members.entry(last).or_insert(value);
        }
    }

    /// Replaces the items at this place.
    pub fn set(&self, body: &mut Map<String, Value>, value: Value) {
        if let Some((last, members)) = self.members(body) {
            members.insert(last.clone(), value);
        }
    }

    /// Returns the object that has the last property, and the property's name.
    fn members<'b>(
        &self,
        body: &'b mut Map<String, Value>,
    ) -> Option<(&String, &'b mut Map<String, Value>)> {
        let (last, around) = self.0.split_last()?;
        let inner = around.iter().try_fold(body, |members, name| {
            let inner = members
                .entry(name)
                .or_insert_with(|| Value::Object(Map::new()));
            inner.as_object_mut()
        });
        Some((last, inner?))
    }

    /// Returns the schema at this place, resolved through aliases.
    #[must_use]
    pub fn schema(&self, api: &Api, whole: SchemaId) -> Option<SchemaId> {
        let mut names = self.0.iter();
        names.try_fold(api.resolve(whole), |schema, name| {
            let all = &object(api, schema)?.properties;
            let own = all.iter().find(|one| one.name == *name)?;
            Some(api.resolve(own.schema))
        })
    }
}

impl<const N: usize> From<[&str; N]> for Inside {
    fn from(names: [&str; N]) -> Self {
        Self(names.map(str::to_owned).into())
    }
}

/// Returns where the items are in the response of an operation, if it returns a list.
#[must_use]
pub fn items_at(api: &Api, operation: &Operation) -> Option<Inside> {
    let stated = operation.pagination.as_ref().filter(|one| one.stated);
    if let Some(items) = stated.and_then(|one| one.items.as_deref()) {
        return Some(Inside::from([items]));
    }
    let schema = success_schema(api, operation)?;
    let whole = match &api.schema(schema).kind {
        Kind::Array(_) => return Some(Inside::default()),
        Kind::Object(object) => object,
        _ => return None,
    };
    let segments = operation.path.split('/').rev();
    let mut names = segments.filter(|one| !one.is_empty() && !one.starts_with('{'));
    let collection = names.next().unwrap_or_default();
    let is_usual = |name: &str| LISTS.contains(&name) || name == collection;
    let arrays = arrays(api, whole);
    match arrays.as_slice() {
        [] => {}
        [only] => return Some(Inside::from([*only])),
        // Of several arrays, the one with a usual name for lists is chosen; otherwise it is
        // unclear.
        several => {
            let mut usual = several.iter().filter(|name| is_usual(name));
            return match (usual.next(), usual.next()) {
                (Some(name), None) => Some(Inside::from([*name])),
                _ => None,
            };
        }
    }
    let around = whole
        .properties
        .iter()
        .filter(|one| AROUND.contains(&one.name.as_str()));
    let mut found = around.filter_map(|one| {
        let inner = self::arrays(api, object(api, api.resolve(one.schema))?);
        match inner.as_slice() {
            [name] if one.name == HAL || is_usual(name) => {
                Some(Inside::from([one.name.as_str(), name]))
            }
            _ => None,
        }
    });
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// Returns the schema of a list's items, resolved through aliases.
#[must_use]
pub fn item_schema(api: &Api, operation: &Operation) -> Option<SchemaId> {
    let whole = success_schema(api, operation)?;
    let list = items_at(api, operation)?.schema(api, whole)?;
    match &api.schema(list).kind {
        Kind::Array(array) => Some(api.resolve(array.items)),
        _ => None,
    }
}

/// Returns where the item is in a response with a single one: in a property that has the name of
/// the item or a usual name, if `is_item` accepts only what is in it.
pub(crate) fn item_at(
    api: &Api,
    whole: SchemaId,
    collection: &str,
    is_item: impl Fn(SchemaId) -> bool,
) -> Inside {
    let Some(outer) = object(api, whole).filter(|_| !is_item(whole)) else {
        return Inside::default();
    };
    let is_name = |name: &str| {
        // `order` of `orders`, `category` of `categories`.
        let stem = name.get(..name.len().saturating_sub(1)).unwrap_or_default();
        AROUND.contains(&name) || (stem.len() > 2 && collection.starts_with(stem))
    };
    let mut found = outer.properties.iter().filter(|one| {
        let inner = api.resolve(one.schema);
        is_name(&one.name) && object(api, inner).is_some() && is_item(inner)
    });
    match (found.next(), found.next()) {
        (Some(one), None) => Inside::from([one.name.as_str()]),
        _ => Inside::default(),
    }
}

fn object(api: &Api, schema: SchemaId) -> Option<&Object> {
    match &api.schema(schema).kind {
        Kind::Object(object) => Some(object),
        _ => None,
    }
}

/// Returns the properties of an object that are arrays.
fn arrays<'a>(api: &Api, object: &'a Object) -> Vec<&'a str> {
    let is_array = |id| matches!(api.schema(api.resolve(id)).kind, Kind::Array(_));
    let all = object.properties.iter().filter(|one| is_array(one.schema));
    all.map(|one| one.name.as_str()).collect()
}
