//! The docstring of a method.

use super::Python;
use super::code::{docstring_of, lines};
use crate::code::Code;
use crate::ir::Call;

/// How far the body of a method is indented.
const INDENT: usize = 8;

impl Python<'_> {
    /// Returns the docstring of a method; `start` precedes the documentation of the description.
    pub(super) fn method_docs(&self, call: &Call<'_>, start: Option<&'static str>) -> Code {
        let width = 80;
        let mut text = Vec::new();
        text.extend(start.map(str::to_owned));
        text.extend((!text.is_empty()).then(String::new));
        text.extend(lines(call.docs.text(), width));
        let arguments = self.arguments(call);
        let described = arguments
            .iter()
            .filter(|argument| !argument.docs.trim().is_empty());
        section(
            &mut text,
            "Args:",
            described.map(|one| (one.name.clone(), one.docs.clone())),
        );
        let errors = call.errors().map(|answer| {
            let class = self.error_class(&answer.response.status.to_string());
            (
                format!("errors.{class}"),
                answer.response.description.clone(),
            )
        });
        section(&mut text, "Raises:", errors);
        docstring_of(&text, INDENT)
    }
}

/// Adds a section to a docstring: names and their documentation.
fn section(text: &mut Vec<String>, title: &str, entries: impl Iterator<Item = (String, String)>) {
    let mut started = false;
    for (name, docs) in entries {
        if !started {
            text.extend([String::new(), title.to_owned()]);
            started = true;
        }
        for (index, line) in lines(&format!("{name}: {docs}"), 74).iter().enumerate() {
            text.push(match (index, line.is_empty()) {
                (0, _) => format!("    {line}"),
                (_, true) => String::new(),
                _ => format!("        {line}"),
            });
        }
    }
}
