//! Chains of calls.

use super::super::flat::{CHAIN, width};
use super::super::syntax::{Bracket, Expr, Kind, Link};
use super::expressions::rewrite;
use super::lists::List;
use super::texts::{breaks, ends_with_brackets, first_width, fits, is_broken, last_width};
use super::{Shape, TAB, new_line};

/// A last call with this many lines stays beside the others.
const LONG: usize = 5;

/// Writes a chain: on one line, with a last call that takes several, or with a line for each link.
pub(super) fn chain(value: &Expr<'_>, links: &[Link<'_>], shape: Shape<'_>) -> Option<String> {
    let (own_tries, links) = match links.split_first() {
        Some((first, rest)) if first.name.is_empty() => (first.tries, rest),
        _ => (0, links),
    };
    let mut root = rewrite(value, shape.before(own_tries)?)?;
    root.extend(std::iter::repeat_n('?', own_tries));
    let count = links.len();
    let mut links = links;
    let mut in_block = is_block_like(value, &root);
    let tab = TAB.saturating_sub(shape.column - shape.indent);
    // A short name is not alone on its line.
    while let Some((first, rest)) = links.split_first()
        && root.len() <= tab
        && !is_broken(&root)
    {
        let Some(text) = link(first, shape.after(width(&root))?) else {
            break;
        };
        root.push_str(&text);
        in_block = ends_with_brackets(&root);
        links = rest;
    }
    let Some((last, others)) = links.split_last() else {
        return fits(&root, shape).then_some(root);
    };
    let below = if in_block {
        shape.below()
    } else {
        shape.inside()
    };
    let mut texts = vec![root];
    for other in others {
        texts.push(link(other, below)?);
    }
    let (last, is_one_line) = last_link(last, &texts, count, shape, below)?;
    texts.push(last);
    let text = join(&texts, is_one_line, below.indent);
    let is_allowed = is_one_line || !shape.one_line_chains;
    (is_allowed && fits(&text, shape)).then_some(text)
}

/// Writes the last link; returns whether the chain is on one line up to it.
fn last_link(
    last: &Link<'_>,
    texts: &[String],
    count: usize,
    shape: Shape<'_>,
    below: Shape<'_>,
) -> Option<(String, bool)> {
    let extends = ends_with_brackets(&texts[0]);
    let before = last.tries
        + if extends {
            last_width(&texts[0])
        } else {
            texts.iter().map(|text| width(text)).sum()
        };
    let limit = if count == 1 {
        shape.width
    } else {
        shape.width.min(CHAIN)
    };
    let room = limit.saturating_sub(before);
    let is_one_line = texts.iter().all(|text| !is_broken(text)) && room > 0;
    let alone = |below: Shape<'_>| link(last, below.before(shape.reserved() + last.tries)?);
    if !is_one_line && !extends {
        return Some((alone(below)?, false));
    }
    let arguments = last.arguments.iter().flatten();
    let size = arguments.map(|argument| argument.size).sum();
    let beside = shape
        .before(last.tries)
        .and_then(|place| place.after(before))
        .and_then(|place| place.again(size))
        .and_then(|place| link(last, place));
    let Some(beside) = beside else {
        return Some((alone(below)?, false));
    };
    let lines = breaks(&beside) + 1;
    let fits = first_width(&beside) <= room;
    if fits && (lines >= LONG || lines == 1) {
        return Some((beside, is_one_line));
    }
    match alone(below) {
        Some(alone) if !fits => Some((alone, false)),
        Some(alone) if breaks(&alone) + 1 >= lines => Some((beside, is_one_line)),
        Some(alone) => Some((alone, false)),
        None => Some((beside, fits && is_one_line)),
    }
}

/// Returns whether the last link is a call; `None` if there are only question marks.
pub(super) fn ends_with_call(links: &[Link<'_>]) -> Option<bool> {
    let last = links.last().filter(|last| !last.name.is_empty())?;
    Some(last.arguments.is_some())
}

/// Writes one link.
fn link(link: &Link<'_>, shape: Shape<'_>) -> Option<String> {
    let mut text = match &link.arguments {
        None => link.name.to_string(),
        Some(arguments) => {
            let list = List {
                head: &link.name,
                bracket: Bracket::Round,
                items: arguments,
                comma: true,
            };
            list.write(shape.before(link.tries)?)?
        }
    };
    text.extend(std::iter::repeat_n('?', link.tries));
    Some(text)
}

fn join(texts: &[String], is_one_line: bool, indent: usize) -> String {
    let mut out = String::new();
    for (index, text) in texts.iter().enumerate() {
        if index > 0 && !is_one_line {
            new_line(indent, &mut out);
        }
        out.push_str(text);
    }
    out
}

/// Returns whether links stand below the closing bracket of what a chain begins with.
fn is_block_like(value: &Expr<'_>, text: &str) -> bool {
    let has_brackets = !matches!(value.kind, Kind::Text(_) | Kind::Chain(..) | Kind::Let(..));
    has_brackets && is_broken(text)
}
