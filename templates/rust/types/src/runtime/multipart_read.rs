//! Decodes multipart forms into typed values (RFC 7578).

use bytes::Bytes;
use serde_json::{Map, Value};

use super::part::pointer;
use super::{Decode, DecodeError, Decoder, File, Part, Parts, Shape, multipart_parser};

/// Decoding.
impl Parts {
    /// Parses a form.
    ///
    /// # Errors
    /// Returns an error if `content_type` is not `multipart/form-data` with a boundary, if the body
    /// does not conform to RFC 2046 §5.1.1 and RFC 7578, or if it has more than 1,000 parts.
    #[allow(clippy::needless_pass_by_value, reason = "the parts keep the body")]
    pub fn decode(content_type: &str, body: Bytes) -> Result<Self, DecodeError> {
        multipart_parser::parse(content_type, &body).map(Self)
    }

    fn take(&mut self, name: &str) -> Vec<Part> {
        self.0.extract_if(.., |part| part.name == name).collect()
    }

    fn take_one(&mut self, name: &str) -> Result<Option<Part>, DecodeError> {
        let mut parts = self.take(name);
        if parts.len() > 1 {
            return Err(DecodeError::new(pointer(name), "one part", "more than one"));
        }
        Ok(parts.pop())
    }

    /// Decodes a required value.
    ///
    /// # Errors
    /// Returns an error if it is missing, does not have the declared shape, or is repeated without
    /// being a list.
    pub fn required<T: Decode>(
        &mut self,
        name: &'static str,
        shape: Shape,
    ) -> Result<T, DecodeError> {
        self.optional(name, shape)?.ok_or_else(|| missing(name))
    }

    /// Decodes an optional value.
    ///
    /// # Errors
    /// Returns an error if it does not have the declared shape, or is repeated without being a
    /// list.
    pub fn optional<T: Decode>(
        &mut self,
        name: &'static str,
        shape: Shape,
    ) -> Result<Option<T>, DecodeError> {
        let value = match shape {
            Shape::Array(item) => self.list(name, *item)?,
            one => {
                let part = self.take_one(name)?;
                part.map(|part| part.value(one)).transpose()?
            }
        };
        value
            .map(|value| Decoder::new().member(name, value))
            .transpose()
    }

    /// Returns the values of a list, which is sent as a part per item or as JSON in one part.
    fn list(&mut self, name: &str, item: Shape) -> Result<Option<Value>, DecodeError> {
        let parts = self.take(name);
        let is_json = matches!(parts.as_slice(), [part] if part.is_json());
        let values = parts.into_iter().map(|part| part.value(item));
        let mut values = values.collect::<Result<Vec<Value>, _>>()?;
        let nests = matches!(item, Shape::Array(_) | Shape::Json);
        Ok(match values.first_mut() {
            None => None,
            Some(all @ Value::Array(_)) if is_json && !nests => Some(all.take()),
            Some(_) => Some(Value::Array(values)),
        })
    }

    /// Returns a required file.
    ///
    /// # Errors
    /// Returns an error if it is missing or repeated.
    pub fn required_file(&mut self, name: &'static str) -> Result<File, DecodeError> {
        self.optional_file(name)?.ok_or_else(|| missing(name))
    }

    /// Returns an optional file.
    ///
    /// # Errors
    /// Returns an error if it is repeated.
    pub fn optional_file(&mut self, name: &'static str) -> Result<Option<File>, DecodeError> {
        Ok(self.take_one(name)?.map(Part::into_file))
    }

    /// Returns all files with a name.
    pub fn files(&mut self, name: &'static str) -> Vec<File> {
        self.take(name).into_iter().map(Part::into_file).collect()
    }

    /// Returns all remaining parts as JSON: text as a string, other bytes as base64, and a list for
    /// parts with the same name.
    pub fn rest(&mut self) -> Map<String, Value> {
        let mut rest = Map::new();
        for part in std::mem::take(&mut self.0) {
            let name = part.name.clone();
            let file = part.clone().into_file();
            let value = part.value(Shape::Text);
            let value = value.unwrap_or_else(|_| serde_json::json!(file));
            match rest.get_mut(&name) {
                Some(Value::Array(values)) => values.push(value),
                Some(first) => *first = Value::Array(vec![first.take(), value]),
                None => {
                    rest.insert(name, value);
                }
            }
        }
        rest
    }
}

fn missing(name: &str) -> DecodeError {
    DecodeError::new("", format!("the required part `{name}`"), "none")
}
