//! Values of a description as literals: what a language writes for a value of a schema.

use std::cell::Cell;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Number, Value};
use spec::model::{Additional, Api, EnumBase, Kind, Object, SchemaId, Text};

use super::enumeration::whole;
use super::union::marks;
use super::{Guard, JsonKind, Mark};

/// The maximum nesting of a value, which also ends unions and aliases of themselves.
const DEEPEST: usize = 32;

/// The maximum number of attempts to match a part of a value, which unions of unions multiply.
const MOST_ATTEMPTS: usize = 2_000;

/// The maximum number of values in an example that is shown.
const MOST_VALUES: usize = 60;

/// The maximum length of a text that is shown.
const LONGEST: usize = 300;

/// A value that matches its schema. Together with the type of the schema, it determines the code of
/// a literal.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Literal {
    /// `null`.
    Null,
    /// JSON of unknown shape.
    Any(Value),
    /// `true` or `false`.
    Boolean(bool),
    /// A number.
    Number(Number),
    /// A string, in any format.
    Text(String),
    /// The bytes that a string contains in base 64.
    Bytes(Vec<u8>),
    /// An array.
    List(Vec<Literal>),
    /// An object with values of one type.
    Map(Vec<(String, Literal)>),
    /// The properties of an object, by their index in the description.
    Record(Vec<(usize, Literal)>),
    /// A value of an enumeration.
    Value(Value),
    /// A member of a union, by its index.
    Member(usize, Box<Literal>),
}

impl Literal {
    /// Returns the text of a body that is sent as text.
    pub(crate) fn text(&self) -> &str {
        match self {
            Self::Text(text)
            | Self::Any(Value::String(text))
            | Self::Value(Value::String(text)) => text,
            _ => "text",
        }
    }

    /// Returns the bytes of a body that is sent as bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Self::Bytes(bytes) => bytes,
            other => other.text().as_bytes(),
        }
    }
}

/// Returns the first example of a schema that matches it and is short.
pub(super) fn example(api: &Api, id: SchemaId) -> Option<&Value> {
    let schema = api.schema(id);
    let mut examples = schema.examples.iter().chain(&schema.default);
    examples.find(|value| is_short(value) && typed(api, id, value).is_some())
}

/// Returns whether a value can be read at a glance.
pub(super) fn is_short(value: &Value) -> bool {
    fn count(value: &Value) -> usize {
        match value {
            Value::Array(items) => 1 + items.iter().map(count).sum::<usize>(),
            Value::Object(members) => 1 + members.values().map(count).sum::<usize>(),
            Value::String(text) if text.chars().count() > LONGEST => MOST_VALUES + 1,
            _ => 1,
        }
    }
    count(value) <= MOST_VALUES
}

/// Returns a value of a request as a literal; `None` if it does not match the schema.
pub(crate) fn typed(api: &Api, id: SchemaId, value: &Value) -> Option<Literal> {
    let attempts = Cell::new(0);
    Typing { api, attempts }.typed(id, value, 0)
}

struct Typing<'a> {
    api: &'a Api,
    attempts: Cell<usize>,
}

impl Typing<'_> {
    fn typed(&self, id: SchemaId, value: &Value, depth: usize) -> Option<Literal> {
        self.attempts.set(self.attempts.get() + 1);
        if depth > DEEPEST || self.attempts.get() > MOST_ATTEMPTS {
            return None;
        }
        let schema = self.api.schema(id);
        let is_null = value.is_null() && self.api.is_nullable(id);
        if is_null && !matches!(schema.kind, Kind::Any) {
            return Some(Literal::Null);
        }
        match &schema.kind {
            Kind::Alias(target) => self.typed(*target, value, depth + 1),
            Kind::Any => Some(Literal::Any(value.clone())),
            Kind::Null | Kind::Never => value.is_null().then_some(Literal::Null),
            Kind::Boolean => value.as_bool().map(Literal::Boolean),
            Kind::Integer { format, .. } => integer(format.as_deref(), value),
            Kind::Number { format, .. } => number(format.as_deref(), value),
            Kind::String(text) => text_of(text, value.as_str()?),
            Kind::Enumeration(list) => {
                let known = list.values.contains(value);
                let booleans = list.values.iter().all(Value::is_boolean);
                known.then(|| match list.base {
                    EnumBase::String | EnumBase::Integer => Literal::Value(value.clone()),
                    EnumBase::Other if booleans => Literal::Boolean(*value == Value::Bool(true)),
                    EnumBase::Other => Literal::Any(value.clone()),
                })
            }
            Kind::Array(array) => {
                let items = value.as_array()?.iter();
                let items = items.map(|item| match array.prefix.as_slice() {
                    [] => self.typed(array.items, item, depth + 1),
                    _ => Some(Literal::Any(item.clone())),
                });
                items.collect::<Option<_>>().map(Literal::List)
            }
            Kind::Object(object) => self.object(object, value.as_object()?, depth),
            Kind::Union(union) => {
                let (tag, members) = marks(self.api, union);
                let mut members = members.into_iter().enumerate();
                members.find_map(|(index, (member, mark))| {
                    let fits = is_marked(tag, &mark, value);
                    let inner = fits.then(|| self.typed(member.schema, value, depth + 1))?;
                    Some(Literal::Member(index, Box::new(inner?)))
                })
            }
        }
    }

    fn object(
        &self,
        object: &Object,
        members: &Map<String, Value>,
        depth: usize,
    ) -> Option<Literal> {
        if object.properties.is_empty() {
            let Additional::Schema(value) = object.additional else {
                return Some(Literal::Any(Value::Object(members.clone())));
            };
            let members = members.iter().map(|(name, member)| {
                let value = self.typed(value, member, depth + 1)?;
                Some((name.clone(), value))
            });
            return members.collect::<Option<_>>().map(Literal::Map);
        }
        let mut fields = Vec::new();
        for (index, property) in object.properties.iter().enumerate() {
            let schema = self.api.schema(property.schema);
            let behind = self.api.schema(self.api.resolve(property.schema));
            if schema.read_only || behind.read_only {
                continue;
            }
            match members.get(&property.name) {
                Some(value) => {
                    let value = self.typed(property.schema, value, depth + 1)?;
                    fields.push((index, value));
                }
                None if property.required => return None,
                None => {}
            }
        }
        Some(Literal::Record(fields))
    }
}

