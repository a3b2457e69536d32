//! Parses JSON.

use jiter::{Jiter, JiterError, Peek};

use super::{Json, JsonError};

/// Parses one value and nothing after it.
pub(super) fn parse(bytes: &[u8]) -> Result<Json, JsonError> {
    if bytes.starts_with(b"\xef\xbb\xbf") {
        return Err(JsonError {
            message: String::from("the text begins with a byte order mark"),
            offset: 0,
            is_beyond_limits: false,
        });
    }
    let mut reader = Jiter::new(bytes);
    let first = reader.peek().map_err(|error| fault(&error))?;
    let mut count = 0;
    let json = value(&mut reader, first, 0, &mut count)?;
    reader.finish().map_err(|error| fault(&error))?;
    Ok(json)
}

/// Parses a value. `count` is the number of values before it.
fn value(
    reader: &mut Jiter<'_>,
    peek: Peek,
    depth: usize,
    count: &mut usize,
) -> Result<Json, JsonError> {
    *count += 1;
    if *count > Json::VALUES {
        return Err(JsonError {
            message: format!("there are more than {} values", Json::VALUES),
            offset: reader.current_index(),
            is_beyond_limits: true,
        });
    }
    let value = match peek {
        Peek::Null => reader.known_null().map(|()| Json::Null),
        Peek::True | Peek::False => reader.known_bool(peek).map(Json::Bool),
        Peek::String => reader.known_str().map(|text| Json::String(text.into())),
        Peek::Array => return array(reader, depth + 1, count),
        Peek::Object => return object(reader, depth + 1, count),
        _ => return number(reader, peek),
    };
    value.map_err(|error| fault(&error))
}

fn number(reader: &mut Jiter<'_>, peek: Peek) -> Result<Json, JsonError> {
    let offset = reader.current_index();
    let bytes = reader
        .known_number_bytes(peek)
        .map_err(|error| fault(&error))?;
    let text = std::str::from_utf8(bytes).map_err(|_| JsonError {
        message: String::from("a number that is not text"),
        offset,
        is_beyond_limits: false,
    })?;
    Ok(Json::Number(text.into()))
}

fn array(reader: &mut Jiter<'_>, depth: usize, count: &mut usize) -> Result<Json, JsonError> {
    enter(reader, depth)?;
    let mut items = Vec::new();
    let mut next = reader.known_array();
    while let Some(peek) = next.map_err(|error| fault(&error))? {
        items.push(value(reader, peek, depth, count)?);
        next = reader.array_step();
    }
    Ok(Json::Array(items))
}

fn object(reader: &mut Jiter<'_>, depth: usize, count: &mut usize) -> Result<Json, JsonError> {
    enter(reader, depth)?;
    let mut members = Vec::new();
    let mut next = reader.known_object().map(|name| name.map(Box::<str>::from));
    while let Some(name) = next.map_err(|error| fault(&error))? {
        let peek = reader.peek().map_err(|error| fault(&error))?;
        members.push((name, value(reader, peek, depth, count)?));
        next = reader.next_key().map(|name| name.map(Box::<str>::from));
    }
    Ok(Json::Object(members))
}

/// Refuses values that nest too deeply for the stack.
fn enter(reader: &Jiter<'_>, depth: usize) -> Result<(), JsonError> {
    if depth <= Json::DEPTH {
        return Ok(());
    }
    Err(JsonError {
        message: format!("arrays and objects nest deeper than {} levels", Json::DEPTH),
        offset: reader.current_index(),
        is_beyond_limits: true,
    })
}

fn fault(error: &JiterError) -> JsonError {
    JsonError {
        message: error.error_type.to_string(),
        offset: error.index,
        is_beyond_limits: false,
    }
}
