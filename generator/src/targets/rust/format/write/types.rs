//! Types that do not fit on a line: their generics take separate lines.

use super::super::flat::width;
use super::texts::{is_better_below, is_broken, last_width};
use super::{WIDTH, deeper, new_line};

/// Writes a type after what is written, with some columns left for what follows.
pub(super) fn write(ty: &str, indent: usize, after: usize, out: &mut String) {
    let column = last_width(out);
    let text = broken(ty, indent, column, after);
    out.push_str(text.as_deref().unwrap_or(ty));
}

/// Writes a type after `:` or `=`: beside it, or below.
pub(super) fn assigned(ty: &str, indent: usize, after: usize, out: &mut String) {
    let inside = deeper(indent);
    let column = last_width(out) + 1;
    let beside = broken(ty, indent, column, after);
    let below = match &beside {
        Some(text) if !is_broken(text) => None,
        _ => broken(ty, inside, inside, after),
    };
    let is_below = match (&beside, &below) {
        (Some(beside), Some(below)) => is_better_below(beside, below),
        (None, Some(_)) => true,
        _ => false,
    };
    if is_below {
        new_line(inside, out);
        out.push_str(below.as_deref().unwrap_or(ty));
    } else {
        out.push(' ');
        out.push_str(beside.as_deref().unwrap_or(ty));
    }
}

/// Returns a type as it is written from a column on; `None` if it does not fit.
pub(super) fn broken(ty: &str, indent: usize, column: usize, after: usize) -> Option<String> {
    if column + counted(ty) + after <= WIDTH {
        return Some(ty.to_owned());
    }
    let (head, inside) = ty.strip_suffix('>').and_then(|ty| split_generics(ty))?;
    if column + width(head) > WIDTH {
        return None;
    }
    let mut out = format!("{head}<");
    let deep = deeper(indent);
    for argument in arguments(inside) {
        new_line(deep, &mut out);
        out.push_str(&broken(argument, deep, deep, 1)?);
        out.push(',');
    }
    new_line(indent, &mut out);
    out.push('>');
    Some(out)
}

/// Returns the width of a type as `rustfmt` counts it: without `impl `.
pub(super) fn counted(ty: &str) -> usize {
    width(ty.strip_prefix("impl ").unwrap_or(ty))
}

/// Splits a type before its last generics, whose closing angle is removed.
fn split_generics(ty: &str) -> Option<(&str, &str)> {
    let mut depth: usize = 0;
    let bytes = ty.as_bytes();
    for (at, byte) in ty.bytes().enumerate().rev() {
        match byte {
            b'>' if at > 0 && bytes[at - 1] == b'-' => {}
            b'>' | b')' | b']' => depth += 1,
            b'<' if depth == 0 => return Some((&ty[..at], &ty[at + 1..])),
            b'<' | b'(' | b'[' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

/// Splits generics at their commas.
fn arguments(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut depth: usize = 0;
    let mut start = 0;
    let bytes = text.as_bytes();
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'<' | b'(' | b'[' => depth += 1,
            b'>' if at > 0 && bytes[at - 1] == b'-' => {}
            b'>' | b')' | b']' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    let last = text[start..].trim();
    if !last.is_empty() {
        parts.push(last);
    }
    parts
}
