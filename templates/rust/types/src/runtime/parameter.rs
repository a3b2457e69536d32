//! Encodes and decodes parameters and form fields by their style (OAS 3.0.3 §4.7.12.3, which builds
//! on RFC 6570).
//!
//! - `null`, an empty list and an empty object are not sent (RFC 6570 §2.3). A missing list thus
//!   cannot be distinguished from an empty one, except in a header field, where an empty value is
//!   an empty list.
//! - In paths and queries, all characters except the unreserved ones (RFC 3986 §2.3) are
//!   percent-encoded, and so are the delimiters of the style within a value.
//! - Header fields and cookies have no escapes: values that they cannot represent are an error.
//! - Lists and objects within flat styles, for which OAS defines no form, are written as JSON.
//! - `deepObject` nests: `a[b][c]=1`, `a[b][]=1`, `a[b][0][c]=1`.

use serde::Serialize;
use serde_json::{Map, Value};

use super::decode::push_escaped;
use super::percent::Escape;
use super::style_read::{self, Text};
use super::{
    Decode, DecodeError, EncodeError, Location, Parameter, Shape, Style, decode, style_write,
};

/// The parts of a request that parameters are read from.
pub trait Source {
    /// Returns the part of the path for a variable of the template, still percent-encoded.
    fn path(&self, name: &str) -> Option<&str>;
    /// Returns the query, without `?`, still percent-encoded.
    fn query(&self) -> &str;
    /// Returns the value of a header field; repeated fields are joined by `, `.
    fn header(&self, name: &str) -> Option<&str>;
    /// Returns the `Cookie` header field.
    fn cookie(&self) -> &str;
}

/// Returns the text of a parameter, ready to be inserted in the request.
///
/// - path: the replacement of `{name}`, such as `5`, `.5` or `;id=5`; never empty.
/// - query: one or more `name=value`, joined by `&`, or the whole query; empty if nothing is sent.
/// - header: the value of the field; empty if nothing is sent.
/// - cookie: one or more `name=value`, joined by `; `; empty if nothing is sent.
///
/// # Errors
/// Returns an error if the parameter's style cannot represent the value: a control character or
/// delimiter in a header field or cookie, a space in an item of `spaceDelimited`, an object nested
/// more than 16 levels deep, or a path segment that would be empty, `.` or `..` and so lead to
/// another path.
pub fn encode_parameter<T: Serialize + ?Sized>(
    parameter: &Parameter,
    value: &T,
) -> Result<String, EncodeError> {
    if matches!(parameter.shape, Shape::Json) {
        return write_json(parameter, value);
    }
    write_parameter(parameter, &to_json(value)?)
}

/// Properties keep their order in text.
fn write_json<T: Serialize + ?Sized>(
    parameter: &Parameter,
    value: &T,
) -> Result<String, EncodeError> {
    let json = serde_json::to_string(value).map_err(|error| EncodeError::new(error.to_string()))?;
    if json == "null" {
        return Ok(String::new());
    }
    let text = style_write::write_json(parameter, Escape::of(parameter), json)?;
    style_write::in_path(parameter, text)
}

fn write_parameter(parameter: &Parameter, value: &Value) -> Result<String, EncodeError> {
    let text = style_write::write(parameter, Escape::of(parameter), value)?;
    style_write::in_path(parameter, text)
}

fn to_json<T: Serialize + ?Sized>(value: &T) -> Result<Value, EncodeError> {
    serde_json::to_value(value).map_err(|error| EncodeError::new(error.to_string()))
}

/// Decodes a parameter; `None` if it is missing.
///
/// An object whose properties are separate parameters (`form` with `explode`) has the properties
/// that its shape names; if it names none, it has all of the query.
///
/// # Errors
/// Returns an error if its text does not have the declared shape, or if a parameter that is not a
/// list is repeated. The error's pointer starts at the parameter's value.
pub fn decode_parameter<T: Decode>(
    parameter: &Parameter,
    source: &impl Source,
) -> Result<Option<T>, DecodeError> {
    let raw = match parameter.location {
        Location::Path => source.path(parameter.name),
        Location::Query => Some(source.query()),
        Location::Header => source.header(parameter.name),
        Location::Cookie => Some(source.cookie()),
    };
    let value = raw.map(|raw| read_parameter(parameter, raw)).transpose()?;
    value.flatten().map(decode).transpose()
}

