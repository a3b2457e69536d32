//! Objects with missing, excess or forbidden properties, and violations inside of properties.

use serde_json::{Map, Value, json};
use spec::model::{Additional, Object, SchemaId};

use super::{Breaker, Place, replaced};
use crate::intent::Intent;

impl Breaker<'_> {
    pub(super) fn object(&mut self, base: &Value, at: &Place, id: SchemaId, object: &Object) {
        let Some(members) = base
            .pointer(&at.pointer)
            .and_then(Value::as_object)
            .cloned()
        else {
            return;
        };
        self.required(base, at, id, (object, &members));
        self.counts(base, at, id, (object, &members));
        if object.additional == Additional::Forbidden {
            let mut more = members.clone();
            more.insert("noSuchProperty".to_owned(), json!("x"));
            let what = "has the property `noSuchProperty`, which is not allowed".to_owned();
            self.push(
                base,
                at,
                id,
                Intent::ViolatesType,
                (what, Value::Object(more)),
            );
        }
        for property in &object.properties {
            if !self.schemas().read_only(property.schema) {
                self.member(base, at, (&property.name, property.schema));
            }
        }
        if let Additional::Schema(schema) = object.additional {
            let named = |name: &str| {
                object
                    .properties
                    .iter()
                    .any(|property| property.name == name)
            };
            let other = members.keys().find(|name| !named(name)).cloned();
            let name = other.unwrap_or_else(|| "key".to_owned());
            self.member(base, at, (&name, schema));
        }
    }

    /// Adds the violations inside a property, which is first added if it is absent.
    fn member(&mut self, base: &Value, at: &Place, (name, schema): (&str, SchemaId)) {
        let place = at.member(name);
        if base.pointer(&place.pointer).is_some() {
            self.place(base, &place, schema);
            return;
        }
        if self.is_done() || place.depth > super::DEEPEST {
            return;
        }
        let Some(value) = self.plain(schema, &place.pointer) else {
            return;
        };
        let mut with = base.clone();
        if let Some(object) = with.pointer_mut(&at.pointer).and_then(Value::as_object_mut) {
            object.insert(name.to_owned(), value);
        }
        self.checks += 1;
        if self.schemas().conforms(&with, self.root) {
            self.place(&with, &place, schema);
        }
    }

    fn required(
        &mut self,
        base: &Value,
        at: &Place,
        id: SchemaId,
        (object, members): (&Object, &Map<String, Value>),
    ) {
        for property in object
            .properties
            .iter()
            .filter(|property| property.required)
        {
            let mut fewer = members.clone();
            if fewer.remove(&property.name).is_some() {
                let what = format!("has no `{}`, which is required", property.name);
                self.push(
                    base,
                    at,
                    id,
                    Intent::ViolatesRequired,
                    (what, Value::Object(fewer)),
                );
            }
        }
    }

    fn counts(
        &mut self,
        base: &Value,
        at: &Place,
        id: SchemaId,
        (object, members): (&Object, &Map<String, Value>),
    ) {
        const MANY: u64 = 1000;
        if let Some(least) = object.min_properties.filter(|least| *least > 0) {
            let required = |name: &str| {
                object
                    .properties
                    .iter()
                    .any(|p| p.required && p.name == name)
            };
            let mut fewer = members.clone();
            let optional: Vec<_> = members
                .keys()
                .filter(|name| !required(name))
                .cloned()
                .collect();
            for name in optional.into_iter().rev() {
                if fewer.len() as u64 >= least {
                    fewer.remove(&name);
                }
            }
            let what = format!(
                "has {} properties where at least {least} are wanted",
                fewer.len()
            );
            self.push(
                base,
                at,
                id,
                Intent::ViolatesBounds,
                (what, Value::Object(fewer)),
            );
        }
        let Some(most) = object.max_properties.filter(|most| *most <= MANY) else {
            return;
        };
        let mut more = members.clone();
        self.add_named(object, &mut more, most);
        for at in 0..=most {
            if more.len() as u64 > most || object.additional == Additional::Forbidden {
                break;
            }
            let value = match object.additional {
                Additional::Schema(schema) => self.plain(schema, "additional"),
                _ => Some(json!("x")),
            };
            more.extend(value.map(|value| (format!("more{at}"), value)));
        }
        if more.len() as u64 > most {
            let what = format!(
                "has {} properties where at most {most} are allowed",
                more.len()
            );
            self.push(
                base,
                at,
                id,
                Intent::ViolatesBounds,
                (what, Value::Object(more)),
            );
        }
    }

    fn add_named(&self, object: &Object, more: &mut Map<String, Value>, most: u64) {
        for property in &object.properties {
            if more.len() as u64 <= most
                && !more.contains_key(&property.name)
                && !self.schemas().read_only(property.schema)
                && let Some(value) = self.plain(property.schema, &property.name)
            {
                more.insert(property.name.clone(), value);
            }
        }
    }
}

impl Breaker<'_> {
    /// Adds the violations inside an item, which is first added if the list is empty.
    pub(super) fn item(&mut self, base: &Value, at: &Place, (index, schema): (usize, SchemaId)) {
        let place = at.member(&index.to_string());
        if base.pointer(&place.pointer).is_some() {
            self.place(base, &place, schema);
            return;
        }
        let items = base.pointer(&at.pointer).and_then(Value::as_array);
        let Some(mut items) = items.filter(|items| items.len() == index).cloned() else {
            return;
        };
        items.extend(self.plain(schema, &place.pointer));
        let with = replaced(base, at, Value::Array(items));
        self.checks += 1;
        if let Some(with) = with.filter(|with| self.schemas().conforms(with, self.root)) {
            self.place(&with, &place, schema);
        }
    }
}
