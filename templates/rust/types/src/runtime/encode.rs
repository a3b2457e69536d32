//! Encodes typed values as JSON.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::Presence;

/// The properties of an object that is being written. After the first error nothing more is
/// written; the error is returned by [`finish`](Self::finish), so callers need not check each
/// property.
#[derive(Debug)]
pub struct Members<M: SerializeMap> {
    map: M,
    refused: Option<M::Error>,
}

impl<M: SerializeMap> Members<M> {
    /// Starts an object.
    ///
    /// # Errors
    /// Returns an error if the serializer returns one.
    pub fn of<S>(serializer: S) -> Result<Self, S::Error>
    where
        S: Serializer<SerializeMap = M, Ok = M::Ok, Error = M::Error>,
    {
        let map = serializer.serialize_map(None)?;
        Ok(Self { map, refused: None })
    }

    /// Ends the object.
    ///
    /// # Errors
    /// Returns an error if the serializer returned one for a property, or returns one for the end.
    pub fn finish(self) -> Result<M::Ok, M::Error> {
        match self.refused {
            Some(error) => Err(error),
            None => self.map.end(),
        }
    }

    /// Writes a property that is always present.
    pub fn required<T: Serialize>(&mut self, name: &str, value: &T) {
        if self.refused.is_none() {
            self.refused = self.map.serialize_entry(name, value).err();
        }
    }

    /// Writes a property unless it has no value.
    pub fn optional<T: Serialize>(&mut self, name: &str, value: &Option<T>) {
        if let Some(value) = value {
            self.required(name, value);
        }
    }

    /// Writes a property that may be absent or `null`.
    pub fn presence<T: Serialize>(&mut self, name: &str, value: &Presence<T>) {
        match value {
            Presence::Absent => {}
            Presence::Null => self.required(name, &()),
            Presence::Value(value) => self.required(name, value),
        }
    }

    /// Writes properties whose names the description does not define.
    pub fn rest<'r, T: Serialize + 'r>(
        &mut self,
        rest: impl IntoIterator<Item = (&'r String, &'r T)>,
    ) {
        for (name, value) in rest {
            self.required(name, value);
        }
    }
}
