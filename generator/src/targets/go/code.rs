//! Pieces of Go. Text from a description can only become a piece here, escaped for the place where
//! it is inserted.

use std::fmt::Write as _;

use serde_json::Number;

use crate::code::Code;
use crate::ir::Docs;
use crate::ir::names::{Case, convert};
use crate::targets::prose::{self, Block, Inline, List};

/// The maximum length of a documentation line, without its comment marker.
const WIDTH: usize = 92;

/// Words that Go writes in capitals (from its code review guidelines).
const INITIALISMS: &[&str] = &[
    "Acl", "Api", "Aws", "Cpu", "Css", "Dns", "Gcp", "Html", "Http", "Https", "Id", "Ids", "Ip",
    "Json", "Jwt", "Mcp", "Rpc", "Sla", "Sql", "Tls", "Ttl", "Ui", "Uri", "Url", "Utf8", "Uuid",
    "Xml",
];

/// Returns an exported identifier, from a name in Pascal case with initialisms in capitals. Names
/// that differed in more than case stay distinct.
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

/// Returns an identifier for an argument, from a name in camel case.
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

/// Removes unexpected characters from a name, so that a bug in a scope cannot become code.
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

/// Splits a name in Pascal case into words.
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

/// Returns a string literal for exactly `text`.
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

/// Returns the tag of a field: `api:"name,presence"`, in backquotes unless the name contains one.
pub(super) fn tag(name: &str, presence: &'static str) -> Code {
    let tag = format!("api:{}", quote(&format!("{name},{presence}")));
    if tag.contains('`') {
        string(&tag)
    } else {
        Code::escaped(format!("`{tag}`"))
    }
}

/// Returns an integer literal.
pub(super) fn integer(number: impl Into<i128>) -> Code {
    Code::escaped(number.into().to_string())
}

/// Returns the literal of a JSON number.
pub(super) fn number(digits: &Number) -> Code {
    Code::escaped(digits.to_string())
}

/// Returns an item of a composite literal, without its type if it is the same for all items.
pub(super) fn elided(item: &Code, ty: &Code) -> Code {
    let rest = item.as_str().strip_prefix(ty.as_str());
    match rest.filter(|rest| rest.starts_with('{')) {
        Some(rest) => Code::escaped(rest),
        None => item.clone(),
    }
}

/// Returns a string literal of bytes.
pub(super) fn bytes(content: &[u8]) -> Code {
    if let Ok(text) = std::str::from_utf8(content) {
        return string(text);
    }
    let mut quoted = String::from("\"");
    for byte in content {
        let _ = write!(quoted, "\\x{byte:02x}");
    }
    quoted.push('"');
    Code::escaped(quoted)
}

/// Wraps text that a serializer has written, or that the configuration has validated.
pub(super) fn checked(text: &str) -> Code {
    Code::escaped(text)
}

/// Returns a number of tabs.
pub(super) fn tabs(count: usize) -> Code {
    Code::escaped("\t".repeat(count))
}

/// Writes documentation of a declaration at the beginning of a line, in the form of gofmt.
pub(super) fn docs(text: &str) -> Code {
    comment(text, None, "")
}

/// Writes documentation, with a paragraph about deprecation.
pub(super) fn docs_of(docs: &Docs) -> Code {
    comment(docs.text(), docs.deprecation(), "")
}

/// Writes documentation that begins with the declared name, as is customary in Go. `is` follows the
/// name if the text cannot.
pub(super) fn named_docs(name: &str, is: &str, docs: &Docs) -> Code {
    let text = docs.text().trim();
    let starts = ["A ", "An ", "The "];
    let article = starts.iter().find(|article| text.starts_with(**article));
    let text = match article {
        _ if text.is_empty() => format!("{name} {is}."),
        Some(_) => {
            let (first, rest) = text.split_at(1);
            format!("{name} is {}{rest}", first.to_ascii_lowercase())
        }
        None => format!("{name} {is}.\n\n{text}"),
    };
    docs_of(&docs.with_text(text))
}

