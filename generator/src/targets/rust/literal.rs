//! Values of the description as Rust, outside of the crate of types.

use serde_json::Value as Json;

use super::Rust;
use super::code::{self, Code, fixed, ident, integer, list};
use super::plan::Form;
use super::ty::{Held, Imports, number};
use super::types::{Construction, Field, Rest};
use crate::ir::{Literal, Presence, Ty, TypeId};

impl Rust<'_> {
    /// Returns a value of a type; `None` if the type has no such values.
    pub(super) fn written(&self, ty: &Ty, value: &Literal) -> Option<Code> {
        // Constructors take anything that can be converted, so the type is named where it would be
        // ambiguous.
        let of = || self.outside(ty);
        let parsed = |text: &str| code!(code::string(text), ".parse::<", of(), ">()?");
        Some(match (ty, value) {
            (Ty::Declared(id), value) => return self.made_literal(*id, value),
            (Ty::Nullable(inner), Literal::Null) => {
                code!("None::<", self.outside(inner), ">")
            }
            (Ty::Nullable(inner), value) => code!("Some(", self.written(inner, value)?, ")"),
            (Ty::Null, Literal::Null) => fixed("()"),
            (Ty::Boolean, Literal::Boolean(true)) => fixed("true"),
            (Ty::Boolean, Literal::Boolean(false)) => fixed("false"),
            (Ty::Any, Literal::Any(value)) => {
                code!("types::serde_json::json!(", json(value)?, ")")
            }
            (Ty::Object, Literal::Any(Json::Object(members))) => {
                let members = members.iter().map(|(name, value)| {
                    let value = code!("types::serde_json::json!(", json(value)?, ")");
                    Some(code!("(", code::string(name), ".to_owned(), ", value, ")"))
                });
                collected(&of(), members.collect::<Option<_>>()?)
            }
            (ty, Literal::Number(digits)) if ty.is_integer() => {
                let name = number(ty)?;
                let number = digits.as_i64().map(i128::from);
                let number = number.or_else(|| digits.as_u64().map(i128::from))?;
                let is_plain = name.starts_with('i') && i32::try_from(number).is_ok();
                let suffix = if is_plain { "" } else { name };
                code!(integer(number), suffix)
            }
            (Ty::Float | Ty::Double, Literal::Number(digits)) => {
                let suffix = if *ty == Ty::Float { "f32" } else { "" };
                code!(code::float(digits.as_f64()?)?, suffix)
            }
            (Ty::DecimalNumber, Literal::Number(digits)) => parsed(&digits.to_string()),
            (Ty::Base64, Literal::Bytes(content)) => {
                code!("types::runtime::Base64::from(", code::bytes(content), ")")
            }
            (Ty::Binary, Literal::Bytes(content)) => {
                code!("types::runtime::File::from(", code::bytes(content), ")")
            }
            (Ty::String, Literal::Text(text)) => code!(code::string(text), ".to_owned()"),
            (_, Literal::Text(text)) => parsed(text),
            (Ty::List(item), Literal::List(items)) => {
                if items.is_empty() {
                    return Some(code!("Vec::<", self.outside(item), ">::new()"));
                }
                let items = items.iter().map(|value| self.written(item, value));
                code!("vec![", list(items.collect::<Option<Vec<_>>>()?), "]")
            }
            (Ty::Map(item), Literal::Map(members)) => {
                let members = members.iter().map(|(name, value)| {
                    let value = self.written(item, value)?;
                    Some(code!("(", code::string(name), ".to_owned(), ", value, ")"))
                });
                collected(&of(), members.collect::<Option<_>>()?)
            }
            _ => return None,
        })
    }

    /// Returns a value of a part.
    fn written_held(&self, held: &Held, value: &Literal) -> Option<Code> {
        let ty = &held.ty;
        if !held.boxed {
            return self.written(ty, value);
        }
        Some(match (ty, value) {
            (Ty::Nullable(inner), Literal::Null) => {
                code!("None::<Box<", self.outside(inner), ">>")
            }
            (Ty::Nullable(inner), value) => {
                code!("Some(Box::new(", self.written(inner, value)?, "))")
            }
            (ty, value) => code!("Box::new(", self.written(ty, value)?, ")"),
        })
    }

    fn made_literal(&self, id: TypeId, value: &Literal) -> Option<Code> {
        let made = self.plan.get(id);
        let name = code!("types::", ident(&made.name));
        Some(match (self.plan.form(id), value) {
            (Form::Alias, value) => return self.written(&self.plan.inner(id), value),
            (Form::StringNewtype, Literal::Text(text)) => {
                code!(name, "::from(", code::string(text), ")")
            }
            (Form::StringNewtype | Form::Newtype, value) => {
                code!(name, "(", self.written(&self.plan.inner(id), value)?, ")")
            }
            (Form::StringEnum | Form::IntegerEnum, Literal::Value(value)) => {
                code!(name, "::", self.value_name(id, value)?)
            }
            (Form::Union, Literal::Member(index, value)) => {
                let (member, held) = self.variants(id).into_iter().nth(*index)?;
                code!(
                    name,
                    "::",
                    member,
                    "(",
                    self.written_held(&held, value)?,
                    ")"
                )
            }
            (Form::Record, Literal::Record(given)) => self.record_literal(id, &name, given)?,
            _ => return None,
        })
    }

    fn record_literal(&self, id: TypeId, name: &Code, given: &[(usize, Literal)]) -> Option<Code> {
        let mut imports = Imports::default();
        let fields = self.fields(id, &mut imports);
        let rest = self.rest(id, &mut imports);
        let value = |field: &Field<'_>, value: &Literal| -> Option<Code> {
            Some(match (field.presence, value) {
                (Presence::Required, value) => self.written_held(&field.value, value)?,
                (Presence::OptionalNullable, Literal::Null) => {
                    fixed("types::runtime::Presence::Null")
                }
                (Presence::OptionalNullable, value) => code!(
                    "types::runtime::Presence::Value(",
                    self.written_held(&field.value, value)?,
                    ")"
                ),
                (_, Literal::Null) => code!("None::<", self.outside_held(&field.value), ">"),
                (_, value) => code!("Some(", self.written_held(&field.value, value)?, ")"),
            })
        };
        let mut required = Vec::new();
        let mut others = Vec::new();
        for (index, field) in fields.iter().enumerate() {
            let found = given.iter().find(|(at, _)| *at == index);
            match (found, field.presence.is_required()) {
                (Some((_, found)), true) => required.push((field, value(field, found)?)),
                (Some((_, found)), false) => others.push((field, value(field, found)?)),
                (None, true) => return None,
                (None, false) => {}
            }
        }
        let set = |fields: Vec<(&Field<'_>, Code)>| {
            let fields = fields.into_iter();
            list(fields.map(|(field, value)| code!(&field.name, ": ", value)))
        };
        let is_whole = required.len() + others.len() == fields.len();
        if is_whole && !others.is_empty() && matches!(rest, Rest::None) {
            return Some(code!(name, " { ", set([required, others].concat()), " }"));
        }
        let made = match self.construction(&fields) {
            Construction::Default => code!(name, "::default()"),
            Construction::Arguments => {
                let values = list(required.into_iter().map(|(_, value)| value));
                code!(name, "::new(", values, ")")
            }
            Construction::Companion => {
                let companion = ident(&self.plan.own(id).required);
                code!(
                    name,
                    "::new(types::",
                    companion,
                    " { ",
                    set(required),
                    " })"
                )
            }
        };
        if others.is_empty() {
            return Some(made);
        }
        Some(code!(name, " { ", set(others), ", ..", made, " }"))
    }
}

/// Returns a map of a type.
fn collected(ty: &Code, members: Vec<Code>) -> Code {
    if members.is_empty() {
        return code!("<", ty, ">::new()");
    }
    code!("<", ty, ">::from_iter([", list(members), "])")
}

/// Returns JSON within `json!`; `None` if a number has no literal.
fn json(value: &Json) -> Option<Code> {
    Some(match value {
        Json::Null => fixed("null"),
        Json::Bool(true) => fixed("true"),
        Json::Bool(false) => fixed("false"),
        Json::Number(digits) => match (digits.as_i64(), digits.as_u64()) {
            (Some(number), _) => code!(integer(number), "_i64"),
            (None, Some(number)) => code!(integer(number), "_u64"),
            (None, None) => code::float(digits.as_f64()?)?,
        },
        Json::String(text) => code::string(text),
        Json::Array(items) => {
            let items = items.iter().map(json);
            code!("[", list(items.collect::<Option<Vec<_>>>()?), "]")
        }
        Json::Object(members) => {
            let members = members
                .iter()
                .map(|(name, value)| Some(code!(code::string(name), ": ", json(value)?)));
            code!("{ ", list(members.collect::<Option<Vec<_>>>()?), " }")
        }
    })
}
