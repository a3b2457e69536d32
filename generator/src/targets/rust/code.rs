//! Pieces of Rust. Text from a description can only become a piece here, escaped for the place
//! where it is inserted: the templates refuse plain strings.

use std::fmt::Write as _;

use proc_macro2::Literal;
use spec::hidden;

use super::names::{self, Case};
pub(super) use crate::code::{Code, filters};
use crate::targets::prose::one_line;

/// Wraps Rust from the generator's source.
pub(super) const fn fixed(code: &'static str) -> Code {
    Code::fixed(code)
}

/// Returns text for a Markdown file: one line without markup.
pub(super) fn markdown(text: &str) -> Code {
    let mut out = String::new();
    for character in one_line(text).chars() {
        if "\\`*_[]<>#|~!&".contains(character) {
            out.push('\\');
        }
        out.push(character);
    }
    Code::escaped(out)
}

/// Returns an identifier, from a name of a [`names::Scope`] or one that was converted to a case.
pub(super) fn ident(name: &str) -> Code {
    let clean = name
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let name = if clean {
        names::identifier(name)
    } else {
        names::convert(name, Case::Snake)
    };
    Code::escaped(name)
}

/// Returns a string literal that decodes to exactly `text`.
pub(super) fn string(text: &str) -> Code {
    let literal = Literal::string(text).to_string();
    if !literal.chars().any(hidden::is_hidden) {
        return Code::escaped(literal);
    }
    // Letters and symbols that are blank are escaped as well.
    let mut escaped = String::with_capacity(literal.len());
    for character in literal.chars() {
        if hidden::is_hidden(character) {
            let _ = write!(escaped, "\\u{{{:x}}}", u32::from(character));
        } else {
            escaped.push(character);
        }
    }
    Code::escaped(escaped)
}

/// Returns a number literal.
pub(super) fn integer(number: impl Into<i128>) -> Code {
    Code::escaped(number.into().to_string())
}

/// Returns bytes as a vector.
pub(super) fn bytes(content: &[u8]) -> Code {
    let literal = Literal::byte_string(content);
    Code::escaped(format!("{literal}.to_vec()"))
}

/// Returns a float literal; `None` if there is no literal for the number.
pub(super) fn float(number: f64) -> Option<Code> {
    let literal = number
        .is_finite()
        .then(|| Literal::f64_unsuffixed(number.abs()))?;
    let sign = if number.is_sign_negative() { "-" } else { "" };
    Some(Code::escaped(format!("{sign}{literal}")))
}

/// Returns `Some(…)` or `None`.
pub(super) fn option(code: Option<Code>) -> Code {
    match code {
        Some(code) => code!("Some(", code, ")"),
        None => fixed("None"),
    }
}

/// Joins pieces with commas.
pub(super) fn list(pieces: impl IntoIterator<Item = Code>) -> Code {
    Code::list(pieces, ", ")
}

/// Returns code that is complete as `rustfmt` writes it, without the last line break.
pub(super) fn formatted(code: &Code) -> Code {
    let text = super::format::format(code.as_str());
    Code::escaped(text.map_or_else(
        |_| code.as_str().to_owned(),
        |text| text.trim_end().to_owned(),
    ))
}

/// Returns the receiver of a method, from a piece that is a reference to it.
pub(super) fn receiver(reference: &Code) -> Code {
    let inner = reference.as_str();
    let inner = inner.strip_prefix('&').unwrap_or(inner);
    Code::escaped(inner.to_owned())
}

/// Returns a reference type with a named lifetime: `&str` becomes `&'a str`.
pub(super) fn with_lifetime(reference: &Code) -> Code {
    let inner = reference.as_str();
    let inner = inner.strip_prefix('&').unwrap_or(inner);
    Code::escaped(format!("&'a {inner}"))
}

/// The maximum length of a documentation line, without its comment marker.
const WIDTH: usize = 92;

/// Returns documentation of the following item.
pub(super) fn docs(text: &str) -> Code {
    documentation(text, "///")
}

/// Returns documentation of the enclosing item, such as a module.
pub(super) fn inner_docs(text: &str) -> Code {
    documentation(text, "//!")
}

fn documentation(text: &str, mark: &str) -> Code {
    let mut code = String::new();
    for line in crate::targets::prose::markdown(text, WIDTH) {
        let space = if line.is_empty() { "" } else { " " };
        let _ = writeln!(code, "{mark}{space}{line}");
    }
    Code::escaped(code)
}

/// Renders a template. The result is `Code`, since only `Code` can be inserted into one.
pub(super) fn render(template: &impl askama::Template) -> Result<Code, crate::GenerateError> {
    let text = template.render();
    let text = text.map_err(|error| crate::GenerateError::bug("a template", &error))?;
    Ok(Code::escaped(text))
}
