//! Proves keywords about arrays.

use serde_json::Value;

use super::super::value::{BOOLEAN, listed};
use super::super::{At, Group, Proof};
use super::number;
use crate::model::{Operand, WrittenId};

impl<'w> Proof<'w> {
    /// Returns the maximum number of items if each has a position.
    pub(super) fn most_items(&self, narrow: &[Group<'w>]) -> Option<usize> {
        let closed = narrow.iter().filter_map(|group| {
            let known = self.items_by_position(*group)?;
            let rest = group.get("items").or_else(|| group.get("unevaluatedItems"));
            match rest {
                Some(Operand::Schema(rest)) if self.is_never(group.at(*rest)) => Some(known),
                _ => None,
            }
        });
        closed.min()
    }

    /// Returns the maximum number of items if no two may be equal, and only a few values are valid.
    pub(super) fn most_distinct(&self, narrow: &[Group<'w>]) -> Option<usize> {
        let distinct = |group: &Group<'w>| {
            matches!(
                group.get("uniqueItems"),
                Some(Operand::Data(Value::Bool(true)))
            )
        };
        if !narrow.iter().any(distinct) {
            return None;
        }
        let counts = narrow.iter().filter_map(|group| {
            let Some(Operand::Schema(items)) = group.get("items") else {
                return None;
            };
            let first = group.has(&["prefixItems"]);
            self.count_values(group.at(*items)).filter(|_| !first)
        });
        counts.min()
    }

    /// Returns how many values a schema allows at most; `None` if it lists none.
    fn count_values(&self, at: At) -> Option<usize> {
        let Some(groups) = self.flat(at) else {
            return Some(0);
        };
        let booleans = (self.types(&groups, 0) == BOOLEAN).then_some(2);
        let lists = groups.iter().filter_map(|group| {
            let values = listed(group)?;
            Some(values.iter().filter(|value| !value.is_null()).count())
        });
        let null = usize::from(self.null(at, 0) != Some(false));
        lists.chain(booleans).min().map(|values| values + null)
    }

    pub(super) fn items(&mut self, narrow: &[Group<'w>], wide: Group<'w>) -> bool {
        let prefix = |group: &Group<'w>| -> Vec<WrittenId> {
            let prefix = group.get("prefixItems");
            prefix
                .map(|operand| operand.schemas().collect())
                .unwrap_or_default()
        };
        let rest = |group: &Group<'w>| match group.get("items") {
            Some(Operand::Schema(id)) => Some(*id),
            _ => None,
        };
        let (goals, goal_rest) = (prefix(&wide), rest(&wide));
        narrow.iter().any(|group| {
            let (own, own_rest) = (prefix(group), rest(group));
            let at = |list: &[WrittenId], rest: Option<WrittenId>, index: usize| {
                list.get(index).copied().or(rest)
            };
            (0..=own.len().max(goals.len())).all(|index| {
                let Some(goal) = at(&goals, goal_rest, index) else {
                    return true;
                };
                let goal = wide.at(goal);
                let own = at(&own, own_rest, index);
                match own {
                    Some(own) => self.within(group.at(own), goal),
                    None => self.is_any(goal),
                }
            })
        })
    }

    pub(super) fn contains(&mut self, narrow: &[Group<'w>], wide: Group<'w>) -> bool {
        let Some(Operand::Schema(goal)) = wide.get("contains") else {
            return true;
        };
        let count = |group: &Group<'w>, name: &str| group.get(name).and_then(number);
        let least = count(&wide, "minContains").unwrap_or(1.0);
        let most = count(&wide, "maxContains");
        narrow.iter().any(|group| {
            let Some(Operand::Schema(own)) = group.get("contains") else {
                return least == 0.0 && most.is_none();
            };
            let enough = count(group, "minContains").unwrap_or(1.0) >= least;
            let few = most.is_none_or(|most| {
                count(group, "maxContains").is_some_and(|own| own <= most)
                    && self.within(wide.at(*goal), group.at(*own))
            });
            enough && few && (least == 0.0 || self.within(group.at(*own), wide.at(*goal)))
        })
    }
}
