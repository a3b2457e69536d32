//! Unions, and how their members are recognized.

use std::collections::HashSet;

use spec::model::{self, Api, EnumBase, Kind, SchemaId};

use super::record::is_required;
use super::schemas::only_value;
use super::{Docs, Ir, Shape, Ty, TypeId};

/// One of several types.
#[derive(Debug)]
pub(crate) struct Union<'a> {
    /// The property that identifies the member, if it does so for all members. A value without it
    /// is of an unknown kind.
    pub(crate) tag: Option<&'a str>,
    /// The possible members, in the order of the description.
    pub(crate) members: Vec<Member<'a>>,
}

/// A member of a union.
#[derive(Debug)]
pub(crate) struct Member<'a> {
    /// The schema of the member.
    pub(crate) schema: &'a model::Schema,
    /// The index of its schema.
    pub(crate) schema_id: SchemaId,
    /// Its type, with `null` if it is allowed.
    pub(crate) ty: Ty,
    /// How it is recognized.
    pub(crate) mark: Mark<'a>,
    /// Its name within the union, which must still be claimed.
    pub(crate) label: String,
    /// The documentation of the member.
    pub(crate) docs: Docs,
}

/// How a value is recognized as a union member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Mark<'a> {
    /// By these values of the tag, which no earlier member has.
    Tags(Vec<&'a str>),
    /// By its structure; the first member that fits counts.
    Guard(Guard<'a>),
}

/// What a value must have to be read as a member.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Guard<'a> {
    /// The possible kinds of value; empty for any.
    pub(crate) kinds: Vec<JsonKind>,
    /// The properties that it must have.
    pub(crate) required: Vec<&'a str>,
    /// The possible texts of properties, if they are present; each property once.
    pub(crate) values: Vec<(&'a str, Vec<&'a str>)>,
}

/// The kinds of JSON value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum JsonKind {
    Null,
    Boolean,
    Integer,
    Number,
    String,
    Array,
    Object,
}

/// Pass: collects the members of every union.
pub(super) fn fill(ir: &mut Ir<'_>) {
    let unions = ir
        .types
        .iter()
        .filter_map(|(id, declared)| match &declared.schema.kind {
            Kind::Union(union) => Some((id, Shape::Union(of(ir, id, union)))),
            _ => None,
        });
    let unions: Vec<_> = unions.collect();
    ir.types.shape(unions);
}

fn of<'a>(ir: &Ir<'a>, id: TypeId, union: &'a model::Union) -> Union<'a> {
    let (tag, marked) = marks(ir.api, union);
    let members = marked.into_iter().map(|(member, mark)| {
        let schema = ir.api.schema(member.schema);
        let ty = ir.types.nullable_ty(member.schema);
        Member {
            label: label(ir, id, member, &ty),
            docs: Docs::default(),
            schema,
            schema_id: member.schema,
            ty,
            mark,
        }
    });
    Union {
        tag,
        members: members.collect(),
    }
}

/// Returns how the members of a union are recognized. Members that no value can match are left out.
///
/// If a discriminator maps values to all members, a value belongs to the first member that is
/// mapped to it, and a member whose values all belong to others can never match. Otherwise, members
/// are recognized by their structure: both the mapping and the schema of the member must fit; if
/// they contradict each other, the mapping counts.
pub(crate) fn marks<'a>(
    api: &'a Api,
    union: &'a model::Union,
) -> (Option<&'a str>, Vec<(&'a model::Member, Mark<'a>)>) {
    let property = union
        .discriminator
        .as_ref()
        .map(|told| told.property.as_str());
    let tag = property.filter(|_| union.members.iter().all(|member| !member.values.is_empty()));
    let mut taken = HashSet::new();
    let members = union.members.iter().filter_map(|member| {
        if tag.is_none() {
            return Some((member, Mark::Guard(guard(api, property, member))));
        }
        let values = member.values.iter().map(String::as_str);
        let fresh: Vec<_> = values.filter(|value| taken.insert(*value)).collect();
        (!fresh.is_empty()).then_some((member, Mark::Tags(fresh)))
    });
    (tag, members.collect())
}

