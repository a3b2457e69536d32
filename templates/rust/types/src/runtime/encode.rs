//! From typed values to JSON.

use std::collections::BTreeMap;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::{Object, Presence};

/// The properties of one object that is being written.
#[derive(Debug)]
pub struct Members<M>(M);

impl<M: SerializeMap> Members<M> {
    /// Writes all of an object.
    #[allow(dead_code, reason = "a description need not have objects")]
    pub(crate) fn write<T, S>(object: &T, serializer: S) -> Result<S::Ok, S::Error>
    where
        T: Object,
        S: Serializer<SerializeMap = M, Ok = M::Ok, Error = M::Error>,
    {
        let mut members = Self(serializer.serialize_map(None)?);
        object.write(&mut members)?;
        members.0.end()
    }

    /// A property that is always there.
    ///
    /// # Errors
    /// When the output refuses it.
    pub fn required<T: Serialize>(&mut self, name: &str, value: &T) -> Result<(), M::Error> {
        self.0.serialize_entry(name, value)
    }

    /// A property that is left out where there is no value.
    ///
    /// # Errors
    /// When the output refuses it.
    pub fn optional<T: Serialize>(
        &mut self,
        name: &str,
        value: &Option<T>,
    ) -> Result<(), M::Error> {
        match value {
            Some(value) => self.0.serialize_entry(name, value),
            None => Ok(()),
        }
    }

    /// A property that may be left out or `null`.
    ///
    /// # Errors
    /// When the output refuses it.
    pub fn presence<T: Serialize>(
        &mut self,
        name: &str,
        value: &Presence<T>,
    ) -> Result<(), M::Error> {
        match value {
            Presence::Absent => Ok(()),
            Presence::Null => self.0.serialize_entry(name, &()),
            Presence::Value(value) => self.0.serialize_entry(name, value),
        }
    }

    /// Properties whose names the description leaves open.
    ///
    /// # Errors
    /// When the output refuses one.
    pub fn rest<T: Serialize>(&mut self, rest: &BTreeMap<String, T>) -> Result<(), M::Error> {
        rest.iter()
            .try_for_each(|(name, value)| self.0.serialize_entry(name, value))
    }

    /// Properties that the description did not know when they were read.
    ///
    /// # Errors
    /// When the output refuses one.
    pub fn unknown(&mut self, unknown: &Map<String, Value>) -> Result<(), M::Error> {
        unknown
            .iter()
            .try_for_each(|(name, value)| self.0.serialize_entry(name, value))
    }
}
