//! Explanations of ids, for the terminal, `docs/reference/` and SARIF rules.

use std::fmt::Write as _;

/// The maximum number of columns of a text on the terminal.
const WIDTH: usize = 88;

/// The maximum number of ids that are suggested for an unknown one.
const MOST_SUGGESTED: usize = 3;

/// The explanation of a diagnostic, a rule or a check. The texts are Markdown without headings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// The code, rule or check.
    pub id: String,
    /// What it explains, such as `change, breaks`; it is printed after the id.
    pub kind: String,
    /// One sentence.
    pub title: String,
    /// Its meaning and its consequences.
    pub meaning: String,
    /// The sentence of a standard or of the interface that it follows from, and its place.
    pub source: String,
    /// An example that shows it.
    pub example: Vec<Block>,
    /// How to correct it.
    pub fix: String,
}

/// A part of an example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The caption. Blocks without one continue the previous block.
    pub caption: String,
    /// Its language, as in a fenced code block; empty for prose.
    pub language: &'static str,
    /// The text of the part.
    pub text: String,
}

impl Explanation {
    /// Returns the required parts, each with its name.
    #[must_use]
    pub fn parts(&self) -> [(&'static str, String); 5] {
        let example: Vec<_> = self.example.iter().map(|one| one.text.as_str()).collect();
        [
            ("title", self.title.clone()),
            ("meaning", self.meaning.clone()),
            ("source", self.source.clone()),
            ("example", example.join("\n")),
            ("fix", self.fix.clone()),
        ]
    }

    /// Returns the text for a terminal; `anstream` removes the styles if they are not wanted.
    #[must_use]
    pub fn to_terminal(&self) -> String {
        const BOLD: &str = "\u{1b}[1m";
        const DIM: &str = "\u{1b}[2m";
        const PLAIN: &str = "\u{1b}[0m";
        let mut out = format!("{BOLD}{}{PLAIN} {DIM}({}){PLAIN}\n\n", self.id, self.kind);
        wrap(&mut out, "", &self.title);
        out.push('\n');
        wrap(&mut out, "", &self.meaning);
        let mut heading = |name: &str| {
            // Writing to a `String` cannot fail.
            let _ = write!(out, "\n{BOLD}{name}{PLAIN}\n");
        };
        heading("Where it comes from");
        wrap(&mut out, "  ", &self.source);
        let _ = write!(out, "\n{BOLD}Example{PLAIN}\n");
        for block in &self.example {
            if !block.caption.is_empty() {
                wrap(&mut out, "  ", &block.caption);
            }
            if block.language.is_empty() {
                wrap(&mut out, "  ", &block.text);
            } else {
                for line in block.text.trim_end().lines() {
                    let _ = writeln!(out, "{}", format!("    {line}").trim_end());
                }
            }
        }
        let _ = write!(out, "\n{BOLD}What to do{PLAIN}\n");
        wrap(&mut out, "  ", &self.fix);
        out
    }

    /// Returns a section of a page of Markdown.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let mut out = format!("## {}\n\n*{}*\n\n", self.id, self.kind);
        let (title, meaning) = (without_tags(&self.title), without_tags(self.meaning.trim()));
        let _ = write!(out, "{title}\n\n{meaning}\n\n");
        let source = without_tags(self.source.trim());
        let _ = write!(out, "**Where it comes from.** {source}\n\n");
        out.push_str("**Example.**");
        for block in &self.example {
            let (caption, text) = (block.caption.trim(), block.text.trim_end());
            let space = if caption.is_empty() { "" } else { " " };
            if block.language.is_empty() {
                let _ = write!(out, "{space}{caption} {text}\n\n");
            } else {
                let fence = block.language;
                let _ = write!(out, "{space}{caption}\n\n```{fence}\n{text}\n```\n\n");
            }
        }
        let _ = writeln!(out, "**What to do.** {}", without_tags(self.fix.trim()));
        out
    }

