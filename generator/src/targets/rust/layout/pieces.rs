//! A line of Rust as text and bracketed groups, so that it can be broken at its commas.

/// A part of a line.
#[derive(Debug, Clone)]
pub(super) enum Piece<'t> {
    /// Text outside of brackets.
    Text(&'t str),
    /// A string or a character, whose contents are not code.
    Literal(&'t str),
    /// Brackets and their contents.
    Group(Group<'t>),
}

/// Brackets with a list inside.
#[derive(Debug, Clone)]
pub(super) struct Group<'t> {
    pub(super) open: char,
    pub(super) items: Vec<Vec<Piece<'t>>>,
    /// Whether it has spaces inside the brackets on one line.
    pub(super) padded: bool,
    /// Whether a comma follows the only item, as in a tuple.
    comma: bool,
    /// The width of the group on one line.
    pub(super) width: usize,
}

impl Group<'_> {
    pub(super) fn close(&self) -> char {
        match self.open {
            '(' => ')',
            '[' => ']',
            '<' => '>',
            _ => '}',
        }
    }

    fn is_tuple_of_one(&self) -> bool {
        self.comma && self.open == '(' && self.items.len() == 1
    }
}

/// Returns the width of pieces on one line.
pub(super) fn width(pieces: &[Piece<'_>]) -> usize {
    let width = |piece: &Piece<'_>| match piece {
        Piece::Text(text) | Piece::Literal(text) => characters(text),
        Piece::Group(group) => group.width,
    };
    pieces.iter().map(width).sum()
}

/// Returns the approximate number of columns that a text takes.
pub(super) fn characters(text: &str) -> usize {
    if text.is_ascii() {
        text.len()
    } else {
        text.chars().count()
    }
}

/// Writes pieces on one line.
pub(super) fn flat(pieces: &[Piece<'_>], out: &mut String) {
    for piece in pieces {
        match piece {
            Piece::Text(text) | Piece::Literal(text) => out.push_str(text),
            Piece::Group(group) => flat_group(group, out),
        }
    }
}

fn flat_group(group: &Group<'_>, out: &mut String) {
    let space = if group.padded { " " } else { "" };
    out.push(group.open);
    out.push_str(space);
    for (index, item) in group.items.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        flat(item, out);
    }
    if group.is_tuple_of_one() {
        out.push(',');
    }
    out.push_str(space);
    out.push(group.close());
}

/// Parses a line; `None` if its brackets do not match.
pub(super) fn parse(line: &str) -> Option<Vec<Piece<'_>>> {
    let mut reader = Reader {
        text: line,
        at: 0,
        depth: 0,
    };
    let mut lists = reader.list(None)?;
    let complete = reader.at == line.len() && lists.items.len() == 1;
    complete.then(|| lists.items.pop()).flatten()
}

/// Deeper nesting stays on one line.
const DEEPEST: usize = 256;

struct Reader<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
}

/// The items of a list.
struct List<'t> {
    items: Vec<Vec<Piece<'t>>>,
    comma: bool,
}

