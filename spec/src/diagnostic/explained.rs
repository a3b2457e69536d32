//! Explanations of codes, for people.

use super::Code;

/// The explanation of a code. The texts are Markdown without headings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explained {
    /// The code.
    pub code: Code,
    /// One sentence.
    pub title: &'static str,
    /// Its meaning and its consequences.
    pub meaning: &'static str,
    /// The sentence of a standard that it follows from, and its section.
    pub source: &'static str,
    /// Example files, each with its name; the description is `openapi.yaml`.
    pub files: Vec<(&'static str, &'static str)>,
    /// The diagnostics of the files.
    pub output: &'static str,
    /// How to correct it.
    pub fix: &'static str,
}

impl Code {
    /// Returns the explanation of the code.
    #[must_use]
    pub fn explained(self) -> Explained {
        let page = self.page();
        let (meaning, rest) = split(page, "\n## Source\n");
        let (source, rest) = split(rest, "\n## Example\n");
        let (example, fix) = split(rest, "\n## Fix\n");
        let mut files = blocks(example);
        let output = files.pop().map_or("", |(_, text)| text);
        Explained {
            code: self,
            title: self.title(),
            meaning,
            source,
            files,
            output,
            fix,
        }
    }
}

/// Returns the text before a heading and after it.
fn split<'p>(page: &'p str, heading: &str) -> (&'p str, &'p str) {
    let (before, behind) = page.split_once(heading).unwrap_or((page, ""));
    (before.trim(), behind.trim())
}

/// Returns the fenced code blocks of a text, each with the text after the language, which is a file
/// name.
fn blocks(text: &'static str) -> Vec<(&'static str, &'static str)> {
    let mut blocks = Vec::new();
    let mut rest = text;
    while let Some((_, behind)) = rest.split_once("```") {
        let Some((info, behind)) = behind.split_once('\n') else {
            break;
        };
        // A block may be empty.
        let Some(end) = behind.find("```") else { break };
        let name = info.split_once(' ').map_or("", |(_, name)| name);
        blocks.push((name, &behind[..end]));
        rest = &behind[end + 3..];
    }
    blocks
}
