//! Converts the text of a parameter to JSON.

use serde_json::{Map, Value};

use super::percent::Escape;
use super::style::{self, Layout};
use super::{DecodeError, Location, Parameter, Shape, deep_object};

/// The text of the request that a parameter is decoded from.
#[derive(Clone, Copy)]
pub(super) struct Text<'t> {
    /// The path segment, the query, the header field's value, or the cookies.
    pub(super) raw: &'t str,
    /// How characters are escaped in it.
    pub(super) escape: Escape,
    /// The other parameters in it, which are not properties of a free-form object.
    pub(super) others: &'t [Parameter],
}

impl Text<'_> {
    /// Returns the `name=value` pairs of the text, still escaped.
    pub(super) fn pairs(&self, separator: &str) -> impl Iterator<Item = (&str, &str)> {
        let trims = matches!(self.escape, Escape::Refuse(_));
        // In a path, an empty pair is an empty name with an empty value.
        let is_path = separator == ";" && !trims;
        let pairs = self.raw.split(separator.chars().next().unwrap_or('&'));
        let pairs = pairs.filter(move |pair| is_path || !pair.is_empty());
        pairs.map(move |pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            if trims {
                (name.trim_matches([' ', '\t']), value)
            } else {
                (name, value)
            }
        })
    }
}

/// Reads the value of `parameter`, if it is present.
pub(super) fn read(parameter: &Parameter, text: Text<'_>) -> Result<Option<Value>, DecodeError> {
    if style::is_deep(parameter) {
        return deep_object::read(parameter, text);
    }
    let layout = Layout::of(parameter);
    let Some(raw) = text.raw.strip_prefix(layout.first) else {
        let expected = format!("a value that begins with `{}`", layout.first);
        return Err(DecodeError::new("", expected, "another one"));
    };
    let reader = Reader {
        parameter,
        layout,
        text: Text { raw, ..text },
    };
    if layout.named {
        reader.named()
    } else if raw.is_empty() && parameter.location == Location::Query {
        Ok(None)
    } else {
        reader.unnamed().map(Some)
    }
}

/// Returns the error for a repeated parameter.
pub(super) fn repeated(pointer: &str, name: &str) -> DecodeError {
    DecodeError::new(pointer, format!("one value of `{name}`"), "more than one")
}

struct Reader<'t> {
    parameter: &'t Parameter,
    layout: Layout,
    text: Text<'t>,
}

