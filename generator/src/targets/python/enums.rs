//! Enumerations.

use std::collections::HashSet;

use spec::model::Kind;

use super::Python;
use super::code::{docstring, ident, integer, spaces, string};
use super::layout::{Node, statement};
use super::models::{INDENT, Writing};
use crate::code::Code;
use crate::ir::TypeId;
use crate::ir::names::{Case, Scope};

impl Python<'_> {
    /// A class of known values, which keeps others as well.
    pub(super) fn enumeration(&self, id: TypeId, to: &mut Writing<'_>, base: &'static str) -> Code {
        to.imports.add("..runtime.enums", base);
        let declared = self.ir.types.get(id);
        let mut lines = vec![
            code!("class ", &ident(&declared.name), "(", base, "):"),
            code!(&spaces(INDENT), &docstring(&declared.docs.whole(), INDENT)),
            Code::default(),
        ];
        let Kind::Enumeration(list) = &declared.schema.kind else {
            return Code::list(lines, "\n");
        };
        let mut scope = Scope::new(Case::Constant, &["mro", "name", "value"]);
        let mut seen = HashSet::new();
        for value in list.values.iter().filter(|value| !value.is_null()) {
            let (name, literal) = match (value.as_str(), value.as_i64()) {
                (Some(text), _) => (scope.claim_or(text, "value"), string(text)),
                (_, Some(number)) => {
                    let sign = if number < 0 { "minus" } else { "value" };
                    let name = format!("{sign} {}", number.unsigned_abs());
                    (scope.claim(&name), integer(number))
                }
                _ => continue,
            };
            if seen.insert(literal.as_str().to_owned()) {
                let start = code!(&ident(&name), " = ");
                lines.push(statement(INDENT, &start, &Node::Leaf(literal)));
            }
        }
        while lines.last() == Some(&Code::default()) {
            lines.pop();
        }
        Code::list(lines, "\n")
    }
}
