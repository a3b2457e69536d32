//! The room for the files of a run.

use std::io::{self, ErrorKind, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::GenerateError;

/// The room for the files of a run, in bytes. Every target takes from it, so that all stop when it
/// is used up.
pub(crate) struct Room(AtomicUsize);

/// Room without a limit.
impl Default for Room {
    fn default() -> Self {
        Self::new(usize::MAX)
    }
}

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

/// A text that ends once it takes more room than is left.
pub(crate) struct Growing<'r> {
    pub(crate) bytes: Vec<u8>,
    room: &'r Room,
}

impl<'r> Growing<'r> {
    pub(crate) const fn new(room: &'r Room) -> Self {
        Self {
            bytes: Vec::new(),
            room,
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
