//! `style: deepObject`: `name[property]=value`, and its common extensions. Brackets are
//! percent-encoded as `%5B` and `%5D` because a query cannot contain them (RFC 3986 §3.4; OpenAPI
//! 3.1.1, appendix E).
//!
//! OpenAPI does not define nested values. They are written as most servers read them: `a[b][c]=1`
//! for objects, `a[b][]=1&a[b][]=2` for arrays of plain values, and `a[b][0][c]=1` for other
//! arrays.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::decode::push_escaped;
use super::percent::Escape;
use super::style_read::{Text, repeated};
use super::style_write::is_sent;
use super::{DecodeError, EncodeError, Parameter, Shape};

/// The maximum nesting depth.
const DEEPEST: usize = 16;

/// Writes `value` as pairs joined by `&`.
pub(super) fn write(
    parameter: &Parameter,
    escape: Escape,
    value: &Value,
) -> Result<String, EncodeError> {
    let mut writer = Writer {
        escape,
        name: String::new(),
        out: String::new(),
    };
    escape.push_name(&mut writer.name, parameter.name, "")?;
    writer.write(value, &parameter.shape, 0)?;
    Ok(writer.out)
}

struct Writer {
    escape: Escape,
    /// The name so far, already percent-encoded.
    name: String,
    out: String,
}

impl Writer {
    fn write(&mut self, value: &Value, shape: &Shape, depth: usize) -> Result<(), EncodeError> {
        if depth > DEEPEST {
            return Err(EncodeError::new(format!(
                "an object in a query cannot nest deeper than {DEEPEST}"
            )));
        }
        match value {
            Value::Array(items) if !shape.is_one(value) => self.items(items, shape.item(), depth),
            Value::Object(members) if !shape.is_one(value) => {
                shape.sent(members).try_for_each(|(name, value)| {
                    self.within(name, value, shape.property(name), depth)
                })
            }
            one => self.pair(&shape.write(one)),
        }
    }

    fn items(&mut self, items: &[Value], shape: &Shape, depth: usize) -> Result<(), EncodeError> {
        let plain = items.iter().all(|item| shape.is_one(item));
        let items = items.iter().filter(|item| is_sent(item, *shape));
        for (index, item) in items.enumerate() {
            if plain {
                self.within("", item, shape, depth)?;
            } else {
                self.within(&index.to_string(), item, shape, depth)?;
            }
        }
        Ok(())
    }

    fn within(
        &mut self,
        name: &str,
        value: &Value,
        shape: &Shape,
        depth: usize,
    ) -> Result<(), EncodeError> {
        let length = self.name.len();
        if name.contains(['[', ']']) {
            return Err(EncodeError::new(format!(
                "{name:?} has a bracket, which cannot be sent here"
            )));
        }
        self.name.push_str("%5B");
        self.escape.push_name(&mut self.name, name, "")?;
        self.name.push_str("%5D");
        let written = self.write(value, shape, depth + 1);
        self.name.truncate(length);
        written
    }

    fn pair(&mut self, text: &str) -> Result<(), EncodeError> {
        if !self.out.is_empty() {
            self.out.push('&');
        }
        self.out.push_str(&self.name);
        self.out.push('=');
        self.escape.push(&mut self.out, text, "")
    }
}

/// Reads all pairs whose names begin with the parameter's name.
pub(super) fn read(parameter: &Parameter, text: Text<'_>) -> Result<Option<Value>, DecodeError> {
    let mut root = Node::default();
    for (raw, value) in text.pairs("&") {
        let Some(path) = path(raw, parameter.name, text.escape) else {
            continue;
        };
        if path.len() > DEEPEST {
            let expected = format!("an object that nests no deeper than {DEEPEST}");
            return Err(DecodeError::new("", expected, "a deeper one"));
        }
        let node = path.into_iter().fold(&mut root, |node, name| {
            node.children.entry(name).or_default()
        });
        node.texts.push(text.escape.read(value)?);
    }
    if root.texts.is_empty() && root.children.is_empty() {
        return Ok(None);
    }
    let mut pointer = String::new();
    root.value(&parameter.shape, parameter.name, &mut pointer)
        .map(Some)
}

