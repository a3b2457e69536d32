//! Imports, in the order of `rustfmt`.

use std::cmp::Ordering;

use super::super::flat::width;
use super::super::syntax::Import;
use super::{WIDTH, deeper, new_line};

/// The greatest width of an import on one line, without its semicolon.
const ONE_LINE: usize = WIDTH - 3;

/// Returns an import with its lists in order, without braces around a single one.
pub(super) fn in_order<'s>(import: &Import<'s>) -> Import<'s> {
    let Some(list) = &import.list else {
        return import.clone();
    };
    let mut list: Vec<_> = list.iter().map(in_order).collect();
    list.sort_by(compare);
    match list.as_slice() {
        [only] if only.path != "self" => Import {
            path: format!("{}{}", import.path, only.path).into(),
            list: only.list.clone(),
        },
        _ => Import {
            path: import.path.clone(),
            list: Some(list),
        },
    }
}

/// Compares two imports, each in order.
pub(super) fn compare(one: &Import<'_>, other: &Import<'_>) -> Ordering {
    let (ones, others) = (segments(one), segments(other));
    for (one, other) in ones.iter().zip(&others) {
        let ordering = rank(one)
            .cmp(&rank(other))
            .then_with(|| compare_names(one, other));
        if ordering != Ordering::Equal {
            return ordering;
        }
    }
    let lengths = ones.len().cmp(&others.len());
    lengths.then_with(|| match (&one.list, &other.list) {
        (Some(one), Some(other)) => {
            let pairs = one.iter().zip(other);
            let mut orderings = pairs.map(|(one, other)| compare(one, other));
            let first = orderings.find(|ordering| ordering.is_ne());
            first.unwrap_or_else(|| one.len().cmp(&other.len()))
        }
        _ => Ordering::Equal,
    })
}

fn segments<'i>(import: &'i Import<'_>) -> Vec<&'i str> {
    let path = import.path.strip_suffix("::").unwrap_or(&import.path);
    let path = path.split("::");
    path.chain(import.list.iter().map(|_| "{")).collect()
}

fn rank(segment: &str) -> u8 {
    match segment.split(' ').next().unwrap_or_default() {
        "self" => 0,
        "super" => 1,
        "crate" => 2,
        "*" => 4,
        "{" => 5,
        _ => 3,
    }
}

fn compare_names(one: &str, other: &str) -> Ordering {
    let name = |text: &str| text.split(' ').next().unwrap_or_default().to_owned();
    let names = version_order(&name(one), &name(other));
    names.then_with(|| one.len().cmp(&other.len()))
}

/// Compares names as versions are compared: numbers by their values, and `_` before all else.
fn version_order(one: &str, other: &str) -> Ordering {
    let (ones, others) = (parts(one), parts(other));
    ones.cmp(&others)
}

/// A part of a name, in their order.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Part<'t> {
    Underscore,
    /// The number of digits without zeros at the beginning, and the digits.
    Number(usize, &'t str),
    Sign(char),
}

fn parts(name: &str) -> Vec<Part<'_>> {
    let mut rest = name.strip_prefix("r#").unwrap_or(name);
    let mut parts = Vec::new();
    while let Some(first) = rest.chars().next() {
        let digits = rest.len()
            - rest
                .trim_start_matches(|sign: char| sign.is_ascii_digit())
                .len();
        let length = digits.max(first.len_utf8());
        parts.push(match first {
            '_' => Part::Underscore,
            _ if digits > 0 => {
                let number = rest[..digits].trim_start_matches('0');
                Part::Number(number.len(), number)
            }
            _ => Part::Sign(first),
        });
        rest = &rest[length..];
    }
    parts
}

/// Writes an import up to its semicolon.
pub(super) fn write(head: &str, import: &Import<'_>, indent: usize, out: &mut String) {
    out.push_str(head);
    out.push(' ');
    let column = indent + width(head) + 1;
    tree(import, indent, column, out);
}

fn tree(import: &Import<'_>, indent: usize, column: usize, out: &mut String) {
    out.push_str(&import.path);
    let Some(list) = &import.list else { return };
    let flat = flat(list);
    let is_nested = list.iter().any(|one| one.list.is_some());
    if !is_nested && column + width(&import.path) + 2 + width(&flat) <= ONE_LINE {
        out.push('{');
        out.push_str(&flat);
        out.push('}');
        return;
    }
    let inside = deeper(indent);
    out.push('{');
    let mut filled = WIDTH;
    // The comma may stand in the last column only if all are on one line.
    let limit = if inside + width(&flat) < WIDTH {
        WIDTH
    } else {
        WIDTH - 1
    };
    for one in list {
        let text = one_line(one);
        let fits = filled + width(&text) + 2 <= limit;
        if fits && one.list.is_none() {
            out.push(' ');
            filled += 1;
        } else {
            new_line(inside, out);
            filled = inside;
        }
        tree(one, inside, filled, out);
        out.push(',');
        filled = if one.list.is_some() {
            WIDTH
        } else {
            filled + width(&text) + 1
        };
    }
    new_line(indent, out);
    out.push('}');
}

fn flat(list: &[Import<'_>]) -> String {
    let texts: Vec<_> = list.iter().map(one_line).collect();
    texts.join(", ")
}

fn one_line(import: &Import<'_>) -> String {
    match &import.list {
        Some(list) => format!("{}{{{}}}", import.path, flat(list)),
        None => import.path.to_string(),
    }
}
