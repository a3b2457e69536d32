//! Enumerations.

use super::Python;
use super::code::{docstring, ident, integer, spaces, string};
use super::layout::{Node, statement};
use super::models::{INDENT, Writing};
use crate::code::Code;
use crate::ir::names::{Case, Scope};
use crate::ir::{Shape, TypeId, Values};

impl Python<'_> {
    /// Writes a class of known values, which also accepts others.
    pub(super) fn enumeration(&self, id: TypeId, to: &mut Writing<'_>, base: &'static str) -> Code {
        to.imports.add("..runtime.enums", base);
        let declared = self.ir.types.get(id);
        let mut lines = vec![
            code!("class ", &ident(&declared.name), "(", base, "):"),
            code!(&spaces(INDENT), &docstring(&declared.docs.whole(), INDENT)),
            Code::default(),
        ];
        let Shape::Enumeration(list) = &declared.shape else {
            return Code::list(lines, "\n");
        };
        for (name, literal) in constants(&list.values) {
            let start = code!(&ident(&name), " = ");
            lines.push(statement(INDENT, &start, &Node::Leaf(literal)));
        }
        while lines.last() == Some(&Code::default()) {
            lines.pop();
        }
        Code::list(lines, "\n")
    }
}

/// Returns the name and the literal of each value.
pub(super) fn constants(values: &Values<'_>) -> Vec<(String, Code)> {
    let mut scope = Scope::new(Case::Constant, &["mro", "name", "value"]);
    match values {
        Values::Strings(values) => values
            .iter()
            .map(|text| (scope.claim_or(text, "value"), string(text)))
            .collect(),
        Values::Integers(values) => values
            .iter()
            .map(|number| {
                let sign = if *number < 0 { "minus" } else { "value" };
                let name = format!("{sign} {}", number.unsigned_abs());
                (scope.claim(&name), integer(*number))
            })
            .collect(),
    }
}
