//! Expressions on one line.
//!
//! What may stand on one line does not depend on the place alone: a list of arguments, a chain, an
//! array, a literal of a structure and a condition with two values each have a separate width, above
//! which they are broken. The widths are the defaults of `rustfmt`.

use super::syntax::{Expr, Field, Kind, Link};

/// The greatest width of several arguments (`fn_call_width`), and of an array (`array_width`).
pub(super) const LIST: usize = 60;

/// The greatest width of a chain of several links (`chain_width`).
pub(super) const CHAIN: usize = 60;

/// The greatest width of the fields of a structure's literal (`struct_lit_width`).
pub(super) const STRUCT: usize = 18;

/// The greatest width of a condition with two values (`single_line_if_else_max_width`).
const CONDITION: usize = 50;

/// Returns the number of columns of a text on one line.
pub(super) fn width(text: &str) -> usize {
    if text.is_ascii() {
        text.len()
    } else {
        unicode_width::UnicodeWidthStr::width(text)
    }
}

impl<'s> Expr<'s> {
    pub(super) fn new(kind: Kind<'s>) -> Self {
        let flat = flat_width(&kind);
        let size = 1;
        Self { kind, flat, size }
    }

    /// Returns an expression with what follows it.
    pub(super) fn chain(value: Self, links: Vec<Link<'s>>) -> Self {
        if links.is_empty() {
            return value;
        }
        Self::new(Kind::Chain(Box::new(value), links))
    }

    /// Returns the only expression of a block in place of the block.
    pub(super) fn without_braces(self) -> Self {
        match self.kind {
            Kind::Block(head, mut block) if head.is_empty() && block.only().is_some() => {
                match block.0.pop().map(|one| one.node) {
                    Some(super::syntax::Statement::Expr(only, _)) => only.without_braces(),
                    _ => Self::new(Kind::Block(head, block)),
                }
            }
            kind => Self {
                kind,
                flat: self.flat,
                size: self.size,
            },
        }
    }

    /// Returns whether it is a call, whose width is bounded where it is the only argument.
    pub(super) fn is_nested_call(&self) -> bool {
        match &self.kind {
            Kind::Call(..) | Kind::Macro(..) | Kind::Raw(_) => true,
            Kind::Prefix(_, value) | Kind::Cast(value, _) => value.is_nested_call(),
            Kind::Chain(value, links) => {
                links.iter().all(|link| link.name.is_empty()) && value.is_nested_call()
            }
            _ => false,
        }
    }
}

impl Link<'_> {
    /// Returns the width on one line.
    pub(super) fn flat(&self) -> Option<usize> {
        let arguments = match &self.arguments {
            Some(arguments) => 2 + list_width(arguments)?,
            None => 0,
        };
        Some(width(&self.name) + arguments + self.tries)
    }
}

/// Returns the width of the items of a list on one line, without brackets.
fn list_width(items: &[Expr<'_>]) -> Option<usize> {
    let sum = total(items.iter().map(|item| item.flat), 2)?;
    let is_bounded = match items {
        [only] => only.is_nested_call(),
        _ => true,
    };
    (!is_bounded || sum <= LIST).then_some(sum)
}

/// Returns the sum of some widths and of what is between them.
fn total(widths: impl Iterator<Item = Option<usize>>, between: usize) -> Option<usize> {
    let mut sum = 0;
    for (index, width) in widths.enumerate() {
        sum += width? + if index > 0 { between } else { 0 };
    }
    Some(sum)
}

fn flat_width(kind: &Kind<'_>) -> Option<usize> {
    let optional = |value: &Option<Box<Expr<'_>>>| match value {
        Some(value) => value.flat,
        None => Some(0),
    };
    Some(match kind {
        Kind::Text(text) => width(text),
        Kind::Raw(text) if text.contains('\n') => return None,
        Kind::Raw(text) => width(text),
        Kind::Prefix(sign, value) => sign.len() + value.flat?,
        Kind::Call(called, arguments) => called.flat? + 2 + list_width(arguments)?,
        Kind::Macro(name, _, arguments) => width(name) + 2 + list_width(arguments)?,
        Kind::Chain(value, links) => {
            let sum = value.flat? + total(links.iter().map(Link::flat), 0)?;
            let several = links.iter().filter(|link| !link.name.is_empty()).count() > 1;
            let tries = links.last().map_or(0, |last| last.tries);
            if several && sum + tries > CHAIN {
                return None;
            }
            sum
        }
        Kind::Index(value, index) => value.flat? + 2 + index.flat?,
        Kind::Struct(path, fields) => {
            let sum = total(fields.iter().map(Field::flat), 2)?;
            if sum > STRUCT {
                return None;
            }
            width(path) + if fields.is_empty() { 3 } else { 5 } + sum
        }
        Kind::Array(items) => 2 + list_width(items)?,
        Kind::Tuple(items) => 2 + list_width(items)? + usize::from(items.len() == 1),
        Kind::Parenthesis(value) => 2 + value.flat?,
        Kind::Closure(head, body) => width(head) + 1 + body.flat?,
        Kind::Block(head, block) => {
            let inside = match block.only() {
                Some(only) => 2 + only.flat?,
                None if block.0.is_empty() => 0,
                None => return None,
            };
            width(head) + usize::from(!head.is_empty()) + 2 + inside
        }
        Kind::If(branches, last) => {
            let ([(condition, block)], Some(last)) = (branches.as_slice(), last) else {
                return None;
            };
            let (value, other) = (block.only()?.flat?, last.only()?.flat?);
            let sum = "if  {  } else {  }".len() + condition.flat? + value + other;
            if sum > CONDITION {
                return None;
            }
            sum
        }
        Kind::Match(value, arms) if arms.is_empty() => "match  {}".len() + value.flat?,
        Kind::Match(..) | Kind::Loop(..) | Kind::Led(..) => return None,
        Kind::Binary(sign, operands) => {
            total(operands.iter().map(|operand| operand.flat), sign.len() + 2)?
        }
        Kind::Assign(left, sign, right) => left.flat? + sign.len() + 2 + right.flat?,
        Kind::Cast(value, ty) => value.flat? + 4 + width(ty),
        Kind::Range(start, sign, end) => optional(start)? + sign.len() + optional(end)?,
        Kind::Let(pattern, value) => "let  = ".len() + width(pattern) + value.flat?,
    })
}

impl Field<'_> {
    /// Returns the width on one line.
    fn flat(&self) -> Option<usize> {
        let colon = if self.name == ".." { 0 } else { 2 };
        let value = match &self.value {
            Some(value) => colon + value.flat?,
            None => 0,
        };
        Some(width(&self.name) + value)
    }
}
