//! Lays out Java as google-java-format does: on one line if it fits, otherwise broken at the
//! outermost place first.

use super::code::{blanks, is_format, width};
use crate::code::Code;

/// The longest line.
pub(super) const WIDTH: usize = 100;

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

    /// Returns the expression starting at a column, followed by `trailing` characters.
    fn lay(&self, indent: usize, column: usize, trailing: usize) -> Code {
        let flat = self.flat();
        if column + width(&flat) + trailing <= WIDTH {
            return flat;
        }
        let inner = indent + CONTINUED;
        match self {
            Self::Atom(_) => flat,
            Self::Call(_, arguments) if arguments.is_empty() => flat,
            Self::Call(head, arguments) => {
                code!(
                    head,
                    "(",
                    &line_break(inner),
                    &lay_arguments(arguments, inner, trailing + 1),
                    ")"
                )
            }
            Self::Chain(links) => {
                let last = links.len().saturating_sub(1);
                let laid = links.iter().enumerate().map(|(index, link)| {
                    let trailing = if index == last { trailing } else { 0 };
                    match index {
                        0 => link.lay(inner, column, trailing),
                        _ => code!(&line_break(inner), &link.lay(inner, inner, trailing)),
                    }
                });
                Code::list(laid, "")
            }
        }
    }
}

fn flat_list(items: &[Expr]) -> Code {
    Code::list(items.iter().map(Expr::flat), ", ")
}

fn line_break(indent: usize) -> Code {
    code!("\n", &blanks(indent))
}

fn lay_arguments(arguments: &[Expr], indent: usize, trailing: usize) -> Code {
    let flat = flat_list(arguments);
    if indent + width(&flat) + trailing <= WIDTH {
        return flat;
    }
    match arguments.split_first() {
        Some((first, rest)) if !rest.is_empty() && is_format(&first.flat()) => {
            let first = first.lay(indent, indent, 1);
            code!(
                &first,
                ",",
                &line_break(indent),
                &lay_plain(rest, indent, trailing)
            )
        }
        _ => lay_plain(arguments, indent, trailing),
    }
}

fn lay_plain(arguments: &[Expr], indent: usize, trailing: usize) -> Code {
    let flat = flat_list(arguments);
    if indent + width(&flat) + trailing <= WIDTH {
        return flat;
    }
    if arguments.iter().all(|one| width(&one.flat()) < SHORT) {
        return filled(arguments, indent, trailing);
    }
    let last = arguments.len().saturating_sub(1);
    let laid = arguments.iter().enumerate().map(|(index, one)| {
        let trailing = if index == last { trailing } else { 1 };
        let before = if index == 0 {
            Code::default()
        } else {
            line_break(indent)
        };
        let after = Code::fixed(if index == last { "" } else { "," });
        code!(&before, &one.lay(indent, indent, trailing), &after)
    });
    Code::list(laid, "")
}

/// Returns the items, as many on each line as fit.
fn filled(items: &[Expr], indent: usize, trailing: usize) -> Code {
    let mut code = Code::default();
    let mut column = indent;
    let last = items.len().saturating_sub(1);
    for (index, item) in items.iter().enumerate() {
        let item = item.flat();
        let after = if index == last { trailing } else { 1 };
        let item_width = width(&item);
        if index == 0 {
            code = item;
        } else if column + 1 + item_width + after <= WIDTH {
            code.push(&code!(" ", &item));
            column += 1;
        } else {
            code.push(&code!(&line_break(indent), &item));
            column = indent;
        }
        column += item_width;
        if index != last {
            code.push(&Code::fixed(","));
            column += 1;
        }
    }
    code
}

/// Returns `before expression;` as a line.
pub(super) fn statement(indent: usize, before: &Code, expression: &Expr) -> Code {
    let column = indent + width(before);
    code!(
        &blanks(indent),
        before,
        &expression.lay(indent, column, 1),
        ";\n"
    )
}

/// Returns `left = expression;`.
pub(super) fn assign(indent: usize, left: &Code, expression: &Expr) -> Code {
    let column = indent + width(left) + " = ".len();
    if column + width(&expression.flat()) < WIDTH {
        return code!(&blanks(indent), left, " = ", &expression.flat(), ";\n");
    }
    let inner = indent + CONTINUED;
    let laid = expression.lay(inner, inner, 1);
    code!(
        &blanks(indent),
        left,
        " =",
        &line_break(inner),
        &laid,
        ";\n"
    )
}