impl<'t> Reader<'t> {
    /// Parses up to the closing bracket of the list, or to the end of the line.
    fn list(&mut self, open: Option<u8>) -> Option<List<'t>> {
        let mut items = Vec::new();
        let mut item = Vec::new();
        let mut start = self.skip_spaces();
        loop {
            if self.at == start && item.is_empty() {
                self.skip_parameters();
            }
            let Some(byte) = self.text.as_bytes().get(self.at).copied() else {
                self.text_piece(start, self.at, &mut item);
                items.push(item);
                return open.is_none().then_some(List {
                    items,
                    comma: false,
                });
            };
            match byte {
                b'"' | b'\'' => {
                    self.text_piece(start, self.at, &mut item);
                    item.push(self.literal(byte)?);
                    start = self.at;
                }
                // Statements are laid out by the template.
                b';' if open == Some(b'{') => return None,
                b',' if open.is_some() => {
                    self.text_piece(start, self.at, &mut item);
                    items.push(std::mem::take(&mut item));
                    self.at += 1;
                    start = self.skip_spaces();
                }
                b'(' | b'[' | b'{' => {
                    self.text_piece(start, self.at, &mut item);
                    item.push(self.group(byte)?);
                    start = self.at;
                }
                b'<' if self.opens_generics() => {
                    self.text_piece(start, self.at, &mut item);
                    item.push(self.group(byte)?);
                    start = self.at;
                }
                b')' | b']' | b'}' | b'>' if self.closes(byte) => {
                    if open? != opener(byte) {
                        return None;
                    }
                    let end = self.text[..self.at].trim_end().len().max(start);
                    self.text_piece(start, end, &mut item);
                    self.at += 1;
                    let comma = item.is_empty();
                    if !comma {
                        items.push(item);
                    }
                    return Some(List { items, comma });
                }
                _ => self.at += 1,
            }
        }
    }

    fn group(&mut self, open: u8) -> Option<Piece<'t>> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        self.at += 1;
        let padded = open == b'{' && self.text[self.at..].starts_with(' ');
        let List { items, comma } = self.list(Some(open))?;
        self.depth -= 1;
        let mut group = Group {
            open: char::from(open),
            padded: padded && !items.is_empty(),
            comma,
            width: 0,
            items,
        };
        let inside: usize = group.items.iter().map(|item| width(item)).sum();
        let commas = 2 * group.items.len().saturating_sub(1);
        let spaces = 2 * usize::from(group.padded);
        group.width = 2 + inside + commas + spaces + usize::from(group.is_tuple_of_one());
        Some(Piece::Group(group))
    }

    fn text_piece(&self, start: usize, end: usize, item: &mut Vec<Piece<'t>>) {
        if start < end {
            item.push(Piece::Text(&self.text[start..end]));
        }
    }

    fn skip_spaces(&mut self) -> usize {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.at
    }

    /// Skips the parameters of a closure, whose commas do not separate arguments.
    fn skip_parameters(&mut self) {
        let rest = &self.text[self.at..];
        let parameters = rest.strip_prefix('|').and_then(|rest| rest.find('|'));
        if let Some(length) = parameters.filter(|length| *length > 0) {
            self.at += length + 2;
        }
    }

    /// Returns a string, a character, or the quote of a lifetime.
    fn literal(&mut self, quote: u8) -> Option<Piece<'t>> {
        let rest = &self.text[self.at..];
        let length = match quote {
            b'"' => string_length(rest)?,
            _ => quote_length(rest),
        };
        self.at += length;
        Some(Piece::Literal(&rest[..length]))
    }

    /// Returns whether an angle opens generics; generated code contains no comparisons.
    fn opens_generics(&self) -> bool {
        !matches!(self.text.as_bytes().get(self.at + 1), Some(b' ' | b'='))
    }

    fn closes(&self, byte: u8) -> bool {
        let before = self.text[..self.at].bytes().next_back();
        byte != b'>' || !matches!(before, Some(b'-' | b'='))
    }
}

pub(super) const fn opener(close: u8) -> u8 {
    match close {
        b')' => b'(',
        b']' => b'[',
        b'>' => b'<',
        _ => b'{',
    }
}

/// Returns the length of the string literal that a text starts with.
pub(super) fn string_length(text: &str) -> Option<usize> {
    let mut escaped = true;
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return Some(index + 1),
            _ => {}
        }
    }
    None
}

/// Returns the length of the character literal that a text starts with, or of the quote of a
/// lifetime.
pub(super) fn quote_length(text: &str) -> usize {
    let mut characters = text.char_indices().skip(1);
    let end = match characters.next() {
        Some((_, '\\')) => text
            .get(3..)
            .and_then(|rest| rest.find('\''))
            .map(|end| end + 4),
        _ => characters
            .next()
            .filter(|(_, next)| *next == '\'')
            .map(|(at, _)| at + 1),
    };
    end.unwrap_or(1)
}
