//! Decides which lines are preceded by a blank line.

/// The part of the written text that blank lines depend on.
#[derive(Debug, Default)]
pub(super) struct Blank {
    /// The top-level item that is being written.
    item: Option<Item>,
    /// The kind of the last written top-level item.
    ended: Option<Kind>,
    previous: Option<Previous>,
}

/// A top-level item.
#[derive(Debug)]
struct Item {
    kind: Option<Kind>,
    /// The start of the item, including its documentation.
    start: usize,
}

/// Kinds of item that are written without blank lines between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The documentation of the file.
    Head,
    PublicUse,
    Use,
    PublicModule,
    Module,
    Other,
}

/// A line that is written.
#[derive(Debug, Clone, Copy)]
struct Previous {
    depth: usize,
    /// Whether it may be the last line of an inner item.
    ends: bool,
    /// Whether it may be the last line of an item without a body.
    is_statement: bool,
}

impl Kind {
    fn of(line: &str) -> Self {
        let is_module = |rest: &str| rest.starts_with("mod ") && rest.ends_with(';');
        match line.strip_prefix("pub ") {
            _ if line.starts_with("//!") || line.starts_with("#![") => Self::Head,
            Some(rest) if rest.starts_with("use ") => Self::PublicUse,
            Some(rest) if is_module(rest) => Self::PublicModule,
            None if line.starts_with("use ") => Self::Use,
            None if is_module(line) => Self::Module,
            _ => Self::Other,
        }
    }
}

impl Blank {
    /// Returns whether a blank line precedes this line in an item. If the line reveals the kind of
    /// a top-level item whose documentation is already written, the blank line is inserted before
    /// the documentation.
    pub(super) fn is_before(&mut self, line: &str, depth: usize, out: &mut String) -> bool {
        let inside = self.is_before_inside(line, depth);
        if depth == 0 {
            self.top(line, out);
        }
        inside
    }

    fn top(&mut self, line: &str, out: &mut String) {
        let belongs_to_next =
            line.starts_with("#[") || (line.starts_with("//") && !line.starts_with("//!"));
        let item = self.item.get_or_insert(Item {
            kind: None,
            start: out.len(),
        });
        if item.kind.is_some() || belongs_to_next {
            return;
        }
        let kind = Kind::of(line);
        item.kind = Some(kind);
        let together = self.ended == Some(kind) && kind != Kind::Other;
        if self.ended.is_some() && !together {
            out.insert(item.start, '\n');
        }
        if line.starts_with("//!") {
            self.end();
        }
    }

    /// Ends the item that is being written, if its kind is known.
    fn end(&mut self) {
        if let Some(kind) = self.item.as_ref().and_then(|item| item.kind) {
            self.ended = Some(kind);
            self.item = None;
        }
    }

    /// Handles a line after which no bracket is open.
    pub(super) fn end_of_item(&mut self, line: &str) {
        let ends = line.ends_with([';', '}', ']']) && !line.starts_with("#[");
        if ends {
            self.end();
        }
    }

    /// Handles a line that was appended to the previous one.
    pub(super) fn joined(&mut self, line: &str) {
        if let Some(previous) = &mut self.previous {
            previous.ends = line == "}";
        }
    }

    fn is_before_inside(&mut self, line: &str, depth: usize) -> bool {
        let now = Previous {
            depth,
            ends: line == "}" || line.ends_with(" {}"),
            is_statement: line.ends_with(';') && !line.starts_with("///"),
        };
        let Some(previous) = self.previous.replace(now).filter(|_| depth > 0) else {
            return false;
        };
        let begins = line.starts_with("///") || line.starts_with("impl");
        let after = previous.ends || (previous.is_statement && begins);
        previous.depth == depth && after && begins_item(line)
    }
}

fn begins_item(line: &str) -> bool {
    const STARTS: &[&str] = &[
        "///",
        "#[",
        "pub ",
        "fn ",
        "async fn ",
        "impl ",
        "impl<",
        "const fn",
        "type ",
        "struct ",
        "enum ",
        "mod ",
    ];
    STARTS.iter().any(|start| line.starts_with(start))
}
