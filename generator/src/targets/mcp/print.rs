//! Writes JSON files.

use std::io::{self, ErrorKind, Write};

use serde::Serialize;

use crate::GenerateError;

/// Returns JSON on several lines, which may end after `most` bytes.
pub(super) fn print(
    path: &str,
    json: &impl Serialize,
    most: usize,
) -> Result<String, GenerateError> {
    let fault = |message: String| GenerateError {
        path: path.to_owned(),
        message,
    };
    let mut text = Text {
        bytes: Vec::new(),
        most,
    };
    match serde_json::to_writer_pretty(&mut text, json) {
        Err(error) if !text.is_full() => return Err(fault(error.to_string())),
        Err(_) | Ok(()) => text.bytes.push(b'\n'),
    }
    String::from_utf8(text.bytes).map_err(|error| fault(error.to_string()))
}

/// A text that ends once it is longer than allowed.
struct Text {
    bytes: Vec<u8>,
    most: usize,
}

impl Text {
    const fn is_full(&self) -> bool {
        self.bytes.len() > self.most
    }
}

impl Write for Text {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        if self.is_full() {
            return Err(ErrorKind::StorageFull.into());
        }
        self.bytes.extend_from_slice(part);
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
