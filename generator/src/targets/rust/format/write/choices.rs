//! Conditions, loops and matches.

use super::super::flat::width;
use super::super::syntax::{Arm, Block, Expr, Kind, Led};
use super::chains::ends_with_call;
use super::expressions::{rewrite, statement};
use super::leads::lead;
use super::patterns::alternatives;
use super::statements::{block, braced};
use super::texts::{ends_with_brackets, first_width, is_better_below, is_broken, last_width};
use super::{Shape, new_line};

/// Writes `if`, with every `else`.
pub(super) fn branches(
    branches: &[(Expr<'_>, Block<'_>)],
    last: Option<&Block<'_>>,
    shape: Shape<'_>,
) -> Option<String> {
    let mut out = String::new();
    for (index, (condition, body)) in branches.iter().enumerate() {
        out.push_str(if index > 0 { " else " } else { "" });
        let before = if index > 0 {
            "} else if ".len()
        } else {
            "if ".len()
        };
        let place = shape.below().as_bounded_as(shape);
        let place = place.after(before + shape.column - shape.indent)?;
        out.push_str(&with_body("if", condition, body, place)?);
    }
    if let Some(last) = last {
        out.push_str(" else ");
        out.push_str(&block(last, shape));
    }
    Some(out)
}

/// Writes a loop.
pub(super) fn repetition(
    head: &str,
    condition: Option<&Expr<'_>>,
    body: &Block<'_>,
    shape: Shape<'_>,
) -> Option<String> {
    match condition {
        Some(condition) => {
            let place = shape.after(width(head) + 1)?;
            with_body(head, condition, body, place)
        }
        None => Some(format!("{head} {}", block(body, shape))),
    }
}

fn with_body(
    head: &str,
    condition: &Expr<'_>,
    body: &Block<'_>,
    place: Shape<'_>,
) -> Option<String> {
    let text = rewrite(condition, place.before(2)?)?;
    let mut out = format!("{head} {text}");
    brace(&text, place.indent, &mut out);
    out.push_str(&block(body, place));
    Some(out)
}

/// Goes to where the brace after a condition stands.
fn brace(condition: &str, indent: usize, out: &mut String) {
    if is_broken(condition) && !ends_with_brackets(condition) {
        new_line(indent, out);
    } else {
        out.push(' ');
    }
}

/// Writes `match`.
pub(super) fn choice(
    value: &Expr<'_>,
    arms: &[Led<'_, Arm<'_>>],
    shape: Shape<'_>,
) -> Option<String> {
    let text = rewrite(value, shape.after("match ".len())?.before(2)?)?;
    let mut out = format!("match {text}");
    brace(&text, shape.indent, &mut out);
    out.push('{');
    let inside = shape.inside();
    for Led { lead: before, node } in arms {
        lead(before, inside.indent, &mut out);
        new_line(inside.indent, &mut out);
        let size = node.body.size;
        out.push_str(&inside.fitting_or_long(0, size, |place| arm(node, place))?);
    }
    new_line(shape.indent, &mut out);
    out.push('}');
    Some(out)
}

fn arm(arm: &Arm<'_>, shape: Shape<'_>) -> Option<String> {
    let mut head = alternatives(&arm.patterns, shape.indent, " => {".len());
    if let Some(guard) = &arm.guard {
        head = with_guard(head, guard, shape)?;
    }
    head.push_str(" =>");
    if let Kind::Block(before, statements) = &arm.body.kind
        && before.is_empty()
    {
        head.push(' ');
        head.push_str(&block(statements, shape));
        return Some(head);
    }
    let body = &arm.body;
    let column = if is_broken(&head) {
        last_width(&head).saturating_sub(shape.indent)
    } else {
        width(&head)
    };
    let place = shape.after(column + 1).and_then(|place| place.before(1));
    let beside = place.and_then(|place| statement(body, place));
    let room = place.map_or(0, |place| place.width);
    if let Some(text) = &beside
        && !is_broken(text)
        && width(text) <= room
    {
        return Some(format!("{head} {text},"));
    }
    let below = shape
        .again(body.size)
        .and_then(|shape| statement(body, shape.inside()));
    match (beside, below) {
        (Some(beside), Some(below))
            if !is_better_below(&beside, &below)
                && may_take_lines(body)
                && first_width(&beside) <= room =>
        {
            Some(format!("{head} {beside},"))
        }
        (_, Some(below)) => Some(format!("{head} {}", braced(&below, shape))),
        (beside, None) => Some(format!("{head} {},", beside?)),
    }
}

/// Returns whether a body may take several lines without braces.
fn may_take_lines(body: &Expr<'_>) -> bool {
    match &body.kind {
        Kind::Loop(head, ..) => head == "loop",
        Kind::Match(..)
        | Kind::Block(..)
        | Kind::Closure(..)
        | Kind::Array(_)
        | Kind::Call(..)
        | Kind::Macro(..)
        | Kind::Raw(_)
        | Kind::Struct(..)
        | Kind::Tuple(_) => true,
        Kind::Chain(value, links) => ends_with_call(links).unwrap_or_else(|| may_take_lines(value)),
        Kind::Prefix("return " | "break ", _) => false,
        Kind::Prefix(_, value) | Kind::Cast(value, _) | Kind::Index(value, _) => {
            may_take_lines(value)
        }
        _ => false,
    }
}

fn with_guard(head: String, guard: &Expr<'_>, shape: Shape<'_>) -> Option<String> {
    let beside = shape
        .after(last_width(&head) + " if ".len())
        .and_then(|place| place.before(" => {".len()))
        .and_then(|place| rewrite(guard, place));
    if let Some(text) = beside.filter(|text| !is_broken(text) && !is_broken(&head)) {
        return Some(format!("{head} if {text}"));
    }
    let inside = shape.inside();
    let text = rewrite(guard, inside.after("if ".len())?.before(" => {".len())?)?;
    let mut out = head;
    new_line(inside.indent, &mut out);
    out.push_str("if ");
    out.push_str(&text);
    Some(out)
}
