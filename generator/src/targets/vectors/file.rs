//! A file of vectors. Each vector is written as it is made: all together could take far more memory
//! than the file may have bytes.

use std::cell::Cell;
use std::io::{self, Write};

use serde::ser::{Serialize, SerializeMap as _, Serializer as _};

use crate::GenerateError;
use crate::json::Object;

/// A file that is written.
pub(super) struct File<'f> {
    pub(super) path: &'f str,
    pub(super) description: &'f str,
    /// The bytes after which nothing more is written.
    pub(super) most: usize,
}

impl File<'_> {
    /// Returns the text, which is cut off where it becomes too long.
    pub(super) fn print(
        &self,
        vectors: impl IntoIterator<Item = Object>,
    ) -> Result<String, GenerateError> {
        let mut written = Limited {
            text: Vec::new(),
            most: self.most,
        };
        match self.write(&mut written, vectors) {
            Err(error) if !error.is_io() => return Err(self.error(&error)),
            _ => {}
        }
        String::from_utf8(written.text).map_err(|error| self.error(&error))
    }

    fn write(
        &self,
        mut written: &mut Limited,
        vectors: impl IntoIterator<Item = Object>,
    ) -> Result<(), serde_json::Error> {
        let mut serializer = serde_json::Serializer::pretty(&mut written);
        let mut file = serializer.serialize_map(Some(2))?;
        file.serialize_entry("description", self.description)?;
        file.serialize_entry("vectors", &Each(Cell::new(Some(vectors))))?;
        file.end()?;
        written.write_all(b"\n").map_err(serde_json::Error::io)
    }

    fn error(&self, error: &dyn std::error::Error) -> GenerateError {
        GenerateError {
            path: self.path.to_owned(),
            message: error.to_string(),
        }
    }
}

/// An array whose items are made one by one.
struct Each<I>(Cell<Option<I>>);

impl<I: IntoIterator<Item = Object>> Serialize for Each<I> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.take().into_iter().flatten())
    }
}

/// A text that takes no more when it is too long.
struct Limited {
    text: Vec<u8>,
    most: usize,
}

impl Write for Limited {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.text.len() > self.most {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.text.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
