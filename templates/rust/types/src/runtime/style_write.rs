//! Converts JSON to the text of a parameter.

use serde_json::Value;

use super::parameter::UNLISTED;
use super::percent::Escape;
use super::style::{self, Layout};
use super::{EncodeError, Location, Parameter, Shape, deep_object};

/// Returns the text of `value`; empty if nothing is sent.
pub(super) fn write(
    parameter: &Parameter,
    escape: Escape,
    value: &Value,
) -> Result<String, EncodeError> {
    if value.is_null() {
        return Ok(String::new());
    }
    if style::is_deep(parameter) {
        return deep_object::write(parameter, escape, value);
    }
    let mut writer = Writer::new(parameter, escape);
    let shape = &parameter.shape;
    match value {
        Value::Array(items) if !shape.is_one(value) => writer.items(items, shape.item())?,
        Value::Object(members) if !shape.is_one(value) => {
            writer.members(shape.sent(members), shape)?;
        }
        one => writer.within([shape.write(one)], "")?,
    }
    Ok(writer.out)
}

/// Returns the text of a parameter whose value is written as JSON.
pub(super) fn write_json(
    parameter: &Parameter,
    escape: Escape,
    json: String,
) -> Result<String, EncodeError> {
    let mut writer = Writer::new(parameter, escape);
    writer.within([json], "")?;
    Ok(writer.out)
}

/// Checks the text of a path variable, which must not lead to another path.
pub(super) fn in_path(parameter: &Parameter, text: String) -> Result<String, EncodeError> {
    if parameter.location == Location::Path && matches!(text.as_str(), "" | "." | "..") {
        return Err(EncodeError::new(format!(
            "the path parameter `{}` cannot be {text:?}: it would lead to another path",
            parameter.name
        )));
    }
    Ok(text)
}

/// Returns the text of a form field that the description does not define; a list is written as
/// repeated pairs.
pub(super) fn write_unlisted(name: &str, value: &Value) -> Result<String, EncodeError> {
    let escape = Escape::form(&UNLISTED);
    let items = value
        .as_array()
        .map_or(std::slice::from_ref(value), Vec::as_slice);
    let mut out = String::new();
    for item in items.iter().filter(|item| !item.is_null()) {
        if !out.is_empty() {
            out.push('&');
        }
        escape.push_name(&mut out, name, "")?;
        out.push('=');
        escape.push(&mut out, &Shape::Text.write(item), "")?;
    }
    Ok(out)
}

struct Writer<'p> {
    parameter: &'p Parameter,
    escape: Escape,
    layout: Layout,
    out: String,
    started: bool,
}

impl<'p> Writer<'p> {
    const fn new(parameter: &'p Parameter, escape: Escape) -> Self {
        Self {
            parameter,
            escape,
            layout: Layout::of(parameter),
            out: String::new(),
            started: false,
        }
    }

    fn items(&mut self, items: &[Value], shape: &Shape) -> Result<(), EncodeError> {
        let items = items.iter().filter(|item| is_sent(item, *shape));
        let mut texts = items.map(|item| shape.write(item));
        if !self.parameter.explode {
            return self.within(texts, self.layout.within);
        }
        texts.try_for_each(|text| self.within([text], self.layout.apart))
    }

    fn members<'v>(
        &mut self,
        mut members: impl Iterator<Item = (&'v String, &'v Value)>,
        shape: &Shape,
    ) -> Result<(), EncodeError> {
        let write = |name: &str, value| shape.property(name).write(value);
        if !self.parameter.explode {
            let texts = members.flat_map(|(name, value)| [name.clone(), write(name, value)]);
            return self.within(texts, self.layout.within);
        }
        members.try_for_each(|(name, value)| self.member(name, &write(name, value)))
    }

    /// Writes a property as a separate pair.
    fn member(&mut self, name: &str, text: &str) -> Result<(), EncodeError> {
        let mut value = String::new();
        self.escape.push(&mut value, text, self.layout.apart)?;
        self.delimit();
        self.escape
            .push_name(&mut self.out, name, self.layout.apart)?;
        self.assign(&value);
        Ok(())
    }

    /// Writes a value that consists of `texts`; without texts, nothing is written.
    fn within(
        &mut self,
        texts: impl IntoIterator<Item = String>,
        delimiter: &str,
    ) -> Result<(), EncodeError> {
        let mut value: Option<String> = None;
        for text in texts {
            let value = match &mut value {
                Some(value) => {
                    // A query can contain neither of them (RFC 3986 §3.4).
                    value.push_str(match delimiter {
                        " " => "%20",
                        "|" => "%7C",
                        other => other,
                    });
                    value
                }
                none => none.insert(String::new()),
            };
            self.escape.push(value, &text, delimiter)?;
        }
        value.map_or(Ok(()), |value| self.value(&value))
    }

    /// Writes `value` or `name=value`, depending on the style.
    fn value(&mut self, value: &str) -> Result<(), EncodeError> {
        self.delimit();
        if self.layout.named {
            let name = self.parameter.name;
            self.escape.push_name(&mut self.out, name, "")?;
            self.assign(value);
        } else {
            self.out.push_str(value);
        }
        Ok(())
    }

    fn assign(&mut self, value: &str) {
        if !(self.layout.bare && value.is_empty()) {
            self.out.push('=');
        }
        self.out.push_str(value);
    }

    fn delimit(&mut self) {
        let delimiter = match self.layout.apart {
            _ if !self.started => self.layout.first,
            ";" if self.parameter.location == Location::Cookie => "; ",
            other => other,
        };
        self.started = true;
        self.out.push_str(delimiter);
    }
}

/// Returns whether an item is sent. `null` is not (RFC 6570 §2.3), unless it is written as JSON.
pub(super) fn is_sent(item: &Value, shape: Shape) -> bool {
    matches!(shape, Shape::Json) || !item.is_null()
}
