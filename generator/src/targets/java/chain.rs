//! Constants that are set by chains of calls.

use super::code::integer;
use super::layout::{self, Expr};
use super::unit::method;
use crate::code::Code;

/// How many calls a chain has at most: the compiler reads them by recursion, and its stack ends.
const LONGEST: usize = 200;

/// A constant, and how its value is called in a method.
pub(super) struct Constant<'c> {
    pub(super) modifiers: &'static str,
    pub(super) ty: &'c Code,
    pub(super) name: &'static str,
    pub(super) variable: &'static str,
}

impl Constant<'_> {
    /// Returns the field with the chain as its value, and the methods in which a long chain goes on.
    pub(super) fn of(&self, links: &[Expr]) -> Vec<Code> {
        let mut parts = links.chunks(LONGEST);
        let mut value = Expr::Chain(parts.next().unwrap_or_default().to_vec());
        let mut methods = Vec::new();
        for (number, part) in parts.enumerate() {
            let name = code!(self.variable, &integer(number + 1));
            value = Expr::call(name.clone(), [value]);
            methods.push(self.more(&name, part));
        }
        let before = code!(self.modifiers, " ", self.ty);
        let field = layout::field(2, &before, &Code::fixed(self.name), Some(&value));
        std::iter::once(field).chain(methods).collect()
    }

    /// Returns a method that adds further calls.
    fn more(&self, name: &Code, links: &[Expr]) -> Code {
        let before = code!("private static ", self.ty, " ");
        let parameter = code!(self.ty, " ", self.variable);
        let head = layout::signature(2, &before, name, &[parameter]);
        let mut chain = vec![Expr::from(Code::fixed(self.variable))];
        chain.extend_from_slice(links);
        let body = layout::statement(4, &Code::fixed("return "), &Expr::Chain(chain));
        method(2, None, &head, &body)
    }
}
