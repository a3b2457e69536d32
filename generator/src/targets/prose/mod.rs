//! CommonMark of a description as lines of documentation that compile nothing and mislead nobody.

use spec::hidden;

/// The lines of the text, wrapped at so many characters, without what a tool would take for code
/// to compile and run. They are not escaped for the comment that they stand in.
pub(super) fn lines(text: &str, width: usize) -> Vec<String> {
    let mut prose = Prose {
        width,
        ..Prose::default()
    };
    for raw in text.trim().lines() {
        prose.line(&visible(raw.trim_end()));
    }
    prose.finish()
}

/// The text on one line, for a field of a manifest: there, tools fail on control characters, which
/// variables of the environment cannot hold.
pub(super) fn one_line(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    visible(&words.join(" "))
}

#[derive(Default)]
struct Prose {
    width: usize,
    lines: Vec<String>,
    /// What a fence that is open must be closed with.
    fence: Option<String>,
    paragraph: String,
    hanging: &'static str,
}

impl Prose {
    fn line(&mut self, line: &str) {
        let text = line.trim_start();
        if let Some(fence) = &self.fence {
            if text.starts_with(fence.as_str()) && text.trim_matches(['`', '~']).is_empty() {
                self.fence = None;
            }
            self.lines.push(line.to_owned());
        } else if let Some(mark) = fence_mark(text) {
            self.end_paragraph();
            // Within a block of HTML it would be none; a blank line ends that.
            if self.lines.last().is_some_and(|line| !line.is_empty()) {
                self.lines.push(String::new());
            }
            // A fence without a language, or with `rust`, would be compiled and run.
            self.lines.push(format!("{mark}text"));
            self.fence = Some(mark);
        } else if text.is_empty() {
            self.end_paragraph();
            self.lines.push(String::new());
        } else if stands_alone(text) {
            self.end_paragraph();
            self.lines.push(alone(text));
        } else {
            if is_list_item(text) {
                self.end_paragraph();
                self.hanging = "  ";
            }
            if !self.paragraph.is_empty() {
                self.paragraph.push(' ');
            }
            self.paragraph.push_str(&without_fences(text));
        }
    }

    fn end_paragraph(&mut self) {
        let paragraph = std::mem::take(&mut self.paragraph);
        let hanging = std::mem::take(&mut self.hanging);
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if line.chars().count() + word.chars().count() > self.width && !line.trim().is_empty() {
                self.lines.push(line.trim_end().to_owned());
                hanging.clone_into(&mut line);
            }
            line.push_str(word);
            line.push(' ');
        }
        if !line.trim().is_empty() {
            self.lines.push(line.trim_end().to_owned());
        }
    }

    fn finish(mut self) -> Vec<String> {
        self.end_paragraph();
        self.lines.extend(self.fence);
        self.lines
    }
}

/// A line without what hides in it: a byte order mark within a file is no Go, for one.
fn visible(line: &str) -> String {
    let shown = |character| match character {
        '\t' | '\u{2028}' | '\u{2029}' | '\u{85}' => ' ',
        other => hidden::visible(other),
    };
    line.chars().map(shown).collect()
}

fn fence_mark(line: &str) -> Option<String> {
    let mark = line
        .chars()
        .next()
        .filter(|mark| matches!(mark, '`' | '~'))?;
    let mark: String = line.chars().take_while(|next| *next == mark).collect();
    (mark.len() >= 3).then_some(mark)
}

/// A line that stands alone, without what would begin code: fences and deep indentation in a
/// quotation, and HTML that goes on past blank lines.
fn alone(line: &str) -> String {
    const LASTING: &[&str] = &["<!", "<?", "<pre", "<script", "<style", "<textarea"];
    let start: String = line
        .chars()
        .take(10)
        .collect::<String>()
        .to_ascii_lowercase();
    if LASTING.iter().any(|tag| start.starts_with(tag)) {
        return format!("\\{}", without_fences(line));
    }
    if line.starts_with('>') {
        let words: Vec<_> = line.split_whitespace().collect();
        return without_fences(&words.join(" "));
    }
    without_fences(line)
}

/// Text in which no fence can begin, wherever its lines are broken.
fn without_fences(text: &str) -> String {
    text.replace("```", "'''").replace("~~~", "'''")
}

/// Tables, headings, quotations, rules, HTML and link definitions are lines of their own.
fn stands_alone(line: &str) -> bool {
    line.starts_with(['|', '#', '<', '>', '='])
        || line.starts_with("---")
        || line.starts_with("***")
        || (line.starts_with('[') && line.contains("]:"))
}

fn is_list_item(line: &str) -> bool {
    let numbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered =
        numbered.len() < line.len() && (numbered.starts_with(". ") || numbered.starts_with(") "));
    is_numbered || line.starts_with("- ") || line.starts_with("* ") || line.starts_with("+ ")
}
