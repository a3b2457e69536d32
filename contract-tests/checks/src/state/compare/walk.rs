//! Walks through two representations at once.

use std::collections::BTreeSet;

use spec::model::{Kind, SchemaId};

use super::computed::{is_assigned, is_computed};
use super::facts::{
    IDS, chosen, is_alternative, is_given_id, is_nothing, is_secret, is_set_by_service,
};
use super::{Comparison, Difference, Members, Relation, Wanted, shown};
use conformance_core::alike::alike;
use conformance_core::json::{Json, escape};
use conformance_core::lookup::property;

/// How many differences a finding lists.
const TOLD: usize = 20;

/// A walk through two values at once.
pub(super) struct Walk<'c, 's> {
    comparison: &'c Comparison<'s>,
    relation: Relation,
    /// The second representation.
    whole: &'c Json,
    at: String,
    found: Vec<Difference>,
}

impl<'c, 's> Walk<'c, 's> {
    pub(super) const fn new(
        comparison: &'c Comparison<'s>,
        relation: Relation,
        whole: &'c Json,
    ) -> Self {
        Self {
            comparison,
            relation,
            whole,
            at: String::new(),
            found: Vec::new(),
        }
    }

    /// Returns at most 20 differences of the first representation.
    pub(super) fn differences(mut self, schema: Option<SchemaId>, first: &Json) -> Vec<Difference> {
        self.values(schema, first, self.whole);
        self.found
    }

    fn values(&mut self, schema: Option<SchemaId>, first: &Json, second: &Json) {
        if self.found.len() >= TOLD {
            return;
        }
        let api = self.comparison.api;
        match (first, second) {
            (Json::Object(one), Json::Object(other)) => self.members(schema, one, other),
            (Json::Array(one), Json::Array(other)) => self.items(schema, one, other),
            // A property that is sent as null may be filled in.
            (Json::Null, _) if self.relation == Relation::Echo => {}
            (Json::String(text), _) if text.is_empty() && self.relation == Relation::Echo => {}
            // A service may cut white space around a text.
            (Json::String(text), Json::String(other))
                if self.relation == Relation::Echo && text.trim() == other.trim() => {}
            _ if alike(api, schema, first, second) => {}
            _ if is_nothing(api, schema, first) && is_nothing(api, schema, second) => {}
            _ if !self.may_have(schema, first) => {}
            _ if self.repeats_whole(second) => {}
            _ => self.differ(Some(first), Some(second)),
        }
    }

    /// Returns whether a value that was sent within a part of an item has become one of the item: its
    /// id, or its own reference of the same name. The service lets a part repeat what it belongs to.
    fn repeats_whole(&self, value: &Json) -> bool {
        let (before, name) = self.at.rsplit_once('/').unwrap_or_default();
        let is_in_part = self.relation == Relation::Echo && !before.is_empty();
        let own = || IDS.iter().find_map(|id| self.whole.get(id));
        let is_own_id = || own().is_some_and(|id| !id.is_null() && id.same(value));
        let is_reference = name.to_ascii_lowercase().ends_with("id");
        let is_same = || is_reference && self.whole.get(name).is_some_and(|one| one.same(value));
        is_in_part && (is_own_id() || is_same())
    }

    /// Returns whether the second representation may have the same value. If its schema does not
    /// allow it, the value has another form there, such as an object instead of its id.
    fn may_have(&self, schema: Option<SchemaId>, value: &Json) -> bool {
        let answers = self.comparison.answers;
        let (Some(schema), Some(answers)) = (schema, answers) else {
            return true;
        };
        self.relation == Relation::Unchanged || answers.check(schema, value).is_empty()
    }

