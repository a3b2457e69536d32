//! The envelope around a page's items, with information about the next page.

use conformance_core::items::items_at;
use conformance_core::lookup::{properties_named, property};
use conformance_core::paging::Paging;
use serde_json::{Map, Value};
use spec::model::page_names::{AROUND, MORES, NEXTS, TOTALS, is_named};
use spec::model::{Kind, SchemaId};

use crate::next::{Part, cursor, first_page, target};
use crate::operate::Call;
use crate::served::Served;

/// Returns the body around the items.
pub(crate) fn envelope(
    served: &Served,
    call: &Call<'_>,
    schema: SchemaId,
    page: Vec<Value>,
    paging: &Paging,
    part: Part,
    items: &[Value],
) -> Option<Value> {
    let api = &served.description.api;
    let at = items_at(api, call.operation)?;
    if at.is_whole() {
        return Some(Value::Array(page));
    }
    let mut body = served.shaper.around(api, schema, None, &call.template)?;
    let members = body.as_object_mut()?;
    at.set(members, Value::Array(page));
    let tells = Tells {
        served,
        call,
        paging,
        part,
        items,
    };
    tells.set(schema, members);
    for (name, inner) in properties_named(api, schema, AROUND) {
        if let Some(members) = members.get_mut(&name).and_then(Value::as_object_mut) {
            tells.set(inner, members);
        }
    }
    Some(body)
}

/// The information about the next page.
struct Tells<'a> {
    served: &'a Served,
    call: &'a Call<'a>,
    paging: &'a Paging,
    part: Part,
    items: &'a [Value],
}

impl Tells<'_> {
    fn set(&self, schema: SchemaId, members: &mut Map<String, Value>) {
        let api = &self.served.description.api;
        for (name, schema) in properties_named(api, schema, NEXTS) {
            self.next(schema, &name, members);
        }
        let own = self.paging.next.as_deref();
        if let Some((name, schema)) =
            own.and_then(|name| Some((name, property(api, schema, name)?)))
        {
            self.next(schema, name, members);
        }
        for (name, value) in members {
            if value.is_boolean() && is_named(MORES, name) {
                *value = Value::from(self.part.has_more());
            } else if value.is_number() && is_named(TOTALS, name) {
                *value = Value::from(self.part.total);
            }
        }
    }

    /// Sets the property with the next page.
    fn next(&self, schema: SchemaId, name: &str, members: &mut Map<String, Value>) {
        let fits = |value: &Value| self.served.shaper.fits(schema, value);
        let nothing = [Value::Null, Value::from("")];
        let found = if self.part.has_more() {
            self.ways().into_iter().find(|value| fits(value))
        } else {
            nothing.into_iter().find(|value| fits(value))
        };
        match found {
            Some(value) => drop(members.insert(name.to_owned(), value)),
            // A required property stays if it cannot express that there is no next page.
            None if self.is_needed(name) => {}
            None => drop(members.remove(name)),
        }
    }

    /// Returns whether some envelope of the list requires a property.
    fn is_needed(&self, name: &str) -> bool {
        let api = &self.served.description.api;
        let needs = |schema: SchemaId| match &api.schema(api.resolve(schema)).kind {
            Kind::Object(object) => object
                .properties
                .iter()
                .any(|one| one.required && one.name == name),
            _ => false,
        };
        let whole = conformance_core::lookup::success_schema(api, self.call.operation);
        let inner = |schema| {
            let all = properties_named(api, schema, AROUND).into_iter();
            all.map(|(_, schema)| schema)
        };
        whole.is_some_and(|schema| needs(schema) || inner(schema).any(needs))
    }

    /// Returns the links to the next page that the parameters allow.
    fn ways(&self) -> Vec<Value> {
        let (served, call, part) = (self.served, self.call, self.part);
        let mut ways = Vec::new();
        if self.paging.offset.is_some() {
            ways.push(Value::from(part.end));
        } else if self.paging.cursor.is_some() {
            ways.extend(cursor(served, call, self.paging, part, self.items));
        } else if self.paging.page.is_some() {
            let first = first_page(served, call.operation, self.paging.page.as_deref());
            ways.push(Value::from(part.end.div_ceil(part.size) + first));
        }
        let target = target(call, self.paging, part, self.items);
        if let Some(target) = target {
            let whole = format!("{}{target}", served.origin);
            let target = served.reference(target);
            ways.push(Value::from(target.clone()));
            ways.push(Value::from(whole));
            ways.push(serde_json::json!({ "href": target }));
        }
        ways
    }
}
