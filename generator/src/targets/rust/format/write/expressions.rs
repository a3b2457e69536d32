//! Expressions that take several lines.

use super::super::flat::width;
use super::super::syntax::{Bracket, Expr, Field, Kind};
use super::choices::{branches, choice, repetition};
use super::lists::List;
use super::statements::block;
use super::texts::{fits, is_better_below, is_broken, last_width};
use super::{Shape, chains, closures, deeper, leads, new_line, raw, types};

/// Writes an expression; `None` if it does not fit.
pub(super) fn rewrite(value: &Expr<'_>, shape: Shape<'_>) -> Option<String> {
    // `rustfmt` reserves columns for the question marks at the end of a chain again and again.
    let tries = match &value.kind {
        Kind::Chain(_, links) => links.last().map_or(0, |last| last.tries),
        _ => 0,
    };
    match value.flat {
        Some(flat) if flat + 2 * tries <= shape.width => value.on_one_line(),
        _ => broken(value, shape),
    }
}

/// Writes an expression that is a statement or the body of an arm.
pub(super) fn statement(value: &Expr<'_>, shape: Shape<'_>) -> Option<String> {
    match &value.kind {
        Kind::If(..) => broken(value, shape),
        Kind::Block(head, statements) if head.is_empty() => Some(block(statements, shape)),
        _ => rewrite(value, shape),
    }
}

fn broken(value: &Expr<'_>, shape: Shape<'_>) -> Option<String> {
    match &value.kind {
        // A string is never broken, and so fits in any place.
        Kind::Text(text) if width(text) <= shape.width || is_string(value) => {
            Some(text.to_string())
        }
        // The arguments of a macro can be types.
        Kind::Text(text) if text.ends_with('>') => {
            types::broken(text, shape.indent, shape.column, shape.reserved())
        }
        Kind::Text(_) => None,
        Kind::Raw(text) => Some(raw::write(text, shape.indent)),
        Kind::Prefix(sign, value) => {
            let text = rewrite(value, shape.after(sign.len())?)?;
            Some(format!("{sign}{text}"))
        }
        Kind::Call(called, arguments) => {
            let head = rewrite(called, shape)?;
            list(&head, Bracket::Round, arguments, true, shape)
        }
        Kind::Macro(name, bracket, arguments) => list(name, *bracket, arguments, false, shape),
        Kind::Chain(value, links) => chains::chain(value, links, shape),
        Kind::Index(value, index) => {
            let text = rewrite(value, shape)?;
            let place = shape.after(last_width(&text) + 1)?.before(1)?;
            let index = rewrite(index, place)?;
            Some(format!("{text}[{index}]"))
        }
        Kind::Struct(path, fields) => structure(path, fields, shape),
        Kind::Led(lead, value) => {
            let mut text = String::new();
            leads::lead(lead, shape.indent, &mut text);
            leads::start_line(shape.indent, &mut text);
            text.push_str(&rewrite(value, shape)?);
            Some(text)
        }
        Kind::Array(items) => list("", Bracket::Square, items, true, shape),
        Kind::Tuple(items) => list("", Bracket::Round, items, true, shape),
        Kind::Parenthesis(value) => {
            let text = rewrite(value, shape.after(1)?.before(1)?)?;
            Some(format!("({text})"))
        }
        Kind::Closure(head, body) => closures::closure(head, body, shape),
        Kind::Block(head, statements) => {
            let text = block(statements, shape);
            let space = if head.is_empty() { "" } else { " " };
            Some(format!("{head}{space}{text}"))
        }
        Kind::If(conditions, last) => branches(conditions, last.as_ref(), shape),
        Kind::Match(value, arms) => choice(value, arms, shape),
        Kind::Loop(head, condition, body) => repetition(head, condition.as_deref(), body, shape),
        Kind::Binary(sign, operands) => operators(sign, operands, shape),
        Kind::Assign(left, sign, right) => {
            let left = rewrite(left, shape)?;
            assigned(&format!("{left} {sign}"), right, shape)
        }
        Kind::Cast(value, ty) => {
            let text = rewrite(value, shape.before(width(ty) + 4)?)?;
            Some(format!("{text} as {ty}"))
        }
        Kind::Range(start, sign, end) => {
            let part = |value: &Option<Box<Expr<'_>>>| match value {
                Some(value) => rewrite(value, shape),
                None => Some(String::new()),
            };
            Some(format!("{}{sign}{}", part(start)?, part(end)?))
        }
        Kind::Let(pattern, value) => {
            let head = format!("let {pattern} =");
            assigned(&head, value, shape)
        }
    }
}

