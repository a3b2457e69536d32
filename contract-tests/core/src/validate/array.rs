//! Validates arrays.

use std::collections::HashSet;

use spec::model::Array;

use super::Constraint;
use super::compile::Node;
use super::walk::{Step, Walk};
use crate::count::counted;
use crate::json::Json;

impl<'j> Walk<'_, 'j> {
    pub(super) fn array(&mut self, node: &Node, rules: &Array, items: &'j [Json], value: &'j Json) {
        let length = items.len() as u64;
        let count = || counted(length, "item", "items");
        if let Some(least) = rules.min_items.filter(|least| length < *least) {
            let expected = format!("at least {}", counted(least, "item", "items"));
            self.report(node, Constraint::Items, expected, count());
        }
        if let Some(most) = rules.max_items.filter(|most| length > *most) {
            let expected = format!("at most {}", counted(most, "item", "items"));
            self.report(node, Constraint::Items, expected, count());
        }
        if rules.unique && !are_unique(items) {
            self.fail(node, Constraint::Items, "no two equal items", value);
        }
        for (index, item) in items.iter().enumerate() {
            if self.is_full() {
                break;
            }
            let schema = rules.prefix.get(index).unwrap_or(&rules.items);
            self.enter(Step::Index(index), *schema, item);
        }
    }
}

fn are_unique(items: &[Json]) -> bool {
    let mut seen = HashSet::with_capacity(items.len());
    items.iter().all(|item| seen.insert(item.key()))
}