impl Reader<'_> {
    fn unnamed(&self) -> Result<Value, DecodeError> {
        let raw = self.text.raw;
        match &self.parameter.shape {
            Shape::Array(_) if raw.is_empty() => Ok(Value::Array(Vec::new())),
            Shape::Object(_) if raw.is_empty() => Ok(Value::Object(Map::new())),
            Shape::Array(item) => {
                let texts = self.split(raw, self.layout.between(self.parameter))?;
                Ok(items(texts, item))
            }
            Shape::Object(_) if self.parameter.explode => {
                let pairs = raw.split(self.layout.apart);
                self.members(pairs.map(|pair| pair.split_once('=').unwrap_or((pair, ""))))
            }
            Shape::Object(_) => self.alternating(raw),
            one => Ok(one.read(self.text.escape.read(raw)?)),
        }
    }

    fn named(&self) -> Result<Option<Value>, DecodeError> {
        let shape = &self.parameter.shape;
        if let (Shape::Object(_), true) = (shape, self.parameter.explode) {
            return self.spread();
        }
        let values: Vec<&str> = self.values().collect();
        let Some(first) = values.first() else {
            return Ok(None);
        };
        match shape {
            Shape::Array(item) => return self.list(&values, item).map(Some),
            // Cookies with the same name can be set for several paths; the closest path comes first
            // (RFC 6265 §5.4).
            _ if values.len() > 1 && self.parameter.location != Location::Cookie => {
                return Err(repeated("", self.parameter.name));
            }
            Shape::Object(_) => self.alternating(first),
            one => Ok(one.read(self.text.escape.read(first)?)),
        }
        .map(Some)
    }

    fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.text.pairs(self.layout.apart)
    }

    fn values(&self) -> impl Iterator<Item = &str> {
        let name = self.parameter.name;
        self.pairs()
            .filter(move |(raw, _)| self.text.escape.is(raw, name))
            .map(|(_, value)| value)
    }

    fn list(&self, values: &[&str], item: &Shape) -> Result<Value, DecodeError> {
        let mut texts = Vec::new();
        for value in values {
            if self.parameter.explode {
                texts.push(self.text.escape.read(value)?);
            } else {
                texts.append(&mut self.split(value, self.layout.within)?);
            }
        }
        Ok(items(texts, item))
    }

    /// Reads an object whose properties are separate parameters.
    fn spread(&self) -> Result<Option<Value>, DecodeError> {
        let value = self.members(self.pairs().filter(|(raw, _)| self.is_property(raw)))?;
        Ok(Some(value).filter(|value| value.as_object().is_some_and(|it| !it.is_empty())))
    }

    fn is_property(&self, raw: &str) -> bool {
        let escape = self.text.escape;
        match self.parameter.shape.properties() {
            [] => !is_listed(self.text.others, escape, raw),
            known => known.iter().any(|(name, _)| escape.is(raw, name)),
        }
    }

    fn members<'r>(
        &self,
        pairs: impl Iterator<Item = (&'r str, &'r str)>,
    ) -> Result<Value, DecodeError> {
        let escape = self.text.escape;
        let texts = pairs.map(|(name, value)| Ok((escape.read(name)?, escape.read(value)?)));
        object(texts, &self.parameter.shape)
    }

    /// Reads alternating names and values: `R,100,G,200`.
    fn alternating(&self, raw: &str) -> Result<Value, DecodeError> {
        let mut texts = self.split(raw, self.layout.within)?.into_iter();
        let pairs = std::iter::from_fn(|| {
            let name = texts.next()?;
            Some(texts.next().map(|value| (name, value)).ok_or_else(|| {
                DecodeError::new("", "alternating names and values", "a name without a value")
            }))
        });
        object(pairs, &self.parameter.shape)
    }

    fn split(&self, raw: &str, delimiter: &str) -> Result<Vec<String>, DecodeError> {
        let escape = self.text.escape;
        if matches!(delimiter, " " | "|") {
            // `%20`, `+` and a literal space are the same delimiter, and so are `%7C` and `|`.
            let text = escape.read(raw)?;
            return Ok(text.split(delimiter).map(str::to_owned).collect());
        }
        raw.split(delimiter).map(|raw| escape.read(raw)).collect()
    }
}

fn items(texts: Vec<String>, item: &Shape) -> Value {
    texts.into_iter().map(|text| item.read(text)).collect()
}

fn object(
    pairs: impl Iterator<Item = Result<(String, String), DecodeError>>,
    shape: &Shape,
) -> Result<Value, DecodeError> {
    let mut members = Map::new();
    for pair in pairs {
        let (name, text) = pair?;
        if members.contains_key(&name) {
            return Err(repeated("", &name));
        }
        let value = shape.property(&name).read(text);
        members.insert(name, value);
    }
    Ok(Value::Object(members))
}

/// Returns whether `raw` is the name of one of `parameters`, or of a property within one.
pub(super) fn is_listed(parameters: &[Parameter], escape: Escape, raw: &str) -> bool {
    parameters.iter().any(|parameter| {
        let properties = parameter.shape.properties();
        if style::is_deep(parameter) {
            deep_object::is_within(raw, parameter.name, escape)
        } else if parameter.explode && !properties.is_empty() {
            properties.iter().any(|(name, _)| escape.is(raw, name))
        } else {
            !is_free_form(parameter) && escape.is(raw, parameter.name)
        }
    })
}

/// Returns whether `parameter` takes all names that no other parameter has.
pub(super) const fn is_free_form(parameter: &Parameter) -> bool {
    parameter.explode
        && !style::is_deep(parameter)
        && matches!(parameter.shape, Shape::Object(properties) if properties.is_empty())
}
