//! Texts of the description: paragraphs with `code` and **strong** words, without other Markdown.

use askama::Template;
use askama::filters::HtmlSafe;

/// A description.
#[derive(Debug, Default, Template)]
#[template(path = "docs/prose.html")]
pub(super) struct Prose {
    paragraphs: Vec<Vec<Span>>,
}

impl HtmlSafe for Prose {}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Span {
    Plain(String),
    Code(String),
    Strong(String),
}

impl Prose {
    pub(super) fn of(text: &str) -> Self {
        let paragraphs = text.split("\n\n").map(str::trim);
        let paragraphs = paragraphs.filter(|paragraph| !paragraph.is_empty());
        Self {
            paragraphs: paragraphs.map(spans).collect(),
        }
    }
}

fn spans(text: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut rest = text;
    while let Some((before, mark, inner, after)) = next(rest) {
        spans.push(Span::Plain(before.to_owned()));
        spans.push(match mark {
            "`" => Span::Code(inner.to_owned()),
            _ => Span::Strong(inner.to_owned()),
        });
        rest = after;
    }
    spans.push(Span::Plain(rest.to_owned()));
    spans.retain(|span| *span != Span::Plain(String::new()));
    spans
}

/// Returns the text before the next marked words, the mark, the words, and the text after them.
fn next(text: &str) -> Option<(&str, &'static str, &str, &str)> {
    let marks = ["`", "**"].into_iter();
    let found = marks.filter_map(|mark| Some((text.find(mark)?, mark)));
    let (start, mark) = found.min()?;
    let inner = &text[start + mark.len()..];
    let end = inner.find(mark)?;
    let after = &inner[end + mark.len()..];
    Some((&text[..start], mark, &inner[..end], after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_read_and_the_rest_is_text() {
        let prose = Prose::of("**A** is `<b>`.\n\nNext ` one");
        let html = prose.to_string();
        assert!(
            html.contains("<strong>A</strong> is <code>&#60;b&#62;</code>."),
            "{html}"
        );
        assert!(html.contains("<p>Next ` one</p>"), "{html}");
    }
}
