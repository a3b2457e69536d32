//! Values of the description as Go, in the form of gofmt.

use serde_json::Value as Json;

use super::code;
use super::layout::{Pair, block, pairs};
use super::plan::Go;
use super::ty::field_name;
use super::union::member_names;
use crate::code::Code;
use crate::ir::moment::{Day, Instant};
use crate::ir::{Field, Form, Literal, Presence, Shape, Ty, TypeId};

/// The maximum width of a composite literal on one line.
const WIDE: usize = 60;

/// The context of a value, which determines whether a constant needs its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Context {
    /// A place with a type.
    Typed,
    /// An argument whose type is inferred.
    Inferred,
}

/// Writes the values of one sample.
pub(super) struct Writer<'w, 'a> {
    pub(super) go: &'w Go<'a>,
    /// What precedes the names of the package: nothing within the package itself.
    pub(super) qualifier: Code,
    /// The statements before the call, for values without a literal that has an address.
    pub(super) before: Vec<Code>,
}

impl Writer<'_, '_> {
    /// Returns a type as another package writes it.
    pub(super) fn ty(&self, ty: &Ty) -> Code {
        let own = |name: &'static str| code!(&self.qualifier, name);
        match ty {
            Ty::Null => own("Nothing"),
            Ty::DecimalNumber => own("DecimalNumber"),
            Ty::Decimal => own("Decimal"),
            Ty::Date => own("Date"),
            Ty::Binary => own("File"),
            Ty::Declared(id) => code!(&self.qualifier, &self.go.type_name(*id)),
            Ty::List(item) => code!("[]", &self.ty(item)),
            Ty::Map(value) => code!("map[string]", &self.ty(value)),
            Ty::Nullable(inner) => code!(&own("Optional["), &self.ty(inner), "]"),
            other => self.go.ty(other),
        }
    }

    /// Returns a value after `tabs` tabs; `None` if the type has no such values.
    pub(super) fn literal(
        &mut self,
        ty: &Ty,
        value: &Literal,
        context: Context,
        tabs: usize,
    ) -> Option<Code> {
        if let (Ty::Nullable(inner), value) = (ty, value) {
            return self.optional(inner, value, tabs);
        }
        if let Ty::Declared(id) = ty {
            return self.declared(*id, ty, value, context, tabs);
        }
        self.plain(ty, &self.ty(ty), value, context, tabs)
    }

    fn optional(&mut self, ty: &Ty, value: &Literal, tabs: usize) -> Option<Code> {
        if *value == Literal::Null {
            return Some(code!(&self.qualifier, "Null[", &self.ty(ty), "]()"));
        }
        let value = self.literal(ty, value, Context::Inferred, tabs)?;
        Some(code!(&self.qualifier, "Some(", &value, ")"))
    }

