//! The hand-written `runtime/`, of which every generated crate has a copy.

use super::HEADER;
use super::sources::Sources;
use crate::GenerateError;
use crate::targets::sources::runtime_files;

/// Copies the runtime of the three crates.
pub(super) fn copy(sources: &mut Sources<'_>) -> Result<(), GenerateError> {
    for (path, text) in runtime_files("rust") {
        sources.insert(path, format!("{HEADER}{text}"))?;
    }
    Ok(())
}