fn list(
    head: &str,
    bracket: Bracket,
    items: &[Expr<'_>],
    comma: bool,
    shape: Shape<'_>,
) -> Option<String> {
    let list = List {
        head,
        bracket,
        items,
        comma,
    };
    list.write(shape)
}

/// Returns whether an expression is the literal of a string.
pub(super) fn is_string(value: &Expr<'_>) -> bool {
    matches!(&value.kind, Kind::Text(text) if text.ends_with('"'))
}

/// Writes a literal of a structure with a line for each field.
fn structure(path: &str, fields: &[Field<'_>], shape: Shape<'_>) -> Option<String> {
    shape.before(width(path) + " {".len())?;
    let inside = shape.inside();
    let place = inside.before(1)?;
    let mut out = format!("{path} {{");
    for field in fields {
        new_line(inside.indent, &mut out);
        let size = field.value.as_ref().map_or(0, |value| value.size);
        out.push_str(&place.fitting_or_long(0, size, |place| self::field(field, place))?);
        if field.name != ".." {
            out.push(',');
        }
    }
    new_line(shape.indent, &mut out);
    out.push('}');
    Some(out)
}

fn field(field: &Field<'_>, shape: Shape<'_>) -> Option<String> {
    match &field.value {
        None => Some(field.name.to_string()),
        Some(base) if field.name == ".." => Some(format!("..{}", rewrite(base, shape.after(2)?)?)),
        Some(value) => {
            let head = width(&field.name) + ": ".len();
            let beside = shape.after(head).and_then(|place| rewrite(value, place));
            if let Some(text) = beside {
                return Some(format!("{}: {text}", field.name));
            }
            let inside = shape.inside();
            let mut out = format!("{}:", field.name);
            new_line(inside.indent, &mut out);
            out.push_str(&rewrite(value, inside)?);
            Some(out)
        }
    }
}

/// Writes `head value`, with the value below if that reads better.
fn assigned(head: &str, value: &Expr<'_>, shape: Shape<'_>) -> Option<String> {
    let head_width =
        last_width(head).saturating_sub(if is_broken(head) { shape.indent } else { 0 });
    let place = shape.after(head_width + 1);
    let beside = place
        .and_then(|place| place.again(value.size))
        .and_then(|place| rewrite(value, place));
    let room = place.map_or(0, |place| place.width);
    if let Some(text) = &beside
        && !is_broken(text)
        && width(text) <= room
    {
        return Some(format!("{head} {text}"));
    }
    let inside = shape.inside().as_bounded_as(shape);
    let inside = inside.before(shape.reserved());
    let below = inside.and_then(|inside| {
        let text = rewrite(value, inside)?;
        (beside.is_none() || fits(&text, inside)).then_some(text)
    });
    let is_below = match (&beside, &below) {
        (Some(beside), Some(below)) => is_better_below(beside, below),
        (None, Some(_)) => true,
        _ => false,
    };
    let mut out = head.to_owned();
    if is_below {
        new_line(deeper(shape.indent), &mut out);
        out.push_str(&below?);
    } else {
        out.push(' ');
        out.push_str(&beside?);
    }
    Some(out)
}

/// Writes `head value` that some columns follow; if no form of it fits, some lines are too long.
pub(super) fn always_assigned(
    head: &str,
    value: &Expr<'_>,
    end: usize,
    shape: Shape<'_>,
) -> String {
    let text = shape.fitting_or_long(end, value.size, |place| assigned(head, value, place));
    text.unwrap_or_default()
}

/// Writes operands with a line for each but the first.
fn operators(sign: &str, operands: &[Expr<'_>], shape: Shape<'_>) -> Option<String> {
    let (first, others) = operands.split_first()?;
    let mut out = rewrite(first, shape)?;
    let inside = shape.inside();
    for operand in others {
        new_line(inside.indent, &mut out);
        out.push_str(sign);
        out.push(' ');
        let place = inside.after(sign.len() + 1)?.before(shape.reserved())?;
        let place = place.as_bounded_as(shape);
        out.push_str(&rewrite(operand, place)?);
    }
    Some(out)
}
