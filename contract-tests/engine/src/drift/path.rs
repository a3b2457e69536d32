//! Places in a document, as JSON Pointer and as `JSONPath`.

use std::fmt::Write;

use conformance_core::json::escape;

/// The names and indices that lead to a place.
pub(super) type Path = Vec<String>;

/// Appends steps to a path.
pub(super) fn join(path: &[String], steps: &[&str]) -> Path {
    let steps = steps.iter().map(|step| (*step).to_owned());
    path.iter().cloned().chain(steps).collect()
}

/// Formats a path as a JSON Pointer (RFC 6901).
pub(super) fn pointer(path: &[String]) -> String {
    let mut pointer = String::new();
    for step in path {
        pointer.push('/');
        pointer.push_str(&escape(step));
    }
    pointer
}

/// Formats a path as `JSONPath` (RFC 9535), with names in brackets and single quotes (§2.3.1.1).
pub(super) fn target(path: &[Step]) -> String {
    let mut target = String::from("$");
    for step in path {
        match step {
            Step::Name(name) => {
                target.push_str("['");
                name.chars().for_each(|one| push_escaped(&mut target, one));
                target.push_str("']");
            }
            Step::Index(index) => {
                let _ = write!(target, "[{index}]");
            }
        }
    }
    target
}

/// One step of a path, with the kind of value that it enters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    Name(String),
    Index(usize),
}

fn push_escaped(target: &mut String, character: char) {
    match character {
        '\'' | '\\' => {
            target.push('\\');
            target.push(character);
        }
        '\n' => target.push_str("\\n"),
        '\r' => target.push_str("\\r"),
        '\t' => target.push_str("\\t"),
        control if u32::from(control) < 0x20 => {
            let _ = write!(target, "\\u{:04x}", u32::from(control));
        }
        other => target.push(other),
    }
}
