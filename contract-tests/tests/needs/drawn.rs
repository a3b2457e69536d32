//! Drawn responses, and what a client needs of them.

use std::collections::{BTreeMap, BTreeSet};

use messages::consumer::Without;
use serde_json::{Map, Value, json};

/// The paths of the two operations.
pub const PATHS: [&str; 2] = ["/first", "/second"];

/// A source of numbers that depend on a seed alone (`SplitMix64`).
pub struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % most as u64).expect("it is small")
    }
}

/// How strict a client is about a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// It must be there, and may be `null`.
    Present,
    /// It must be there, and not be `null`.
    Value,
    /// It must be there if what encloses it is there.
    Inside,
    /// It may be missing, and not be `null`.
    NotNull,
}

/// A property that a client is strict about.
#[derive(Debug, Clone)]
pub struct Strict {
    kind: Kind,
    at: At,
}

/// A path and a pointer.
pub type At = (&'static str, String);

impl Strict {
    /// Returns it as an argument of a client.
    pub fn argument(&self) -> String {
        let kind = match self.kind {
            Kind::Present => "present",
            Kind::Value => "value",
            Kind::Inside => "inside",
            Kind::NotNull => "not-null",
        };
        format!("{kind}:{}:{}", self.at.0, self.at.1)
    }

    /// Returns whether a client fails if a property is taken away.
    fn fails(&self, way: Without, taken: &At) -> bool {
        let around = is_in(&self.at, taken);
        match (self.kind, way) {
            (Kind::Inside, Without::Null) => false,
            (Kind::NotNull, Without::Null) | (Kind::Inside, _) => *taken == self.at,
            (Kind::NotNull, _) => false,
            (Kind::Present, Without::Null) => around,
            _ => around || *taken == self.at,
        }
    }
}

/// Returns whether a property is inside of another.
fn is_in(inner: &At, outer: &At) -> bool {
    let rest = inner.1.strip_prefix(&outer.1);
    inner.0 == outer.0 && rest.is_some_and(|rest| rest.starts_with('/'))
}

/// Responses with a number of properties.
pub struct Drawn {
    /// The schema and the body of each path.
    bodies: Vec<(&'static str, Value, Value)>,
    properties: Vec<At>,
}

impl Drawn {
    pub fn new(numbers: &mut Numbers, count: usize) -> Self {
        let mut drawn = Self {
            bodies: Vec::new(),
            properties: Vec::new(),
        };
        for (path, count) in PATHS.into_iter().zip([count / 2, count - count / 2]) {
            let (schema, body) = drawn.object(numbers, &(path, String::new()), count);
            drawn.bodies.push((path, schema, body));
        }
        drawn
    }

    /// Draws an object with a number of properties, those inside of them included.
    fn object(&mut self, numbers: &mut Numbers, own: &At, count: usize) -> (Value, Value) {
        let (mut schemas, mut values) = (Map::new(), Map::new());
        let mut left = count;
        while left > 0 {
            // The same names occur at several places.
            let name = format!("p{}", schemas.len());
            let at = (own.0, format!("{}/{name}", own.1));
            self.properties.push(at.clone());
            left -= 1;
            let depth = at.1.matches('/').count();
            let (schema, value) = match numbers.below(6) {
                0 if left > 1 && depth < 7 => {
                    let inner = 1 + numbers.below(left.min(12));
                    left -= inner;
                    self.object(numbers, &at, inner)
                }
                1 if left > 1 && depth < 7 => {
                    let inner = 1 + numbers.below(left.min(12));
                    left -= inner;
                    let at = (at.0, format!("{}/*", at.1));
                    let (item, value) = self.object(numbers, &at, inner);
                    let schema = json!({ "type": "array", "items": item });
                    (schema, json!([value, value]))
                }
                2 => (json!({ "type": "integer" }), json!(numbers.below(1000))),
                3 => (json!({ "type": "boolean" }), json!(true)),
                _ => (json!({ "type": "string" }), json!(format!("v{left}"))),
            };
            schemas.insert(name.clone(), schema);
            values.insert(name, value);
        }
        let schema = json!({ "type": "object", "properties": schemas });
        (schema, Value::Object(values))
    }

    /// Draws properties that matter for one way to take them away, and one that matters less.
    pub fn strict(&self, numbers: &mut Numbers, way: Without, count: usize) -> Vec<Strict> {
        let (kinds, other) = match way {
            Without::Null => (vec![Kind::NotNull, Kind::Value], Kind::Present),
            Without::Remove | Without::Rename => (
                vec![Kind::Present, Kind::Value, Kind::Inside],
                Kind::NotNull,
            ),
        };
        let mut strict: Vec<Strict> = Vec::new();
        while strict.len() < count {
            let at = self.properties[numbers.below(self.properties.len())].clone();
            let kind = kinds[numbers.below(kinds.len())];
            let apart = |one: &Strict| one.at != at && !is_in(&one.at, &at) && !is_in(&at, &one.at);
            if strict.iter().all(apart) {
                strict.push(Strict { kind, at });
            }
        }
        let at = self.properties[numbers.below(self.properties.len())].clone();
        strict.push(Strict { kind: other, at });
        strict
    }

    /// Returns what a client needs: the properties without each of which it fails, except those
    /// that enclose others.
    pub fn needed(&self, way: Without, strict: &[Strict]) -> BTreeSet<At> {
        let fails = |taken: &&At| strict.iter().any(|one| one.fails(way, taken));
        let needed: Vec<&At> = self.properties.iter().filter(fails).collect();
        let inner = |one: &&&At| !needed.iter().any(|other| is_in(other, one));
        needed
            .iter()
            .filter(inner)
            .map(|at| (*at).clone())
            .collect()
    }

    /// Returns how deep the properties are inside of each other.
    pub fn levels(&self) -> usize {
        let around = |own: &At| {
            self.properties
                .iter()
                .filter(|other| is_in(own, other))
                .count()
        };
        self.properties.iter().map(around).max().unwrap_or(0) + 1
    }

    /// Returns the bodies of the responses.
    pub fn bodies(&self) -> BTreeMap<String, String> {
        let bodies = self.bodies.iter();
        bodies
            .map(|(path, _, body)| ((*path).to_owned(), body.to_string()))
            .collect()
    }

    /// Returns the description of the two operations.
    pub fn description(&self) -> String {
        let paths: Map<String, Value> = self
            .bodies
            .iter()
            .map(|(path, schema, _)| {
                let content = json!({ "application/json": { "schema": schema } });
                let response = json!({ "description": "A response.", "content": content });
                let get = json!({ "operationId": path[1..], "responses": { "200": response } });
                ((*path).to_owned(), json!({ "get": get }))
            })
            .collect();
        json!({
            "openapi": "3.1.0",
            "info": { "title": "Items", "version": "1" },
            "servers": [{ "url": "http://127.0.0.1" }],
            "paths": paths,
        })
        .to_string()
    }
}
