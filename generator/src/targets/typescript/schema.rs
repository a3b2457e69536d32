//! What values look like, as the runtime reads it.

use spec::model::{Additional, Direction, Discriminator, EnumBase, Kind, Member, Property, Union};

use super::TypeScript;
use super::code::{ident, string};
use super::imports::Imports;
use super::names::has_schema;
use super::value::Value;
use crate::code::Code;
use crate::ir::schemas::only_value;
use crate::ir::{Form, Ty, TypeId};

impl TypeScript<'_> {
    /// What values of a type look like.
    pub(super) fn schema(&self, ty: &Ty, up: &str, imports: &mut Imports) -> Value {
        let word = match ty {
            Ty::Any => "\"any\"",
            Ty::Null => "\"null\"",
            Ty::Boolean => "\"boolean\"",
            Ty::Int32 => "\"int32\"",
            Ty::Int64 => "\"int64\"",
            Ty::UInt64 => "\"uint64\"",
            Ty::Float => "\"float\"",
            Ty::Double => "\"double\"",
            Ty::DecimalNumber => "\"decimal-number\"",
            Ty::String => "\"string\"",
            Ty::Decimal => "\"decimal\"",
            Ty::DateTime => "\"date-time\"",
            Ty::Date => "\"date\"",
            Ty::Uuid => "\"uuid\"",
            Ty::Uri => "\"uri\"",
            Ty::Base64 => "\"base64\"",
            Ty::Binary => "\"binary\"",
            Ty::Object => "\"object\"",
            Ty::Declared(id) => return self.declared_schema(*id, up, imports),
            Ty::List(item) => {
                let item = self.schema(item, up, imports).thunk();
                return kind("list", vec![("items", item)]);
            }
            Ty::Map(value) => {
                let value = self.schema(value, up, imports).thunk();
                return kind("map", vec![("values", value)]);
            }
            Ty::Nullable(inner) if **inner == Ty::Any => "\"any\"",
            Ty::Nullable(inner) => {
                let inner = self.schema(inner, up, imports);
                return kind("nullable", vec![("type", inner)]);
            }
        };
        Value::fixed(word)
    }

    fn declared_schema(&self, id: TypeId, up: &str, imports: &mut Imports) -> Value {
        if has_schema(&self.ir, id) {
            let names = self.names.of_type(id);
            imports.value(format!("{up}/models/{}", names.file), &names.schema);
            return Value::Atom(ident(&names.schema));
        }
        match self.ir.types.get(id).form {
            Form::IntegerEnum => Value::fixed("\"int64\""),
            Form::Alias => self.schema(&self.ir.types.behind(id), up, imports),
            _ => Value::fixed("\"string\""),
        }
    }

    /// What values of a declared type look like, in its own file.
    pub(super) fn own_schema(&self, id: TypeId, imports: &mut Imports) -> Option<Value> {
        let declared = self.ir.types.get(id);
        match (&declared.schema.kind, declared.form) {
            (Kind::Object(object), Form::Record) => {
                let direction = declared.schema.direction;
                let properties = object.properties.iter();
                let properties = properties
                    .map(|property| self.property_schema(property, direction, imports))
                    .collect();
                let mut members = vec![("properties", Value::Array(properties).thunk())];
                if let Additional::Schema(value) = object.additional {
                    let value = self.ir.types.nullable_ty(value);
                    let value = self.schema(&value, UP, imports);
                    members.push(("additional", value.thunk()));
                }
                Some(kind("record", members))
            }
            (Kind::Union(union), Form::Union) => Some(self.union_schema(union, imports)),
            (_, Form::Alias) if has_schema(&self.ir, id) => {
                Some(self.schema(&self.ir.types.behind(id), UP, imports))
            }
            _ => None,
        }
    }

    fn property_schema(
        &self,
        property: &Property,
        direction: Direction,
        imports: &mut Imports,
    ) -> Value {
        let ty = self.ir.types.nullable_ty(property.schema);
        let mut members = vec![
            ("name", Value::Atom(string(&property.name))),
            ("type", self.schema(&ty, UP, imports)),
        ];
        if self.is_required(direction, property) {
            members.push(("required", Value::fixed("true")));
        }
        Value::Object(members)
    }

    /// A required property that only the other direction has is not required in this type.
    pub(super) fn is_required(&self, direction: Direction, property: &Property) -> bool {
        let api = self.ir.api;
        let schema = api.schema(property.schema);
        let behind = api.schema(api.resolve(property.schema));
        let read_only = schema.read_only || behind.read_only;
        let write_only = schema.write_only || behind.write_only;
        property.required
            && !(read_only && direction.request)
            && !(write_only && direction.response)
    }

    fn union_schema(&self, union: &Union, imports: &mut Imports) -> Value {
        let discriminator = discriminator(union);
        let members = union.members.iter().map(|member| {
            let ty = self.ir.types.nullable_ty(member.schema);
            let mut members = vec![("type", self.schema(&ty, UP, imports))];
            if discriminator.is_some() {
                let tags = member.values.iter().map(|tag| Value::Atom(string(tag)));
                members.push(("tags", Value::Array(tags.collect())));
            } else {
                self.guard(union, member, &mut members);
            }
            Value::Object(members)
        });
        let members = Value::Array(members.collect()).thunk();
        let mut parts = Vec::new();
        if let Some(discriminator) = discriminator {
            let property = Value::Atom(string(&discriminator.property));
            parts.push(("discriminator", property));
        }
        parts.push(("members", members));
        kind("union", parts)
    }

    /// What a value must look like to be read as a member.
    fn guard(&self, union: &Union, member: &Member, parts: &mut Vec<(&'static str, Value)>) {
        let api = self.ir.api;
        let schema = api.schema(api.resolve(member.schema));
        let mut kinds: Vec<_> = json_kind(&schema.kind)
            .into_iter()
            .map(Value::fixed)
            .collect();
        if !kinds.is_empty() && self.ir.types.is_nullable(member.schema) {
            kinds.push(Value::fixed("\"null\""));
        }
        let mut required = Vec::new();
        let mut values = Vec::new();
        if let Some(told) = union
            .discriminator
            .as_ref()
            .filter(|_| !member.values.is_empty())
        {
            let tags = member.values.iter().map(String::as_str).collect::<Vec<_>>();
            values.push(allowed(&told.property, &tags));
        }
        if let Kind::Object(object) = &schema.kind {
            for property in &object.properties {
                if self.is_required(schema.direction, property) {
                    required.push(Value::Atom(string(&property.name)));
                }
                if let Some(only) = only_value(self.ir.api, property.schema) {
                    values.push(allowed(&property.name, &[only]));
                }
            }
        }
        let lists = [("kinds", kinds), ("required", required), ("values", values)];
        let lists = lists.into_iter().filter(|(_, list)| !list.is_empty());
        parts.extend(lists.map(|(name, list)| (name, Value::Array(list))));
    }
}

