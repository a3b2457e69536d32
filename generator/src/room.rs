//! The room for the files of a run.

use std::io::{self, ErrorKind, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::GenerateError;

/// The room for the files of a run, in bytes. Every target takes from it, so that all stop when it
/// is used up.
pub(crate) struct Room(AtomicUsize);

impl Room {
    pub(crate) const fn new(bytes: usize) -> Self {
        Self(AtomicUsize::new(bytes))
    }

    /// Takes room for a file.
    ///
    /// # Errors
    /// Returns an error if there is not enough.
    pub(crate) fn take(&self, bytes: usize) -> Result<(), GenerateError> {
        let took = self
            .0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                left.checked_sub(bytes)
            });
        took.map(drop).map_err(|_| {
            self.0.store(0, Ordering::Relaxed);
            GenerateError::TooLarge
        })
    }

    /// Returns the bytes that are left.
    pub(crate) fn left(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

/// A JSON text that ends once it takes more room than is left.
pub(crate) struct Growing<'r> {
    bytes: Vec<u8>,
    room: &'r Room,
}

impl<'r> Growing<'r> {
    pub(crate) const fn new(room: &'r Room) -> Self {
        Self {
            bytes: Vec::new(),
            room,
        }
    }

    /// Returns the text of a file, after a serializer has written it.
    ///
    /// # Errors
    /// Returns an error if there was no room for it, or if it could not be written.
    pub(crate) fn written(
        self,
        path: &str,
        done: serde_json::Result<()>,
    ) -> Result<String, GenerateError> {
        match done {
            Ok(()) => {
                String::from_utf8(self.bytes).map_err(|error| GenerateError::bug(path, &error))
            }
            Err(error) if error.is_io() => Err(GenerateError::TooLarge),
            Err(error) => Err(GenerateError::bug(path, &error)),
        }
    }
}

impl Write for Growing<'_> {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        if self.bytes.len() > self.room.left() {
            return Err(ErrorKind::StorageFull.into());
        }
        self.bytes.write(part)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
