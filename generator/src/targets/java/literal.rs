//! Values of the description as Java.

use serde_json::Value as Json;

use super::Java;
use super::code::{self, ident};
use super::layout::Expr;
use super::types::Imports;
use crate::code::Code;
use crate::ir::{Items, Literal, Presence, Record, Shape, Ty, TypeId};

/// The maximum number of entries of `Map.of`.
const MOST_ENTRIES: usize = 10;

impl Java<'_> {
    /// Returns a value of a resolved type; `None` if the type has no such values.
    pub(super) fn literal(&self, ty: &Ty, value: &Literal, imports: &mut Imports) -> Option<Expr> {
        // Whatever the value is, its type is imported if the sample names it.
        self.java(ty, imports);
        let of = |head: &'static str, text: &str| {
            Expr::call(Code::fixed(head), [code::string(text).into()])
        };
        Some(match (ty, value) {
            (Ty::Declared(id), value) => return self.declared_literal(*id, value, imports),
            (Ty::Nullable(inner), value) => return self.literal(inner, value, imports),
            (Ty::Any | Ty::Null, Literal::Any(json)) => json_node(&json.to_string()),
            (Ty::Any | Ty::Null, Literal::Null) => json_node("null"),
            (Ty::Any, value) => json_node(&plain(value)?.to_string()),
            (Ty::Object, Literal::Any(Json::Object(members))) => {
                let members = members.iter();
                let members =
                    members.map(|(name, value)| (name.as_str(), json_node(&value.to_string())));
                map(members.collect())
            }
            (Ty::Boolean, Literal::Boolean(true)) => Code::fixed("true").into(),
            (Ty::Boolean, Literal::Boolean(false)) => Code::fixed("false").into(),
            (Ty::UInt64, Literal::Number(digits)) => of("new BigInteger", &digits.to_string()),
            (Ty::DecimalNumber, Literal::Number(digits)) => {
                of("new BigDecimal", &digits.to_string())
            }
            (Ty::Int32 | Ty::UInt16, Literal::Number(digits)) => code::number(digits, "").into(),
            (Ty::Int64 | Ty::UInt32, Literal::Number(digits)) => code::number(digits, "L").into(),
            (Ty::Float, Literal::Number(digits)) => code::number(digits, "f").into(),
            (Ty::Double, Literal::Number(digits)) => code::number(digits, "d").into(),
            (Ty::Decimal, Literal::Text(text)) => of("new BigDecimal", text),
            (Ty::DateTime, Literal::Text(text)) => of("OffsetDateTime.parse", text),
            (Ty::Date, Literal::Text(text)) => of("LocalDate.parse", text),
            (Ty::Uuid, Literal::Text(text)) => of("UUID.fromString", text),
            (Ty::String | Ty::Uri, Literal::Text(text)) => code::string(text).into(),
            (Ty::Base64, Literal::Bytes(content)) => {
                Expr::call(Code::fixed("Bytes.of"), [bytes(content, imports)])
            }
            (Ty::Binary, Literal::Bytes(content)) => {
                let name = code::string("file.bin").into();
                let media = code::string("application/octet-stream").into();
                let content = bytes(content, imports);
                Expr::call(Code::fixed("FilePart.of"), [name, media, content])
            }
            (Ty::List(item), Literal::List(items)) => {
                let items = items.iter().map(|value| self.element(item, value, imports));
                let items: Vec<_> = items.collect::<Option<_>>()?;
                Expr::call(Code::fixed("List.of"), items)
            }
            (Ty::Map(item), Literal::Map(members)) => {
                let members = members.iter().map(|(name, value)| {
                    Some((name.as_str(), self.element(item, value, imports)?))
                });
                map(members.collect::<Option<_>>()?)
            }
            _ => return None,
        })
    }

    /// Returns an element of a list or a map, which cannot be `null`.
    fn element(&self, ty: &Ty, value: &Literal, imports: &mut Imports) -> Option<Expr> {
        match (ty, value) {
            (Ty::Nullable(_), Literal::Null) => None,
            _ => self.literal(ty, value, imports),
        }
    }

    fn declared_literal(&self, id: TypeId, value: &Literal, imports: &mut Imports) -> Option<Expr> {
        let declared = self.ir.types.get(id);
        let name = self.java(&Ty::Declared(id), imports).boxed;
        match (&declared.shape, value) {
            (Shape::Record(record), Literal::Record(fields)) => {
                self.record_literal(&name, record, fields, imports)
            }
            (Shape::Enumeration(list), Literal::Value(value)) => {
                let at = list.position(value)?;
                let constant = self.constants_of(id).get(at)?;
                Some(code!(&name, ".", constant).into())
            }
            (Shape::Union(union), Literal::Member(index, value)) => {
                let member = union.members.get(*index)?;
                let part = self.parts(union, imports).into_iter().nth(*index)?;
                let ty = self.resolve(&member.ty);
                let value = self.element(&ty, value, imports)?;
                Some(if part.wrapper.is_some() {
                    Expr::call(code!("new ", &name, ".", &part.class), [value])
                } else {
                    value
                })
            }
            _ => None,
        }
    }

    fn record_literal(
        &self,
        name: &Code,
        record: &Record<'_>,
        fields: &[(usize, Literal)],
        imports: &mut Imports,
    ) -> Option<Expr> {
        let mut links = vec![Expr::call(code!(name, ".builder"), [])];
        for (index, value) in fields {
            let field = record.fields.get(*index)?;
            let setter = code!(".", &ident(&field.name));
            if *value == Literal::Null && field.presence.is_nullable() {
                let null: Expr = match field.presence {
                    Presence::OptionalNullable => {
                        imports.own(&self.package, "runtime", "Presence");
                        Expr::call(Code::fixed("Presence.ofNull"), [])
                    }
                    _ => Code::fixed("null").into(),
                };
                links.push(Expr::call(setter, [null]));
                continue;
            }
            let ty = self.resolve(&field.ty);
            let value = self.literal(ty.not_null(), value, imports)?;
            links.push(Expr::call(setter, [value]));
        }
        links.push(Expr::call(Code::fixed(".build"), []));
        Some(Expr::Chain(links))
    }

    /// Returns the items of a stream.
    pub(super) fn items_literal(
        &self,
        items: &Items,
        value: &Literal,
        imports: &mut Imports,
    ) -> Option<Expr> {
        let Literal::List(values) = value else {
            return None;
        };
        imports.library("java.util.List");
        let values = values.iter().map(|value| {
            let data = match &items.json {
                Some(ty) => {
                    let ty = self.resolve(ty);
                    let is_optional = matches!(ty, Ty::Nullable(_));
                    let value = self.element(&ty, value, imports)?;
                    if is_optional {
                        imports.library("java.util.Optional");
                        Expr::call(Code::fixed("Optional.of"), [value])
                    } else {
                        value
                    }
                }
                None => code::string(value.text()).into(),
            };
            Some(if items.are_events() {
                imports.own(&self.package, "runtime", "ServerSentEvent");
                Expr::call(Code::fixed("ServerSentEvent.of"), [data])
            } else {
                data
            })
        });
        let values: Vec<_> = values.collect::<Option<_>>()?;
        Some(Expr::call(Code::fixed("List.of"), values))
    }
}

