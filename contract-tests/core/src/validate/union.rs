//! Validates unions.

use spec::model::{SchemaId, UnionMode};

use super::compile::{Node, Union};
use super::describe::clip_text;
use super::walk::Walk;
use super::{Constraint, Mismatch};
use crate::json::Json;

/// What the discriminator of a value names.
pub(super) enum Named<'v> {
    /// A member.
    Member(SchemaId),
    /// A member that the description does not have.
    Unknown(&'v str),
    /// The discriminator is absent, or not a string.
    Nothing,
}

impl Union {
    /// Returns what the discriminator of a value names.
    pub(super) fn named<'j>(&self, value: &'j Json) -> Named<'j> {
        let property = self.discriminator.as_deref();
        let name = property.and_then(|property| value.get(property)?.as_str());
        let Some(name) = name else {
            return Named::Nothing;
        };
        let mut members = self.members.iter();
        let member = members.find(|member| member.values.iter().any(|known| known == name));
        member.map_or(Named::Unknown(name), |member| Named::Member(member.schema))
    }
}

impl<'j> Walk<'_, 'j> {
    pub(super) fn union(&mut self, node: &Node, union: &Union, value: &'j Json) {
        match union.named(value) {
            Named::Member(schema) => self.visit(schema, value),
            // A member that was added later is an observation, not a mismatch.
            Named::Unknown(_) if self.is_response() => {}
            Named::Unknown(_) => {
                let known = union.members.iter().flat_map(|member| &member.values);
                let known: Vec<_> = known.map(String::as_str).collect();
                let expected = format!("one of the members {}", known.join(", "));
                self.fail(node, Constraint::Union, clip_text(&expected), value);
            }
            Named::Nothing => self.try_members(node, union, value),
        }
    }

    fn try_members(&mut self, node: &Node, union: &Union, value: &'j Json) {
        let mut matching = 0;
        let mut nearest: Option<Vec<Mismatch>> = None;
        for schema in &union.distinct {
            let found = self.attempt(*schema, value);
            if !found.is_empty() {
                let closer = |best: &Vec<Mismatch>| self.distance(&found) < self.distance(best);
                if nearest.as_ref().is_none_or(closer) {
                    nearest = Some(found);
                }
                continue;
            }
            matching += 1;
            if union.mode == UnionMode::AnyOf {
                return;
            }
        }
        match matching {
            0 => {
                let expected = "a value that one of the members allows";
                self.fail(node, Constraint::Union, expected, value);
                self.found.extend(nearest.unwrap_or_default());
                self.found.truncate(super::Validator::MISMATCHES);
            }
            1 => {}
            several => {
                let expected = format!("a value that one member allows, not {several} of them");
                self.fail(node, Constraint::Union, expected, value);
            }
        }
    }

    /// Returns how far a value is from a member: one of another type is furthest.
    fn distance(&self, found: &[Mismatch]) -> (bool, usize) {
        let here = self.pointer();
        let other_type = found.iter().any(|mismatch| {
            matches!(mismatch.constraint, Constraint::Type | Constraint::Null)
                && mismatch.pointer == here
        });
        (other_type, found.len())
    }
}
