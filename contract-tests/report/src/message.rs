//! Converts a finding to the message that all machine formats share.

use messages::{Message, Place, relative};

use super::model::{Finding, Level};

/// Returns a finding as a message.
pub fn message(finding: &Finding, strict: bool) -> Message {
    // Many titles begin with the operation.
    let operation = finding.operation.as_ref();
    let operation = operation.filter(|id| !finding.title.starts_with(id.as_str()));
    let operation = operation.map(|id| format!("{id}: ")).unwrap_or_default();
    Message {
        id: finding.check.clone(),
        level: match finding.level {
            level if level.fails(strict) => messages::Level::Error,
            Level::Violation | Level::Assumed | Level::Warning => messages::Level::Warning,
            Level::Info | Level::Accepted => messages::Level::Note,
        },
        text: format!(
            "{operation}{}\nExpected: {}\nActual: {}\n{} ({})",
            finding.title, finding.expected, finding.actual, finding.requirement, finding.source
        ),
        place: finding.place.as_ref().map(place),
        related: Vec::new(),
        fingerprint: finding.id.clone(),
    }
}

/// Converts a place of the description for messages.
pub fn place(place: &conformance_core::description::Place) -> Place {
    Place::at(relative(&place.file), place.line, place.column)
}