/// Returns whether `raw` is a name within the parameter `name`.
pub(super) fn is_within(raw: &str, name: &str, escape: Escape) -> bool {
    path(raw, name, escape).is_some()
}

/// Returns the names in the brackets of `raw`, if it begins with `name`.
///
/// Percent-encoded brackets count only if there are no others. Next to literal brackets, they are
/// part of a name.
fn path(raw: &str, name: &str, escape: Escape) -> Option<Vec<String>> {
    if escape.is(raw, name) {
        return Some(Vec::new());
    }
    if let Some(at) = raw.find('[') {
        let (start, brackets) = raw.split_at(at);
        return escape.is(start, name).then(|| {
            segments(brackets)?
                .into_iter()
                .map(|segment| escape.try_read(segment))
                .collect()
        })?;
    }
    let decoded = raw.contains('%').then(|| escape.try_read(raw))??;
    let segments = segments(decoded.strip_prefix(name)?)?;
    Some(segments.into_iter().map(str::to_owned).collect())
}

/// Returns the texts within the brackets of `[a][b]`.
fn segments(mut brackets: &str) -> Option<Vec<&str>> {
    let mut segments = Vec::new();
    while !brackets.is_empty() {
        let (segment, rest) = brackets.strip_prefix('[')?.split_once(']')?;
        segments.push(segment);
        brackets = rest;
    }
    Some(segments)
}

/// The values at one location: texts or nested nodes.
#[derive(Default)]
struct Node {
    texts: Vec<String>,
    children: BTreeMap<String, Node>,
}

impl Node {
    fn value(
        mut self,
        shape: &Shape,
        name: &str,
        pointer: &mut String,
    ) -> Result<Value, DecodeError> {
        let is_list = matches!(shape, Shape::Array(_));
        match (self.texts.pop(), self.children.is_empty()) {
            (Some(text), true) if self.texts.is_empty() && !is_list => Ok(shape.read(text)),
            (Some(text), true) if is_list => {
                self.texts.push(text);
                Ok(items(self.texts, shape.item()))
            }
            (Some(_), _) => Err(repeated(pointer, name)),
            (None, _) if self.is_list(shape) => self.list(shape.item(), pointer),
            (None, _) => self.object(shape, pointer),
        }
    }

    /// Returns whether the node is a list, which `[]` also makes of a value that the description
    /// does not define.
    fn is_list(&self, shape: &Shape) -> bool {
        match shape {
            Shape::Array(_) => self.children.keys().all(|name| is_index(name)),
            Shape::Object(_) => false,
            _ => self.children.keys().all(String::is_empty),
        }
    }

    fn object(self, shape: &Shape, pointer: &mut String) -> Result<Value, DecodeError> {
        let mut members = Map::new();
        for (name, child) in self.children {
            let length = pointer.len();
            pointer.push('/');
            push_escaped(pointer, &name);
            let value = child.value(shape.property(&name), &name, pointer)?;
            pointer.truncate(length);
            members.insert(name, value);
        }
        Ok(Value::Object(members))
    }

    /// Returns the items in the order of their indices, which may have gaps. Items without an index
    /// come first.
    fn list(self, item: &Shape, pointer: &mut String) -> Result<Value, DecodeError> {
        let mut children: Vec<_> = self.children.into_iter().collect();
        children.sort_by_key(|(name, _)| name.parse::<u64>().ok());
        let mut values = Vec::with_capacity(children.len());
        for (name, child) in children {
            if name.is_empty() && child.children.is_empty() {
                values.extend(child.texts.into_iter().map(|text| item.read(text)));
            } else {
                let length = pointer.len();
                pointer.push('/');
                pointer.push_str(&values.len().to_string());
                values.push(child.value(item, &name, pointer)?);
                pointer.truncate(length);
            }
        }
        Ok(Value::Array(values))
    }
}

fn items(texts: Vec<String>, item: &Shape) -> Value {
    texts.into_iter().map(|text| item.read(text)).collect()
}

fn is_index(name: &str) -> bool {
    name.is_empty() || (name.bytes().all(|byte| byte.is_ascii_digit()) && name.len() < 20)
}
