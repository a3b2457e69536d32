//! A file of vectors. Each vector is written as it is made: all together could take far more memory
//! than the file may have bytes.

use std::cell::Cell;
use std::io::Write as _;

use serde::ser::{Serialize, SerializeMap as _, Serializer as _};

use crate::GenerateError;
use crate::json::Object;
use crate::room::{Growing, Room};

/// A file that is written.
pub(super) struct File<'f> {
    pub(super) path: &'f str,
    pub(super) description: &'f str,
    pub(super) room: &'f Room,
}

impl File<'_> {
    /// Returns the text.
    pub(super) fn print(
        &self,
        vectors: impl IntoIterator<Item = Object>,
    ) -> Result<String, GenerateError> {
        let mut text = Growing::new(self.room);
        let done = self.write(&mut text, vectors);
        text.written(self.path, done)
    }

    fn write(
        &self,
        mut written: &mut Growing<'_>,
        vectors: impl IntoIterator<Item = Object>,
    ) -> Result<(), serde_json::Error> {
        let mut serializer = serde_json::Serializer::pretty(&mut written);
        let mut file = serializer.serialize_map(Some(2))?;
        file.serialize_entry("description", self.description)?;
        file.serialize_entry("vectors", &Each(Cell::new(Some(vectors))))?;
        file.end()?;
        written.write_all(b"\n").map_err(serde_json::Error::io)
    }
}

/// An array whose items are made one by one.
struct Each<I>(Cell<Option<I>>);

impl<I: IntoIterator<Item = Object>> Serialize for Each<I> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.take().into_iter().flatten())
    }
}
