//! Statements.

use super::super::syntax::{Block, Expr, Led, Statement};
use super::expressions::{always_assigned, rewrite, statement};
use super::items;
use super::leads::lead;
use super::{Shape, new_line, patterns};

/// What an expression on separate lines is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// A statement, whose conditions always take several lines.
    Statement,
    /// The value of a block.
    Value,
}

/// Writes statements in braces.
pub(super) fn block(block: &Block<'_>, shape: Shape<'_>) -> String {
    if block.0.is_empty() {
        return "{}".to_owned();
    }
    let lines = shape.statements();
    let inside = lines.indent;
    let mut out = "{".to_owned();
    for (index, Led { lead: before, node }) in block.0.iter().enumerate() {
        lead(before, inside, &mut out);
        match node {
            Statement::Nothing => {}
            Statement::Item(item) => {
                new_line(inside, &mut out);
                items::item(item, lines, &mut out);
            }
            Statement::Let(pattern, value, otherwise) => {
                new_line(inside, &mut out);
                local(pattern, value.as_ref(), otherwise.as_ref(), lines, &mut out);
            }
            Statement::Expr(value, ends) => {
                new_line(inside, &mut out);
                let is_value = index + 1 == block.0.len() && !ends;
                let role = if is_value {
                    Role::Value
                } else {
                    Role::Statement
                };
                out.push_str(&always(value, role, usize::from(*ends), lines));
                if *ends {
                    out.push(';');
                }
            }
        }
    }
    new_line(shape.indent, &mut out);
    out.push('}');
    out
}

/// Puts a text in braces, which is written for the lines inside.
pub(super) fn braced(text: &str, shape: Shape<'_>) -> String {
    let mut out = "{".to_owned();
    new_line(shape.statements().indent, &mut out);
    out.push_str(text);
    new_line(shape.indent, &mut out);
    out.push('}');
    out
}

/// Writes a statement that some columns follow; if no form of it fits, some lines are too long.
/// `rustfmt` leaves such a statement as it is.
pub(super) fn always(value: &Expr<'_>, role: Role, end: usize, shape: Shape<'_>) -> String {
    let text = shape.fitting_or_long(end, value.size, |place| match role {
        Role::Statement => statement(value, place),
        Role::Value => rewrite(value, place),
    });
    text.unwrap_or_default()
}

fn local(
    pattern: &str,
    value: Option<&Expr<'_>>,
    otherwise: Option<&Block<'_>>,
    shape: Shape<'_>,
    out: &mut String,
) {
    let Some(value) = value else {
        out.push_str("let ");
        out.push_str(pattern);
        out.push(';');
        return;
    };
    let head = format!("let {} =", patterns::pattern(pattern, shape.indent));
    let end = if otherwise.is_some() {
        " else {".len()
    } else {
        1
    };
    out.push_str(&always_assigned(&head, value, end, shape));
    if let Some(otherwise) = otherwise {
        out.push_str(" else ");
        out.push_str(&block(otherwise, shape));
    }
    out.push(';');
}
