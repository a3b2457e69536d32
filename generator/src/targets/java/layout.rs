//! Lays out Java as google-java-format does: on one line if it fits, otherwise broken at the
//! outermost place first.

use super::code::is_format;
use crate::code::Code;
use crate::code::doc::{Doc, Place, Style};

/// The style of google-java-format.
pub(super) static STYLE: Style = Style {
    width: 100,
    step: CONTINUED,
};

/// The indentation of a continued line.
const CONTINUED: usize = 4;

/// Shorter items share lines.
const SHORT: usize = 10;

/// An expression.
#[derive(Debug, Clone)]
pub(super) enum Expr {
    /// A piece that is never broken.
    Atom(Code),
    /// A call: the text before the parenthesis, and the arguments.
    Call(Code, Vec<Expr>),
    /// A chain of calls; each but the first begins with a dot.
    Chain(Vec<Expr>),
}

impl From<Code> for Expr {
    fn from(code: Code) -> Self {
        Self::Atom(code)
    }
}

impl Expr {
    /// Returns a call.
    pub(super) fn call(head: Code, arguments: impl IntoIterator<Item = Self>) -> Self {
        Self::Call(head, arguments.into_iter().collect())
    }

    /// Returns the expression on one line.
    pub(super) fn flat(&self) -> Code {
        match self {
            Self::Atom(code) => code.clone(),
            Self::Call(head, arguments) => code!(head, "(", &flat_list(arguments), ")"),
            Self::Chain(links) => Code::list(links.iter().map(Self::flat), ""),
        }
    }

    fn doc(&self) -> Doc {
        match self {
            Self::Atom(code) => Doc::Text(code.clone()),
            Self::Call(head, arguments) if arguments.is_empty() => Doc::Text(code!(head, "()")),
            Self::Call(head, arguments) => Doc::group(vec![
                Doc::Text(code!(head, "(")),
                Doc::indented(Doc::Soft, vec![lay_arguments(arguments)]),
                Doc::fixed(")"),
            ]),
            Self::Chain(links) => {
                let links = links.iter().map(Self::doc).collect();
                let links = Doc::separated(links, &[Doc::Soft]);
                Doc::group(vec![Doc::indent(links)])
            }
        }
    }
}

fn flat_list(items: &[Expr]) -> Code {
    Code::list(items.iter().map(Expr::flat), ", ")
}

fn line_break(indent: usize) -> Code {
    code!("\n", &Code::spaces(indent))
}

fn lay_arguments(arguments: &[Expr]) -> Doc {
    match arguments.split_first() {
        Some((first, rest)) if !rest.is_empty() && is_format(&first.flat()) => {
            let rest = lay_plain(rest);
            Doc::group(vec![first.doc(), Doc::fixed(","), Doc::Line, rest])
        }
        _ => lay_plain(arguments),
    }
}

fn lay_plain(arguments: &[Expr]) -> Doc {
    let docs = arguments.iter().map(Expr::doc).collect();
    if arguments.iter().all(|one| one.flat().width() < SHORT) {
        return filled(docs);
    }
    Doc::group(Doc::separated(docs, &[Doc::fixed(","), Doc::Line]))
}

/// Returns items, as many on each line as fit.
fn filled(items: Vec<Doc>) -> Doc {
    let last = items.len().saturating_sub(1);
    let items = items.into_iter().enumerate().map(|(index, item)| {
        let comma = Doc::fixed(if index == last { "" } else { "," });
        match index {
            0 => Doc::Join(vec![item, comma]),
            _ => Doc::group(vec![Doc::Line, item, comma]),
        }
    });
    Doc::group(items.collect())
}

fn print(indent: usize, parts: Vec<Doc>) -> Code {
    let place = Place {
        indent,
        ..Place::default()
    };
    let laid = Doc::Join(parts).print_at(&STYLE, place);
    code!(&Code::spaces(indent), &laid, "\n")
}

