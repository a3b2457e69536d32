//! Renders diagnostics for people: the place, the source lines, a caret, what to do.

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::excerpt::{Excerpt, Mark};
use super::{Diagnostic, Severity};
use crate::hidden;
use crate::source::{Sources, Span};

/// Whether the output may have colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// For a terminal.
    Coloured,
    /// For files and pipes.
    Plain,
}

/// Renders a diagnostic as several lines, without a final line break.
#[must_use]
pub fn render(diagnostic: &Diagnostic, sources: &Sources, style: Style) -> String {
    let renderer = match style {
        Style::Coloured => Renderer::styled(),
        Style::Plain => Renderer::plain(),
    };
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let message = printable(&diagnostic.message);
    let title = level
        .primary_title(message.as_str())
        .id(diagnostic.code.as_str());
    let mut group = Group::with_title(title);
    let excerpts = excerpts(diagnostic, sources);
    for excerpt in &excerpts {
        let path = printable(&excerpt.location.path);
        let place = Origin::path(path)
            .line(excerpt.location.line)
            .char_column(excerpt.location.column);
        group = group.element(place);
        if !excerpt.is_blank() {
            group = group.element(snippet(excerpt));
        }
    }
    if let Some(note) = also(&diagnostic.also, sources) {
        group = group.element(Level::NOTE.message(printable(&note)));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(printable(help)));
    }
    without_empty_origins(&renderer.render(&[group]))
}

/// Removes the lines with `:::` and nothing after it, which announce a snippet without a path.
fn without_empty_origins(text: &str) -> String {
    let is_empty = |line: &&str| {
        let mut plain = line
            .split('\u{1b}')
            .flat_map(|part| match part.split_once('m') {
                Some((code, rest)) if code.starts_with('[') => rest.chars(),
                _ => part.chars(),
            });
        line.contains(":::") && plain.all(|c| c == ' ' || c == ':')
    };
    let lines: Vec<_> = text.split('\n').filter(|line| !is_empty(line)).collect();
    lines.join("\n")
}

fn excerpts(diagnostic: &Diagnostic, sources: &Sources) -> Vec<Excerpt> {
    let mark = |span, label: Option<&String>, primary| Mark {
        span,
        label: label.map(|label| printable(label)),
        primary,
    };
    let primary = mark(diagnostic.span, diagnostic.label.as_ref(), true);
    let Some((span, label)) = &diagnostic.related else {
        return vec![Excerpt::of(vec![primary], sources)];
    };
    Excerpt::of_two(primary, mark(*span, Some(label), false), sources)
}

fn snippet(excerpt: &Excerpt) -> Snippet<'_, Annotation<'_>> {
    let marks = excerpt.marks.iter().map(|(range, mark)| {
        let kind = if mark.primary {
            AnnotationKind::Primary
        } else {
            AnnotationKind::Context
        };
        kind.span(range.clone()).label(mark.label.as_deref())
    });
    Snippet::source(excerpt.text.as_str())
        .line_start(excerpt.first_line)
        .annotations(marks)
}

/// Returns the other places with the same diagnostic.
fn also(places: &[Span], sources: &Sources) -> Option<String> {
    const NAMED: usize = 3;
    let named: Vec<_> = places
        .iter()
        .take(NAMED)
        .map(|span| sources.locate(*span).to_string())
        .collect();
    let such = if places.len() > NAMED { "such as " } else { "" };
    let ending = if places.len() == 1 { "" } else { "s" };
    let list = named.join(", ");
    let count = places.len();
    (count > 0).then(|| format!("the same at {count} more place{ending}: {such}{list}"))
}

/// Makes text from a description safe for messages: it must not control the terminal.
fn printable(text: &str) -> String {
    const LONGEST: usize = 300;
    let mut printable: String = text.chars().take(LONGEST).map(visible).collect();
    if text.chars().nth(LONGEST).is_some() {
        printable.push('…');
    }
    printable
}

/// Returns a character that neither moves the cursor nor hides another one.
fn visible(character: char) -> char {
    match character {
        '\n' => ' ',
        '\t' => char::REPLACEMENT_CHARACTER,
        other => hidden::visible(other),
    }
}
