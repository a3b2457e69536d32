//! Lays out code on one line if it fits, otherwise one item per line, as the formatter would.

use crate::code::doc::{Doc, Place, Style};
use crate::code::{Code, Part};

/// The style of the formatter.
static STYLE: Style = Style {
    width: 100,
    step: 4,
};

/// An expression.
#[derive(Debug, Clone)]
pub(super) enum Node {
    /// A piece that is never broken.
    Leaf(Code),
    /// Items in brackets.
    Group(Code, Vec<Node>, Code),
    /// An expression with a prefix, such as `key=`.
    Prefix(Code, Box<Node>),
}

impl Node {
    /// Returns a piece that is never broken.
    pub(super) fn fixed(text: &'static str) -> Self {
        Self::Leaf(Code::fixed(text))
    }

    /// Returns a call.
    pub(super) fn call(name: &Code, items: Vec<Self>) -> Self {
        Self::Group(code!(name, "("), items, Code::fixed(")"))
    }

    /// Returns a mapping's value, by its key.
    pub(super) fn subscript(name: &Code, key: Self) -> Self {
        Self::Group(code!(name, "["), vec![key], Code::fixed("]"))
    }

    /// Returns a keyword argument.
    pub(super) fn keyword(name: &'static str, value: Self) -> Self {
        Self::Prefix(code!(name, "="), Box::new(value))
    }

    /// Returns an expression with a prefix.
    pub(super) fn after(prefix: Code, value: Self) -> Self {
        Self::Prefix(prefix, Box::new(value))
    }

    /// Returns a tuple.
    pub(super) fn tuple(items: Vec<Self>) -> Self {
        // A tuple with one item has a comma on one line as well.
        let close = if items.len() == 1 { ",)" } else { ")" };
        Self::Group(Code::fixed("("), items, Code::fixed(close))
    }

    /// Returns a dictionary.
    pub(super) fn dict(items: Vec<(Code, Self)>) -> Self {
        let items = items.into_iter();
        let items = items.map(|(key, value)| Self::after(code!(&key, ": "), value));
        Self::Group(Code::fixed("{"), items.collect(), Code::fixed("}"))
    }

    /// Returns the expression on one line.
    pub(super) fn flat(&self) -> Code {
        match self {
            Self::Leaf(code) => code.clone(),
            Self::Group(open, items, close) => {
                let items = Code::list(items.iter().map(Self::flat), ", ");
                code!(open, &items, close)
            }
            Self::Prefix(prefix, node) => code!(prefix, &node.flat()),
        }
    }

    fn doc(&self) -> Doc {
        match self {
            Self::Leaf(code) => Doc::Text(code.clone()),
            Self::Prefix(prefix, node) => Doc::Join(vec![Doc::Text(prefix.clone()), node.doc()]),
            Self::Group(open, items, close) if items.is_empty() => Doc::Text(code!(open, close)),
            Self::Group(open, items, close) => {
                let items = items.iter().map(Self::doc).collect::<Vec<_>>();
                // A comma would turn the key into a tuple.
                let is_key = items.len() == 1 && close.as_str() == "]" && open.as_str() != "[";
                let (comma, close) = match close.as_str() {
                    ",)" => (Doc::fixed(","), Code::fixed(")")),
                    _ if is_key => (Doc::fixed(""), close.clone()),
                    _ => (Doc::IfBroken(","), close.clone()),
                };
                let items = Doc::separated(items, &[Doc::fixed(","), Doc::Line]);
                Doc::group(vec![
                    Doc::Text(open.clone()),
                    Doc::indented(Doc::Soft, items),
                    comma,
                    Doc::Soft,
                    Doc::Text(close),
                ])
            }
        }
    }

    /// Returns the expression, on a line that is indented by `indent` and already has `before`
    /// further characters; `after` characters follow.
    pub(super) fn print(&self, indent: usize, before: usize, after: usize) -> Code {
        let place = Place {
            indent,
            before,
            after,
        };
        self.doc().print_at(&STYLE, place)
    }
}

/// Returns a statement: an assignment or an argument, followed by the expression.
pub(super) fn statement(indent: usize, start: &Code, node: &Node) -> Code {
    let printed = node.print(indent, start.width(), 0);
    let line = code!(&Code::spaces(indent), start, &printed);
    let first = line.as_str().lines().next().unwrap_or_default();
    if first.chars().count() <= STYLE.width || !start.as_str().ends_with("= ") {
        return line;
    }
    // An expression that cannot begin on its line is put in parentheses, if that helps.
    let inside = node.print(indent + STYLE.step, 0, 0);
    let first = inside.as_str().lines().next().unwrap_or_default();
    if indent + STYLE.step + first.chars().count() > STYLE.width {
        return line;
    }
    let (outer, inner) = (Code::spaces(indent), Code::spaces(indent + STYLE.step));
    code!(&outer, start, "(\n", &inner, &inside, "\n", &outer, ")")
}

/// `from module import names`.
pub(super) fn import(indent: usize, module: &Code, names: Vec<Code>) -> Code {
    let start = code!("from ", module, " import ");
    let flat = Code::list(names.iter().cloned(), ", ");
    if indent + start.width() + flat.width() <= STYLE.width {
        return code!(&Code::spaces(indent), &start, &flat);
    }
    let items = names.into_iter().map(Node::Leaf).collect();
    let group = Node::Group(Code::fixed("("), items, Code::fixed(")"));
    statement(indent, &start, &group)
}

/// Joins pieces.
pub(super) fn join(parts: &[Code]) -> Code {
    let parts: Vec<_> = parts.iter().map(Part::Code).collect();
    Code::concat(&parts)
}

/// Returns whether a module has lines that are too long, apart from documentation.
pub(super) fn is_awkward(text: &str) -> bool {
    let mut in_docs = false;
    text.lines().any(|line| {
        let start = line.trim_start();
        let opens = !in_docs && start.starts_with("\"\"\"");
        let is_docs = in_docs || opens;
        in_docs = if opens {
            !(start.len() > 5 && start.ends_with("\"\"\""))
        } else {
            in_docs && !start.ends_with("\"\"\"")
        };
        !is_docs && line.chars().count() > STYLE.width
    })
}