    /// Returns a value of a type that may have a name.
    fn plain(
        &mut self,
        ty: &Ty,
        name: &Code,
        value: &Literal,
        context: Context,
        tabs: usize,
    ) -> Option<Code> {
        let constant = |literal: Code, default: &str| {
            let is_plain = context == Context::Typed || name.as_str() == default;
            if is_plain {
                literal
            } else {
                code!(name, "(", &literal, ")")
            }
        };
        Some(match (ty, value) {
            (Ty::Null, Literal::Null) => code!(name, "{}"),
            (Ty::Any, Literal::Any(json)) => written(json, tabs),
            (Ty::Object, Literal::Any(json)) => {
                let Json::Object(_) = json else { return None };
                let literal = written(json, tabs);
                if name.as_str() == "map[string]any" {
                    literal
                } else {
                    code!(name, "(", &literal, ")")
                }
            }
            (Ty::Boolean, Literal::Boolean(true)) => constant(Code::fixed("true"), "bool"),
            (Ty::Boolean, Literal::Boolean(false)) => constant(Code::fixed("false"), "bool"),
            (Ty::DecimalNumber, Literal::Number(digits)) => {
                let decimal = self.decimal(&digits.to_string());
                code!(name, "{Decimal: ", &decimal, "}")
            }
            (_, Literal::Number(digits)) => {
                let is_whole = !digits.to_string().contains(['.', 'e']);
                constant(
                    code::number(digits),
                    if is_whole { "int" } else { "float64" },
                )
            }
            (Ty::Decimal, Literal::Text(text)) => self.decimal(text),
            (Ty::DateTime, Literal::Text(text)) => instant(text)?,
            (Ty::Date, Literal::Text(text)) => {
                let day = Day::parse(text)?;
                let month = code::checked(day.month_name());
                let [year, day] = [code::integer(day.year), code::integer(day.of_month)];
                code!(
                    name,
                    "{Year: ",
                    &year,
                    ", Month: time.",
                    &month,
                    ", Day: ",
                    &day,
                    "}"
                )
            }
            (_, Literal::Text(text)) => constant(code::string(text), "string"),
            (Ty::Binary, Literal::Bytes(content)) => {
                code!(name, "{Content: []byte(", &code::bytes(content), ")}")
            }
            (_, Literal::Bytes(content)) => code!(name, "(", &code::bytes(content), ")"),
            (Ty::List(item), Literal::List(items)) => {
                let items = items
                    .iter()
                    .map(|value| self.literal(item, value, Context::Typed, tabs + 1));
                let items: Vec<_> = items.collect::<Option<_>>()?;
                let item = self.ty(item);
                let items: Vec<_> = items.iter().map(|one| code::elided(one, &item)).collect();
                listed(name, &items, tabs)
            }
            (Ty::Map(item), Literal::Map(members)) => {
                let members = members.iter().map(|(key, value)| {
                    let value = self.literal(item, value, Context::Typed, tabs + 1)?;
                    let key = code::string(key);
                    Some(Pair { key, value })
                });
                let members: Vec<_> = members.collect::<Option<_>>()?;
                composed(name, &members, tabs)
            }
            _ => return None,
        })
    }

    fn declared(
        &mut self,
        id: TypeId,
        ty: &Ty,
        value: &Literal,
        context: Context,
        tabs: usize,
    ) -> Option<Code> {
        let go = self.go;
        let declared = go.ir.types.get(id);
        let name = self.ty(ty);
        match (&declared.shape, value) {
            (Shape::Alias(behind), value) => {
                // An alias of another named type only renames it.
                let behind = behind.not_null();
                match behind {
                    Ty::Declared(_) => self.literal(behind, value, context, tabs),
                    _ => self.plain(behind, &name, value, context, tabs),
                }
            }
            (Shape::Record(record), Literal::Record(fields)) => {
                let members = fields.iter().map(|(index, value)| {
                    let field = record.fields.get(*index)?;
                    let value = self.field(field, value, tabs + 1)?;
                    Some(Pair {
                        key: field_name(field),
                        value,
                    })
                });
                let members: Vec<_> = members.collect::<Option<_>>()?;
                Some(composed(&name, &members, tabs))
            }
            (Shape::Enumeration(list), Literal::Value(value)) => {
                let at = list.position(value)?;
                let constant = code::exported(go.values(id).get(at)?);
                Some(code!(&self.qualifier, &constant))
            }
            (Shape::Union(union), Literal::Member(index, value)) => {
                let member = union.members.get(*index)?;
                let key = member_names(union).into_iter().nth(*index)?;
                let value = self.pointer(&member.ty, value, tabs + 1)?;
                Some(composed(&name, &[Pair { key, value }], tabs))
            }
            _ => None,
        }
    }

    fn field(&mut self, field: &Field<'_>, value: &Literal, tabs: usize) -> Option<Code> {
        match field.presence {
            Presence::Required if field.boxed => self.pointer(&field.ty, value, tabs),
            Presence::Required => self.literal(&field.ty, value, Context::Typed, tabs),
            _ => self.optional(&field.ty, value, tabs),
        }
    }

