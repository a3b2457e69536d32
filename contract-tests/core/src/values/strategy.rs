//! Strategies for the values of a schema.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use jiff::Timestamp;
use proptest::strategy::Strategy;
use proptest::test_runner::{Reason, RngAlgorithm, TestRng, TestRunner};
use serde_json::Value;
use spec::Api;
use spec::model::{Additional, Kind, SchemaId, Text};

use super::conform::Schemas;
use super::dice::Dice;
use super::make::{Factory, Pool};
use super::pattern::{Length, Taste};
use super::scalar::text as free_text;
use super::{Known, Manner, Shrink, formats, seed, simpler};

/// Generates values for the schemas of one description. It asks once for the known values of a
/// schema, so a maker is used for one purpose, while little changes.
pub struct Maker<'a> {
    pub(super) known: &'a dyn Known,
    pub(super) now: Timestamp,
    pub(super) schemas: Arc<Schemas>,
    pools: Mutex<HashMap<Wanted, Arc<Pool>>>,
}

/// A schema, and the name of the parameter that has it.
type Wanted = (Option<String>, SchemaId);

impl fmt::Debug for Maker<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Maker")
            .field("now", &self.now)
            .finish_non_exhaustive()
    }
}

impl<'a> Maker<'a> {
    /// Returns a maker, whose dates lie near `now`.
    #[must_use]
    pub fn new(api: &Api, known: &'a dyn Known, now: Timestamp) -> Self {
        Self::sharing(Arc::new(Schemas::new(api)), known, now)
    }

    /// Returns a maker that shares its schemas.
    #[must_use]
    pub fn sharing(schemas: Arc<Schemas>, known: &'a dyn Known, now: Timestamp) -> Self {
        Self {
            known,
            now,
            schemas,
            pools: Mutex::default(),
        }
    }

    /// Returns a strategy for values of a schema in requests.
    #[must_use]
    pub fn strategy(&self, schema: SchemaId, manner: Manner) -> ValueStrategy {
        self.strategy_of((None, schema), manner)
    }

    /// Returns a strategy for a parameter, whose values may be known by its name.
    #[must_use]
    pub fn parameter(&self, name: &str, schema: SchemaId, manner: Manner) -> ValueStrategy {
        self.strategy_of((Some(name.to_owned()), schema), manner)
    }

    fn strategy_of(&self, wanted: Wanted, manner: Manner) -> ValueStrategy {
        ValueStrategy {
            schemas: Arc::clone(&self.schemas),
            pool: self.pool(&wanted),
            now: self.now,
            schema: wanted.1,
            manner,
            name: wanted.0,
        }
    }

    fn pool(&self, wanted: &Wanted) -> Arc<Pool> {
        let mut pools = self.pools.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pool) = pools.get(wanted) {
            return Arc::clone(pool);
        }
        let mut pool = self.known_within(wanted.1);
        if let (Some(name), schema) = wanted {
            self.add_known(name, *schema, &mut pool);
        }
        let pool = Arc::new(pool);
        pools.insert(wanted.clone(), Arc::clone(&pool));
        pool
    }

    fn add_known(&self, name: &str, schema: SchemaId, pool: &mut Pool) {
        let mut values = self.known.values(self.schemas.name(schema), name);
        values.retain(|value| self.schemas.conforms(value, schema));
        if !values.is_empty() {
            pool.insert((name.to_owned(), schema), values);
        }
    }

    /// Returns the known values for the properties of a schema.
    fn known_within(&self, schema: SchemaId) -> Pool {
        let mut pool = Pool::new();
        let mut seen = HashSet::from([schema]);
        let mut open = vec![schema];
        while let Some(id) = open.pop() {
            let mut next = Vec::new();
            match &self.schemas.get(id).kind {
                Kind::Alias(target) => next.push(*target),
                Kind::Array(array) => {
                    next.push(array.items);
                    next.extend(&array.prefix);
                }
                Kind::Object(object) => {
                    for property in &object.properties {
                        self.add_known(&property.name, property.schema, &mut pool);
                        next.push(property.schema);
                    }
                    if let Additional::Schema(additional) = object.additional {
                        next.push(additional);
                    }
                }
                Kind::Union(union) => next.extend(union.members.iter().map(|member| member.schema)),
                _ => {}
            }
            open.extend(next.into_iter().filter(|id| seen.insert(*id)));
        }
        pool
    }

    /// Returns a string with this many characters that violates nothing but the length.
    pub(super) fn of_length(&self, text: &Text, count: usize) -> Option<String> {
        /// The longest string that is generated.
        const LONGEST: usize = 70_000;
        if count > LONGEST {
            return None;
        }
        let length = Length {
            least: count,
            most: Some(count),
        };
        let mut rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed(&["length"], count as u64));
        let mut dice = Dice(&mut rng);
        let format = text.format.as_deref().unwrap_or_default();
        if text.pattern.is_some() {
            let pattern = self.schemas.pattern(text)?;
            let drawn = pattern.draw(&mut dice, length, Taste::Plain)?;
            return formats::holds(format, &drawn).then_some(drawn);
        }
        let drawn = formats::draw(format, length, self.now, &mut dice, false);
        drawn.or_else(|| {
            let free = free_text(length, Manner::Plain, &mut dice);
            formats::holds(format, &free).then_some(free)
        })
    }
}

/// A strategy for the values of one schema.
#[derive(Debug, Clone)]
pub struct ValueStrategy {
    schemas: Arc<Schemas>,
    pool: Arc<Pool>,
    now: Timestamp,
    schema: SchemaId,
    manner: Manner,
    name: Option<String>,
}

impl ValueStrategy {
    fn draw(&self, runner: &mut TestRunner) -> Option<Value> {
        /// The maximum number of values within one.
        const BUDGET: usize = 400;
        const TRIES: usize = 20;
        (0..TRIES).find_map(|round| {
            let mut factory = Factory {
                schemas: &self.schemas,
                pool: &self.pool,
                now: self.now,
                // If a value of this kind is too hard to find, a plain one is drawn.
                manner: if round < TRIES / 2 {
                    self.manner
                } else {
                    Manner::Plain
                },
                dice: Dice(runner.rng()),
                // With only the required properties, most conditions hold.
                budget: if round % 4 == 3 { 0 } else { BUDGET },
            };
            let value = match &self.name {
                Some(name) => factory.member(name, self.schema, 0),
                None => factory.value(self.schema, 0),
            };
            value.filter(|value| self.schemas.conforms(value, self.schema))
        })
    }
}

impl Strategy for ValueStrategy {
    type Tree = Shrink<Value>;
    type Value = Value;

    fn new_tree(&self, runner: &mut TestRunner) -> Result<Self::Tree, Reason> {
        let drawn = self.draw(runner);
        let value = drawn.ok_or_else(|| Reason::from("no value was found for the schema"))?;
        let (schemas, pool, schema) = (
            Arc::clone(&self.schemas),
            Arc::clone(&self.pool),
            self.schema,
        );
        let known: HashSet<String> = pool.values().flatten().map(Value::to_string).collect();
        Ok(Shrink::new(value, move |value: &Value| {
            let mut found = simpler::simpler(value, &known);
            found.retain(|value| schemas.conforms(value, schema));
            found
        }))
    }
}