fn guard<'a>(api: &'a Api, property: Option<&'a str>, member: &'a model::Member) -> Guard<'a> {
    let property = property.filter(|_| !member.values.is_empty());
    let values = property.map(|property| {
        let values = member.values.iter().map(String::as_str);
        (property, values.collect())
    });
    guarded(api, member.schema, values.into_iter().collect())
}

/// Returns what a value must have to match a schema, for unions that the description does not
/// declare.
pub(crate) fn guard_of(api: &Api, schema: SchemaId) -> Guard<'_> {
    guarded(api, schema, Vec::new())
}

fn guarded<'a>(api: &'a Api, id: SchemaId, values: Vec<(&'a str, Vec<&'a str>)>) -> Guard<'a> {
    let schema = api.schema(api.resolve(id));
    let mut kinds: Vec<_> = json_kind(&schema.kind).into_iter().collect();
    if !kinds.is_empty() && !kinds.contains(&JsonKind::Null) && api.is_nullable(id) {
        kinds.push(JsonKind::Null);
    }
    let mut guard = Guard {
        kinds,
        values,
        ..Guard::default()
    };
    if let Kind::Object(object) = &schema.kind {
        for property in &object.properties {
            if is_required(api, schema.direction, property) {
                guard.required.push(&property.name);
            }
            if let Some(only) = only_value(api, property.schema) {
                guard.narrow(&property.name, only);
            }
        }
    }
    guard
}

impl<'a> Guard<'a> {
    /// Returns the possible texts of a property.
    pub(crate) fn allowed(&self, property: &str) -> Option<&[&'a str]> {
        if !self.required.contains(&property) {
            return None;
        }
        let mut values = self.values.iter();
        let found = values.find(|(name, _)| *name == property);
        found.map(|(_, allowed)| allowed.as_slice())
    }

    /// Restricts a property to one text.
    fn narrow(&mut self, property: &'a str, only: &'a str) {
        match self.values.iter_mut().find(|(known, _)| *known == property) {
            Some((_, allowed)) if allowed.contains(&only) => *allowed = vec![only],
            Some(_) => {}
            None => self.values.push((property, vec![only])),
        }
    }
}

fn json_kind(kind: &Kind) -> Option<JsonKind> {
    Some(match kind {
        Kind::Null | Kind::Never => JsonKind::Null,
        Kind::Boolean => JsonKind::Boolean,
        Kind::Integer { .. } => JsonKind::Integer,
        Kind::Number { .. } => JsonKind::Number,
        Kind::String(_) => JsonKind::String,
        Kind::Enumeration(list) => match list.base {
            EnumBase::String => JsonKind::String,
            EnumBase::Integer => JsonKind::Integer,
            EnumBase::Other => return None,
        },
        Kind::Array(_) => JsonKind::Array,
        Kind::Object(_) => JsonKind::Object,
        Kind::Any | Kind::Alias(_) | Kind::Union(_) => return None,
    })
}

/// Returns the name of a member within its union: that of its type, or its title, or the kind of
/// value.
fn label(ir: &Ir<'_>, union: TypeId, member: &model::Member, ty: &Ty) -> String {
    let schema = ir.api.schema(member.schema);
    if let Ty::Declared(id) = ty.not_null() {
        let name = &ir.types.get(*id).name;
        // The name of the union need not be repeated in its members.
        let own = name.strip_prefix(ir.types.get(union).name.as_str());
        let own = own.filter(|own| !own.is_empty() && schema.name.is_none());
        return own.unwrap_or(name).to_owned();
    }
    if let Some(title) = &schema.title {
        return title.clone();
    }
    let name = match ty.not_null() {
        Ty::Boolean => "Boolean",
        ty if ty.is_integer() => "Integer",
        Ty::Float | Ty::Double | Ty::DecimalNumber => "Number",
        Ty::List(_) => "List",
        Ty::Map(_) | Ty::Object => "Object",
        Ty::Any | Ty::Null => member.values.first().map_or("Value", String::as_str),
        _ => "String",
    };
    name.to_owned()
}
