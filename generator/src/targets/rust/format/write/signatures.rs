//! The heads of functions and implementations.

use super::super::flat::width;
use super::super::syntax::Function;
use super::texts::{is_broken, last_width};
use super::{WIDTH, deeper, new_line, types};

/// Writes a function up to its body or its semicolon.
pub(super) fn signature(function: &Function<'_>, indent: usize, out: &mut String) {
    let start = out.len();
    out.push_str(&function.head);
    let line = one_line(function);
    if last_width(out) + width(&line) + after(function) <= WIDTH {
        out.push_str(&line);
    } else {
        lines(function, indent, out);
    }
    for (index, bound) in function.bounds.iter().enumerate() {
        if index == 0 {
            new_line(indent, out);
            out.push_str("where");
        }
        new_line(deeper(indent), out);
        out.push_str(bound);
        out.push(',');
    }
    if function.body.is_none() {
        return;
    }
    let head = &out[start..];
    // It counts the indentation of the last of several lines twice.
    let room = if is_broken(head) {
        WIDTH - indent
    } else {
        WIDTH
    };
    if !function.bounds.is_empty() || last_width(out) + " {".len() > room {
        new_line(indent, out);
    } else {
        out.push(' ');
    }
}

fn one_line(function: &Function<'_>) -> String {
    let parameters = function.parameters.join(", ");
    match &function.output {
        Some(output) => format!("({parameters}) -> {output}"),
        None => format!("({parameters})"),
    }
}

/// Returns the columns after the signature on its last line.
fn after(function: &Function<'_>) -> usize {
    match &function.body {
        _ if !function.bounds.is_empty() => 0,
        Some(body) if body.0.is_empty() => " {}".len(),
        Some(_) => " {".len(),
        None => ";".len(),
    }
}

/// Writes each parameter on a line.
fn lines(function: &Function<'_>, indent: usize, out: &mut String) {
    out.push('(');
    for parameter in &function.parameters {
        new_line(deeper(indent), out);
        let name = parameter.find(": ").map_or(0, |at| at + 2);
        out.push_str(&parameter[..name]);
        types::write(&parameter[name..], deeper(indent), 1, out);
        out.push(',');
    }
    if !function.parameters.is_empty() {
        new_line(indent, out);
    }
    out.push(')');
    let Some(output) = &function.output else {
        return;
    };
    out.push_str(" -> ");
    // `rustfmt` does not count what stands before the arrow.
    if indent + "-> ".len() + types::counted(output) <= WIDTH {
        out.push_str(output);
    } else if let Some((ty, bound)) = output.split_once(" + ")
        && ty.starts_with("impl ")
    {
        bounded(ty, bound, indent, out);
    } else {
        let end = usize::from(function.body.is_none());
        types::write(output, indent, end, out);
    }
}

/// Writes a type and its last bound: on the next line, or after the generics of the type, which then
/// take separate lines.
fn bounded(ty: &str, bound: &str, indent: usize, out: &mut String) {
    let room = WIDTH.saturating_sub(indent + last_width(out));
    if types::counted(ty) <= room {
        out.push_str(ty);
        new_line(indent, out);
    } else {
        types::write(ty, indent, WIDTH, out);
        out.push(' ');
    }
    out.push_str("+ ");
    out.push_str(bound);
}

/// Writes types in parentheses, on one line if they fit with what follows.
pub(super) fn list(fields: &[impl AsRef<str>], indent: usize, after: usize, out: &mut String) {
    let texts: Vec<_> = fields.iter().map(AsRef::as_ref).collect();
    let line = texts.join(", ");
    out.push('(');
    if last_width(out) + width(&line) + 1 + after <= WIDTH {
        out.push_str(&line);
    } else {
        for text in texts {
            new_line(deeper(indent), out);
            types::write(text, deeper(indent), 1, out);
            out.push(',');
        }
        new_line(indent, out);
    }
    out.push(')');
}

/// Writes the head of an implementation, a trait or a module up to its brace; returns whether it is
/// on one line.
pub(super) fn head(head: &str, indent: usize, out: &mut String) -> bool {
    let after = before_bounded_trait(head).map_or(" {".len(), str::len);
    if indent + width(head) + after <= WIDTH {
        out.push_str(head);
        out.push(' ');
        return true;
    }
    let generics = head
        .strip_prefix("impl<")
        .and_then(|rest| rest.split_once("> "));
    if let Some((parameters, rest)) = generics.filter(|(parameters, _)| parameters.contains(" + "))
    {
        out.push_str("impl<");
        new_line(deeper(indent), out);
        bounds(parameters, deeper(indent), deeper(deeper(indent)), out);
        out.push(',');
        new_line(indent, out);
        out.push_str("> ");
        out.push_str(rest);
    } else if let Some((interface, ty)) = head.split_once(" for ") {
        let inside = deeper(indent);
        let is_broken = match interface.strip_prefix("impl ") {
            Some(interface) if indent + "impl ".len() + width(interface) > WIDTH => {
                out.push_str("impl");
                new_line(inside, out);
                let start = out.len();
                types::write(interface, inside, 0, out);
                is_broken(&out[start..])
            }
            _ => {
                out.push_str(interface);
                false
            }
        };
        if is_broken {
            out.push(' ');
        } else {
            new_line(inside, out);
        }
        out.push_str("for ");
        out.push_str(ty);
    } else if let Some((name, list)) = head.split_once(": ") {
        out.push_str(name);
        out.push(':');
        new_line(deeper(indent), out);
        // `rustfmt` does not count that they are indented.
        bounds(list, indent, deeper(indent), out);
    } else if let Some(ty) = head.strip_prefix("impl ") {
        out.push_str("impl");
        new_line(deeper(indent), out);
        types::write(ty, deeper(indent), 0, out);
    } else {
        out.push_str(head);
    }
    new_line(indent, out);
    false
}

/// Returns what is before the name of a trait with bounds, which `rustfmt` counts twice.
fn before_bounded_trait(head: &str) -> Option<&str> {
    let (before, _) = head.split_once(": ")?;
    let at = before.rfind(' ')?;
    before[..at].ends_with("trait").then_some(&before[..=at])
}

/// Writes bounds, on one line if they fit without a comma, or else each on a line that is indented by
/// some columns.
fn bounds(list: &str, column: usize, indent: usize, out: &mut String) {
    if column + width(list) <= WIDTH {
        out.push_str(list);
    } else {
        let line = format!("\n{:indent$}+ ", "");
        out.push_str(&list.replace(" + ", &line));
    }
}

/// Writes the head of a type up to its brace.
pub(super) fn named(head: &str, indent: usize, out: &mut String) {
    out.push_str(head);
    if indent + width(head) + " {".len() > WIDTH {
        new_line(indent, out);
    } else {
        out.push(' ');
    }
}
