//! The escapers of the templates: they let nothing through.

use std::fmt;

use askama::filters::Escaper;

/// Refuses every plain string. What may appear in a template is marked safe by the type it is made
/// of; anything else fails to render, in the first test that meets it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Refuse;

impl Escaper for Refuse {
    fn write_escaped_str<W: fmt::Write>(&self, _: W, _: &str) -> fmt::Result {
        Err(fmt::Error)
    }
}
