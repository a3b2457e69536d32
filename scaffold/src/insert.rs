//! Inserts methods with suitable indentation.

use syn::ItemImpl;

use crate::source::Source;

/// A place in a text where lines are inserted.
#[derive(Debug)]
pub(crate) struct Site {
    /// The offset.
    pub(crate) at: usize,
    /// The text before the first method.
    before: String,
    /// The text after the last method.
    after: String,
    indent: String,
    unit: String,
    newline: &'static str,
}

impl Site {
    /// Returns the place before the closing brace of an implementation.
    pub(crate) fn of(source: &Source<'_>, item: &ItemImpl) -> Self {
        let text = source.text;
        let close = source.offset(item.brace_token.span.close());
        let open = source.offset(item.brace_token.span.open()) + 1;
        let newline = newline(text, close);
        let outer = indentation(text, source.offset(item.impl_token.span));
        let first = item.items.first().map(|first| source.offset_of(first));
        let (indent, unit) = indents(text, first, outer);
        let line = line_start(text, close);
        let is_alone = line > open && text[line..close].trim().is_empty();
        let inside = &text[open..if is_alone { line } else { close }];
        let is_empty = inside.trim().is_empty();
        let (at, before, after) = if is_alone {
            let gap = if is_empty || ends_blank(inside) {
                ""
            } else {
                newline
            };
            (line, gap.to_owned(), String::new())
        } else {
            let lines = if is_empty { 1 } else { 2 };
            (close, newline.repeat(lines), outer.to_owned())
        };
        Self {
            at,
            before,
            after,
            indent,
            unit,
            newline,
        }
    }

    /// Appends methods to a text, each given as lines. Returns the offsets at which they begin.
    pub(crate) fn write(&self, methods: &[Vec<String>], text: &mut String) -> Vec<usize> {
        text.push_str(&self.before);
        let mut starts = Vec::new();
        for (index, lines) in methods.iter().enumerate() {
            if index > 0 {
                text.push_str(self.newline);
            }
            starts.push(text.len() + self.indent.len());
            for line in lines {
                self.line(line, text);
            }
        }
        text.push_str(&self.after);
        starts
    }

    fn line(&self, line: &str, text: &mut String) {
        let inner = line.trim_start_matches(' ');
        if !inner.is_empty() {
            text.push_str(&self.indent);
            text.push_str(&self.unit.repeat((line.len() - inner.len()) / 4));
            text.push_str(inner);
        }
        text.push_str(self.newline);
    }
}

/// Returns the indentation of methods, and that of one level.
fn indents(text: &str, first: Option<usize>, outer: &str) -> (String, String) {
    let usual = if text.lines().any(|line| line.starts_with('\t')) {
        "\t"
    } else {
        "    "
    };
    let own = first.filter(|first| starts_line(text, *first));
    match own.map(|first| indentation(text, first)) {
        Some(indent) => {
            let unit = indent.strip_prefix(outer);
            let unit = unit.filter(|unit| !unit.is_empty()).unwrap_or(usual);
            (indent.to_owned(), unit.to_owned())
        }
        None => (format!("{outer}{usual}"), usual.to_owned()),
    }
}

fn line_start(text: &str, offset: usize) -> usize {
    text[..offset].rfind('\n').map_or(0, |at| at + 1)
}

fn starts_line(text: &str, offset: usize) -> bool {
    text[line_start(text, offset)..offset].trim().is_empty()
}

/// Returns the indentation of the line at an offset.
fn indentation(text: &str, offset: usize) -> &str {
    let line = &text[line_start(text, offset)..];
    let end = line.find(|character| character != ' ' && character != '\t');
    &line[..end.unwrap_or(line.len())]
}

/// Returns whether a text that ends in a newline has a blank line before it.
fn ends_blank(text: &str) -> bool {
    let rest = text.strip_suffix('\n').unwrap_or(text);
    let last = rest.rfind('\n').map(|at| &rest[at + 1..]);
    last.is_some_and(|line| line.trim().is_empty())
}

/// Returns the line break before an offset, or else the one after it.
fn newline(text: &str, offset: usize) -> &'static str {
    let before = text[..offset].rfind('\n');
    let next = text[offset..].find('\n').map(|at| offset + at);
    match before.or(next) {
        Some(at) if text[..at].ends_with('\r') => "\r\n",
        _ => "\n",
    }
}
