//! Text in quotes whose lines are indented too little. YAML 1.2.2 (§7.3.1, §8.2.1) wants them deeper
//! than the name of the value, but most readers take any indentation, and descriptions rely on it.

use std::collections::BTreeMap;
use std::ops::Range;

use saphyr_parser::ScanError;

/// How often a file is read again; few files have such text more than a few times.
const MOST: usize = 16;

/// What the parser reports of such text, and of text whose quote is not closed.
const REPORT: &str = "invalid indentation in quoted scalar";

/// The spaces that lines are given. They change no value: line breaks in quotes are folded with the
/// blanks around them.
#[derive(Debug, Default)]
pub(super) struct Deeper {
    /// How many spaces are added, by the position of the line.
    lines: BTreeMap<usize, usize>,
    /// Where they are in the changed text, in characters, with how many there are up to their end.
    added: Vec<(Range<usize>, usize)>,
    attempts: usize,
}

impl Deeper {
    /// Returns whether an error is about such text.
    pub(super) fn concerns(error: &ScanError) -> bool {
        error.info() == REPORT
    }

    /// Gives more spaces to the lines of the text in quotes at `start`, and returns where it is. Returns
    /// `None` if its quote is not closed.
    pub(super) fn deepen(&mut self, text: &str, start: usize) -> Option<Range<usize>> {
        self.attempts += 1;
        let quoted = quoted(text, start).filter(|_| self.attempts <= MOST)?;
        let first = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let column = text[first..start].chars().count();
        let breaks = text[quoted.clone()].match_indices('\n');
        let known = self.lines.len();
        for (at, _) in breaks {
            let line = start + at + 1;
            let rest = &text[line..];
            let indentation = rest.len() - rest.trim_start_matches(' ').len();
            if indentation <= column {
                self.lines.insert(line, column + 1 - indentation);
            }
        }
        let is_small = self.lines.values().sum::<usize>() <= text.len();
        (is_small && self.lines.len() > known).then_some(quoted)
    }

    /// Returns the text with the spaces.
    pub(super) fn apply(&mut self, text: &str) -> String {
        let mut changed = String::with_capacity(text.len());
        let (mut copied, mut characters, mut total) = (0, 0, 0);
        self.added.clear();
        for (&line, &spaces) in &self.lines {
            characters += text[copied..line].chars().count();
            changed += &text[copied..line];
            changed.extend(std::iter::repeat_n(' ', spaces));
            total += spaces;
            self.added.push((characters..characters + spaces, total));
            characters += spaces;
            copied = line;
        }
        changed += &text[copied..];
        changed
    }

    /// Converts a position in the changed text to one in the original text, both in characters.
    pub(super) fn original(&self, character: usize) -> usize {
        let after = self.added.partition_point(|(at, _)| at.end <= character);
        let before = after.checked_sub(1).map_or(0, |last| self.added[last].1);
        let within = self.added.get(after);
        let within = within.map_or(0, |(at, _)| character.saturating_sub(at.start));
        character - before - within
    }
}

/// Returns where the text in quotes at `start` is; `None` if something else than a comment follows it in
/// its last line, because then an earlier quote was not closed.
fn quoted(text: &str, start: usize) -> Option<Range<usize>> {
    let end = start + length(text.get(start..)?)?;
    let after = text[end..].lines().next().unwrap_or_default();
    let after = after.trim_start();
    (after.is_empty() || after.starts_with('#')).then_some(start..end)
}

/// Returns the length of the text in quotes at the start of a text, in bytes.
fn length(text: &str) -> Option<usize> {
    let quote = text
        .chars()
        .next()
        .filter(|first| matches!(first, '"' | '\''))?;
    let mut characters = text.char_indices().skip(1).peekable();
    while let Some((at, character)) = characters.next() {
        let is_escape = if quote == '"' {
            character == '\\'
        } else {
            character == quote && characters.peek().is_some_and(|(_, next)| *next == quote)
        };
        if is_escape {
            characters.next();
        } else if character == quote {
            return Some(at + 1);
        }
    }
    None
}
