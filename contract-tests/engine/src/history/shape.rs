//! The shape of bodies: their fields and types, without values.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use spec::Api;
use spec::model::{Additional, Kind, SchemaId};

use conformance_core::json::{Json, escape};
use conformance_core::lookup;

/// The maximum number of fields of a shape.
const FIELDS: usize = 2_000;

/// The maximum depth to which a body is read.
const DEPTH: usize = 24;

/// The maximum number of objects of one body that are read.
const OBJECTS: usize = 5_000;

/// The longest name of a field that is kept, in bytes.
const NAME: usize = 200;

/// The fields in the bodies of one operation and status, by place: a JSON pointer in which `*`
/// stands for every index.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Shape(pub BTreeMap<String, Field>);

/// A field of an object.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Field {
    /// How many objects were seen that could have the field.
    pub objects: u64,
    /// How many of them had it.
    pub seen: u64,
    /// The JSON types of its values, without `null`.
    pub types: BTreeSet<String>,
}

/// What one body, or several, showed.
#[derive(Debug, Default)]
pub struct Look {
    /// How many objects were at each place.
    pub objects: BTreeMap<String, u64>,
    /// How often each field was present, and with what types.
    pub fields: BTreeMap<String, Field>,
    left: usize,
}

impl Shape {
    /// Replaces what a newer run saw. The rest stays as it was.
    pub fn renew(&mut self, newer: Self) {
        for (place, field) in newer.0 {
            if field.seen > 0 && (self.0.len() < FIELDS || self.0.contains_key(&place)) {
                self.0.insert(place, field);
            }
        }
    }
}

impl Look {
    /// Adds a body. `schema` distinguishes an object with fields from a map, whose keys are data.
    pub fn at(&mut self, api: &Api, schema: SchemaId, body: &Json) {
        self.left = OBJECTS;
        self.visit(api, &concrete(api, schema), body, "", DEPTH);
    }

    /// Returns the fields of all bodies, each with the number of objects that could have had it.
    pub fn shape(&self) -> Shape {
        let mut fields = self.fields.clone();
        for (place, field) in &mut fields {
            let parent = place.rfind('/').map_or("", |at| &place[..at]);
            field.objects = self.objects.get(parent).copied().unwrap_or_default();
        }
        Shape(fields)
    }

    fn visit(&mut self, api: &Api, schemas: &[SchemaId], value: &Json, place: &str, depth: usize) {
        if depth == 0 || self.left == 0 {
            return;
        }
        match value {
            Json::Object(members) => self.object(api, schemas, members, place, depth),
            Json::Array(items) => {
                let inner = schemas.iter().filter_map(|id| match &api.schema(*id).kind {
                    Kind::Array(array) => Some(concrete(api, array.items)),
                    _ => None,
                });
                let inner: Vec<SchemaId> = inner.flatten().collect();
                let place = format!("{place}/*");
                for item in items {
                    self.visit(api, &inner, item, &place, depth - 1);
                }
            }
            _ => {}
        }
    }

    fn object(
        &mut self,
        api: &Api,
        schemas: &[SchemaId],
        members: &[(Box<str>, Json)],
        place: &str,
        depth: usize,
    ) {
        let objects = schemas.iter().filter_map(|id| match &api.schema(*id).kind {
            Kind::Object(object) => Some(object),
            _ => None,
        });
        let objects: Vec<_> = objects.collect();
        self.left -= 1;
        if objects.iter().all(|object| object.properties.is_empty()) {
            return;
        }
        let is_map =
            |object: &&spec::model::Object| matches!(object.additional, Additional::Schema(_));
        let has_keys = objects.iter().any(is_map);
        *self.objects.entry(place.to_owned()).or_default() += 1;
        for (name, value) in members {
            let all = objects.iter().flat_map(|object| &object.properties);
            let own = all.filter(|property| *property.name == **name);
            let inner: Vec<SchemaId> = own.flat_map(|one| concrete(api, one.schema)).collect();
            if name.len() > NAME || (inner.is_empty() && has_keys) {
                continue;
            }
            let below = format!("{place}/{}", escape(name));
            if !self.note(&below, value) {
                return;
            }
            self.visit(api, &inner, value, &below, depth - 1);
        }
    }

    /// Records a field. Returns whether there was room.
    fn note(&mut self, place: &str, value: &Json) -> bool {
        if self.fields.len() >= FIELDS && !self.fields.contains_key(place) {
            return false;
        }
        let field = self.fields.entry(place.to_owned()).or_default();
        field.seen += 1;
        if !value.is_null() {
            field.types.insert(value.type_name().to_owned());
        }
        true
    }
}

/// Resolves a schema through aliases and unions.
fn concrete(api: &Api, id: SchemaId) -> Vec<SchemaId> {
    lookup::concrete(api, id, |_| true)
}