/// Returns a field: its modifiers and type, its name, and its value if it has one.
pub(super) fn field(indent: usize, before: &Code, name: &Code, value: Option<&Expr>) -> Code {
    let left = code!(before, " ", name);
    let end = if value.is_some() {
        " =".len()
    } else {
        ";".len()
    };
    let fits = indent + width(&left) + end <= WIDTH;
    let inner = indent + CONTINUED;
    let whole = || code!(&blanks(indent), &left, ";\n");
    let broken = || code!(&blanks(indent), before, &line_break(inner), name);
    match value {
        Some(value) if fits => assign(indent, &left, value),
        Some(value) => {
            let column = inner + width(name) + " = ".len();
            if column + width(&value.flat()) < WIDTH {
                return code!(&broken(), " = ", &value.flat(), ";\n");
            }
            let deeper = inner + CONTINUED;
            let laid = value.lay(deeper, deeper, 1);
            code!(&broken(), " =", &line_break(deeper), &laid, ";\n")
        }
        None if fits => whole(),
        None => code!(&broken(), ";\n"),
    }
}

/// Returns the head of a method or constructor up to its brace: what precedes the name (with a
/// space, or empty), the name, and the parameters.
pub(super) fn signature(indent: usize, before: &Code, name: &Code, parameters: &[Code]) -> Code {
    const END: &str = ") {";
    let flat = Code::list(parameters.iter().cloned(), ", ");
    let head = indent + width(before) + width(name) + 1;
    if head + width(&flat) + END.len() <= WIDTH {
        return code!(&blanks(indent), before, name, "(", &flat, ") {\n");
    }
    // The name moves to the next line only if the parenthesis would not fit next to it.
    let moves = head > WIDTH || (parameters.is_empty() && !before.as_str().is_empty());
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
        let start = code!(&blanks(indent), &before, &line_break(inner), name, "(");
        let fits = inner + width(name) + 1 + width(&flat) + END.len() <= WIDTH;
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
        &blanks(indent),
        before,
        name,
        "(",
        &line_break(inner),
        &laid,
        ") {\n"
    )
}

fn one_or_each(flat: &Code, items: &[Code], indent: usize, trailing: usize) -> Code {
    if indent + width(flat) + trailing <= WIDTH {
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
        Some((ty, name)) if indent + width(item) + trailing > WIDTH => {
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
    let mut start = code!(&blanks(indent), before, "(", &flat, ")");
    let clause = clause(" implements ", interfaces);
    if width(&start) + width(&clause) + brace <= WIDTH {
        return code!(&start, &clause, " {");
    }
    let end = if interfaces.is_empty() { brace } else { 0 };
    if width(&start) + end > WIDTH {
        let inner = indent + CONTINUED;
        let open = code!(&blanks(indent), before, "(", &line_break(inner));
        if inner + width(&flat) + 1 + width(&clause) + brace <= WIDTH {
            return code!(&open, &flat, ")", &clause, " {");
        }
        // `)` and, if nothing is implemented, ` {`.
        let laid = one_or_each(&flat, components, inner, 1 + end);
        start = code!(&blanks(indent), before, "(", &line_break(inner), &laid, ")");
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
    if inner + width(&flat) + " {".len() <= WIDTH {
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
    if indent + width(before) + width(&flat) + " {".len() <= WIDTH {
        return code!(&blanks(indent), before, &flat, " {");
    }
    code!(
        &blanks(indent),
        before,
        &broken_clause(indent, keyword, types),
        " {"
    )
}

/// Returns `extends Type<Argument, …>` of a class, up to its brace.
pub(super) fn extends(before: &Code, generic: &Code, arguments: &[Code]) -> Code {
    let flat = Code::list(arguments.iter().cloned(), ", ");
    let whole = code!("extends ", generic, "<", &flat, ">");
    if width(before) + 1 + width(&whole) + " {".len() <= WIDTH {
        return code!(before, " ", &whole, " {");
    }
    let inner = CONTINUED;
    if inner + width(&whole) + " {".len() <= WIDTH {
        return code!(before, &line_break(inner), &whole, " {");
    }
    let deeper = inner + CONTINUED;
    let laid = one_or_each(&flat, arguments, deeper, "> {".len());
    let start = code!(before, &line_break(inner), "extends ", generic, "<");
    code!(&start, &line_break(deeper), &laid, "> {")
}
