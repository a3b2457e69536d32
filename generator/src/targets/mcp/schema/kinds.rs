//! The keywords of each kind of schema.

use serde_json::{Number, Value};
use spec::model::{Array, Bounds, EnumBase, Enumeration, Kind, Text};

use super::{KEYWORD, Way, Writer, or_null, pattern, samples};
use crate::json::{Json, Object};
use crate::targets::mcp::prose::visible;

impl Writer<'_> {
    pub(super) fn kind(&mut self, kind: &Kind, nullable: bool) -> Object {
        self.spend(0);
        match kind {
            Kind::Any => Object::new(),
            Kind::Never if nullable => typed("null", false),
            Kind::Never => Object::new().with("not", Object::new()),
            Kind::Null => typed("null", false),
            Kind::Alias(target) => self.alias(*target, nullable),
            Kind::Boolean => typed("boolean", nullable),
            Kind::Integer { format, bounds } => {
                within(typed("integer", nullable), format.as_deref(), bounds)
            }
            Kind::Number { format, bounds } => {
                within(typed("number", nullable), format.as_deref(), bounds)
            }
            Kind::String(text) => self.text(text, nullable),
            Kind::Enumeration(list) => self.enumeration(list, nullable),
            Kind::Array(array) => self.array(array, nullable),
            Kind::Object(object) => self.object(object, nullable),
            Kind::Union(union) => self.union(union, nullable),
        }
    }

    fn text(&mut self, text: &Text, nullable: bool) -> Object {
        let format = text.format.as_deref();
        let in_base64 = format == Some("byte") || format == Some("binary") && self.has_files;
        let pattern = text.pattern.as_deref();
        let pattern = pattern.filter(|pattern| self.fits(pattern.len()));
        let pattern = pattern.and_then(pattern::portable);
        self.spend(pattern.as_ref().map_or(0, String::len));
        let mut json = typed("string", nullable);
        if in_base64 {
            json.set("contentEncoding", "base64");
        } else if let Some(format) = format {
            json.set("format", visible(format));
        }
        // The length of a file is not that of its base64.
        let lengths = format != Some("binary");
        json.with_some("minLength", text.min_length.filter(|_| lengths))
            .with_some("maxLength", text.max_length.filter(|_| lengths))
            .with_some("pattern", pattern)
    }

    /// Writes an enumeration. In responses, an extensible one also allows any other value.
    fn enumeration(&mut self, list: &Enumeration, nullable: bool) -> Object {
        let grows = list.extensible && self.way == Way::Answered;
        let name = match list.base {
            EnumBase::String => Some("string"),
            EnumBase::Integer => Some("integer"),
            EnumBase::Other => None,
        };
        let is_open = list.open || grows;
        // The length of a long list is not computed for every tool.
        let length = self.fits(list.values.len());
        let length = length.then(|| samples::length(&list.values));
        let Some(length) = length.filter(|length| self.fits(*length)) else {
            return name.map_or_else(Object::new, |name| typed(name, nullable));
        };
        self.spend(length);
        if !list.values.iter().all(samples::is_shallow) || (is_open && name.is_none()) {
            return Object::new();
        }
        let any = name.map(|name| typed(name, nullable));
        let mut values = list.values.to_vec();
        if nullable && !is_open {
            values.push(Value::Null);
        }
        let known = Object::new().with("enum", values);
        match any {
            Some(any) if is_open => any.with("anyOf", vec![known, Object::new()]),
            Some(mut any) => {
                any.extend(known);
                any
            }
            None => known,
        }
    }

    fn array(&mut self, array: &Array, nullable: bool) -> Object {
        let json = typed("array", nullable);
        if !self.fits(array.prefix.len() * KEYWORD) {
            return json;
        }
        let prefix: Vec<_> = array.prefix.iter().map(|id| self.used(*id)).collect();
        let items = self.used(array.items);
        json.with_some("prefixItems", (!prefix.is_empty()).then_some(prefix))
            .with("items", items)
            .with_some("minItems", array.min_items)
            .with_some("maxItems", array.max_items)
            .with_some("uniqueItems", array.unique.then_some(true))
    }

    /// Adds `null` to a schema whose keywords do not exclude it.
    pub(super) fn nullable(&mut self, json: Object, nullable: bool) -> Object {
        if nullable { or_null(json) } else { json }
    }
}

/// Returns a type; with `null`, a list of types.
pub(in super::super) fn typed(name: &str, nullable: bool) -> Object {
    let json = Object::new();
    if nullable {
        json.with("type", vec![name, "null"])
    } else {
        json.with("type", name)
    }
}

fn within(json: Object, format: Option<&str>, bounds: &Bounds) -> Object {
    let format = format.map(visible);
    let minimum = bounds.minimum.as_deref().and_then(number);
    let maximum = bounds.maximum.as_deref().and_then(number);
    let lower = if bounds.exclusive_minimum {
        "exclusiveMinimum"
    } else {
        "minimum"
    };
    let upper = if bounds.exclusive_maximum {
        "exclusiveMaximum"
    } else {
        "maximum"
    };
    let factor = bounds.multiple_of.as_deref().and_then(number);
    json.with_some("format", format)
        .with_some(lower, minimum)
        .with_some(upper, maximum)
        .with_some("multipleOf", factor)
}

/// Parses decimal text; `None` if the number is larger than JSON parsers accept.
pub(in super::super) fn number(text: &str) -> Option<Json> {
    let whole = text.parse::<i64>().map(Value::from);
    let whole = whole.or_else(|_| text.parse::<u64>().map(Value::from));
    let number = whole.ok().or_else(|| {
        let number = text.parse::<f64>().ok()?;
        Number::from_f64(number).map(Value::Number)
    });
    number.map(Json::Value)
}
