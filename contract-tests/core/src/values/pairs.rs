//! Generates objects in which every two choices for properties occur together, to reveal faults
//! that only one combination of properties triggers.

use serde_json::Value;
use spec::model::{Kind, Object, SchemaId};

use super::conform::length;
use super::cover::{Factor, all_pairs, build, met, most_first, row};
use super::pattern::Length;
use super::scalar::{integer_range, number_range};
use super::{Maker, Manner, tree};

/// The maximum number of values.
const MOST_VALUES: usize = 200;
/// The maximum number of varied properties.
const MOST_FACTORS: usize = 60;
/// The maximum number of choices for one property.
const MOST_CHOICES: usize = 12;
/// In how many levels of objects properties are varied.
const LEVELS: usize = 2;
/// The maximum depth of objects within objects.
const DEEPEST: usize = 6;

/// A property that is varied.
struct Varied {
    schema: SchemaId,
    /// The value of the property, if it is an object.
    inside: Option<Value>,
    factor: Factor,
}

impl Maker<'_> {
    /// Returns allowed values of an object in which every two choices for properties, in its first
    /// two levels, occur together. Those that cover most new pairs come first. Everything else has
    /// its value from `base`, which is an allowed value.
    #[must_use]
    pub fn pairs(&self, schema: SchemaId, base: Option<&Value>, seed: [u8; 32]) -> Vec<Value> {
        let drawn = || {
            tree(&self.strategy(schema, Manner::Plain), seed)
                .ok()
                .map(|tree| tree.current())
        };
        let Some(base) = base.cloned().or_else(drawn) else {
            return Vec::new();
        };
        let mut factors = Vec::new();
        self.factors(schema, &base, (&[], 0, seed), &mut factors);
        factors.truncate(MOST_FACTORS);
        let mut open = all_pairs(&factors);
        let mut found = Vec::new();
        while let Some(first) = open.iter().min().copied() {
            let row = row(&factors, &open, first);
            let alone = [first.0, first.1];
            for chosen in [row.as_slice(), &alone] {
                let value = build(&base, &factors, chosen);
                if self.schemas.conforms(&value, schema) {
                    met(&mut open, &factors, chosen, &value);
                    if !found.contains(&value) {
                        found.push(value);
                    }
                    break;
                }
            }
            // These two choices cannot occur together.
            open.remove(&first);
            if found.len() >= MOST_VALUES {
                break;
            }
        }
        most_first(&factors, found)
    }

    /// Returns the properties to vary, of an object at some level and of the objects in it.
    fn factors(
        &self,
        id: SchemaId,
        base: &Value,
        (path, level, seed): (&[String], usize, [u8; 32]),
        found: &mut Vec<Factor>,
    ) {
        let varied = self.varied(id, base, (path, seed));
        // An object that contains only one other object is not a level: `data` and `attributes` of
        // JSON:API.
        let is_around = varied.len() == 1 && varied.iter().all(|one| one.inside.is_some());
        let level = if is_around { level } else { level + 1 };
        for one in varied {
            let path = one.factor.path.clone();
            if one.factor.choices.len() > 1 {
                found.push(one.factor);
            }
            if let Some(inside) = one
                .inside
                .filter(|_| level < LEVELS && path.len() < DEEPEST)
            {
                self.factors(one.schema, &inside, (&path, level, seed), found);
            }
        }
    }

    /// Returns the properties of an object that have alternatives, or are objects.
    fn varied(
        &self,
        id: SchemaId,
        base: &Value,
        (path, seed): (&[String], [u8; 32]),
    ) -> Vec<Varied> {
        let (behind, _) = self.schemas.behind(id);
        let Kind::Object(Object { properties, .. }) = &self.schemas.get(behind).kind else {
            return Vec::new();
        };
        let written = properties
            .iter()
            .filter(|one| !self.schemas.read_only(one.schema));
        let all = written.map(|property| {
            let own = path.iter().chain([&property.name]).cloned();
            let here = base.get(&property.name);
            let mut choices = self.choices(property.schema, here, seed);
            let inside = choices.iter().find(|choice| choice.is_object()).cloned();
            choices.truncate(MOST_CHOICES);
            let absent = (!property.required).then_some(None);
            let choices = absent.into_iter().chain(choices.into_iter().map(Some));
            Varied {
                schema: property.schema,
                inside,
                factor: Factor {
                    path: own.collect(),
                    choices: choices.collect(),
                },
            }
        });
        all.filter(|one| one.factor.choices.len() > 1 || one.inside.is_some())
            .collect()
    }

    /// Returns the choices for a property: its current value, each value of an enumeration, and the
    /// ends of a range.
    fn choices(&self, id: SchemaId, here: Option<&Value>, seed: [u8; 32]) -> Vec<Value> {
        let (behind, nullable) = self.schemas.behind(id);
        let draw = |schema, round: u8| {
            let mut seed = seed;
            seed[0] ^= round;
            tree(&self.strategy(schema, Manner::Plain), seed)
                .ok()
                .map(|tree| tree.current())
        };
        let usual = here
            .cloned()
            .or_else(|| (0..8).find_map(|round| draw(id, round).filter(|one| !one.is_null())));
        let mut choices: Vec<Value> = usual.into_iter().collect();
        choices.extend(nullable.then_some(Value::Null));
        match &self.schemas.get(behind).kind {
            Kind::Boolean => choices.extend([false, true].map(Value::Bool)),
            Kind::Enumeration(list) => choices.extend(list.values.iter().cloned()),
            Kind::Union(union) => {
                let members = union.members.iter().zip(0..).take(MOST_CHOICES);
                choices.extend(members.filter_map(|(member, round)| {
                    let mut value = draw(member.schema, round)?;
                    if let (Some(discriminator), Some(object)) =
                        (&union.discriminator, value.as_object_mut())
                        && let Some(chosen) = member.values.first()
                    {
                        object.insert(discriminator.property.clone(), Value::from(chosen.as_str()));
                    }
                    Some(value)
                }));
            }
            Kind::Integer { format, bounds } if !bounds.is_empty() => {
                let range = integer_range(format.as_deref(), bounds);
                choices.extend(
                    range
                        .iter()
                        .flat_map(|range| [range.at(range.least), range.at(range.most)])
                        .flatten(),
                );
            }
            Kind::Number { bounds, .. } if !bounds.is_empty() => {
                let range = number_range(bounds);
                choices.extend(
                    range
                        .iter()
                        .flat_map(|range| [range.at(range.least), range.at(range.most)])
                        .flatten(),
                );
            }
            Kind::String(text) => {
                const LONGEST: usize = 4096;
                let Length { least, most } = length(text);
                let most = most.filter(|most| *most <= LONGEST);
                let exact = |count| self.of_length(text, count);
                choices.extend(
                    [Some(least), most]
                        .into_iter()
                        .flatten()
                        .filter_map(exact)
                        .map(Value::String),
                );
            }
            _ => {}
        }
        let mut kept: Vec<Value> = Vec::new();
        for choice in choices {
            if !kept.contains(&choice) && self.schemas.conforms(&choice, id) {
                kept.push(choice);
            }
        }
        kept
    }
}
