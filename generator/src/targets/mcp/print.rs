//! Writes JSON files.

use serde::Serialize;

use crate::GenerateError;
use crate::room::{Growing, Room};

/// Returns JSON on several lines.
///
/// # Errors
/// Returns an error if there is no room for it, or if it cannot be written.
pub(super) fn print(
    path: &str,
    json: &impl Serialize,
    room: &Room,
) -> Result<String, GenerateError> {
    let mut text = Growing::new(room);
    match serde_json::to_writer_pretty(&mut text, json) {
        Ok(()) => text.bytes.push(b'\n'),
        Err(error) if error.is_io() => return Err(GenerateError::TooLarge),
        Err(error) => return Err(GenerateError::bug(path, &error)),
    }
    String::from_utf8(text.bytes).map_err(|error| GenerateError::bug(path, &error))
}
