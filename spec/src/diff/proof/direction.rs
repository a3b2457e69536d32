//! Finds properties that do not travel: senders leave them out, and receivers ignore them.

use serde_json::Value;

use super::value::DEEPEST;
use super::{At, Group, Proof, UNIONS};
use crate::diff::place::Way;
use crate::model::Operand;

impl<'w> Proof<'w> {
    /// Returns whether the narrow side does not send a property. Inside `not`, the sides are
    /// exchanged, and properties are compared as they are written.
    pub(super) fn is_unsent(&self, property: At) -> bool {
        property.newer == self.newer_sends && self.is_flagged(property, 0)
    }

    /// Returns whether the wide side ignores a property.
    pub(super) fn is_ignored(&self, property: At) -> bool {
        property.newer != self.newer_sends && self.is_flagged(property, 0)
    }

    /// Returns the names in `required` whose properties travel. `narrow` is the side of the group.
    pub(super) fn required(&self, group: Group<'w>, narrow: bool) -> Vec<&'w str> {
        let Some(Operand::Data(Value::Array(names))) = group.get("required") else {
            return Vec::new();
        };
        let properties: &[_] = match group.get("properties") {
            Some(Operand::Named(entries)) => entries,
            _ => &[],
        };
        let travels = |name: &&str| {
            let mut own = properties.iter().filter(|(other, _)| other == name);
            let stays = |at: At| {
                if narrow {
                    self.is_unsent(at)
                } else {
                    self.is_ignored(at)
                }
            };
            !own.any(|(_, id)| stays(group.at(*id)))
        };
        let names = names.iter().filter_map(Value::as_str);
        names.filter(travels).collect()
    }

    /// Returns whether every value of a schema has the annotation of the other direction (JSON Schema
    /// 2020-12 §7.7.1).
    fn is_flagged(&self, at: At, depth: u8) -> bool {
        let flag = match self.way {
            Way::Request => "readOnly",
            Way::Response => "writeOnly",
        };
        if depth > DEEPEST {
            return false;
        }
        let groups = self.direct(at).unwrap_or_default();
        groups.iter().any(|group| {
            let own = group.get(flag);
            own == Some(&Operand::Data(true.into()))
                || UNIONS
                    .iter()
                    .any(|name| self.all_flagged(*group, name, depth))
        })
    }

    /// Returns the same for all members of a union except `null`.
    fn all_flagged(&self, group: Group<'w>, union: &str, depth: u8) -> bool {
        let members = group.get(union).into_iter().flat_map(Operand::schemas);
        let is_null = |at: &At| {
            let groups = self.direct(*at);
            groups.is_none_or(|groups| self.types(&groups, 1) == 0)
        };
        let members = members.map(|id| group.at(id));
        let mut others = members.filter(|at| !is_null(at)).peekable();
        others.peek().is_some() && others.all(|at| self.is_flagged(at, depth + 1))
    }
}
