//! What stands before an item, a field, an arm or a statement.

use super::super::flat::width;
use super::super::syntax::{Arguments, Attribute, Lead};
use super::{WIDTH, deeper, new_line};

/// The greatest width of an attribute's arguments (`attr_fn_like_width`).
const ATTRIBUTE: usize = 70;

/// Writes comments and attributes, each on a line.
pub(super) fn lead(lead: &[Lead<'_>], indent: usize, out: &mut String) {
    for one in lead {
        start_line(indent, out);
        match one {
            Lead::Comment(text) => out.push_str(text),
            Lead::Attribute(attribute) => self::attribute(attribute, indent, out),
        }
    }
}

fn attribute(attribute: &Attribute<'_>, indent: usize, out: &mut String) {
    let text = &attribute.text;
    let Some(Arguments { head, depth, items }) = &attribute.list else {
        out.push_str(text);
        return;
    };
    let is_derive = head.ends_with("derive(");
    let line = indent + width(text);
    let list: usize = items.iter().map(|item| width(item) + 2).sum();
    let fits = match items.as_slice() {
        [_] => line < WIDTH,
        _ if is_derive => line <= WIDTH,
        _ => line <= WIDTH && list.saturating_sub(2) <= ATTRIBUTE,
    };
    if fits {
        out.push_str(text);
        return;
    }
    out.push_str(head);
    for item in items {
        new_line(deeper(indent), out);
        out.push_str(item);
        out.push(',');
    }
    if !is_derive {
        out.pop();
    }
    new_line(indent, out);
    out.extend(std::iter::repeat_n(')', *depth));
    out.push(']');
}

/// Begins a line; the first line of a file has none before it.
pub(super) fn start_line(indent: usize, out: &mut String) {
    if out.is_empty() {
        return;
    }
    new_line(indent, out);
}
