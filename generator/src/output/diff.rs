//! Formats changes for people.

use similar::TextDiff;

use super::Change;

/// Returns a change as a unified diff.
#[must_use]
pub fn unified(change: &Change<'_>) -> String {
    let (path, old, new) = match change {
        Change::Create { path, text } => (path, "", &**text),
        Change::Update { path, old, text } => (path, old.as_str(), &**text),
        Change::Remove { path } => {
            return format!("--- {path}\n+++ /dev/null (not made any more)\n");
        }
    };
    let from = if matches!(change, Change::Create { .. }) {
        "/dev/null"
    } else {
        path
    };
    TextDiff::from_lines(old, new)
        .unified_diff()
        .context_radius(3)
        .header(from, path)
        .to_string()
}
