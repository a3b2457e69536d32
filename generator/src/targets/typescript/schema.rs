//! Schemas for the runtime.

use super::TypeScript;
use super::code::{ident, string};
use super::imports::Imports;
use super::names::has_schema;
use super::value::Value;
use crate::code::Code;
use crate::ir::{Field, Form, Guard, JsonKind, Mark, Shape, Ty, TypeId, Union};

impl TypeScript<'_> {
    /// Returns the schema of a type's values.
    pub(super) fn schema(&self, ty: &Ty, up: &str, imports: &mut Imports) -> Value {
        let word = match ty {
            Ty::Any => "\"any\"",
            Ty::Null => "\"null\"",
            Ty::Boolean => "\"boolean\"",
            Ty::Int32 | Ty::UInt16 => "\"int32\"",
            Ty::Int64 | Ty::UInt32 => "\"int64\"",
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
                let inner = self.schema(&self.without_null(inner), up, imports);
                return kind("nullable", vec![("type", inner)]);
            }
        };
        Value::fixed(word)
    }

    /// Returns a type without `null`, which each alias in a long chain may allow once more.
    fn without_null(&self, ty: &Ty) -> Ty {
        let mut ty = ty.clone();
        loop {
            ty = match ty {
                Ty::Nullable(inner) => *inner,
                Ty::Declared(id)
                    if !has_schema(&self.ir, id) && self.ir.types.get(id).form == Form::Alias =>
                {
                    match self.ir.types.behind(id) {
                        Ty::Nullable(inner) => *inner,
                        _ => return ty,
                    }
                }
                _ => return ty,
            };
        }
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

    /// Returns the schema of a declared type's values, in its own file.
    pub(super) fn own_schema(&self, id: TypeId, imports: &mut Imports) -> Option<Value> {
        match &self.ir.types.get(id).shape {
            Shape::Record(record) => {
                let fields = record.fields.iter();
                let properties = fields.map(|field| self.property_schema(field, imports));
                let properties = properties.collect();
                let mut members = vec![("properties", Value::Array(properties).thunk())];
                if let Some(value) = &record.additional {
                    let value = self.schema(value, UP, imports);
                    members.push(("additional", value.thunk()));
                }
                Some(kind("record", members))
            }
            Shape::Union(union) => Some(self.union_schema(union, imports)),
            Shape::Alias(behind) if has_schema(&self.ir, id) => {
                Some(self.schema(behind, UP, imports))
            }
            Shape::Alias(_) | Shape::Enumeration(_) => None,
        }
    }

    fn property_schema(&self, field: &Field<'_>, imports: &mut Imports) -> Value {
        let mut members = vec![
            ("name", Value::Atom(string(field.wire()))),
            ("type", self.schema(&field.nullable_ty(), UP, imports)),
        ];
        if field.presence.is_required() {
            members.push(("required", Value::fixed("true")));
        }
        Value::Object(members)
    }

    fn union_schema(&self, union: &Union<'_>, imports: &mut Imports) -> Value {
        let members = union.members.iter().map(|member| {
            let mut parts = vec![("type", self.schema(&member.ty, UP, imports))];
            match &member.mark {
                Mark::Tags(tags) => parts.push(("tags", strings(tags))),
                Mark::Guard(guard) => parts.extend(looks(guard)),
            }
            Value::Object(parts)
        });
        let members = Value::Array(members.collect()).thunk();
        let mut parts = Vec::new();
        if let Some(tag) = union.tag {
            parts.push(("discriminator", Value::Atom(string(tag))));
        }
        parts.push(("members", members));
        kind("union", parts)
    }
}

/// Returns what a value must have to be read as a member.
pub(super) fn looks(guard: &Guard<'_>) -> Vec<(&'static str, Value)> {
    let kinds = guard
        .kinds
        .iter()
        .map(|kind| Value::fixed(json_kind(*kind)));
    let values = guard
        .values
        .iter()
        .map(|(name, allowed)| Value::Array(vec![Value::Atom(string(name)), strings(allowed)]));
    let lists = [
        ("kinds", Value::Array(kinds.collect())),
        ("required", strings(&guard.required)),
        ("values", Value::Array(values.collect())),
    ];
    let is_empty = |list: &Value| matches!(list, Value::Array(items) if items.is_empty());
    let lists = lists.into_iter().filter(|(_, list)| !is_empty(list));
    lists.collect()
}

pub(super) fn strings(texts: &[&str]) -> Value {
    Value::Array(texts.iter().map(|text| Value::Atom(string(text))).collect())
}

/// The path from a model's file to the folder of the sources.
pub(super) const UP: &str = "..";

pub(super) fn kind(name: &'static str, members: Vec<(&'static str, Value)>) -> Value {
    let name = Value::Atom(code!("\"", &Code::fixed(name), "\""));
    Value::Object([vec![("kind", name)], members].concat())
}

const fn json_kind(kind: JsonKind) -> &'static str {
    match kind {
        JsonKind::Null => "\"null\"",
        JsonKind::Boolean => "\"boolean\"",
        JsonKind::Integer => "\"integer\"",
        JsonKind::Number => "\"number\"",
        JsonKind::String => "\"string\"",
        JsonKind::Array => "\"array\"",
        JsonKind::Object => "\"object\"",
    }
}
