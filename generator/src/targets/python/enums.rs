//! Enumerations.

use super::Python;
use super::code::{docstring, ident, integer, string};
use super::layout::{Node, statement};
use super::models::{INDENT, Writing};
use crate::code::Code;
use crate::ir::names::{Case, Scope};
use crate::ir::{Ir, Shape, TypeId, Values};

impl Python<'_> {
    /// Writes a class of known values, which also accepts others.
    pub(super) fn enumeration(&self, id: TypeId, to: &mut Writing<'_>, base: &'static str) -> Code {
        to.imports.add("..runtime.enums", base);
        let declared = self.ir.types.get(id);
        let mut lines = vec![
            code!("class ", &ident(&declared.name), "(", base, "):"),
            code!(
                &Code::spaces(INDENT),
                &docstring(&declared.docs.whole(), INDENT)
            ),
            Code::default(),
        ];
        let Shape::Enumeration(list) = &declared.shape else {
            return Code::list(lines, "\n");
        };
        for (at, name) in self.constants_of(id).iter().enumerate() {
            let literal = match &list.values {
                Values::Strings(values) => string(values[at]),
                Values::Integers(values) => integer(values[at]),
            };
            let start = code!(&ident(name), " = ");
            lines.push(statement(INDENT, &start, &Node::Leaf(literal)));
        }
        while lines.last() == Some(&Code::default()) {
            lines.pop();
        }
        Code::list(lines, "\n")
    }

    /// Returns the names of the constants of an enumeration.
    pub(super) fn constants_of(&self, id: TypeId) -> &[String] {
        let known = self.constants.get(&id);
        known.unwrap_or_else(|| self.constants.insert(id, constants(&self.ir, id)))
    }
}

/// Returns the names of the constants of an enumeration.
fn constants(ir: &Ir<'_>, id: TypeId) -> Vec<String> {
    let Shape::Enumeration(list) = &ir.types.get(id).shape else {
        return Vec::new();
    };
    let mut scope = Scope::new(Case::Constant, &["mro", "name", "value"]);
    scope = scope.expecting(list.values.len());
    match &list.values {
        Values::Strings(values) => values
            .iter()
            .map(|text| scope.claim_or(text, "value"))
            .collect(),
        Values::Integers(values) => values
            .iter()
            .map(|number| {
                let sign = if *number < 0 { "minus" } else { "value" };
                scope.claim(&format!("{sign} {}", number.unsigned_abs()))
            })
            .collect(),
    }
}
