//! Pieces of Go. A string of a description gets into one of these, escaped for the place where it
//! lands, or it gets nowhere.

use std::fmt::Write as _;

use crate::code::Code;
use crate::ir::names::{Case, convert};
use crate::targets::prose;

/// How long a line of documentation may be, beside what it is marked with.
const WIDTH: usize = 92;

/// Words that Go writes in capitals (the convention of its code reviews).
const INITIALISMS: &[&str] = &[
    "Acl", "Api", "Aws", "Cpu", "Css", "Dns", "Gcp", "Html", "Http", "Https", "Id", "Ids", "Ip",
    "Json", "Jwt", "Mcp", "Rpc", "Sla", "Sql", "Tls", "Ttl", "Ui", "Uri", "Url", "Utf8", "Uuid",
    "Xml",
];

/// An exported identifier: a name in Pascal case that a scope has given out, with initialisms in
/// capitals. Names that differed in more than case still do.
pub(super) fn exported(name: &str) -> Code {
    let mut text = String::new();
    for word in words(&clean(name, Case::Pascal)) {
        match word {
            "Ids" => text.push_str("IDs"),
            word if word.starts_with("Oauth") => {
                text.push_str("OAuth");
                text.push_str(word.strip_prefix("Oauth").unwrap_or_default());
            }
            word if INITIALISMS.contains(&word) => text.push_str(&word.to_ascii_uppercase()),
            word => text.push_str(word),
        }
    }
    Code::escaped(text)
}

/// An identifier for an argument: a name in camel case that a scope has given out.
pub(super) fn argument(name: &str) -> Code {
    let name = clean(name, Case::Camel);
    let first = name.find(|c: char| c.is_ascii_uppercase());
    let (first, rest) = name.split_at(first.unwrap_or(name.len()));
    Code::escaped(format!("{first}{}", exported_rest(rest)))
}

fn exported_rest(rest: &str) -> String {
    if rest.is_empty() {
        String::new()
    } else {
        exported(rest).as_str().to_owned()
    }
}

/// Names come from scopes, which give out nothing else; a fault there must not become code.
fn clean(name: &str, case: Case) -> String {
    let is_clean = name
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if is_clean && !name.is_empty() {
        name.to_owned()
    } else {
        convert(name, case)
    }
}

/// The words of a name in Pascal case.
fn words(name: &str) -> Vec<&str> {
    let mut starts: Vec<_> = name
        .char_indices()
        .filter(|(_, c)| c.is_ascii_uppercase())
        .map(|(index, _)| index)
        .collect();
    if starts.first() != Some(&0) {
        starts.insert(0, 0);
    }
    starts.push(name.len());
    starts
        .windows(2)
        .filter_map(|pair| name.get(pair[0]..pair[1]))
        .collect()
}

/// A string literal that stands for exactly `text`.
pub(super) fn string(text: &str) -> Code {
    Code::escaped(quote(text))
}

fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => {
                quoted.push('\\');
                quoted.push(character);
            }
            ' '..='~' => quoted.push(character),
            other => {
                let code = u32::from(other);
                let _ = if code > 0xffff {
                    write!(quoted, "\\U{code:08x}")
                } else {
                    write!(quoted, "\\u{code:04x}")
                };
            }
        }
    }
    quoted.push('"');
    quoted
}

/// The tag of a field: `api:"name,presence"`. In back quotes, unless the name has one.
pub(super) fn tag(name: &str, presence: &'static str) -> Code {
    let tag = format!("api:{}", quote(&format!("{name},{presence}")));
    if tag.contains('`') {
        string(&tag)
    } else {
        Code::escaped(format!("`{tag}`"))
    }
}

/// A whole number.
pub(super) fn integer(number: impl Into<i128>) -> Code {
    Code::escaped(number.into().to_string())
}

/// Text that a writer of its format has made, or that the configuration's checks let pass.
pub(super) fn checked(text: &str) -> Code {
    Code::escaped(text)
}

/// So many spaces.
pub(super) fn spaces(count: usize) -> Code {
    Code::escaped(" ".repeat(count))
}

/// So many tabs.
pub(super) fn tabs(count: usize) -> Code {
    Code::escaped("\t".repeat(count))
}

/// Documentation of a declaration at the beginning of a line, as gofmt would write it.
pub(super) fn docs(text: &str) -> Code {
    comment(text, "")
}

/// Documentation of a declaration that begins with its name, as Go has it. `is` follows the
/// name where the text cannot.
pub(super) fn named_docs(name: &str, is: &str, text: &str) -> Code {
    let text = text.trim();
    let starts = ["A ", "An ", "The "];
    let article = starts.iter().find(|article| text.starts_with(**article));
    match article {
        _ if text.is_empty() => docs(&format!("{name} {is}.")),
        Some(_) => {
            let (first, rest) = text.split_at(1);
            docs(&format!("{name} is {}{rest}", first.to_ascii_lowercase()))
        }
        None => docs(&format!("{name} {is}.\n\n{text}")),
    }
}

/// Documentation of a field.
pub(super) fn field_docs(text: &str) -> Code {
    comment(text, "\t")
}

