//! The escapers of the templates, which accept nothing.

use std::fmt;

use askama::filters::Escaper;

/// Refuses every plain string. What templates may insert is marked safe by its type; anything else
/// fails to render in the first test that reaches it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Refuse;

impl Escaper for Refuse {
    fn write_escaped_str<W: fmt::Write>(&self, _: W, _: &str) -> fmt::Result {
        Err(fmt::Error)
    }
}