    fn members(&mut self, schema: Option<SchemaId>, first: &Members, second: &Members) {
        let is_top = self.at.is_empty();
        let (api, answers) = (self.comparison.api, self.comparison.answers);
        let schema = schema.map(|id| chosen(api, answers, id, second));
        let find = |members: &'_ Members, name: &str| {
            let found = members.iter().position(|(own, _)| **own == *name);
            found.map(|index| members[index].1.clone())
        };
        for (name, value) in first {
            let own = schema.and_then(|id| property(self.comparison.api, id, name));
            let there = find(second, name);
            let moves = is_top
                && self.relation != Relation::Echo
                && self.comparison.moves(name, Some(value), there.as_ref());
            let is_service_s = || {
                is_set_by_service(api, own)
                    || is_alternative(api, schema, first, name)
                    || is_computed(second, name)
                    || there
                        .as_ref()
                        .is_some_and(|there| is_assigned(name, value, there))
                    || (!is_top && is_given_id(api, schema, name))
            };
            // It changes together with what it is computed from.
            let follows = self.relation == Relation::Unchanged
                && is_computed(first, name)
                && is_computed(second, name);
            if moves
                || follows
                || (self.relation == Relation::Echo && is_service_s())
                || is_secret(api, own, name)
            {
                continue;
            }
            self.step(name, |walk| match &there {
                Some(there) => walk.values(own, value, there),
                None => walk.lost(schema, own, value),
            });
        }
        if self.relation != Relation::Unchanged {
            return;
        }
        for (name, value) in second {
            let own = schema.and_then(|id| property(self.comparison.api, id, name));
            let moves = is_top && self.comparison.moves(name, None, Some(value));
            let known = find(first, name).is_some();
            if known || moves || is_nothing(self.comparison.api, own, value) {
                continue;
            }
            self.step(name, |walk| walk.differ(None, Some(value)));
        }
    }

    /// Handles a property that the second representation does not have.
    fn lost(&mut self, schema: Option<SchemaId>, own: Option<SchemaId>, value: &Json) {
        // A representation that does not declare the property need not have it; without a schema,
        // everything that the first had is required.
        let undeclared = match schema {
            Some(_) => own.is_none(),
            None => self.relation == Relation::Echo,
        };
        // As with other values, an empty value that was sent may be left out.
        let is_empty = self.relation == Relation::Echo && value.as_str() == Some("");
        let is_told = undeclared || is_empty || is_nothing(self.comparison.api, own, value);
        if !is_told && self.may_have(own, value) {
            self.differ(Some(value), None);
        }
    }

    fn items(&mut self, schema: Option<SchemaId>, first: &[Json], second: &[Json]) {
        let api = self.comparison.api;
        let array = schema.and_then(|id| match &api.schema(api.resolve(id)).kind {
            Kind::Array(array) => Some(array),
            _ => None,
        });
        // A service may keep equal items once, and add items such as the creator of a resource.
        if self.relation == Relation::Echo && is_subset(first, second) {
            return;
        }
        if first.len() != second.len() {
            let (first, second) = (first.len(), second.len());
            self.step("length", |walk| {
                let (expected, actual) = (first.to_string(), second.to_string());
                walk.report(expected, actual, false, Wanted::Items(first));
            });
            return;
        }
        let items = array.map(|array| array.items);
        if array.is_some_and(|array| array.unique) && same_set(first, second) {
            return;
        }
        for (index, (one, other)) in first.iter().zip(second).enumerate() {
            self.step(&index.to_string(), |walk| walk.values(items, one, other));
        }
    }

    fn step(&mut self, name: &str, inside: impl FnOnce(&mut Self)) {
        let length = self.at.len();
        self.at.push('/');
        self.at.push_str(&escape(name));
        inside(self);
        self.at.truncate(length);
    }

    fn differ(&mut self, first: Option<&Json>, second: Option<&Json>) {
        let wanted = Wanted::Value(first.map(Json::to_value));
        self.report(shown(first), shown(second), second.is_none(), wanted);
    }

    fn report(&mut self, expected: String, actual: String, is_absence: bool, wanted: Wanted) {
        if self.found.len() < TOLD {
            self.found.push(Difference {
                pointer: self.at.clone(),
                expected,
                actual,
                is_absence,
                wanted,
            });
        }
    }
}

fn is_subset(first: &[Json], second: &[Json]) -> bool {
    keys(first).is_subset(&keys(second))
}

fn same_set(first: &[Json], second: &[Json]) -> bool {
    keys(first) == keys(second)
}

fn keys(items: &[Json]) -> BTreeSet<String> {
    items.iter().map(Json::key).collect()
}
