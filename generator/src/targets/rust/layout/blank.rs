//! Which lines a blank line precedes.

/// What has been written, as far as blank lines depend on it.
#[derive(Debug, Default)]
pub(super) struct Blank {
    /// The item at the top that is being written.
    item: Option<Item>,
    /// The last item at the top that is written.
    ended: Option<Kind>,
    previous: Option<Previous>,
}

/// An item at the top of a file.
#[derive(Debug)]
struct Item {
    kind: Option<Kind>,
    /// Where it begins, its documentation included.
    start: usize,
}

/// Items of which several stand together without blank lines.
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
    /// Whether it may be the last one of an item inside another.
    ends: bool,
    /// Whether it may be the last one of an item without a body.
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
    /// Returns whether a blank line precedes this line inside an item. Where the line says what an
    /// item at the top is, and documentation of it is written already, the blank line before that
    /// is put in.
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

    /// The item that is being written is at its end, if it is known what it is.
    fn end(&mut self) {
        if let Some(kind) = self.item.as_ref().and_then(|item| item.kind) {
            self.ended = Some(kind);
            self.item = None;
        }
    }

    /// A line after which no bracket is open.
    pub(super) fn end_of_item(&mut self, line: &str) {
        let ends = line.ends_with([';', '}', ']']) && !line.starts_with("#[");
        if ends {
            self.end();
        }
    }

    /// A line that was put at the end of the line before.
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
