//! A page, as Markdown.

use std::fmt::Write as _;

use spec::model::Operation;

use super::{Entry, Page, Reference};
use crate::ir::docs::{of_answer, of_body, of_operation, of_parameter};
use crate::targets::prose;

/// The maximum length of a line of prose.
pub(super) const WIDTH: usize = 96;

/// Returns the page of a group.
pub(super) fn page(reference: &Reference<'_>, group: &Page<'_>) -> String {
    let mut text = format!("# {}\n\n", heading(&group.name));
    push(&mut text, &group.docs, "");
    for entry in &group.entries {
        let _ = write!(text, "\n## {}\n\n", span(&entry.method));
        push(&mut text, &of_operation(entry.operation).whole(), "");
        if let Some(sample) = &entry.sample {
            let _ = write!(text, "\n{}", code(reference.fence, sample));
        }
        parameters(reference, entry, &mut text);
        body(entry, &mut text);
        let _ = write!(text, "\nResult: {}\n", span(&entry.result));
        if let Some(all) = &entry.all {
            let _ = write!(text, "\nEvery item, page by page: {}\n", span(all));
        }
        errors(entry, &mut text);
    }
    text
}

fn parameters(reference: &Reference<'_>, entry: &Entry<'_>, text: &mut String) {
    let all: Vec<_> = entry
        .operation
        .parameters
        .iter()
        .zip(&entry.arguments)
        .collect();
    if all.is_empty() {
        return;
    }
    text.push_str("\nParameters:\n\n");
    for (parameter, [name, ty]) in all {
        let presence = if reference.globals.contains(&*parameter.name) {
            "set for the client or for the call"
        } else if parameter.required {
            "required"
        } else {
            "optional"
        };
        let _ = writeln!(text, "- {}: {}, {presence}\n", span(name), span(ty));
        push(text, &of_parameter(reference.api, parameter).whole(), "  ");
    }
}

fn body(entry: &Entry<'_>, text: &mut String) {
    let Some((body, ty)) = entry.operation.body.as_ref().zip(entry.body.as_ref()) else {
        return;
    };
    let presence = if body.required {
        "required"
    } else {
        "optional"
    };
    let _ = write!(text, "\nBody: {}, {presence}\n\n", span(ty));
    push(text, &of_body(body, None).whole(), "");
}

fn errors(entry: &Entry<'_>, text: &mut String) {
    let responses = entry.operation.responses.iter();
    let errors = responses.filter(|one| !one.status.is_success());
    let errors: Vec<_> = errors.zip(&entry.errors).collect();
    if errors.is_empty() {
        return;
    }
    text.push_str("\nErrors:\n\n");
    for (response, ty) in errors {
        let docs = of_answer(response, None);
        let lines = prose::markdown(docs.text(), WIDTH);
        let mut lines = lines.iter();
        let first = lines.next().map_or("", String::as_str);
        let _ = writeln!(text, "- {first}");
        for line in lines {
            let _ = writeln!(text, "{}", format!("  {line}").trim_end());
        }
        if !ty.is_empty() {
            let _ = writeln!(text, "\n  Type: {}", span(ty));
        }
    }
}

/// Appends documentation, with every line indented.
fn push(text: &mut String, docs: &str, indent: &str) {
    for line in prose::markdown(docs, WIDTH) {
        let _ = writeln!(text, "{}", format!("{indent}{line}").trim_end());
    }
}

/// Returns a block of code.
pub(super) fn code(fence: &str, source: &str) -> String {
    let mut marks = "```".to_owned();
    while source.contains(&marks) {
        marks.push('`');
    }
    format!("{marks}{fence}\n{}\n{marks}\n", source.trim_end())
}

/// Returns code on one line, as a span.
pub(super) fn span(code: &str) -> String {
    let words: Vec<_> = code.split_whitespace().collect();
    crate::ir::docs::span(&prose::one_line(&words.join(" ")))
}

/// Returns a title in which nothing is markup.
pub(super) fn heading(title: &str) -> String {
    let mut text = String::new();
    for character in prose::one_line(title).chars() {
        if character.is_ascii_punctuation() && !"-.,:'/()".contains(character) {
            text.push('\\');
        }
        text.push(character);
    }
    text
}

/// Returns the anchor of a heading with a method.
pub(super) fn anchor(method: &str) -> String {
    let kept = |c: &char| c.is_ascii_alphanumeric() || *c == '_' || *c == '-';
    method.to_ascii_lowercase().chars().filter(kept).collect()
}

/// Returns the summary of an operation, for a line of the index.
pub(super) fn summary(operation: &Operation) -> String {
    let summary = operation.summary.as_deref().unwrap_or_default().trim();
    if summary.is_empty() {
        return String::new();
    }
    format!(": {}", heading(summary))
}