/// Returns `before expression;` as a line.
pub(super) fn statement(indent: usize, before: &Code, expression: &Expr) -> Code {
    let parts = vec![Doc::Text(before.clone()), expression.doc(), Doc::fixed(";")];
    print(indent, parts)
}

/// Returns `left = expression;`.
pub(super) fn assign(indent: usize, left: &Code, expression: &Expr) -> Code {
    print(indent, vec![Doc::Text(left.clone()), set_to(expression)])
}

/// Returns ` = expression;`, with the expression on the next line if it does not fit.
fn set_to(expression: &Expr) -> Doc {
    let value = Doc::group(vec![Doc::indented(Doc::Line, vec![expression.doc()])]);
    Doc::Join(vec![Doc::fixed(" ="), value, Doc::fixed(";")])
}

/// Returns a field: its modifiers and type, its name, and its value if it has one.
pub(super) fn field(indent: usize, before: &Code, name: &Code, value: Option<&Expr>) -> Code {
    let end = value.map_or(Doc::fixed(";"), set_to);
    let shortest = if value.is_some() { " =" } else { ";" };
    let left = code!(before, " ", name);
    if indent + left.width() + shortest.len() <= STYLE.width {
        return print(indent, vec![Doc::Text(left), end]);
    }
    let name = Doc::Text(name.clone());
    let name = Doc::indented(Doc::Hard, vec![name, end]);
    print(indent, vec![Doc::Text(before.clone()), name])
}

/// Returns the head of a method or constructor up to its brace: what precedes the name (with a
/// space, or empty), the name, and the parameters.
pub(super) fn signature(indent: usize, before: &Code, name: &Code, parameters: &[Code]) -> Code {
    const END: &str = ") {";
    let flat = Code::list(parameters.iter().cloned(), ", ");
    let head = indent + before.width() + name.width() + 1;
    if head + flat.width() + END.len() <= STYLE.width {
        return code!(&Code::spaces(indent), before, name, "(", &flat, ") {\n");
    }
    // The name moves to the next line only if the parenthesis would not fit next to it.
    let moves = head > STYLE.width || (parameters.is_empty() && !before.as_str().is_empty());
    if moves && !before.as_str().trim().is_empty() {
        let inner = indent + CONTINUED;
        let before = Code::list(
            before
                .as_str()
                .trim_end()
                .split(' ')
                .map(super::code::token),
            " ",
        );
        let start = code!(
            &Code::spaces(indent),
            &before,
            &line_break(inner),
            name,
            "("
        );
        let fits = inner + name.width() + 1 + flat.width() + END.len() <= STYLE.width;
        if fits {
            return code!(&start, &flat, ") {\n");
        }
        let deeper = inner + CONTINUED;
        return code!(
            &start,
            &line_break(deeper),
            &one_or_each(&flat, parameters, deeper, END.len()),
            ") {\n"
        );
    }
    let inner = indent + CONTINUED;
    let laid = one_or_each(&flat, parameters, inner, END.len());
    code!(
        &Code::spaces(indent),
        before,
        name,
        "(",
        &line_break(inner),
        &laid,
        ") {\n"
    )
}

fn one_or_each(flat: &Code, items: &[Code], indent: usize, trailing: usize) -> Code {
    if indent + flat.width() + trailing <= STYLE.width {
        return flat.clone();
    }
    let mut code = Code::default();
    for (index, item) in items.iter().enumerate() {
        let before = if index == 0 {
            Code::default()
        } else {
            code!(",", &line_break(indent))
        };
        let end = if index + 1 == items.len() {
            trailing
        } else {
            1
        };
        code.push(&code!(&before, &parameter(item, indent, end)));
    }
    code
}

/// Returns a parameter, whose name moves to the next line if it does not fit next to its type.
fn parameter(item: &Code, indent: usize, trailing: usize) -> Code {
    match item.as_str().rsplit_once(' ') {
        Some((ty, name)) if indent + item.width() + trailing > STYLE.width => {
            let ty = Code::list(ty.split(' ').map(super::code::token), " ");
            code!(
                &ty,
                &line_break(indent + CONTINUED),
                &super::code::token(name)
            )
        }
        _ => item.clone(),
    }
}