/// Returns JSON as a value of any type.
fn json_node(json: &str) -> Expr {
    Expr::call(Code::fixed("Codecs.ANY.parse"), [code::string(json).into()])
}

fn map(members: Vec<(&str, Expr)>) -> Expr {
    if members.len() <= MOST_ENTRIES {
        let parts = members.into_iter();
        let parts = parts.flat_map(|(name, value)| [code::string(name).into(), value]);
        return Expr::call(Code::fixed("Map.of"), parts);
    }
    let entries = members.into_iter().map(|(name, value)| {
        Expr::call(Code::fixed("Map.entry"), [code::string(name).into(), value])
    });
    Expr::call(Code::fixed("Map.ofEntries"), entries)
}

/// Returns bytes as an expression: those of a text if they are one.
pub(super) fn bytes(content: &[u8], imports: &mut Imports) -> Expr {
    let Ok(text) = std::str::from_utf8(content) else {
        let bytes = content.iter().map(|byte| code::byte(*byte));
        return code!("new byte[] {", &Code::list(bytes, ", "), "}").into();
    };
    imports.library("java.nio.charset.StandardCharsets");
    let utf_8 = Code::fixed("StandardCharsets.UTF_8").into();
    Expr::call(code!(&code::string(text), ".getBytes"), [utf_8])
}

/// Returns a value as JSON again, for a type without a name in Java.
fn plain(value: &Literal) -> Option<Json> {
    Some(match value {
        Literal::Null => Json::Null,
        Literal::Any(json) | Literal::Value(json) => json.clone(),
        Literal::Boolean(value) => Json::Bool(*value),
        Literal::Number(digits) => Json::Number(digits.clone()),
        Literal::Text(text) => Json::String(text.clone()),
        Literal::List(items) => Json::Array(items.iter().map(plain).collect::<Option<_>>()?),
        Literal::Map(members) => {
            let members = members.iter();
            let members = members.map(|(name, value)| Some((name.clone(), plain(value)?)));
            Json::Object(members.collect::<Option<_>>()?)
        }
        Literal::Bytes(_) | Literal::Record(_) | Literal::Member(..) => return None,
    })
}