/// Returns whether a value is recognized as a union member.
fn is_marked(tag: Option<&str>, mark: &Mark<'_>, value: &Value) -> bool {
    match mark {
        Mark::Tags(tags) => {
            let found = tag.and_then(|tag| value.get(tag)?.as_str());
            found.is_some_and(|found| tags.contains(&found))
        }
        Mark::Guard(guard) => is_guarded(guard, value),
    }
}

fn is_guarded(guard: &Guard<'_>, value: &Value) -> bool {
    let kind = |kind: &JsonKind| match kind {
        JsonKind::Null => value.is_null(),
        JsonKind::Boolean => value.is_boolean(),
        JsonKind::Integer => value.is_i64() || value.is_u64(),
        JsonKind::Number => value.is_number(),
        JsonKind::String => value.is_string(),
        JsonKind::Array => value.is_array(),
        JsonKind::Object => value.is_object(),
    };
    let mut required = guard.required.iter();
    let mut values = guard.values.iter();
    (guard.kinds.is_empty() || guard.kinds.iter().any(kind))
        && required.all(|name| value.get(name).is_some())
        && values.all(|(name, allowed)| match value.get(name) {
            Some(found) => found.as_str().is_some_and(|text| allowed.contains(&text)),
            None => true,
        })
}

fn integer(format: Option<&str>, value: &Value) -> Option<Literal> {
    let (least, most): (i128, i128) = match format {
        Some("int8") => (i8::MIN.into(), i8::MAX.into()),
        Some("uint8") => (0, u8::MAX.into()),
        Some("int16") => (i16::MIN.into(), i16::MAX.into()),
        Some("uint16") => (0, u16::MAX.into()),
        Some("int32") => (i32::MIN.into(), i32::MAX.into()),
        Some("uint32") => (0, u32::MAX.into()),
        Some("uint64" | "uint") => (0, u64::MAX.into()),
        _ => (i64::MIN.into(), i64::MAX.into()),
    };
    let fits = (least..=most).contains(&whole(value)?);
    let number = value.as_number()?;
    fits.then(|| Literal::Number(number.clone()))
}

fn number(format: Option<&str>, value: &Value) -> Option<Literal> {
    let number = value.as_number()?;
    let fits = match format {
        Some("float") => value.as_f64()?.abs() <= f64::from(f32::MAX),
        Some("decimal") => is_decimal(&number.to_string()),
        _ => true,
    };
    fits.then(|| Literal::Number(number.clone()))
}

fn text_of(text: &Text, value: &str) -> Option<Literal> {
    let fits = match text.format.as_deref() {
        Some("date-time") => is_instant(value),
        Some("date") => value.len() == 10 && value.parse::<jiff::civil::Date>().is_ok(),
        Some("uuid") => is_uuid(value),
        Some("decimal") => is_decimal(value),
        Some("uri") => is_address(value),
        Some("byte" | "binary") => {
            return STANDARD.decode(value).ok().map(Literal::Bytes);
        }
        _ => true,
    };
    fits.then(|| Literal::Text(value.to_owned()))
}

/// Returns whether a text is an instant of whole seconds, or of a fraction that every language has.
fn is_instant(text: &str) -> bool {
    let form = text.get(10..11) == Some("T") && text.is_ascii() && text.len() <= 30;
    form && text.parse::<jiff::Timestamp>().is_ok() && !text.contains(":60")
}

fn is_uuid(text: &str) -> bool {
    text.len() == 36
        && text.chars().enumerate().all(|(index, c)| match index {
            8 | 13 | 18 | 23 => c == '-',
            _ => c.is_ascii_hexdigit(),
        })
}

/// Returns whether a text is a number in fixed-point notation, of few enough digits for every
/// language.
fn is_decimal(text: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
    let is_plain = digits(whole) && digits(fraction) && text.len() <= 20;
    is_plain && (whole == "0" || !whole.starts_with('0'))
}

/// Returns whether a text is an address that every language accepts.
fn is_address(text: &str) -> bool {
    let host = text
        .strip_prefix("https://")
        .or(text.strip_prefix("http://"));
    let allowed = |c: char| c.is_ascii_graphic() && !"\"<>\\^`{|}".contains(c);
    host.is_some_and(|host| {
        host.starts_with(|c: char| c.is_ascii_alphanumeric()) && host.chars().all(allowed)
    })
}
