//! A file with one type.

use std::borrow::Cow;
use std::collections::HashSet;

use askama::Template;

use super::code;
use super::docs::Docs;
use super::types::Imports;
use crate::code::{Code, filters};

/// A file with one type.
#[derive(Template)]
#[template(path = "java/unit.java")]
pub(super) struct Unit {
    package: Code,
    imports: Vec<Code>,
    docs: Code,
    head: Code,
    members: Vec<Code>,
}

impl Unit {
    /// Creates the file. `head` ends with the brace, and every member with a line break.
    pub(super) fn new(
        package: &str,
        imports: &Imports,
        docs: &Docs,
        head: Code,
        members: Vec<Code>,
    ) -> Self {
        Self {
            package: code::package(package),
            imports: imports.lines(package, &names(members.iter().chain([&head]))),
            docs: docs.comment(0),
            head,
            members,
        }
    }
}

/// Returns the words of the code, without its comments and literals.
pub(super) fn names<'c>(pieces: impl Iterator<Item = &'c Code>) -> HashSet<String> {
    let lines = pieces.flat_map(|piece| piece.as_str().lines());
    let code = lines.filter(|line| !line.trim_start().starts_with(['*', '/']));
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut names = HashSet::new();
    for line in code {
        // A quote within a literal must not end it.
        let line = if line.contains('\\') {
            Cow::Owned(line.replace("\\\\", "").replace("\\\"", ""))
        } else {
            Cow::Borrowed(line)
        };
        for bare in line.split('"').step_by(2) {
            let words = bare.split(|c| !is_word(c) && c != '.');
            // A name after a dot is a member, not a type.
            for word in words.filter_map(|word| word.split('.').next()) {
                if !names.contains(word) {
                    names.insert(word.to_owned());
                }
            }
        }
    }
    names
}

/// Returns a method: its head with the brace and line break, and its body.
pub(super) fn method(indent: usize, docs: Option<&Docs>, head: &Code, body: &Code) -> Code {
    let docs = docs.map(|docs| docs.comment(indent)).unwrap_or_default();
    code!(&docs, head, body, &Code::spaces(indent), "}\n")
}

/// Returns a nested type.
pub(super) fn nested(indent: usize, docs: &Docs, head: &Code, members: Vec<Code>) -> Code {
    if members.is_empty() {
        return code!(&docs.comment(indent), head, "}\n");
    }
    let members = Code::list(members, "\n");
    code!(
        &docs.comment(indent),
        head,
        "\n",
        &members,
        &Code::spaces(indent),
        "}\n"
    )
}
