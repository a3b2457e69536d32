//! Items.

use super::super::flat::width;
use super::super::syntax::{Expr, Fields, File, Item, Kind, Led, Member, Variant};
use super::expressions::always_assigned;
use super::leads::{lead, start_line};
use super::order::{Ending, in_order};
use super::statements::{Role, block};
use super::texts::last_width;
use super::{Shape, WIDTH, deeper, imports, new_line, signatures, types};

/// The greatest width of a variant's named fields (`struct_variant_width`).
const VARIANT: usize = 35;

/// Writes items, with blank lines between them, and imports and modules in order.
pub(super) fn file(file: File<'_>, place: Shape<'_>, out: &mut String) {
    lead(&file.lead, 0, out);
    if !file.lead.is_empty() && !file.items.is_empty() {
        out.push('\n');
    }
    items(&in_order(file.items), place, true, out);
}

fn items(items: &[Led<'_, Item<'_>>], place: Shape<'_>, is_file: bool, out: &mut String) {
    let mut previous: Option<Ending> = None;
    for Led { lead: before, node } in items {
        let now = Ending::of(node, before);
        if previous.is_some_and(|previous| previous.is_apart(now, is_file)) {
            out.push('\n');
        }
        lead(before, place.indent, out);
        if !matches!(node, Item::Nothing) {
            start_line(place.indent, out);
            item(node, place, out);
        }
        previous = Some(now);
    }
}

/// Writes an item after its comments and attributes.
pub(super) fn item(item: &Item<'_>, place: Shape<'_>, out: &mut String) {
    let indent = place.indent;
    match item {
        Item::Nothing => {}
        Item::Use(head, import) => {
            imports::write(head, import, indent, out);
            out.push(';');
        }
        Item::Module(text) | Item::Plain(text) => {
            out.push_str(text);
            out.push(';');
        }
        Item::Tuple(head, fields) => {
            out.push_str(head);
            signatures::list(fields, indent, 1, out);
            out.push(';');
        }
        Item::Function(function) => {
            signatures::signature(function, indent, out);
            match &function.body {
                Some(body) => out.push_str(&block(body, place)),
                None => out.push(';'),
            }
        }
        Item::Structure(head, fields) => {
            signatures::named(head, indent, out);
            members(fields, indent, out);
        }
        Item::Enumeration(head, variants) => {
            signatures::named(head, indent, out);
            out.push('{');
            for Led { lead: before, node } in variants {
                lead(before, deeper(indent), out);
                new_line(deeper(indent), out);
                variant(node, deeper(indent), out);
            }
            close(variants.is_empty(), indent, out);
        }
        Item::Body(head, items) => braced_items(head, items, place, out),
        Item::Value(head, value) => {
            let mut head = format!("{head} =");
            if let Some((name, ty)) = head.split_once(": ")
                && indent + width(&head) > WIDTH
            {
                let line = format!("\n{:1$}", "", deeper(indent));
                head = format!("{name}:{line}{ty}");
            }
            out.push_str(&always_assigned(&head, value, 1, place));
            out.push(';');
        }
        Item::Alias(head, ty) => {
            out.push_str(head);
            out.push_str(" =");
            types::assigned(ty, indent, 1, out);
            out.push(';');
        }
        Item::Macro(value) => macro_item(value, place, out),
    }
}

fn macro_item(value: &Expr<'_>, place: Shape<'_>, out: &mut String) {
    out.push_str(&super::statements::always(value, Role::Statement, 1, place));
    let is_curly = match &value.kind {
        Kind::Raw(text) => text.ends_with('}'),
        _ => false,
    };
    if !is_curly {
        out.push(';');
    }
}

fn braced_items(head: &str, items: &[Led<'_, Item<'_>>], place: Shape<'_>, out: &mut String) {
    let indent = place.indent;
    let is_one_line = signatures::head(head, indent, out);
    out.push('{');
    self::items(items, place.inside(), false, out);
    close(items.is_empty() && is_one_line, indent, out);
}

fn close(is_empty: bool, indent: usize, out: &mut String) {
    if !is_empty {
        new_line(indent, out);
    }
    out.push('}');
}

/// Writes named fields in braces.
fn members(fields: &[Led<'_, Member<'_>>], indent: usize, out: &mut String) {
    out.push('{');
    for Led { lead: before, node } in fields {
        lead(before, deeper(indent), out);
        new_line(deeper(indent), out);
        out.push_str(&node.name);
        out.push(':');
        types::assigned(&node.ty, deeper(indent), 1, out);
        out.push(',');
    }
    close(fields.is_empty(), indent, out);
}

fn variant(variant: &Variant<'_>, indent: usize, out: &mut String) {
    out.push_str(variant.name);
    match &variant.fields {
        Fields::Unit => {}
        Fields::Tuple(fields) => signatures::list(fields, indent, 1, out),
        Fields::Named(fields) => {
            out.push(' ');
            let texts: Option<Vec<String>> = fields
                .iter()
                .map(|field| {
                    let text = format!("{}: {}", field.node.name, field.node.ty);
                    field.lead.is_empty().then_some(text)
                })
                .collect();
            match texts.map(|texts| texts.join(", ")) {
                Some(line) if width(&line) <= VARIANT && last_width(out) + width(&line) < WIDTH => {
                    out.push_str("{ ");
                    out.push_str(&line);
                    out.push_str(" }");
                }
                _ => members(fields, indent, out),
            }
        }
    }
    out.push(',');
}
