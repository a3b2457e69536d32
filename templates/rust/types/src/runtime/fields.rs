//! Decodes objects and selects union members.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::{Decode, DecodeError, Decoder, Presence};

/// The properties of an object that is being decoded.
#[derive(Debug)]
pub struct Fields<'d> {
    members: Map<String, Value>,
    decoder: &'d mut Decoder,
}

impl<'d> Fields<'d> {
    /// Returns the properties of an object.
    ///
    /// # Errors
    /// Returns an error if the value is not an object.
    pub fn of(value: Value, decoder: &'d mut Decoder) -> Result<Self, DecodeError> {
        match value {
            Value::Object(members) => Ok(Self { members, decoder }),
            other => Err(decoder.error("an object", &other)),
        }
    }

    /// Records all properties that were not decoded as unknown.
    pub fn finish(self) {
        for name in self.members.keys() {
            self.decoder.note_unknown(name);
        }
    }

    /// Decodes a required property.
    ///
    /// # Errors
    /// Returns an error if it is missing or does not have the declared shape.
    pub fn required<T: Decode>(&mut self, name: &'static str) -> Result<T, DecodeError> {
        match self.members.remove(name) {
            Some(value) => self.decoder.member(name, value),
            None => Err(self.decoder.missing(name)),
        }
    }

    /// Decodes a property that may be absent, but not `null`.
    ///
    /// # Errors
    /// Returns an error if it is present and does not have the declared shape.
    pub fn optional<T: Decode>(&mut self, name: &'static str) -> Result<Option<T>, DecodeError> {
        self.members
            .remove(name)
            .map(|value| self.decoder.member(name, value))
            .transpose()
    }

    /// Decodes a property that may be absent or `null`.
    ///
    /// # Errors
    /// Returns an error if it is present and does not have the declared shape.
    pub fn presence<T: Decode>(&mut self, name: &'static str) -> Result<Presence<T>, DecodeError> {
        Ok(match self.optional::<Option<T>>(name)? {
            None => Presence::Absent,
            Some(None) => Presence::Null,
            Some(Some(value)) => Presence::Value(value),
        })
    }

    /// Decodes all remaining properties.
    ///
    /// # Errors
    /// Returns an error if one does not have the declared shape.
    pub fn additional<T: Decode>(&mut self) -> Result<BTreeMap<String, T>, DecodeError> {
        let rest = Value::Object(std::mem::take(&mut self.members));
        Decode::decode(rest, self.decoder)
    }

    /// Returns all remaining properties as they are, recorded as unknown.
    ///
    /// # Errors
    /// Never returns an error; the signature matches [`additional`](Self::additional).
    pub fn unknown(&mut self) -> Result<Map<String, Value>, DecodeError> {
        for name in self.members.keys() {
            self.decoder.note_unknown(name);
        }
        Ok(std::mem::take(&mut self.members))
    }
}

/// The kinds of JSON value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Boolean,
    /// A number without a fraction.
    Integer,
    /// Any number.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

/// The conditions under which a value is decoded as a member of a union.
#[derive(Debug, Clone, Copy)]
pub struct Guard {
    /// The JSON kinds that the member can have; empty for any.
    pub kinds: &'static [Kind],
    /// Properties that the member requires.
    pub required: &'static [&'static str],
    /// Properties that can only have these string values.
    pub values: &'static [(&'static str, &'static [&'static str])],
}

impl Guard {
    /// Returns whether `value` meets the conditions.
    #[must_use]
    pub fn admits(&self, value: &Value) -> bool {
        if !self.kinds.is_empty() && !self.kinds.iter().any(|kind| kind.is(value)) {
            return false;
        }
        // Conditions on properties apply to objects only; a member may also be `null`.
        let Value::Object(object) = value else {
            return true;
        };
        self.required.iter().all(|name| object.contains_key(*name))
            && self.values.iter().all(|(name, allowed)| {
                let actual = object.get(*name).and_then(Value::as_str);
                actual.is_none_or(|actual| allowed.contains(&actual))
            })
    }
}

impl Kind {
    fn is(self, value: &Value) -> bool {
        match self {
            Self::Null => value.is_null(),
            Self::Boolean => value.is_boolean(),
            Self::Integer => value.as_f64().is_some_and(|number| number.fract() == 0.0),
            Self::Number => value.is_number(),
            Self::String => value.is_string(),
            Self::Array => value.is_array(),
            Self::Object => value.is_object(),
        }
    }
}