    /// Returns a pointer to a value: to a literal that has an address, or else to a variable.
    pub(super) fn pointer(&mut self, ty: &Ty, value: &Literal, tabs: usize) -> Option<Code> {
        let is_composite = self.is_composite(ty);
        let tabs = if is_composite { tabs } else { 0 };
        let value = self.literal(ty, value, Context::Inferred, tabs)?;
        if is_composite {
            return Some(code!("&", &value));
        }
        let number = self.before.len() + 1;
        let name = code!("value", &code::integer(i128::try_from(number).ok()?));
        // The variable has exactly this type, whatever its value is.
        let ty = self.ty(ty);
        let statement = code!("var ", &name, " ", &ty, " = ", &value, "\n");
        self.before.push(statement);
        Some(code!("&", &name))
    }

    fn is_composite(&self, ty: &Ty) -> bool {
        match ty {
            Ty::List(_) | Ty::Map(_) => true,
            Ty::Declared(id) => match self.go.ir.types.get(*id).form {
                Form::Record | Form::Union => true,
                Form::Alias => match self.go.ir.types.behind(*id) {
                    Ty::Nullable(inner) => self.is_composite(&inner),
                    other => self.is_composite(&other),
                },
                Form::StringEnum | Form::IntegerEnum => false,
            },
            _ => false,
        }
    }

    fn decimal(&self, text: &str) -> Code {
        code!(&self.qualifier, "MustDecimal(", &code::string(text), ")")
    }
}

fn instant(text: &str) -> Option<Code> {
    let instant = Instant::parse(text)?;
    let day = instant.day;
    let parts = [
        code::integer(day.year),
        code!("time.", &code::checked(day.month_name())),
        code::integer(day.of_month),
        code::integer(instant.hour),
        code::integer(instant.minute),
        code::integer(instant.second),
        code::integer(instant.nanosecond),
        Code::fixed("time.UTC"),
    ];
    Some(code!("time.Date(", &Code::list(parts, ", "), ")"))
}

fn is_wide(parts: &[&Code]) -> bool {
    let width: usize = parts.iter().map(|part| part.as_str().len() + 2).sum();
    width > WIDE || parts.iter().any(|part| part.as_str().contains('\n'))
}

/// Returns a literal with keys. Several properties are each on a separate line.
fn composed(name: &Code, members: &[Pair], tabs: usize) -> Code {
    match members {
        [] => code!(name, "{}"),
        [one] if !is_wide(&[&one.key, &one.value]) => {
            code!(name, "{", &one.key, ": ", &one.value, "}")
        }
        several => {
            let lines = pairs(several, tabs + 1);
            code!(name, "{\n", &lines, &code::tabs(tabs), "}")
        }
    }
}

fn listed(name: &Code, items: &[Code], tabs: usize) -> Code {
    if is_wide(&items.iter().collect::<Vec<_>>()) {
        return code!(name, &block(items, tabs));
    }
    code!(name, "{", &Code::list(items.to_vec(), ", "), "}")
}

/// Returns JSON as a literal.
pub(super) fn written(json: &Json, tabs: usize) -> Code {
    match json {
        Json::Null => Code::fixed("nil"),
        Json::Bool(true) => Code::fixed("true"),
        Json::Bool(false) => Code::fixed("false"),
        Json::Number(digits) => match digits.as_u64() {
            // Such a number is no `int`, which a constant would become.
            Some(large) if i64::try_from(large).is_err() => {
                code!("uint64(", &code::number(digits), ")")
            }
            _ => code::number(digits),
        },
        Json::String(text) => code::string(text),
        Json::Array(items) => {
            let items: Vec<_> = items.iter().map(|item| written(item, tabs + 1)).collect();
            listed(&Code::fixed("[]any"), &items, tabs)
        }
        Json::Object(members) => {
            let members = members.iter().map(|(name, value)| Pair {
                key: code::string(name),
                value: written(value, tabs + 1),
            });
            let members: Vec<_> = members.collect();
            composed(&Code::fixed("map[string]any"), &members, tabs)
        }
    }
}
