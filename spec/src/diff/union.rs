//! Compares unions, their members and their discriminators.

use std::collections::HashSet;

use serde_json::Value;

use super::known::Known;
use super::place::{Side, Way};
use super::rules::rule;
use super::schema::{Compared, Effect};
use super::{Comparison, Level, Message};
use crate::model::{Api, Discriminator, Kind, Member, Union, UnionMode};

/// The maximum number of members that are checked for overlaps.
const MOST_MEMBERS: usize = 24;

impl Comparison<'_> {
    pub(super) fn unions(&mut self, compared: &Compared<'_>, old: &Union, new: &Union) {
        let pairs = self.matched(old, new, compared.side);
        let mut kept = HashSet::new();
        for (member, other) in old.members.iter().zip(&pairs) {
            let label = label(self.old, member);
            let Some(at) = *other else {
                self.member_gone(compared, old.mode, member, new, &label);
                continue;
            };
            kept.insert(at);
            let other = &new.members[at];
            if old.discriminator.is_some() && new.discriminator.is_some() {
                self.mapping(compared, &label, member, other);
            }
            let place = compared.place.inside(&format!("({label})"));
            let known = Known::selected((old, member), (new, other));
            let (before, after) = (member.schema, other.schema);
            self.enqueue_known(before, after, compared.side, &place, known);
        }
        for (at, member) in new.members.iter().enumerate() {
            if !kept.contains(&at) {
                self.member_new(compared, old, new, member);
            }
        }
        self.modes(compared, old, new);
        if old.mode == UnionMode::OneOf && new.mode == UnionMode::OneOf {
            self.overlaps(compared, old, new, &pairs);
        }
        self.discriminators(compared, Some(old), Some(new));
    }

    fn member_gone(
        &mut self,
        compared: &Compared<'_>,
        mode: UnionMode,
        member: &Member,
        new: &Union,
        label: &str,
    ) {
        let rule = match mode {
            UnionMode::AnyOf => rule!("any-of-removed"),
            UnionMode::OneOf => rule!("one-of-removed"),
        };
        let side = compared.side;
        let mut others = new.members.iter();
        let covered = side.way == Way::Request
            && new.discriminator.is_none()
            && others.any(|other| self.replaces(member.schema, other.schema, side));
        let (level, text) = if covered {
            let text = format!("`{label}` is no longer an alternative, and another one allows it");
            (Level::Info, text)
        } else {
            let text = format!("`{label}` is no longer an alternative");
            (Effect::Narrower.level(side.way), text)
        };
        let text = Message::new(text, &[&label]);
        self.note(compared, rule.on(side), level, text);
    }

    fn member_new(&mut self, compared: &Compared<'_>, old: &Union, new: &Union, member: &Member) {
        let rule = match old.mode {
            UnionMode::AnyOf => rule!("any-of-added"),
            UnionMode::OneOf => rule!("one-of-added"),
        };
        let side = compared.side;
        let label = label(self.new, member);
        let covered = side.way == Way::Response
            && new.discriminator.is_none()
            && old
                .members
                .iter()
                .any(|other| self.replaces(other.schema, member.schema, side));
        let level = if covered {
            Level::Info
        } else {
            Effect::Wider.level(side.way)
        };
        let mut text = format!("`{label}` is a new alternative");
        // With `oneOf`, a value that also matches the new member is invalid now.
        let clash = new.mode == UnionMode::OneOf
            && new.discriminator.is_none()
            && side.way == Way::Request
            && new.members.iter().any(|other| {
                other.schema != member.schema && !self.disjoint(other.schema, member.schema)
            });
        let level = if clash {
            text.push_str(", and a value may match another one as well, which `oneOf` refuses");
            level.max(Level::Warning)
        } else {
            level
        };
        let text = Message::new(text, &[&label]);
        self.note(compared, rule.on(side), level, text);
    }

    /// Reports a change between `anyOf` and `oneOf`. With `oneOf`, a value must not match two
    /// members.
    fn modes(&mut self, compared: &Compared<'_>, old: &Union, new: &Union) {
        if old.mode == new.mode {
            return;
        }
        let rule = rule!("union-mode-changed").on(compared.side);
        let (level, text) = match (new.mode, compared.side.way) {
            (UnionMode::OneOf, Way::Request) if !self.all_disjoint(new) => (
                Level::Warning,
                "exactly one alternative must match now, and not at least one",
            ),
            (UnionMode::OneOf, _) => (Level::Info, "exactly one alternative must match now"),
            (UnionMode::AnyOf, _) => (Level::Info, "more than one alternative may match now"),
        };
        self.note(compared, rule, level, text);
    }

    fn all_disjoint(&self, union: &Union) -> bool {
        let members = &union.members;
        union.discriminator.is_some()
            || members.len() <= MOST_MEMBERS
                && members.iter().enumerate().all(|(at, one)| {
                    let others = members.iter().skip(at + 1);
                    others
                        .into_iter()
                        .all(|other| self.disjoint(one.schema, other.schema))
                })
    }

    /// Reports members that a value may now both match, which `oneOf` forbids.
    fn overlaps(
        &mut self,
        compared: &Compared<'_>,
        old: &Union,
        new: &Union,
        pairs: &[Option<usize>],
    ) {
        let few = old.members.len() <= MOST_MEMBERS;
        if compared.side.way == Way::Response || new.discriminator.is_some() || !few {
            return;
        }
        let pairs = old.members.iter().zip(pairs);
        let pairs = pairs.filter_map(|(old, pair)| Some((old, &new.members[(*pair)?])));
        let pairs: Vec<_> = pairs
            .map(|(old, new)| (new, self.apart(old, new, compared.side)))
            .collect();
        for (at, (one, one_apart)) in pairs.iter().enumerate() {
            for (other, other_apart) in &pairs[at + 1..] {
                let after = [*one, *other];
                if *one_apart && *other_apart || self.disjoint(one.schema, other.schema) {
                    continue;
                }
                let rule = rule!("one-of-became-ambiguous").on(compared.side);
                let (a, b) = (label(self.new, after[0]), label(self.new, after[1]));
                let text = format!("a value may match both `{a}` and `{b}`, which `oneOf` refuses");
                let text = Message::new(text, &[&a, &b]);
                self.note(compared, rule, Level::Warning, text);
                return;
            }
        }
    }

    /// Returns whether a member allows no new values, so it cannot overlap with more than before.
    fn apart(&self, old: &Member, new: &Member, side: Side) -> bool {
        let way = Way::Response;
        self.replaces(old.schema, new.schema, Side { way, ..side })
    }

    /// Compares the discriminator values that select a member.
    fn mapping(&mut self, compared: &Compared<'_>, key: &str, old: &Member, new: &Member) {
        for value in old
            .values
            .iter()
            .filter(|value| !new.values.contains(value))
        {
            let rule = rule!("discriminator-mapping-deleted").on(compared.side);
            let text = format!("`{value}` no longer selects `{key}`");
            let text = Message::new(text, &[value, &key]);
            self.note(compared, rule, Level::Error, text);
        }
        for value in new
            .values
            .iter()
            .filter(|value| !old.values.contains(value))
        {
            let rule = rule!("discriminator-mapping-added");
            let text = format!("`{value}` selects `{key}` now");
            let text = Message::new(text, &[value, &key]);
            self.effect(compared, rule, Effect::Wider, text);
        }
    }

    pub(super) fn discriminators(
        &mut self,
        compared: &Compared<'_>,
        old: Option<&Union>,
        new: Option<&Union>,
    ) {
        let stated = |union: Option<&'_ Union>| union.and_then(|one| one.discriminator.clone());
        let (rule, level) = match (stated(old), stated(new)) {
            (Some(old), Some(new)) if old.property != new.property => {
                (rule!("discriminator-property-name-changed"), Level::Error)
            }
            (Some(one), None) if old.is_some_and(|all| is_apparent(self.old, all, &one)) => {
                (rule!("discriminator-removed"), Level::Info)
            }
            (Some(_), None) => (rule!("discriminator-removed"), Level::Error),
            (None, Some(one))
                if compared.side.way == Way::Response
                    || new.is_some_and(|all| is_apparent(self.new, all, &one)) =>
            {
                (rule!("discriminator-added"), Level::Info)
            }
            (None, Some(_)) => (rule!("discriminator-added"), Level::Error),
            (Some(_), Some(_)) => {
                if let (Some(old), Some(new)) = (old, new) {
                    self.default_mapping(compared, old, new);
                }
                return;
            }
            (None, None) => return,
        };
        let text = "the discriminator changed";
        self.note(compared, rule.on(compared.side), level, text);
    }
}