/// Writes documentation of a field.
pub(super) fn field_docs(text: &str) -> Code {
    comment(text, None, "\t")
}

/// Writes documentation of a field, with a paragraph about deprecation.
pub(super) fn field_docs_of(docs: &Docs) -> Code {
    comment(docs.text(), docs.deprecation(), "\t")
}

fn comment(text: &str, deprecation: Option<&str>, indent: &str) -> Code {
    let mut code = String::new();
    let mut lines = Paragraphs::of(text).lines;
    if lines
        .first()
        .is_some_and(|line| line.starts_with([' ', '\t']))
    {
        // Indentation that all lines share is not significant.
        lines.splice(..0, ["The description says:".to_owned(), String::new()]);
    }
    let mut lines: Vec<_> = lines.iter().map(|line| disarmed(line)).collect();
    if let Some(why) = deprecation {
        lines.extend((!lines.is_empty()).then(String::new));
        let words = plain(&format!("Deprecated: {}", prose::one_line(why)));
        let words = words.split(' ').map(str::to_owned).collect();
        let wrapped = prose::wrap(words, WIDTH).into_iter().enumerate();
        lines.extend(wrapped.map(|(index, line)| match index {
            0 => line,
            _ => disarmed(&line),
        }));
    }
    for line in lines {
        // A tab marks code, and the spaces before an item belong to it.
        let gap = if line.is_empty() || line.starts_with('\t') {
            ""
        } else {
            " "
        };
        let _ = writeln!(code, "{indent}//{gap}{line}");
    }
    Code::escaped(code)
}

/// Returns a line that no tool reads as a directive, such as a build constraint or a linter
/// setting.
fn disarmed(line: &str) -> String {
    let text = line.trim_start();
    let (margin, text) = line.split_at(line.len() - text.len());
    let word = text.find(|c: char| !c.is_ascii_lowercase() && !c.is_ascii_digit());
    let (word, rest) = text.split_at(word.unwrap_or(text.len()));
    let value = rest.strip_prefix(':').and_then(|rest| rest.chars().next());
    let is_order = !word.is_empty() && value.is_some_and(|c| c.is_ascii_alphanumeric());
    if let Some(rest) = text.strip_prefix("Deprecated:") {
        format!("{margin}Deprecated -{rest}")
    } else if is_order
        || ["+build", "#nosec", "#cgo"]
            .iter()
            .any(|order| text.starts_with(order))
        || ["nolint", "nosec", "line", "export", "extern"].contains(&word)
    {
        format!("{margin}\\{text}")
    } else {
        line.to_owned()
    }
}

/// Wraps inline parts.
fn wrapped(inlines: &[Inline], width: usize) -> Vec<String> {
    prose::wrap(prose::plain_words(inlines), width)
}

/// The kinds of line in Go doc comments.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Item,
    Code,
}

/// Writes CommonMark as Go doc comments (<https://go.dev/doc/comment>).
#[derive(Default)]
struct Paragraphs {
    lines: Vec<String>,
    last: Option<Kind>,
    /// The start of the current paragraph.
    start: usize,
    /// Whether the current list is numbered.
    list: Option<bool>,
    /// The number of the last item of a numbered list.
    number: usize,
    /// Whether only code came after the last text.
    is_behind_code: bool,
}

impl Paragraphs {
    fn of(text: &str) -> Self {
        let mut paragraphs = Self::default();
        paragraphs.push(&prose::blocks(text));
        paragraphs.end();
        paragraphs
    }

    fn push(&mut self, blocks: &[Block]) {
        for block in blocks {
            self.end();
            match block {
                Block::Paragraph(inlines) | Block::Heading(_, inlines) => {
                    for line in wrapped(inlines, WIDTH) {
                        self.line(&line);
                    }
                }
                Block::Code(lines) => self.code(lines),
                Block::Table(rows) => self.code(&prose::rows(rows)),
                Block::List(list) => self.list(list),
                Block::Quote(blocks) => self.push(blocks),
                Block::Rule => {}
            }
        }
        self.end();
    }

