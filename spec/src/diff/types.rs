//! Finds types of SDKs that change although no value does. SDKs have a type for each named schema,
//! even if no operation uses it, and a field for each property, even if it does not travel in that
//! direction. If a type travels both ways, required properties that travel one way are optional in
//! it.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::names::numbered;
use super::place::{Part, Place, Side, Way};
use super::rules::{id, kind};
use super::schema::Pair;
use super::{Comparison, Level, Message};
use crate::model::{Api, Direction, Kind, Property, Schema, SchemaId};

/// The ends of rules that add or remove members of a type, in addition to those that are marked.
const REMEMBERED: &[&str] = &[
    "-property-removed",
    "-became-read-only",
    "-became-write-only",
    "new-required-request-property",
    "new-required-request-property-with-default",
];

/// The maximum number of pairs that are compared for one type.
const MOST_PAIRS: usize = 64;

/// Pairs of schemas that were compared, with aliases resolved.
type Met = HashSet<(SchemaId, SchemaId)>;

impl Comparison<'_> {
    pub(super) fn declared_types(&mut self) {
        let resolved =
            |(old, new): (SchemaId, SchemaId)| (self.old.resolve(old), self.new.resolve(new));
        let met: Met = self
            .seen
            .keys()
            .map(|(old, new, _)| resolved((*old, *new)))
            .collect();
        let named: Vec<_> = self.named_pairs();
        let unmet = named.iter().filter(|pair| !met.contains(&resolved(**pair)));
        let unmet: Vec<_> = unmet.copied().collect();
        // Aliases of one type, of which there may be long chains, change with it.
        let mut aliased = HashMap::new();
        let all: BTreeSet<_> = met.iter().copied().chain(unmet.iter().copied()).collect();
        for (old, new) in unmet {
            let what = if self.are_aliases(old, new) {
                let pair = resolved((old, new));
                let known = aliased.entry(pair);
                known
                    .or_insert_with(|| self.retyped(pair.0, pair.1))
                    .clone()
            } else {
                self.retyped(old, new)
            };
            if let Some(what) = what {
                let text = format!(
                    "no operation used it before, and its type changed: {}",
                    what.text
                );
                self.report_type(old, new, Message { text, ..what });
            }
        }
        for (old, new) in all {
            if let Some(text) = self.turned(old, new) {
                self.report_type(old, new, text);
            }
            if met.contains(&(old, new)) {
                for text in self.untravelled(old, new, &met) {
                    self.report_type(old, new, text);
                }
            }
        }
    }

    /// Returns the schemas with the same name in both descriptions.
    fn named_pairs(&self) -> Vec<(SchemaId, SchemaId)> {
        let [olds, news] = [self.old, self.new].map(|api| {
            let named = api.schemas.iter().enumerate();
            numbered(named.filter_map(|(index, schema)| {
                Some((schema.name.as_deref()?, SchemaId::from_index(index)))
            }))
        });
        let news: HashMap<_, _> = news.into_iter().collect();
        let olds = olds.into_iter();
        olds.filter_map(|(name, old)| Some((old, *news.get(&name)?)))
            .collect()
    }

    /// Returns how a type changed; `None` if it did not. Named schemas inside it have their own
    /// types.
    fn retyped(&self, old: SchemaId, new: SchemaId) -> Option<Message> {
        [Way::Request, Way::Response].into_iter().find_map(|way| {
            let mut inner = self.silent();
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
            let text = format!("{} {}", found.at, found.text).trim().to_owned();
            let mut message = Message::new(text, &[&kind(found.rule), &found.at]);
            message.values.extend_from_slice(&found.values);
            Some(message)
        })
    }

    fn are_aliases(&self, old: SchemaId, new: SchemaId) -> bool {
        let is_alias = |api: &Api, id| matches!(api.schema(id).kind, Kind::Alias(_));
        is_alias(self.old, old) && is_alias(self.new, new)
    }

    fn is_named(&self, pair: &Pair) -> bool {
        self.old.schema(pair.old).name.is_some() && self.new.schema(pair.new).name.is_some()
    }

    /// Returns a message if a property becomes optional or required in a type, because the type now
    /// travels in other directions.
    fn turned(&self, old: SchemaId, new: SchemaId) -> Option<Message> {
        let (old, new) = (self.old.schema(old), self.new.schema(new));
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
            let before = needed(self.old, old.direction, property);
            let after = needed(self.new, new.direction, other);
            // Other changes are reported where the schema is used.
            let same = property.required && other.required && before != after;
            same.then_some(&property.name)
        })?;
        let (before, after) = (ways(old), ways(new));
        let text = format!(
            "was used {before}, and is used {after} now, where `{name}` does not travel the same \
             ways"
        );
        Some(Message::new(text, &[&"turned", name]))
    }

    /// Returns the changes of properties that do not travel in any direction of their object.
    fn untravelled(&self, old: SchemaId, new: SchemaId, met: &Met) -> Vec<Message> {
        let (old, new) = (self.old.schema(old), self.new.schema(new));
        let (Kind::Object(olds), Kind::Object(news)) = (&old.kind, &new.kind) else {
            return Vec::new();
        };
        let idle = olds
            .properties
            .iter()
            .filter(|property| never_travels(self.old, old.direction, property));
        let changed = idle.filter_map(|property| {
            let name = &property.name;
            let Some(other) = news.properties.iter().find(|one| one.name == *name) else {
                let text = format!("`{name}` is gone, which no value had");
                return Some(Message::new(text, &[&"gone", name]));
            };
            let pair = (
                self.old.resolve(property.schema),
                self.new.resolve(other.schema),
            );
            if met.contains(&pair) {
                return None;
            }
            let mut what = self.retyped(property.schema, other.schema)?;
            what.text = format!("`{name}`, which no value had: {}", what.text);
            what.values.insert(0, name.clone());
            Some(what)
        });
        changed.collect()
    }

    fn report_type(&mut self, old: SchemaId, new: SchemaId, text: Message) {
        let (old, new) = (self.old.schema(old), self.new.schema(new));
        let name = old.name.as_deref();
        let place = name.map_or("schema".to_owned(), |name| format!("schema {name}"));
        let spans = (Some(old.span), Some(new.span));
        let rule = id!("api-schema-type-changed");
        self.report(rule, Level::Info, &Place::api(&place), text, spans);
    }
}

const fn ways(schema: &Schema) -> &'static str {
    match schema.direction {
        Direction {
            request: true,
            response: true,
        } => "in requests and responses",
        Direction { request: true, .. } => "in requests only",
        Direction { response: true, .. } => "in responses only",
        Direction { .. } => "nowhere",
    }
}

/// Returns whether a property is read-only, and whether it is write-only.
fn marks(api: &Api, property: &Property) -> (bool, bool) {
    let schemas = [property.schema, api.resolve(property.schema)].map(|id| api.schema(id));
    let read_only = schemas.iter().any(|schema| schema.read_only);
    let write_only = schemas.iter().any(|schema| schema.write_only);
    (read_only, write_only)
}

/// Returns whether a property is required in every direction in which its object travels.
pub(super) fn needed(api: &Api, direction: Direction, property: &Property) -> bool {
    let (read_only, write_only) = marks(api, property);
    property.required && !(read_only && direction.request) && !(write_only && direction.response)
}

/// Returns whether a property travels in none of the directions of its object.
fn never_travels(api: &Api, direction: Direction, property: &Property) -> bool {
    let (read_only, write_only) = marks(api, property);
    let sent = direction.request && !read_only;
    let received = direction.response && !write_only;
    !sent && !received
}
