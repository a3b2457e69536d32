//! Events whose `data` depends on the name of the event (OpenAPI 3.2.0 §4.14.4.1).

use std::collections::HashSet;

use crate::model::{
    Additional, Bounds, Discriminator, EnumBase, Kind, Member, Object, Property, Schema, SchemaId,
    Text, Union,
};

/// The property of an event object with the name of the event.
const NAME: &str = "event";
/// The property of an event object with the data.
const DATA: &str = "data";

/// The maximum number of events that have a type each, because every stream lists their names.
const MOST_NAMES: usize = 256;

/// A union of event objects that their names distinguish.
#[derive(Debug)]
pub(super) struct NamedEvents {
    /// The schema of an event object whose `data` is the parsed JSON where the data is JSON.
    pub(super) item: SchemaId,
    /// The names of the events whose data is JSON.
    pub(super) json: Vec<String>,
}

/// Returns the events that a union describes, and adds their schemas; `None` if it is not a union of
/// objects with distinct names, or the data of all of them is text.
pub(super) fn named(schemas: &mut Vec<Schema>, event: SchemaId) -> Option<NamedEvents> {
    let event = resolve(schemas, event);
    let Kind::Union(union) = &schemas[event.index()].kind else {
        return None;
    };
    let members = union.members.iter();
    let members: Option<Vec<_>> = members
        .map(|member| NamedEvent::read(schemas, member.schema))
        .collect();
    let members = members?;
    let mut seen = HashSet::new();
    let mut names = members.iter().flat_map(|one| &one.names);
    if !names.all(|name| seen.insert(name) && seen.len() <= MOST_NAMES) {
        return None;
    }
    let json = members.iter().filter(|one| one.json.is_some());
    let json: Vec<_> = json.flat_map(|one| one.names.iter().cloned()).collect();
    if json.is_empty() {
        return None;
    }
    let mode = union.mode;
    let members = members.into_iter().map(|one| one.add(schemas)).collect();
    let union = Union {
        mode,
        members,
        discriminator: Some(Discriminator {
            property: NAME.to_owned(),
            fallback: None,
        }),
    };
    let item = derive(schemas, event, Kind::Union(union));
    Some(NamedEvents { item, json })
}

/// A member of the union.
struct NamedEvent {
    schema: SchemaId,
    /// The names of its events.
    names: Vec<String>,
    object: Object,
    /// The schema of the JSON in `data`; `None` if `data` is text.
    json: Option<SchemaId>,
}

impl NamedEvent {
    fn read(schemas: &[Schema], id: SchemaId) -> Option<Self> {
        let schema = resolve(schemas, id);
        let Kind::Object(object) = &schemas[schema.index()].kind else {
            return None;
        };
        let name = property(object, NAME)?;
        let Kind::Enumeration(names) = &schemas[resolve(schemas, name.schema).index()].kind else {
            return None;
        };
        let is_closed = names.base == EnumBase::String && !names.open && !names.extensible;
        let names = names.values.iter();
        let names: Option<_> = names.map(|name| name.as_str().map(str::to_owned)).collect();
        let data = property(object, DATA);
        Some(Self {
            schema,
            names: names.filter(|_| is_closed)?,
            object: object.clone(),
            json: data.and_then(|data| json_of(schemas, data.schema)),
        })
    }

    /// Adds the schema of its event objects. Every event that arrives has a name and data, and may
    /// have an ID and a reconnection time.
    fn add(mut self, schemas: &mut Vec<Schema>) -> Member {
        for property in &mut self.object.properties {
            property.required |= property.name == NAME || property.name == DATA;
            if let Some(json) = self.json.filter(|_| property.name == DATA) {
                property.schema = json;
            }
        }
        let text = Kind::String(Text::default());
        let milliseconds = Kind::Integer {
            format: Some("int64".to_owned()),
            bounds: Bounds {
                minimum: Some("0".to_owned()),
                ..Bounds::default()
            },
        };
        self.offer(schemas, "id", text, "The ID of the event.");
        let docs = "The reconnection time that the event sets, in milliseconds.";
        self.offer(schemas, "retry", milliseconds, docs);
        if self.object.additional == Additional::Forbidden {
            self.object.additional = Additional::Unspecified;
        }
        Member {
            schema: derive(schemas, self.schema, Kind::Object(self.object)),
            values: self.names,
        }
    }

    /// Adds an optional property, unless it is declared.
    fn offer(&mut self, schemas: &mut Vec<Schema>, name: &str, kind: Kind, docs: &str) {
        if property(&self.object, name).is_some() {
            return;
        }
        let of = &schemas[self.schema.index()];
        let mut schema = Schema::new(of.span, of.provenance.clone());
        schema.kind = kind;
        schema.description = Some(docs.to_owned());
        self.object.properties.push(Property {
            name: name.to_owned(),
            schema: add(schemas, schema),
            required: false,
        });
    }
}

/// Returns the schema of the JSON in an event's `data`; `None` if it is text.
pub(super) fn json_of(schemas: &[Schema], data: SchemaId) -> Option<SchemaId> {
    match &schemas[resolve(schemas, data).index()].kind {
        Kind::String(text) => text.content,
        // `data` is always text, so such a schema can only describe the parsed text.
        Kind::Object(_)
        | Kind::Array(_)
        | Kind::Boolean
        | Kind::Integer { .. }
        | Kind::Number { .. } => Some(data),
        _ => None,
    }
}

pub(super) fn property<'o>(object: &'o Object, name: &str) -> Option<&'o Property> {
    object.properties.iter().find(|one| one.name == name)
}

/// Adds a schema of another kind with the documentation of one.
fn derive(schemas: &mut Vec<Schema>, of: SchemaId, kind: Kind) -> SchemaId {
    let of = &schemas[of.index()];
    let mut schema = Schema::new(of.span, of.provenance.clone());
    schema.kind = kind;
    schema.title.clone_from(&of.title);
    schema.description.clone_from(&of.description);
    schema.deprecated = of.deprecated;
    add(schemas, schema)
}

fn add(schemas: &mut Vec<Schema>, schema: Schema) -> SchemaId {
    schemas.push(schema);
    SchemaId::from_index(schemas.len() - 1)
}

pub(super) fn resolve(schemas: &[Schema], mut id: SchemaId) -> SchemaId {
    while let Kind::Alias(target) = schemas[id.index()].kind {
        id = target;
    }
    id
}