fn read_parameter(parameter: &Parameter, raw: &str) -> Result<Option<Value>, DecodeError> {
    let text = Text {
        raw,
        escape: Escape::of(parameter),
        others: &[],
    };
    style_read::read(parameter, text)
}

/// Returns the text of an `application/x-www-form-urlencoded` body.
///
/// `fields` come first and in order; other properties follow as text.
///
/// # Errors
/// Returns an error if the style of a field cannot represent its value, or the value is not an
/// object.
pub fn encode_form<T: Serialize + ?Sized>(
    fields: &[Parameter],
    value: &T,
) -> Result<String, EncodeError> {
    match to_json(value)? {
        Value::Object(members) => write_form(fields, members),
        Value::Null => Ok(String::new()),
        _ => Err(EncodeError::new("only an object can be sent as a form")),
    }
}

fn write_form(
    fields: &[Parameter],
    mut members: Map<String, Value>,
) -> Result<String, EncodeError> {
    let mut pairs = Vec::with_capacity(members.len());
    for field in fields {
        if let Some(value) = members.remove(field.name) {
            pairs.push(style_write::write(field, Escape::form(field), &value)?);
        }
    }
    for (name, value) in &members {
        pairs.push(style_write::write_unlisted(name, value)?);
    }
    pairs.retain(|pair| !pair.is_empty());
    Ok(pairs.join("&"))
}

/// Decodes an `application/x-www-form-urlencoded` body.
///
/// Fields that are not listed are decoded as text; repeated ones become a list of texts, so that no
/// value is lost.
///
/// # Errors
/// Returns an error if the text does not have the shape of `T`, or if a listed field that is not a
/// list is repeated (which RFC 6749 §3.2 forbids).
pub fn decode_form<T: Decode>(fields: &[Parameter], text: &str) -> Result<T, DecodeError> {
    decode(Value::Object(read_form(fields, text)?))
}

fn read_form(fields: &[Parameter], raw: &str) -> Result<Map<String, Value>, DecodeError> {
    let mut members = Map::new();
    for field in fields {
        let text = Text {
            raw,
            escape: Escape::form(field),
            others: fields,
        };
        let value = style_read::read(field, text).map_err(|error| within(field.name, &error))?;
        members.extend(value.map(|value| (field.name.to_owned(), value)));
    }
    if !fields.iter().any(style_read::is_free_form) {
        for (name, value) in read_unlisted(fields, raw)? {
            members.entry(name).or_insert(value);
        }
    }
    Ok(members)
}

fn read_unlisted(fields: &[Parameter], raw: &str) -> Result<Map<String, Value>, DecodeError> {
    let mut members = Map::new();
    let escape = Escape::form(&UNLISTED);
    let text = Text {
        raw,
        escape,
        others: &[],
    };
    for (name, value) in text.pairs("&") {
        if !style_read::is_listed(fields, escape, name) {
            add(&mut members, escape.read(name)?, escape.read(value)?);
        }
    }
    Ok(members)
}

fn add(members: &mut Map<String, Value>, name: String, text: String) {
    let text = Value::String(text);
    match members.get_mut(&name) {
        Some(Value::Array(texts)) => texts.push(text),
        Some(first) => *first = Value::Array(vec![first.take(), text]),
        None => {
            members.insert(name, text);
        }
    }
}

/// A form field that the description does not define.
pub(super) const UNLISTED: Parameter = Parameter {
    name: "",
    location: Location::Query,
    style: Style::Form,
    explode: true,
    required: false,
    allow_reserved: false,
    shape: Shape::Text,
};

/// Returns the error with its pointer relative to the value that contains `name`.
fn within(name: &str, error: &DecodeError) -> DecodeError {
    let mut pointer = String::from("/");
    push_escaped(&mut pointer, name);
    DecodeError::new(pointer + error.pointer(), error.expected(), error.found())
}
