//! Finds the schemas of properties and items that are not named: those of `additionalProperties`,
//! or of `unevaluatedProperties` if it is certain what is evaluated.

use super::{At, FURTHER_PARTS, Group, Proof, UNIONS};
use crate::model::{Operand, WrittenId};

/// The schemas of an object's properties.
pub(super) struct Rest {
    /// Properties with a name.
    pub(super) named: Vec<(String, At)>,
    /// Properties whose names match a pattern.
    pub(super) patterns: Vec<(String, At)>,
    /// All other properties.
    pub(super) others: At,
}

/// Keywords that evaluate properties depending on the value, as unions do, or are not known.
const DYNAMIC: &[&str] = &["if", "dependentSchemas", "$dynamicRef", FURTHER_PARTS];

impl<'w> Proof<'w> {
    /// Returns the rest of each group that has a schema for properties without a name.
    pub(super) fn rests(&self, groups: &[Group<'w>]) -> Vec<Rest> {
        let own = groups.iter().filter_map(|group| {
            let Some(Operand::Schema(rest)) = group.get("additionalProperties") else {
                return None;
            };
            Some(Rest {
                named: named(group, "properties"),
                patterns: named(group, "patternProperties"),
                others: group.at(*rest),
            })
        });
        own.chain(groups.iter().filter_map(|group| self.rest_of_all(*group)))
            .collect()
    }

    /// Returns the rest by `unevaluatedProperties`, which takes all parts of its schema into account.
    fn rest_of_all(&self, group: Group<'w>) -> Option<Rest> {
        let Some(Operand::Schema(rest)) = group.get("unevaluatedProperties") else {
            return None;
        };
        let (root, groups) = self.rooted(group);
        let (named, patterns) = self.evaluated(&groups, root.of)?;
        Some(Rest {
            named,
            patterns,
            others: root.at(*rest),
        })
    }

    /// Returns a group as the root of the schema that has its keywords, and all groups of that schema.
    /// `unevaluated…` does not see what is around its schema.
    fn rooted(&self, group: Group<'w>) -> (Group<'w>, Vec<Group<'w>>) {
        let groups = self.flat(group.own).unwrap_or_default();
        let root = groups.iter().find(|one| one.is_root()).copied();
        (root.unwrap_or(group), groups)
    }

    /// Returns the properties that a schema evaluates, by name and by pattern. `None` if that
    /// depends on the value.
    #[expect(clippy::type_complexity, reason = "it is taken apart at once")]
    fn evaluated(
        &self,
        groups: &[Group<'w>],
        of: At,
    ) -> Option<(Vec<(String, At)>, Vec<(String, At)>)> {
        let own = || groups.iter().filter(move |group| group.of == of);
        let dynamic = |group: &Group<'w>| {
            is_dynamic(group)
                || group.has(&["additionalProperties"])
                || group.has(&["unevaluatedProperties"]) && !group.is_root()
        };
        if own().any(dynamic) {
            return None;
        }
        let all = |name: &'static str| own().flat_map(move |group| named(group, name)).collect();
        Some((all("properties"), all("patternProperties")))
    }

    /// Returns whether the narrow side implies `unevaluatedProperties` of the wide side.
    pub(super) fn unevaluated_properties(
        &mut self,
        narrow: &[Group<'w>],
        wide: Group<'w>,
        goal: At,
    ) -> bool {
        let (wide, groups) = self.rooted(wide);
        let all = ["additionalProperties", "unevaluatedProperties"];
        let part = |group: &Group<'_>| group.own != wide.own && group.has(&all);
        // A part of the schema that evaluates all properties leaves none for this keyword.
        if wide.has(&all[..1]) || groups.iter().any(part) {
            return true;
        }
        if let Some((names, patterns)) = self.evaluated(&groups, wide.of) {
            let known = |list: &[(String, At)], name: &str| list.iter().any(|(own, _)| own == name);
            let found = self.rests(narrow).into_iter().any(|rest| {
                let mut named = rest.named.iter().filter(|(name, _)| !known(&names, name));
                let mut matched = rest
                    .patterns
                    .iter()
                    .filter(|(name, _)| !known(&patterns, name));
                self.within(rest.others, goal)
                    && named.all(|(_, one)| self.is_unsent(*one) || self.within(*one, goal))
                    && matched.all(|(_, one)| self.within(*one, goal))
            });
            return found || self.is_any(goal);
        }
        self.is_any(goal) || self.exactly(narrow, wide)
    }

    /// Returns the same for `unevaluatedItems`.
    pub(super) fn unevaluated_items(
        &mut self,
        narrow: &[Group<'w>],
        wide: Group<'w>,
        goal: At,
    ) -> bool {
        let (wide, groups) = self.rooted(wide);
        if groups.iter().any(|group| group.has(&["items"])) {
            return true;
        }
        let Some(known) = evaluated_items(&groups, wide) else {
            return self.is_any(goal) || self.exactly(narrow, wide);
        };
        self.is_any(goal)
            || narrow.iter().any(|group| {
                let rest = match (group.get("items"), group.get("unevaluatedItems")) {
                    (Some(Operand::Schema(rest)), _) => *rest,
                    (None, Some(Operand::Schema(rest)))
                        if self.items_by_position(*group).is_some() =>
                    {
                        *rest
                    }
                    _ => return false,
                };
                let own = self.positions(*group);
                let mut own = own.iter().skip(known);
                self.within(group.at(rest), goal) && own.all(|id| self.within(group.at(*id), goal))
            })
    }

    /// Returns the schemas of the items with a position, if one part of the schema has them.
    fn positions(&self, group: Group<'w>) -> Vec<WrittenId> {
        let (_, groups) = self.rooted(group);
        let all = groups.iter().map(|one| list(one, "prefixItems"));
        all.max_by_key(Vec::len).unwrap_or_default()
    }

    /// Returns how many items have a position before those of `items` or `unevaluatedItems`.
    pub(super) fn items_by_position(&self, group: Group<'w>) -> Option<usize> {
        if group.has(&["items"]) {
            return Some(list(&group, "prefixItems").len());
        }
        let (root, groups) = self.rooted(group);
        evaluated_items(&groups, root)
    }

    /// Returns whether the schema of a group is written like one of the other side.
    fn exactly(&self, narrow: &[Group<'w>], wide: Group<'w>) -> bool {
        narrow.iter().any(|group| self.alike(group.own, wide.own))
    }
}

/// Returns whether what a group evaluates depends on the value.
fn is_dynamic(group: &Group<'_>) -> bool {
    group.has(DYNAMIC) || !group.lone && group.has(&UNIONS)
}

/// Returns how many items the schema of a group evaluates by position. `None` if it depends on the
/// value, or on a part of the schema.
fn evaluated_items(groups: &[Group<'_>], of: Group<'_>) -> Option<usize> {
    let own = || groups.iter().filter(move |group| group.of == of.of);
    let dynamic = |group: &&Group<'_>| is_dynamic(group) || group.has(&["items", "contains"]);
    let positions = own().map(|group| list(group, "prefixItems").len());
    let known = positions.max().unwrap_or_default();
    (of.is_root() && !own().any(|group| dynamic(&group))).then_some(known)
}

fn named(group: &Group<'_>, name: &str) -> Vec<(String, At)> {
    match group.get(name) {
        Some(Operand::Named(entries)) => {
            let entries = entries.iter();
            entries
                .map(|(name, id)| (name.clone(), group.at(*id)))
                .collect()
        }
        _ => Vec::new(),
    }
}

fn list(group: &Group<'_>, name: &str) -> Vec<WrittenId> {
    let operand = group.get(name);
    operand
        .map(|operand| operand.schemas().collect())
        .unwrap_or_default()
}
