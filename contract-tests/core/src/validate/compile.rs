//! Schemas, prepared so that validating a value needs no lookups.

use std::collections::HashMap;

use spec::Span;
use spec::model::{self, Additional, Api, Array, EnumBase, Provenance, SchemaId, UnionMode};

use super::format::Format;
use super::number::{NumberFormat, Range};
use super::residual::Residual;
use super::same::distinct;
use crate::json::Json;
use crate::matcher::Matcher;

/// A schema.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    /// The constraints that its kind does not express.
    pub(super) residual: Option<Residual>,
    pub(super) nullable: bool,
    pub(super) span: Span,
    pub(super) provenance: Provenance,
}

/// [`model::Kind`], prepared.
#[derive(Debug)]
pub(super) enum Kind {
    Any,
    Never,
    Null,
    Alias(SchemaId),
    Boolean,
    Integer(Option<NumberFormat>, Range),
    Number(Option<NumberFormat>, Range),
    String(Text),
    Enumeration(Enumeration),
    Array(Array),
    Object(Object),
    Union(Union),
}

#[derive(Debug)]
pub(super) struct Text {
    pub(super) format: Option<Format>,
    pub(super) min_length: Option<u64>,
    pub(super) max_length: Option<u64>,
    pub(super) pattern: Option<Matcher>,
}

#[derive(Debug)]
pub(super) struct Enumeration {
    pub(super) base: EnumBase,
    pub(super) values: Vec<Json>,
    pub(super) open: bool,
    pub(super) extensible: bool,
}

#[derive(Debug)]
pub(super) struct Object {
    pub(super) properties: Vec<Property>,
    /// The position of each property; `None` if there are so few that a linear search is faster.
    index: Option<HashMap<Box<str>, usize>>,
    pub(super) additional: Additional,
    pub(super) min_properties: Option<u64>,
    pub(super) max_properties: Option<u64>,
}

#[derive(Debug)]
pub(super) struct Property {
    pub(super) name: Box<str>,
    pub(super) schema: SchemaId,
    pub(super) required: bool,
    pub(super) read_only: bool,
    pub(super) write_only: bool,
}

#[derive(Debug)]
pub(super) struct Union {
    pub(super) mode: UnionMode,
    pub(super) members: Vec<model::Member>,
    /// The schemas of the members, without duplicates.
    pub(super) distinct: Vec<SchemaId>,
    /// The discriminator, if it names a property.
    pub(super) discriminator: Option<String>,
}

impl Object {
    const FEW: usize = 24;

    /// Returns the index of a property. The search starts at `near`, since properties often come in
    /// the order of the description.
    pub(super) fn find(&self, name: &str, near: usize) -> Option<usize> {
        if self.properties.get(near).is_some_and(|p| &*p.name == name) {
            return Some(near);
        }
        match &self.index {
            Some(index) => index.get(name).copied(),
            None => self.properties.iter().position(|p| &*p.name == name),
        }
    }
}

/// Returns all schemas of a description, prepared, by id.
pub(super) fn nodes(api: &Api) -> Vec<Node> {
    let node = |schema: &model::Schema| Node {
        kind: kind(api, &schema.kind),
        residual: Residual::of(&api.written, schema),
        nullable: schema.nullable,
        span: schema.span,
        provenance: schema.provenance.clone(),
    };
    api.schemas.iter().map(node).collect()
}

fn kind(api: &Api, kind: &model::Kind) -> Kind {
    match kind {
        model::Kind::Any => Kind::Any,
        model::Kind::Never => Kind::Never,
        model::Kind::Null => Kind::Null,
        model::Kind::Alias(target) => Kind::Alias(*target),
        model::Kind::Boolean => Kind::Boolean,
        model::Kind::Integer { format, bounds } => {
            Kind::Integer(NumberFormat::of(format.as_deref()), Range::of(bounds))
        }
        model::Kind::Number { format, bounds } => {
            Kind::Number(NumberFormat::of(format.as_deref()), Range::of(bounds))
        }
        model::Kind::String(text) => Kind::String(Text {
            format: text.format.as_deref().and_then(Format::of),
            min_length: text.min_length,
            max_length: text.max_length,
            pattern: text.pattern.as_deref().map(Matcher::new),
        }),
        model::Kind::Enumeration(list) => Kind::Enumeration(Enumeration {
            base: list.base,
            values: list.values.iter().map(Json::from).collect(),
            open: list.open,
            extensible: list.extensible,
        }),
        model::Kind::Array(array) => Kind::Array(array.clone()),
        model::Kind::Object(one) => Kind::Object(object(api, one)),
        model::Kind::Union(one) => Kind::Union(union(api, one)),
    }
}

fn object(api: &Api, object: &model::Object) -> Object {
    let properties: Vec<_> = object.properties.iter().map(|p| property(api, p)).collect();
    let index = (properties.len() > Object::FEW).then(|| {
        let names = properties.iter().map(|property| property.name.clone());
        names.zip(0..).collect()
    });
    Object {
        properties,
        index,
        additional: object.additional,
        min_properties: object.min_properties,
        max_properties: object.max_properties,
    }
}

/// An annotation counts wherever it is on the way from the property to its type.
fn property(api: &Api, property: &model::Property) -> Property {
    let (mut read_only, mut write_only) = (false, false);
    let mut id = property.schema;
    for _ in 0..api.schemas.len() {
        let schema = api.schema(id);
        read_only |= schema.read_only;
        write_only |= schema.write_only;
        match schema.kind {
            model::Kind::Alias(target) => id = target,
            _ => break,
        }
    }
    Property {
        name: property.name.as_str().into(),
        schema: property.schema,
        required: property.required,
        read_only,
        write_only,
    }
}

fn union(api: &Api, union: &model::Union) -> Union {
    let named = union.members.iter().any(|member| !member.values.is_empty());
    let discriminator = union.discriminator.as_ref().filter(|_| named);
    Union {
        mode: union.mode,
        members: union.members.clone(),
        distinct: distinct(api, &union.members),
        discriminator: discriminator.map(|one| one.property.clone()),
    }
}