/// Returns the head of a record: its modifiers and name, its components, and the interfaces that it
/// implements; without the brace.
pub(super) fn record(
    indent: usize,
    before: &Code,
    components: &[Code],
    interfaces: &[Code],
) -> Code {
    // A nested record has no members, so its brace is closed on the same line.
    let brace = if indent == 0 { " {" } else { " {}" }.len();
    let flat = Code::list(components.iter().cloned(), ", ");
    let mut start = code!(&Code::spaces(indent), before, "(", &flat, ")");
    let clause = clause(" implements ", interfaces);
    if start.width() + clause.width() + brace <= STYLE.width {
        return code!(&start, &clause, " {");
    }
    let end = if interfaces.is_empty() { brace } else { 0 };
    if start.width() + end > STYLE.width {
        let inner = indent + CONTINUED;
        let open = code!(&Code::spaces(indent), before, "(", &line_break(inner));
        if inner + flat.width() + 1 + clause.width() + brace <= STYLE.width {
            return code!(&open, &flat, ")", &clause, " {");
        }
        // `)` and, if nothing is implemented, ` {`.
        let laid = one_or_each(&flat, components, inner, 1 + end);
        start = code!(
            &Code::spaces(indent),
            before,
            "(",
            &line_break(inner),
            &laid,
            ")"
        );
    }
    code!(
        &start,
        &broken_clause(indent, "implements ", interfaces),
        " {"
    )
}

fn clause(keyword: &'static str, types: &[Code]) -> Code {
    if types.is_empty() {
        return Code::default();
    }
    code!(keyword, &Code::list(types.iter().cloned(), ", "))
}

fn broken_clause(indent: usize, keyword: &'static str, types: &[Code]) -> Code {
    if types.is_empty() {
        return Code::default();
    }
    let inner = indent + CONTINUED;
    let flat = clause(keyword, types);
    if inner + flat.width() + " {".len() <= STYLE.width {
        return code!(&line_break(inner), &flat);
    }
    let deeper = inner + CONTINUED;
    let mut code = code!(&line_break(inner), keyword);
    for (index, one) in types.iter().enumerate() {
        let before = if index == 0 {
            Code::default()
        } else {
            code!(",", &line_break(deeper))
        };
        code.push(&code!(&before, one));
    }
    code
}

/// Returns the head of a class or an interface with one clause, up to its brace.
pub(super) fn head(indent: usize, before: &Code, keyword: &'static str, types: &[Code]) -> Code {
    let flat = if types.is_empty() {
        Code::default()
    } else {
        code!(" ", &clause(keyword, types))
    };
    if indent + before.width() + flat.width() + " {".len() <= STYLE.width {
        return code!(&Code::spaces(indent), before, &flat, " {");
    }
    code!(
        &Code::spaces(indent),
        before,
        &broken_clause(indent, keyword, types),
        " {"
    )
}

/// Returns `extends Type<Argument, …>` of a class, up to its brace.
pub(super) fn extends(before: &Code, generic: &Code, arguments: &[Code]) -> Code {
    let flat = Code::list(arguments.iter().cloned(), ", ");
    let whole = code!("extends ", generic, "<", &flat, ">");
    if before.width() + 1 + whole.width() + " {".len() <= STYLE.width {
        return code!(before, " ", &whole, " {");
    }
    let inner = CONTINUED;
    if inner + whole.width() + " {".len() <= STYLE.width {
        return code!(before, &line_break(inner), &whole, " {");
    }
    let deeper = inner + CONTINUED;
    let laid = one_or_each(&flat, arguments, deeper, "> {".len());
    let start = code!(before, &line_break(inner), "extends ", generic, "<");
    code!(&start, &line_break(deeper), &laid, "> {")
}