/// Returns whether the members allow only those values of the property that select them, so that the
/// discriminator refuses nothing.
fn is_apparent(api: &Api, union: &Union, discriminator: &Discriminator) -> bool {
    union.members.iter().all(|member| {
        let Kind::Object(object) = &api.schema(api.resolve(member.schema)).kind else {
            return false;
        };
        let mut properties = object.properties.iter();
        let own = properties.find(|one| one.required && one.name == discriminator.property);
        own.is_some_and(|own| {
            let schema = api.schema(api.resolve(own.schema));
            let selects = |value: &Value| {
                let mut values = member.values.iter();
                values.any(|one| value.as_str() == Some(one))
            };
            match &schema.kind {
                Kind::Enumeration(list) => {
                    !list.open && !schema.nullable && list.values.iter().all(selects)
                }
                _ => false,
            }
        })
    })
}

/// Returns the name of a member's schema.
fn name<'a>(api: &'a Api, member: &Member) -> Option<&'a str> {
    let schema = api.schema(member.schema);
    let resolved = api.schema(api.resolve(member.schema));
    schema.name.as_deref().or(resolved.name.as_deref())
}

/// Returns the label of a member in messages: the name of its schema, else its title, else its
/// type.
fn label(api: &Api, member: &Member) -> String {
    let schema = api.schema(member.schema);
    let resolved = api.schema(api.resolve(member.schema));
    let title = || schema.title.as_deref().or(resolved.title.as_deref());
    let kind = || super::kind::describe(&resolved.kind);
    name(api, member)
        .or_else(title)
        .unwrap_or_else(kind)
        .to_owned()
}