    /// Returns the meaning, the source and the fix, for tools that show them next to a line.
    #[must_use]
    pub fn help(&self) -> String {
        format!(
            "{}\n\nWhere it comes from: {}\n\nWhat to do: {}",
            self.meaning.trim(),
            self.source.trim(),
            self.fix.trim()
        )
    }
}

/// Returns the page that lists explanations, with a table of contents.
#[must_use]
pub fn page(title: &str, introduction: &str, explanations: &[Explanation]) -> String {
    let mut out = format!("# {title}\n\n{}\n\n", introduction.trim());
    for one in explanations {
        let title = without_tags(&one.title);
        let _ = writeln!(out, "- [`{0}`](#{0}): {title}", one.id);
    }
    for one in explanations {
        out.push('\n');
        out.push_str(&one.to_markdown());
    }
    out
}

/// Returns the message about an unknown id: `singular` is what ids stand for, and `command` the
/// command that explains them.
#[must_use]
pub fn unknown<'i>(
    id: &str,
    singular: &str,
    command: &str,
    ids: impl IntoIterator<Item = &'i str>,
) -> String {
    let near = suggestions(id, ids);
    let mut text = format!("there is no {singular} `{}`", crate::text::line(id));
    if near.is_empty() {
        let _ = write!(text, "; `{command} --list` lists them");
    } else {
        let _ = write!(text, "; did you mean `{}`?", near.join("`, `"));
    }
    text
}

/// Returns the ids that `id` probably stands for, the closest first.
#[must_use]
pub fn suggestions<'i>(id: &str, ids: impl IntoIterator<Item = &'i str>) -> Vec<&'i str> {
    const LEAST: f64 = 0.6;
    const LONGEST: usize = 100;
    // The separators of words do not matter.
    let plain = |text: &str| text.to_lowercase().replace(['_', ' ', '-'], "");
    let wanted = plain(id);
    if wanted.is_empty() || wanted.len() > LONGEST {
        return Vec::new();
    }
    let score = |other: &str| {
        let other = plain(other);
        let likeness = strsim::normalized_damerau_levenshtein(&wanted, &other);
        let contained = wanted.len() >= 4 && (other.contains(&wanted) || wanted.contains(&other));
        if contained {
            likeness.max(LEAST) + 0.2
        } else {
            likeness
        }
    };
    let mut near: Vec<_> = ids.into_iter().map(|other| (score(other), other)).collect();
    near.retain(|(score, _)| *score >= LEAST);
    near.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(other.1)));
    near.dedup();
    let near = near.into_iter().take(MOST_SUGGESTED);
    near.map(|(_, other)| other).collect()
}

/// Returns Markdown in which no `<` begins an HTML tag. Code is unchanged.
fn without_tags(text: &str) -> String {
    let spans = text.split('`').enumerate().map(|(at, span)| {
        if at % 2 == 0 {
            span.replace('<', "\\<")
        } else {
            span.to_owned()
        }
    });
    spans.collect::<Vec<_>>().join("`")
}

/// Wraps paragraphs and list items for a terminal.
fn wrap(out: &mut String, indent: &str, text: &str) {
    for (index, paragraph) in text.trim().split("\n\n").enumerate() {
        if index > 0 {
            out.push('\n');
        }
        for item in items(paragraph) {
            let mut row = indent.to_owned();
            let hanging = if item.starts_with("- ") { "  " } else { "" };
            for word in item.split_whitespace() {
                let is_first = row.trim().is_empty();
                if !is_first && row.chars().count() + 1 + word.chars().count() > WIDTH {
                    out.push_str(&row);
                    out.push('\n');
                    row = format!("{indent}{hanging}");
                } else if !is_first {
                    row.push(' ');
                }
                row.push_str(word);
            }
            out.push_str(&row);
            out.push('\n');
        }
    }
}

/// Returns the items of a list, or the paragraph.
fn items(paragraph: &str) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    for line in paragraph.lines() {
        match items.last_mut() {
            Some(last) if !line.starts_with("- ") => {
                last.push(' ');
                last.push_str(line.trim());
            }
            _ => items.push(line.to_owned()),
        }
    }
    items
}
