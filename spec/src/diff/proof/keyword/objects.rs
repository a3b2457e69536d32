//! Proves keywords about objects.

use std::collections::HashSet;

use serde_json::Value;

use super::super::{At, Group, Proof, language};
use super::{named, texts};
use crate::model::{Operand, WrittenId};

impl<'w> Proof<'w> {
    pub(super) fn dependencies(&self, narrow: &[Group<'w>], operand: &Operand) -> bool {
        let Operand::Data(Value::Object(needs)) = operand else {
            return false;
        };
        let always = narrow.iter().flat_map(|group| self.required(*group, true));
        let always: Vec<String> = always.map(str::to_owned).collect();
        needs.iter().all(|(name, names)| {
            let own = narrow
                .iter()
                .filter_map(|group| match group.get("dependentRequired") {
                    Some(Operand::Data(Value::Object(own))) => own.get(name).cloned(),
                    _ => None,
                });
            let own: Vec<String> = own
                .flat_map(|names| texts(&Operand::Data(names)))
                .chain(always.iter().cloned())
                .collect();
            texts(&Operand::Data(names.clone()))
                .iter()
                .all(|name| own.contains(name))
        })
    }

    pub(super) fn properties(
        &mut self,
        narrow: &[Group<'w>],
        wide: Group<'w>,
        operand: &'w Operand,
    ) -> bool {
        let rests = self.rests(narrow);
        let limits = self.limits(narrow);
        named(operand).iter().all(|(name, id)| {
            let goal = wide.at(*id);
            if self.is_any(goal) || self.is_ignored(goal) || self.lacks(&limits, name) {
                return true;
            }
            let own = narrow.iter().filter_map(|group| {
                let own = group.get("properties").map(named).unwrap_or_default();
                let own = own.into_iter().find(|(other, _)| other == name);
                own.map(|(_, own)| group.at(own))
            });
            let own: Vec<_> = own.collect();
            own.iter()
                .any(|own| self.is_unsent(*own) || self.within(*own, goal))
                || own.len() > 1 && self.together(&own, goal)
                || rests.iter().any(|rest| {
                    let named = rest.named.iter().any(|(other, _)| other == name);
                    !named && rest.patterns.is_empty() && self.within(rest.others, goal)
                })
        })
    }

    /// Returns whether all names that the narrow side allows are valid for a schema of names.
    pub(super) fn names(&self, narrow: &[Group<'w>], wide: Group<'w>, operand: &Operand) -> bool {
        let Operand::Schema(names) = operand else {
            return false;
        };
        self.rests(narrow).iter().any(|rest| {
            let goal = wide.at(*names);
            let mut patterns = rest.patterns.iter();
            let mut named = rest.named.iter();
            self.is_never(rest.others)
                && patterns.all(|(pattern, _)| self.allows_names(goal, pattern))
                && named.all(|(name, own)| self.is_unsent(*own) || self.allows_name(goal, name))
        })
    }

    /// Returns what limits the names of properties.
    pub(in crate::diff) fn limits(&self, narrow: &[Group<'w>]) -> Limits<'w> {
        let names = narrow.iter().filter_map(|group| {
            let mut schemas = group.get("propertyNames")?.schemas();
            schemas.next().map(|id| group.at(id))
        });
        let names = names.filter_map(|names| self.flat(names)).collect();
        let rests = self.rests(narrow).into_iter();
        let closed = rests.filter(|rest| rest.patterns.is_empty() && self.is_never(rest.others));
        let closed = closed.map(|rest| rest.named.into_iter().map(|(name, _)| name).collect());
        Limits {
            names,
            closed: closed.collect(),
        }
    }

    /// Returns whether an object certainly has no property with a name.
    pub(in crate::diff) fn lacks(&self, limits: &Limits<'w>, name: &str) -> bool {
        let value = Value::String(name.to_owned());
        let mut names = limits.names.iter();
        limits.closed.iter().any(|known| !known.contains(name))
            || names.any(|groups| self.refuses(groups, &value))
    }

    /// Returns the maximum number of properties if all are named.
    pub(super) fn most_properties(&self, narrow: &[Group<'w>]) -> Option<usize> {
        let closed = self
            .rests(narrow)
            .into_iter()
            .filter(|rest| self.is_never(rest.others) && rest.patterns.is_empty());
        closed.map(|rest| rest.named.len()).min()
    }

    /// Returns whether every property whose name may match a pattern implies a schema.
    pub(super) fn pattern(&mut self, narrow: &[Group<'w>], pattern: &str, goal: At) -> bool {
        let patterns = |group: &Group<'w>| group.get("patternProperties").map(named);
        let same = narrow.iter().any(|group| {
            let patterns = patterns(group).unwrap_or_default();
            let own = patterns.iter().find(|(own, _)| own == pattern);
            own.is_some_and(|(_, own)| self.within(group.at(*own), goal))
        });
        same || self.is_any(goal)
            || self.rests(narrow).iter().any(|rest| {
                // Names that do not match the pattern do not matter.
                let named = rest
                    .named
                    .iter()
                    .filter(|(name, own)| may_match(pattern, name) && !self.is_unsent(*own));
                let named: Vec<_> = named.collect();
                let mut all = named.into_iter().chain(&rest.patterns);
                self.within(rest.others, goal) && all.all(|(_, own)| self.within(*own, goal))
            })
    }

    pub(super) fn additional(
        &mut self,
        narrow: &[Group<'w>],
        wide: Group<'w>,
        operand: &Operand,
    ) -> bool {
        let Operand::Schema(rest) = operand else {
            return false;
        };
        let goal = wide.at(*rest);
        if self.is_any(goal) {
            return true;
        }
        let known = wide.get("properties").map(named).unwrap_or_default();
        let patterns = wide.get("patternProperties").map(named).unwrap_or_default();
        let is_known =
            |list: &[(String, WrittenId)], name: &str| list.iter().any(|(other, _)| other == name);
        self.rests(narrow).iter().any(|rest| {
            let mut own = rest.patterns.iter();
            // A name that matches a pattern of the wide side is not an additional one there.
            let is_matched = |name: &str| {
                let mut patterns = patterns.iter();
                patterns.any(|(pattern, _)| Self::matches_name(pattern, name))
            };
            let includes = |narrow: &str| {
                let mut patterns = patterns.iter();
                patterns.any(|(wide, _)| wide == narrow || language::includes(wide, narrow))
            };
            let others = rest.named.iter().filter(|(name, own)| {
                !is_known(&known, name) && !is_matched(name) && !self.is_unsent(*own)
            });
            let mut others = others.collect::<Vec<_>>().into_iter();
            own.all(|(pattern, one)| includes(pattern) || self.within(*one, goal))
                && self.within(rest.others, goal)
                && others.all(|(_, own)| self.within(*own, goal))
        })
    }
}

/// What limits the names of an object's properties.
pub(in crate::diff) struct Limits<'w> {
    /// The groups of each schema that all names must match.
    names: Vec<Vec<Group<'w>>>,
    /// The names of each list that names all properties.
    closed: Vec<HashSet<String>>,
}

/// Returns whether a name may match a pattern.
fn may_match(pattern: &str, name: &str) -> bool {
    let start = pattern.strip_prefix('^');
    let plain = |text: &str| {
        text.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    start.is_none_or(|start| !plain(start) || name.starts_with(start))
}
