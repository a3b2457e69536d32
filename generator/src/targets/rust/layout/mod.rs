//! Lays out the text of templates as formatted Rust.
//!
//! A line of a template is a line of the file. It is indented by the brackets around it, broken if
//! it is too long, and separated by blank lines. No tokens are added except commas that end lists,
//! and braces around the value of a match arm.

mod blank;
mod breaks;
mod pieces;

use self::blank::Blank;

/// The maximum number of columns of a line.
const WIDTH: usize = 100;

/// The maximum depth of indentation.
const DEEPEST: usize = 40;

/// An unmatched bracket, which is a bug in a template.
#[derive(Debug)]
pub(super) struct Unbalanced {
    /// The line in the template's text, from 1.
    pub(super) line: usize,
}

/// Lays out a file.
///
/// # Errors
/// Returns an error if the brackets do not match.
pub(super) fn layout(source: &str) -> Result<String, Unbalanced> {
    let mut file = Layout {
        out: String::with_capacity(source.len() + source.len() / 4),
        open: Vec::new(),
        blank: Blank::default(),
    };
    for (index, line) in source.lines().enumerate() {
        let line = line.trim();
        if !line.is_empty() {
            let number = index + 1;
            file.line(line, number).ok_or(Unbalanced { line: number })?;
        }
    }
    match file.open.last() {
        Some(open) => Err(Unbalanced { line: open.line }),
        None => {
            file.out.push('\n');
            Ok(file.out)
        }
    }
}

/// An open bracket.
struct Open {
    bracket: u8,
    line: usize,
}

struct Layout {
    out: String,
    open: Vec<Open>,
    blank: Blank,
}

impl Layout {
    fn line(&mut self, line: &str, number: usize) -> Option<()> {
        let depth_before = self.depth();
        if is_comment(line) {
            self.put(line, depth_before, false);
            return Some(());
        }
        let brackets = self.brackets(line, number)?;
        if brackets.closes_first && self.out.ends_with(['(', '[', '{']) {
            self.out.push_str(line);
            self.blank.joined(line);
        } else {
            let depth = brackets.depth + usize::from(continues(line));
            self.put(line, depth, true);
        }
        if self.open.is_empty() {
            self.blank.end_of_item(line);
        }
        Some(())
    }

    fn put(&mut self, line: &str, depth: usize, breakable: bool) {
        if self.blank.is_before(line, depth, &mut self.out) {
            self.out.push('\n');
        }
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        let indent = 4 * depth.min(DEEPEST);
        push_indent(indent, &mut self.out);
        if breakable && indent + line.len() > WIDTH {
            breaks::write(line, indent, &mut self.out);
        } else {
            self.out.push_str(line);
        }
    }

    /// Returns the number of lines with brackets that are still open.
    fn depth(&self) -> usize {
        let lines = self.open.iter().map(|open| open.line);
        let mut depth = 0;
        let mut last = 0;
        for line in lines {
            depth += usize::from(line != last);
            last = line;
        }
        depth
    }

    /// Reads the brackets of a line; `None` if one closes a bracket that is not open.
    fn brackets(&mut self, line: &str, number: usize) -> Option<Brackets> {
        let bytes = line.as_bytes();
        let mut at = 0;
        let mut leading = true;
        let mut read = Brackets {
            depth: 0,
            closes_first: matches!(bytes.first(), Some(b')' | b']' | b'}')),
        };
        while let Some(byte) = bytes.get(at).copied() {
            let closes = matches!(byte, b')' | b']' | b'}');
            if leading && !closes {
                read.depth = self.depth();
                leading = false;
            }
            match byte {
                b'"' => at += pieces::string_length(&line[at..])?,
                b'\'' => at += pieces::quote_length(&line[at..]),
                b'(' | b'[' | b'{' => {
                    let (bracket, line) = (byte, number);
                    self.open.push(Open { bracket, line });
                    at += 1;
                }
                _ if closes => {
                    let open = self.open.pop()?;
                    if open.bracket != pieces::opener(byte) {
                        return None;
                    }
                    at += 1;
                }
                _ => at += 1,
            }
        }
        if leading {
            read.depth = self.depth();
        }
        Some(read)
    }
}

/// The brackets of a line.
struct Brackets {
    /// The depth of the line.
    depth: usize,
    /// Whether it begins with a closing bracket.
    closes_first: bool,
}

/// Returns whether a line continues the expression of the previous line.
fn continues(line: &str) -> bool {
    let is_call = line.starts_with('.') && !line.starts_with("..");
    is_call || line.starts_with("| ") || line.starts_with("+ ")
}

fn is_comment(line: &str) -> bool {
    line.starts_with("//")
}

fn push_indent(columns: usize, out: &mut String) {
    const SPACES: &str = "                                                                ";
    let mut left = columns;
    while left > 0 {
        let some = left.min(SPACES.len());
        out.push_str(&SPACES[..some]);
        left -= some;
    }
}
