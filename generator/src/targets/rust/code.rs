//! Pieces of Rust. Text from a description can only become a piece here, escaped for the place
//! where it is inserted: the templates refuse plain strings.

use std::fmt::{self, Write as _};

use proc_macro2::Literal;
use spec::hidden;

use super::names::{self, Case};
use crate::targets::prose::one_line;

/// A piece of Rust, which templates insert with the filter [`code`](filters::code). Only this
/// module creates them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Code(String);

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl askama::FastWritable for Code {
    fn write_into(&self, dest: &mut dyn fmt::Write, _: &dyn askama::Values) -> askama::Result<()> {
        Ok(dest.write_str(&self.0)?)
    }
}

/// The filter that templates call.
#[expect(
    clippy::inline_always,
    clippy::unnecessary_wraps,
    reason = "the signature that askama asks for, and what it makes of it"
)]
pub(super) mod filters {
    use askama::Values;
    use askama::filters::Safe;

    use super::Code;

    /// Inserts a piece of Rust into a template, and refuses anything else.
    #[askama::filter_fn]
    pub(in super::super) fn code<'c>(
        piece: &'c Code,
        _: &dyn Values,
    ) -> askama::Result<Safe<&'c Code>> {
        Ok(Safe(piece))
    }
}

/// Wraps Rust from the generator's source.
pub(super) fn fixed(code: &'static str) -> Code {
    Code(code.to_owned())
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
    Code(out)
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
    Code(name)
}

/// Returns a string literal that decodes to exactly `text`.
pub(super) fn string(text: &str) -> Code {
    let literal = Literal::string(text).to_string();
    if !literal.chars().any(hidden::is_hidden) {
        return Code(literal);
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
    Code(escaped)
}

/// Returns a number literal.
pub(super) fn integer(number: impl Into<i128>) -> Code {
    Code(number.into().to_string())
}

/// Returns bytes as a vector.
pub(super) fn bytes(content: &[u8]) -> Code {
    let literal = Literal::byte_string(content);
    Code(format!("{literal}.to_vec()"))
}

/// Returns a float literal; `None` if there is no literal for the number.
pub(super) fn float(number: f64) -> Option<Code> {
    let literal = number
        .is_finite()
        .then(|| Literal::f64_unsuffixed(number.abs()))?;
    let sign = if number.is_sign_negative() { "-" } else { "" };
    Some(Code(format!("{sign}{literal}")))
}

/// Returns `Some(…)` or `None`.
pub(super) fn option(code: Option<Code>) -> Code {
    match code {
        Some(code) => concat(&[Part::Fixed("Some("), Part::Code(&code), Part::Fixed(")")]),
        None => fixed("None"),
    }
}

/// Joins pieces with commas.
pub(super) fn list(pieces: impl IntoIterator<Item = Code>) -> Code {
    let mut text = String::new();
    for piece in pieces {
        let separator = if text.is_empty() { "" } else { ", " };
        let _ = write!(text, "{separator}{}", piece.0);
    }
    Code(text)
}

/// Joins pieces and text from the generator's source.
pub(super) fn concat(parts: &[Part<'_>]) -> Code {
    let text = parts.iter().map(|part| match part {
        Part::Fixed(text) => *text,
        Part::Code(code) => code.0.as_str(),
    });
    Code(text.collect())
}

/// A part of a longer piece.
#[derive(Debug, Clone, Copy)]
pub(super) enum Part<'c> {
    /// Text from the generator's source.
    Fixed(&'static str),
    /// A piece.
    Code(&'c Code),
}

/// Joins literals and pieces with [`concat`].
macro_rules! join {
    ($($part:expr),* $(,)?) => {
        $crate::targets::rust::code::concat(&[$(
            $crate::targets::rust::code::part(&$part)
        ),*])
    };
}

/// A part that [`join`] accepts.
pub(super) trait AsPart {
    fn as_part(&self) -> Part<'_>;
}

impl AsPart for &'static str {
    fn as_part(&self) -> Part<'_> {
        Part::Fixed(self)
    }
}

impl AsPart for Code {
    fn as_part(&self) -> Part<'_> {
        Part::Code(self)
    }
}

impl AsPart for &Code {
    fn as_part(&self) -> Part<'_> {
        Part::Code(self)
    }
}

pub(super) fn part<T: AsPart>(value: &T) -> Part<'_> {
    value.as_part()
}

/// Returns code that is complete as `rustfmt` writes it, without the last line break.
pub(super) fn formatted(code: &Code) -> Code {
    let text = super::format::format(&code.0);
    Code(text.map_or_else(|_| code.0.clone(), |text| text.trim_end().to_owned()))
}

/// Returns the receiver of a method, from a piece that is a reference to it.
pub(super) fn receiver(reference: &Code) -> Code {
    let inner = reference.0.strip_prefix('&').unwrap_or(&reference.0);
    Code(inner.to_owned())
}

/// Returns a reference type with a named lifetime: `&str` becomes `&'a str`.
pub(super) fn with_lifetime(reference: &Code) -> Code {
    let inner = reference.0.strip_prefix('&').unwrap_or(&reference.0);
    Code(format!("&'a {inner}"))
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
    Code(code)
}

/// Renders a template. The result is `Code`, since only `Code` can be inserted into one.
pub(super) fn render(template: &impl askama::Template) -> Result<Code, crate::GenerateError> {
    let fault = |error: askama::Error| crate::GenerateError {
        path: "a template".to_owned(),
        message: error.to_string(),
    };
    template.render().map(Code).map_err(fault)
}
