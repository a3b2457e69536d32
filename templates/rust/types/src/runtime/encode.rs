//! From typed values to JSON.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::Presence;

/// The properties of one object that is being written, until the output refuses one. The error is
/// kept to the end, so that callers need not check after each property.
#[derive(Debug)]
pub struct Members<M: SerializeMap> {
    map: M,
    refused: Option<M::Error>,
}

impl<M: SerializeMap> Members<M> {
    /// Starts an object.
    ///
    /// # Errors
    /// When the output refuses it.
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
    /// When the output has refused a property, or refuses the end.
    pub fn finish(self) -> Result<M::Ok, M::Error> {
        match self.refused {
            Some(error) => Err(error),
            None => self.map.end(),
        }
    }

    /// A property that is always there.
    pub fn required<T: Serialize>(&mut self, name: &str, value: &T) {
        if self.refused.is_none() {
            self.refused = self.map.serialize_entry(name, value).err();
        }
    }

    /// A property that is left out if there is no value.
    pub fn optional<T: Serialize>(&mut self, name: &str, value: &Option<T>) {
        if let Some(value) = value {
            self.required(name, value);
        }
    }

    /// A property that may be left out or `null`.
    pub fn presence<T: Serialize>(&mut self, name: &str, value: &Presence<T>) {
        match value {
            Presence::Absent => {}
            Presence::Null => self.required(name, &()),
            Presence::Value(value) => self.required(name, value),
        }
    }

    /// Properties whose names the description does not fix, or did not know when they were read.
    pub fn rest<'r, T: Serialize + 'r>(
        &mut self,
        rest: impl IntoIterator<Item = (&'r String, &'r T)>,
    ) {
        for (name, value) in rest {
            self.required(name, value);
        }
    }
}
