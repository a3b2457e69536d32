//! Diagnostics as people read them: the place, the source lines, a caret, what to do.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::{Diagnostic, Severity};
use crate::source::{Sources, Span};

/// Whether the output may have colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// For a terminal.
    Coloured,
    /// For files and pipes.
    Plain,
}

/// One diagnostic as text of several lines, without a closing line break.
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
    let label = diagnostic.label.as_deref().map(printable);
    let related = diagnostic
        .related
        .as_ref()
        .map(|(span, label)| (*span, printable(label)));
    for excerpt in excerpts(diagnostic.span, label.as_deref(), related.as_ref()) {
        group = group.element(excerpt.snippet(sources));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(printable(help)));
    }
    renderer.render(&[group])
}

/// A run of lines of one file, with what is said about them.
struct Excerpt<'d> {
    marks: Vec<(Span, AnnotationKind, Option<&'d str>)>,
}

fn excerpts<'d>(
    primary: Span,
    label: Option<&'d str>,
    related: Option<&'d (Span, String)>,
) -> Vec<Excerpt<'d>> {
    let mut first = Excerpt {
        marks: vec![(primary, AnnotationKind::Primary, label)],
    };
    let Some((span, label)) = related else {
        return vec![first];
    };
    let mark = (*span, AnnotationKind::Context, Some(label.as_str()));
    if span.file == primary.file {
        first.marks.push(mark);
        return vec![first];
    }
    vec![first, Excerpt { marks: vec![mark] }]
}

impl<'d> Excerpt<'d> {
    fn snippet<'s>(self, sources: &'s Sources) -> Snippet<'s, annotate_snippets::Annotation<'s>>
    where
        'd: 's,
    {
        let file = sources.file(self.marks[0].0.file);
        let marks = self.marks.into_iter().map(|(span, kind, label)| {
            let annotation = kind.span(first_line(&file.text, span));
            match label {
                Some(label) => annotation.label(label),
                None => annotation,
            }
        });
        Snippet::source(file.text.as_str())
            .path(file.name.as_str())
            .annotations(marks)
    }
}

/// A caret under one line says more than a bracket along a whole object.
fn first_line(text: &str, span: Span) -> std::ops::Range<usize> {
    let (start, end) = (span.start as usize, span.end as usize);
    let stretch = text.get(start..end).unwrap_or_default();
    let line = stretch.lines().next().unwrap_or_default();
    start..start + line.trim_end().len()
}

/// A description's own strings end up in messages; they must not steer the terminal.
fn printable(text: &str) -> String {
    text.chars()
        .map(|character| match character {
            '\n' => ' ',
            other if other.is_control() => char::REPLACEMENT_CHARACTER,
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => char::REPLACEMENT_CHARACTER,
            other => other,
        })
        .collect()
}
