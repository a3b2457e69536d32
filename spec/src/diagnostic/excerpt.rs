//! The lines of a file that a diagnostic shows; long lines are shown in part.

use std::ops::Range;

use crate::hidden::is_hidden;
use crate::source::{Location, SourceFile, Sources, Span};

/// A label for a range of a file.
#[derive(Debug)]
pub(super) struct Mark {
    pub(super) span: Span,
    pub(super) label: Option<String>,
    pub(super) primary: bool,
}

/// Consecutive lines of one file, with their labels.
#[derive(Debug)]
pub(super) struct Excerpt {
    pub(super) location: Location,
    pub(super) text: String,
    pub(super) first_line: usize,
    pub(super) marks: Vec<(Range<usize>, Mark)>,
}

/// The maximum length of a shown line.
const LONGEST_LINE: usize = 120;
/// How much of a long line is shown before and after the marked part.
const AROUND: usize = 30;
/// The maximum length of a mark; a longer one shrinks to its first character.
const LONGEST_MARK: usize = 60;
/// How many lines apart two marks may be in one excerpt.
const FARTHEST: usize = 200;

impl Excerpt {
    /// Collects the lines of marks that are close together in one file.
    pub(super) fn of(marks: Vec<Mark>, sources: &Sources) -> Self {
        let location = sources.locate(marks[0].span);
        let file = sources.file(marks[0].span.file);
        let spans: Vec<_> = marks.iter().map(|mark| caret(file, mark.span)).collect();
        let first = spans
            .iter()
            .map(|span| span.start)
            .min()
            .unwrap_or_default();
        let last = spans.iter().map(|span| span.end).max().unwrap_or_default();
        let window = window(file, first..last);
        let text = file.text.get(window.clone()).unwrap_or_default();
        let (text, before) = dress(file, text, &window);
        let shift = |at: usize| at - window.start + before;
        let ranges = spans.iter().map(|span| shift(span.start)..shift(span.end));
        Self {
            first_line: file.line_of(window.start),
            marks: ranges.zip(marks).collect(),
            location,
            text,
        }
    }

    /// Collects the lines of two marks: in one excerpt if they are close together, otherwise in one
    /// each.
    pub(super) fn of_two(one: Mark, other: Mark, sources: &Sources) -> Vec<Self> {
        let (place, second) = (sources.locate(one.span), sources.locate(other.span));
        let file = sources.file(one.span.file);
        let distance = one.span.start.abs_diff(other.span.start) as usize;
        let near = if place.line == second.line {
            distance <= LONGEST_LINE || file.line(place.line).len() <= LONGEST_LINE
        } else {
            let lines = [place.line, second.line];
            place.line.abs_diff(second.line) <= FARTHEST
                && lines
                    .iter()
                    .all(|line| file.line(*line).len() <= LONGEST_LINE)
        };
        if place.path == second.path && near {
            vec![Self::of(vec![one, other], sources)]
        } else {
            vec![Self::of(vec![one], sources), Self::of(vec![other], sources)]
        }
    }

    /// Returns whether there is no text to show.
    pub(super) fn is_blank(&self) -> bool {
        self.text.trim().is_empty() && self.marks.iter().all(|(_, mark)| mark.label.is_none())
    }
}

/// Marks only one token, because a caret is clearer than a bracket along a complete object.
fn caret(file: &SourceFile, span: Span) -> Range<usize> {
    let (start, end) = (span.start as usize, span.end as usize);
    let stretch = file.text.get(start..end).unwrap_or_default();
    let line = stretch.lines().next().unwrap_or_default().trim_end();
    if line.len() <= LONGEST_MARK {
        return start..start + line.len();
    }
    let one = line.chars().next().map_or(0, char::len_utf8);
    start..start + one
}

/// Returns the complete lines around a range, or a part of them if they are too long.
fn window(file: &SourceFile, around: Range<usize>) -> Range<usize> {
    let text = file.text.as_str();
    let line = text[..around.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[around.end..]
        .find('\n')
        .map_or(text.len(), |at| around.end + at);
    let start = if around.start - line > LONGEST_LINE || end - line > 4 * LONGEST_LINE {
        text.ceil_char_boundary(around.start.saturating_sub(AROUND).max(line))
    } else {
        line
    };
    if end - around.end <= LONGEST_LINE {
        return start..end;
    }
    start..text.floor_char_boundary(around.end + AROUND)
}

/// Returns the shown text, with an ellipsis where it is cut, and without terminal control
/// characters. Also returns by how much its start has become longer.
fn dress(file: &SourceFile, text: &str, window: &Range<usize>) -> (String, usize) {
    const ELLIPSIS: &str = "… ";
    let cut_before = window.start > 0 && file.text.as_bytes()[window.start - 1] != b'\n';
    let cut_behind = file
        .text
        .as_bytes()
        .get(window.end)
        .is_some_and(|byte| *byte != b'\n');
    let before = if cut_before { ELLIPSIS } else { "" };
    let behind = if cut_behind { " …" } else { "" };
    let text: String = text.chars().map(visible_in_place).collect();
    (format!("{before}{text}{behind}"), before.len())
}

/// Returns a visible character of the same length, so that marks stay where they are. The renderer
/// itself shows the ASCII control characters as pictures.
fn visible_in_place(character: char) -> char {
    const OF_TWO: char = '\u{b7}';
    const OF_FOUR: char = '\u{1f7d8}';
    match (is_hidden(character), character.len_utf8()) {
        (true, 2) => OF_TWO,
        (true, 3) => char::REPLACEMENT_CHARACTER,
        (true, 4) => OF_FOUR,
        _ => character,
    }
}
