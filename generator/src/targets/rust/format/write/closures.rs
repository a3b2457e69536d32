//! Closures.

use super::super::flat::width;
use super::super::syntax::{Expr, Kind};
use super::Shape;
use super::expressions::{is_string, rewrite};
use super::statements::{Role, always, block, braced};
use super::texts::breaks;

/// The columns that the parameters leave on their line.
const AFTER: usize = 3;

/// Writes a closure.
pub(super) fn closure(head: &str, body: &Expr<'_>, shape: Shape<'_>) -> Option<String> {
    shape.after(width(head) + AFTER)?;
    let place = shape.after(width(head) + 1)?;
    if let Kind::Block(before, statements) = &body.kind
        && before.is_empty()
    {
        let body = block(statements, place);
        return Some(format!("{head} {body}"));
    }
    if is_conditional(body) {
        return Some(in_braces(head, body, place));
    }
    beside(head, body, place).or_else(|| Some(in_braces(head, body, place)))
}

/// Writes a closure that is the last argument.
pub(super) fn last(head: &str, body: &Expr<'_>, shape: Shape<'_>) -> Option<String> {
    let place = shape.after(width(head) + 1)?;
    if !is_conditional(body) {
        return closure(head, body, shape);
    }
    let braced = in_braces(head, body, place);
    let fits = body.flat.is_some_and(|flat| flat <= place.width) && breaks(&braced) < SHORT;
    let on_one_line = body.on_one_line().filter(|_| fits);
    Some(on_one_line.map_or(braced, |text| format!("{head} {text}")))
}

/// A condition whose block has fewer lines may stand on one.
const SHORT: usize = 7;

/// Writes the body after the parameters; `None` if it would take several lines without braces.
fn beside(head: &str, body: &Expr<'_>, place: Shape<'_>) -> Option<String> {
    let text = if may_take_lines(body) {
        rewrite(body, place)?
    } else {
        let fits = body.flat? <= place.width || is_string(body);
        body.on_one_line().filter(|_| fits)?
    };
    Some(format!("{head} {text}"))
}

fn in_braces(head: &str, body: &Expr<'_>, place: Shape<'_>) -> String {
    let text = always(body, Role::Value, 0, place.statements());
    format!("{head} {}", braced(&text, place))
}

/// Returns whether the lines of a body are in brackets that are seen to belong to it.
fn may_take_lines(body: &Expr<'_>) -> bool {
    match &body.kind {
        Kind::Match(..) | Kind::Block(..) | Kind::Struct(..) => true,
        Kind::Loop(head, ..) => head == "loop",
        Kind::Prefix(_, value) | Kind::Cast(value, _) => may_take_lines(value),
        Kind::Chain(value, links) => {
            links.iter().all(|link| link.name.is_empty()) && may_take_lines(value)
        }
        _ => false,
    }
}

/// Returns whether a body begins with a condition, and so is in braces.
fn is_conditional(body: &Expr<'_>) -> bool {
    match &body.kind {
        Kind::If(..) => true,
        Kind::Loop(head, ..) => head != "loop",
        Kind::Prefix(_, value) | Kind::Cast(value, _) => is_conditional(value),
        _ => false,
    }
}