fn comment(text: &str, indent: &str) -> Code {
    let mut code = String::new();
    let mut lines = Paragraphs::of(text).lines;
    if lines
        .first()
        .is_some_and(|line| line.starts_with([' ', '\t']))
    {
        // Indentation that all lines have counts for nothing.
        lines.splice(..0, ["The description says:".to_owned(), String::new()]);
    }
    for line in lines {
        // A tab marks code, and the spaces before an item are its own.
        let gap = if line.is_empty() || line.starts_with('\t') {
            ""
        } else {
            " "
        };
        let _ = writeln!(code, "{indent}//{gap}{line}");
    }
    Code::escaped(code)
}

/// What a line is, as the comments of Go have it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Item,
    Code,
}

/// CommonMark as the comments of Go have it (<https://go.dev/doc/comment>).
#[derive(Default)]
struct Paragraphs {
    lines: Vec<String>,
    last: Option<Kind>,
    /// Where the present paragraph starts.
    start: usize,
    /// Whether the present list is a numbered one.
    list: Option<bool>,
    /// The number of the last item of a numbered list.
    number: usize,
}

impl Paragraphs {
    fn of(text: &str) -> Self {
        let mut paragraphs = Self::default();
        let mut is_code = false;
        for line in prose::lines(text, WIDTH) {
            let mark = line.trim_start();
            if mark.starts_with("```") || mark.starts_with("~~~") {
                is_code = !is_code;
                paragraphs.end();
            } else if is_code {
                paragraphs.code(&line);
            } else if line.trim().is_empty() {
                paragraphs.end();
            } else {
                paragraphs.line(&line);
            }
        }
        paragraphs.end();
        paragraphs
    }

    fn code(&mut self, line: &str) {
        if line.trim().is_empty() {
            return;
        }
        let starts = self.last != Some(Kind::Code);
        let is_item = bullet(line.trim()).is_some() || numbered(line.trim()).is_some();
        if starts && is_item {
            // Indented text that starts like a list is one.
            return self.line(line.trim());
        }
        if self.list.is_some() {
            // Indented text behind a list is a part of it.
            self.last = Some(Kind::Item);
            return self.line(&format!("  {}", line.trim()));
        }
        self.begin(Kind::Code);
        self.lines.push(format!("\t{}", line.trim()));
    }

    fn line(&mut self, line: &str) {
        let is_inside = line.starts_with("  ") && self.last == Some(Kind::Item);
        if is_inside && bullet(line.trim()).is_none() && numbered(line.trim()).is_none() {
            self.lines.push(format!("    {}", plain(line)));
        } else if let Some(item) = bullet(line.trim()) {
            self.item(item, false);
        } else if let Some(item) = numbered(line.trim()) {
            self.item(item, true);
        } else {
            let own = line.starts_with('#');
            if own {
                self.end();
            }
            let text = plain(line.trim_start_matches('#'));
            if !text.is_empty() {
                self.begin(Kind::Text);
                self.lines.push(text);
            }
            if own {
                self.end();
            }
        }
    }

    /// Lists of two kinds, one right behind the other, would be one within the other: the second
    /// goes on as the first.
    fn item(&mut self, item: &str, is_numbered: bool) {
        self.begin(Kind::Item);
        let is_numbered = *self.list.get_or_insert(is_numbered);
        let mark = if is_numbered {
            self.number += 1;
            format!(" {}.", self.number)
        } else {
            "  -".to_owned()
        };
        self.lines.push(format!("{mark} {}", plain(item)));
    }

    /// Lines of another kind stand apart.
    fn begin(&mut self, kind: Kind) {
        if self.last.is_some_and(|last| last != kind) {
            self.end();
        }
        if self.last.is_none() {
            // Between items, gofmt wants a blank line everywhere or nowhere.
            if !self.lines.is_empty() && (kind != Kind::Item || self.list.is_none()) {
                self.lines.push(String::new());
            }
            self.start = self.lines.len();
            self.last = Some(kind);
        }
        if kind != Kind::Item {
            (self.list, self.number) = (None, 0);
        }
    }

    /// Ends a paragraph. A single line without a stop would be taken for a heading.
    fn end(&mut self) {
        let is_line = self.last == Some(Kind::Text) && self.lines.len() == self.start + 1;
        if let Some(line) = self.lines.last_mut().filter(|_| is_line)
            && self.start > 0
            && !line.ends_with(['.', ':', '!', '?'])
        {
            line.push('.');
        }
        self.last = None;
    }
}

fn bullet(line: &str) -> Option<&str> {
    ["- ", "* ", "+ ", "• "]
        .iter()
        .find_map(|mark| line.strip_prefix(mark))
}

fn numbered(line: &str) -> Option<&str> {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = (rest.len() < line.len()).then_some(rest)?;
    rest.strip_prefix(". ").or_else(|| rest.strip_prefix(") "))
}

/// A line of text that is nothing else: no item of a list, no link, no directive, no quotation
/// marks that gofmt would change.
fn plain(line: &str) -> String {
    let mut line = line.trim().to_owned();
    for (from, to) in [("``", "`"), ("''", "'"), ("]:", "] :")] {
        while line.contains(from) {
            line = line.replace(from, to);
        }
    }
    // A line for the build, it would not be (<https://pkg.go.dev/cmd/go>), but tools complain.
    line.trim_start_matches("+build").trim_start().to_owned()
}
