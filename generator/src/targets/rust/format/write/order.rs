//! The order of items, and the blank lines between them.

use super::super::syntax::{Item, Lead, Led};
use super::imports;

/// What decides whether a blank line is between two items.
#[derive(Clone, Copy)]
pub(super) struct Ending {
    kind: Group,
    /// Whether it ends with a brace.
    braced: bool,
    /// Whether it begins with documentation.
    documented: bool,
}

/// Items that stand together without blank lines.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Use(bool),
    Module(bool),
    Other,
}

impl Group {
    fn of(item: &Item<'_>) -> Self {
        match item {
            Item::Use(head, _) => Self::Use(head.starts_with("pub")),
            Item::Module(text) => Self::Module(text.starts_with("pub")),
            _ => Self::Other,
        }
    }
}

impl Ending {
    pub(super) fn of(item: &Item<'_>, lead: &[Lead<'_>]) -> Self {
        Self {
            kind: Group::of(item),
            braced: match item {
                Item::Function(function) => function.body.is_some(),
                Item::Structure(..) | Item::Enumeration(..) | Item::Body(..) => true,
                _ => false,
            },
            documented: matches!(lead.first(), Some(Lead::Comment(_))),
        }
    }

    /// Returns whether a blank line is between them.
    pub(super) fn is_apart(self, next: Self, is_file: bool) -> bool {
        if is_file {
            return self.kind != next.kind || self.kind == Group::Other;
        }
        self.braced || next.documented
    }
}

/// Returns items with each group of imports and of modules in order.
pub(super) fn in_order<'s>(items: Vec<Led<'s, Item<'s>>>) -> Vec<Led<'s, Item<'s>>> {
    let mut out: Vec<Led<'s, Item<'s>>> = Vec::with_capacity(items.len());
    let mut start = 0;
    for one in items {
        let kind = Group::of(&one.node);
        let is_new = out.last().is_none_or(|last| Group::of(&last.node) != kind);
        if is_new {
            sort(&mut out[start..]);
            start = out.len();
        }
        out.push(Led {
            lead: one.lead,
            node: match one.node {
                Item::Use(head, import) => Item::Use(head, imports::in_order(&import)),
                node => node,
            },
        });
    }
    sort(&mut out[start..]);
    out
}

fn sort(items: &mut [Led<'_, Item<'_>>]) {
    items.sort_by(|one, other| match (&one.node, &other.node) {
        (Item::Use(_, one), Item::Use(_, other)) => imports::compare(one, other),
        (Item::Module(one), Item::Module(other)) => module_name(one).cmp(module_name(other)),
        _ => std::cmp::Ordering::Equal,
    });
}

/// Returns the name of `mod name`, without the mark of a raw identifier.
fn module_name(item: &str) -> &str {
    let name = item.rsplit(' ').next().unwrap_or_default();
    name.strip_prefix("r#").unwrap_or(name)
}
