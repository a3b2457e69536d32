//! Types of an SDK that change although no value does: an SDK has a type for each named schema, whether
//! an operation uses it or not, and a required property that travels one way only may be left out of
//! a type that travels both ways.

use std::collections::{HashMap, HashSet};

use super::place::{Part, Place, Side, Way};
use super::rules::id;
use super::schema::Pair;
use super::{Comparison, Level};
use crate::model::{Api, Direction, Kind, Property, Schema, SchemaId};

/// Changes of a value that give its type other members, beside those that are marked.
const REMEMBERED: &[&str] = &[
    "-property-removed",
    "-became-read-only",
    "-became-write-only",
    "new-required-request-property",
    "new-required-request-property-with-default",
];

/// How many pairs of schemas are compared to find out whether a type changed.
const MOST_PAIRS: usize = 64;

impl Comparison<'_> {
    pub(super) fn declared_types(&mut self) {
        let resolved = |(old, new, _): &(SchemaId, SchemaId, Side)| {
            (self.old.resolve(*old), self.new.resolve(*new))
        };
        let met: HashSet<_> = self.seen.iter().map(resolved).collect();
        let named = self.named_pairs();
        let unmet = named.iter().filter(|(old, new)| {
            let pair = (self.old.resolve(*old), self.new.resolve(*new));
            !met.contains(&pair)
        });
        let unmet: Vec<_> = unmet.copied().collect();
        for (old, new) in unmet {
            if let Some(what) = self.retyped(old, new) {
                let text = format!("no operation used it before, and its type changed: {what}");
                self.report_type(old, new, text);
            }
        }
        let all: HashSet<_> = named.into_iter().chain(met).collect();
        let mut all: Vec<_> = all.into_iter().collect();
        all.sort_unstable();
        for (old, new) in all {
            if let Some(text) = turned((self.old, old), (self.new, new)) {
                self.report_type(old, new, text);
            }
        }
    }

    /// The schemas with the same name in both descriptions.
    fn named_pairs(&self) -> Vec<(SchemaId, SchemaId)> {
        let list = |api: &Api| {
            let named = api.schemas.iter().enumerate();
            let named = named.filter_map(|(index, schema)| {
                Some((schema.name.clone()?, SchemaId::from_index(index)))
            });
            named.collect::<Vec<_>>()
        };
        let news: HashMap<_, _> = list(self.new).into_iter().collect();
        let olds = list(self.old).into_iter();
        olds.filter_map(|(name, old)| Some((old, *news.get(&name)?)))
            .collect()
    }

    /// What changed in a type. What it refers to by name is another type.
    fn retyped(&self, old: SchemaId, new: SchemaId) -> Option<String> {
        [Way::Request, Way::Response].into_iter().find_map(|way| {
            let mut inner = Comparison::new(self.old, self.new, self.policy);
            let side = Side {
                way,
                part: Part::Body,
            };
            inner.enqueue(old, new, side, &Place::api("").sent(way));
            let mut pairs = 0;
            while let Some(pair) = inner.queue.pop_front() {
                pairs += 1;
                if pairs > MOST_PAIRS {
                    break;
                }
                if pairs == 1 || !self.is_named(&pair) {
                    inner.pair(&pair);
                } else {
                    inner.named_use(&pair);
                }
            }
            let found = inner.changes.iter().find(|change| {
                let mut ends = REMEMBERED.iter();
                change.retypes || ends.any(|end| change.rule.ends_with(end))
            })?;
            Some(format!("{} {}", found.at, found.text).trim().to_owned())
        })
    }

    fn is_named(&self, pair: &Pair) -> bool {
        self.old.schema(pair.old).name.is_some() && self.new.schema(pair.new).name.is_some()
    }

    fn report_type(&mut self, old: SchemaId, new: SchemaId, text: String) {
        let (old, new) = (self.old.schema(old), self.new.schema(new));
        let name = old.name.as_deref();
        let place = name.map_or("schema".to_owned(), |name| format!("schema {name}"));
        let spans = (Some(old.span), Some(new.span));
        let rule = id!("api-schema-type-changed");
        self.report(rule, Level::Info, &Place::api(&place), text, spans);
    }
}

/// Whether a property that travels one way only may be left out now, or may not any more, because the
/// schema travels in other directions than before.
fn turned((old_api, old): (&Api, SchemaId), (new_api, new): (&Api, SchemaId)) -> Option<String> {
    let (old, new) = (old_api.schema(old), new_api.schema(new));
    let (Kind::Object(olds), Kind::Object(news)) = (&old.kind, &new.kind) else {
        return None;
    };
    if old.direction == new.direction {
        return None;
    }
    let name = olds.properties.iter().find_map(|property| {
        let other = news
            .properties
            .iter()
            .find(|one| one.name == property.name)?;
        let before = needed(old_api, old.direction, property);
        let after = needed(new_api, new.direction, other);
        // What else changed is reported where the schema is used.
        let same = property.required && other.required && before != after;
        same.then_some(&property.name)
    })?;
    let ways = |schema: &Schema| match schema.direction {
        Direction {
            request: true,
            response: true,
        } => "in requests and responses",
        Direction { request: true, .. } => "in requests only",
        Direction { response: true, .. } => "in responses only",
        Direction { .. } => "nowhere",
    };
    let (before, after) = (ways(old), ways(new));
    Some(format!(
        "was used {before}, and is used {after} now, where `{name}` does not travel the same ways"
    ))
}

/// Whether a property must be there wherever its object is.
fn needed(api: &Api, direction: Direction, property: &Property) -> bool {
    let schemas = [property.schema, api.resolve(property.schema)].map(|id| api.schema(id));
    let read_only = schemas.iter().any(|schema| schema.read_only);
    let write_only = schemas.iter().any(|schema| schema.write_only);
    property.required && !(read_only && direction.request) && !(write_only && direction.response)
}