    /// Writes the items of a list, with nested items after them.
    fn list(&mut self, list: &List) {
        if self.is_behind_code {
            // Everything that is indented after code would also be code.
            let text = |blocks: &Vec<Block>| prose::lines(blocks, WIDTH).join(" ");
            let items = list.items.iter().map(|item| format!("- {}", text(item)));
            return self.code(&items.collect::<Vec<_>>());
        }
        for blocks in &list.items {
            let mut is_first = true;
            for block in blocks {
                match block {
                    Block::Paragraph(inlines) | Block::Heading(_, inlines) => {
                        for line in wrapped(inlines, WIDTH - 4) {
                            if std::mem::take(&mut is_first) {
                                self.item(&line, list.start.is_some());
                            } else {
                                self.lines.push(format!("    {}", plain(&line)));
                            }
                        }
                    }
                    Block::Code(lines) => self.code(lines),
                    Block::List(list) => self.list(list),
                    Block::Quote(blocks) => self.push(blocks),
                    Block::Table(rows) => self.code(&prose::rows(rows)),
                    Block::Rule => {}
                }
            }
        }
    }

    fn code(&mut self, lines: &[String]) {
        let margin = |line: &String| line.len() - line.trim_start().len();
        let written = lines.iter().filter(|line| !line.trim().is_empty());
        let common = written.clone().map(margin).min().unwrap_or_default();
        let starts_list = |line: &String| bullet(line.trim()).or(numbered(line.trim())).is_some();
        let is_list = self.list.is_some() || written.clone().next().is_some_and(starts_list);
        if is_list && !self.is_behind_code {
            // Indented text after a list belongs to it, and one that looks like an item becomes
            // one.
            for line in written {
                self.inside(line.trim());
            }
            return;
        }
        self.begin(Kind::Code);
        self.is_behind_code = true;
        for line in lines {
            let text = line.get(common..).unwrap_or_default().trim_end();
            self.lines.push(if text.is_empty() {
                String::new()
            } else {
                format!("\t{text}")
            });
        }
    }

    /// Writes an item, or a line of one.
    fn inside(&mut self, line: &str) {
        if let Some(item) = bullet(line) {
            self.item(item, false);
        } else if let Some(item) = numbered(line) {
            self.item(item, true);
        } else {
            self.last = Some(Kind::Item);
            self.lines.push(format!("    {}", plain(line)));
        }
    }

    fn line(&mut self, line: &str) {
        let text = plain(line);
        if !text.is_empty() {
            self.begin(Kind::Text);
            self.lines.push(text);
        }
    }

    /// Writes an item. A list directly after one of the other kind would be nested in it, so it
    /// continues the first.
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

    /// Separates lines of different kinds.
    fn begin(&mut self, kind: Kind) {
        if self.last.is_some_and(|last| last != kind) {
            self.end();
        }
        if self.last.is_none() {
            // Gofmt requires blank lines between all items or none.
            if !self.lines.is_empty() && (kind != Kind::Item || self.list.is_none()) {
                self.lines.push(String::new());
            }
            self.start = self.lines.len();
            self.last = Some(kind);
        }
        if kind != Kind::Item {
            (self.list, self.number) = (None, 0);
        }
        self.is_behind_code &= kind == Kind::Code;
    }

    /// Ends a paragraph. A single line without a period would be read as a heading.
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

/// Returns a line that can only be text: no item, heading or link, and no quotation marks that
/// gofmt would change.
fn plain(line: &str) -> String {
    let mut line = line.trim().to_owned();
    for (from, to) in [("``", "`"), ("''", "'"), ("]:", "] :")] {
        while line.contains(from) {
            line = line.replace(from, to);
        }
    }
    if bullet(&line).is_some() || numbered(&line).is_some() || line.starts_with('#') {
        line.insert(0, '\\');
    }
    line
}