/// The way from a model's file to the folder of the sources.
pub(super) const UP: &str = "..";

fn kind(name: &'static str, members: Vec<(&'static str, Value)>) -> Value {
    let name = Value::Atom(code!("\"", &Code::fixed(name), "\""));
    Value::Object([vec![("kind", name)], members].concat())
}

fn allowed(name: &str, values: &[&str]) -> Value {
    let values = values.iter().map(|value| Value::Atom(string(value)));
    Value::Array(vec![
        Value::Atom(string(name)),
        Value::Array(values.collect()),
    ])
}

fn json_kind(kind: &Kind) -> Option<&'static str> {
    match kind {
        Kind::Null | Kind::Never => Some("\"null\""),
        Kind::Boolean => Some("\"boolean\""),
        Kind::Integer { .. } => Some("\"integer\""),
        Kind::Number { .. } => Some("\"number\""),
        Kind::String(_) => Some("\"string\""),
        Kind::Enumeration(list) if list.base == EnumBase::String => Some("\"string\""),
        Kind::Enumeration(list) if list.base == EnumBase::Integer => Some("\"integer\""),
        Kind::Array(_) => Some("\"array\""),
        Kind::Object(_) => Some("\"object\""),
        Kind::Any | Kind::Alias(_) | Kind::Union(_) | Kind::Enumeration(_) => None,
    }
}

/// What tells the members apart, if it tells all of them.
pub(super) fn discriminator(union: &Union) -> Option<&Discriminator> {
    let told = |member: &Member| !member.values.is_empty();
    let discriminator = union.discriminator.as_ref();
    discriminator.filter(|_| union.members.iter().all(told))
}
