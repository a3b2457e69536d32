//! Proves conditions (`if`, `then`, `else`).

use super::super::{At, Group, Proof};
use crate::model::Operand;

impl<'w> Proof<'w> {
    pub(super) fn conditions(&mut self, narrow: &[Group<'w>], wide: Group<'w>) -> bool {
        let schema = |group: &Group<'w>, name: &str| match group.get(name) {
            Some(Operand::Schema(id)) => Some(group.at(*id)),
            _ => None,
        };
        let Some(condition) = schema(&wide, "if") else {
            return true;
        };
        // Without consequences, a condition limits nothing.
        let mut goals = ["then", "else"]
            .iter()
            .filter_map(|name| schema(&wide, name));
        if goals.all(|goal| self.is_any(goal)) {
            return true;
        }
        narrow.iter().any(|group| {
            let Some(own) = schema(group, "if") else {
                return false;
            };
            // Only values that the schema allows matter.
            let same = self.same(own, condition)
                || self.under(narrow, own, condition) && self.under(narrow, condition, own);
            same && ["then", "else"].iter().all(|name| {
                let (own, goal) = (schema(group, name), schema(&wide, name));
                match (own, goal) {
                    (_, None) => true,
                    (None, Some(goal)) => self.is_any(goal) || self.beside(narrow, goal),
                    (Some(own), Some(goal)) => {
                        self.within(own, goal) || self.under(narrow, own, goal)
                    }
                }
            })
        })
    }

    /// Returns whether values that groups and a schema allow are valid against `goal`.
    fn under(&mut self, narrow: &[Group<'w>], more: At, goal: At) -> bool {
        let groups = self.flat(more);
        groups.is_none_or(|groups| self.beside(&[narrow, &groups].concat(), goal))
    }
}
