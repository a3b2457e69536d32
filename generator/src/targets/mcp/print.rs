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
    let done = serde_json::to_writer_pretty(&mut text, json);
    Ok(text.written(path, done)? + "\n")
}
