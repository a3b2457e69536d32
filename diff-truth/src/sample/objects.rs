//! Draws objects.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use crate::pattern;

use super::{MANY, MARK, Sampler, in_turn, leads};

impl Sampler<'_> {
    pub(super) fn objects(
        &self,
        schema: &Map<String, Value>,
        depth: u8,
        marked: bool,
    ) -> Vec<Value> {
        let drawn = self.drawn(schema, depth, marked);
        let mut all = drawn.least.clone();
        for choice in &drawn.choices {
            if let Some(first) = choice.values.first() {
                all.entry(choice.name.to_owned())
                    .or_insert_with(|| first.clone());
            }
        }
        let first = vec![Value::Object(drawn.least.clone()), Value::Object(all)];
        if !marked {
            return first;
        }
        let of_property = |choice: &Choice<'_>, most: usize| {
            let values = choice.values.iter().take(most);
            let with = values.map(|value| drawn.with(choice.name, value.clone()));
            with.collect::<Vec<_>>()
        };
        let leading = drawn.choices.iter().filter(|one| one.leading);
        let leading: Vec<_> = leading.map(|one| of_property(one, MANY)).collect();
        let others = drawn.choices.iter().filter(|one| !one.leading);
        let others: Vec<_> = others.map(|one| of_property(one, 2)).collect();
        let (leading, others) = (in_turn(&leading), in_turn(&others));
        let mut values = self.extras(schema, &drawn);
        values.extend(self.by_pattern(schema, depth, &drawn));
        values.extend(counted(schema, &drawn));
        // Parts that lead to the mark come first, unless this schema has the mark.
        let parts = if schema.contains_key(MARK) || leading.is_empty() {
            vec![in_turn(&[values, leading]), others]
        } else {
            vec![leading, values, others]
        };
        let parts = parts.into_iter().flatten();
        first.into_iter().chain(parts).collect()
    }

    /// Returns the values from which objects of a schema are built.
    fn drawn<'s>(&self, schema: &'s Map<String, Value>, depth: u8, marked: bool) -> Drawn<'s> {
        let properties = schema.get("properties").and_then(Value::as_object);
        let required: Vec<&str> = match schema.get("required") {
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        // Deep objects without a mark have only required properties.
        let few = !marked && depth > 8;
        let properties = properties.into_iter().flatten();
        let choices: Vec<Choice<'_>> = properties
            .filter(|(name, _)| !few || required.contains(&name.as_str()))
            .map(|(name, one)| Choice {
                name,
                values: self.of(one, depth + 1),
                leading: leads(one, &self.leading),
            })
            .collect();
        let rest = match schema.get("additionalProperties") {
            Some(rest @ Value::Object(_)) => self.of(rest, depth + 1),
            _ => Vec::new(),
        };
        let mut drawn = Drawn {
            least: Map::new(),
            closed: schema.get("additionalProperties") == Some(&Value::Bool(false)),
            filler: rest.first().cloned().unwrap_or(json!(1)),
            needs: needs(schema),
            required,
            choices,
            rest,
        };
        drawn.fill(count(schema, "minProperties").unwrap_or(0).min(40));
        drawn
    }

    /// Returns objects without a required property, and with properties that have no name.
    fn extras(&self, schema: &Map<String, Value>, drawn: &Drawn<'_>) -> Vec<Value> {
        let mut values = Vec::new();
        for name in &drawn.required {
            let mut without = drawn.least.clone();
            without.remove(*name);
            values.push(Value::Object(without));
        }
        let known = |name: &str| drawn.choices.iter().any(|one| one.name == name);
        for name in self.names.iter().filter(|name| !known(name)) {
            let rest = drawn.rest.iter().take(6);
            values.extend(rest.map(|value| drawn.with(name, value.clone())));
        }
        let rest = drawn.rest.iter().take(MANY / 2);
        values.extend(rest.map(|value| drawn.with("extra", value.clone())));
        if !drawn.closed {
            values.push(drawn.with("extra-long-name", drawn.filler.clone()));
            values.push(drawn.with("x-extra", json!("a")));
            values.push(drawn.with("x-extra", json!(1)));
            values.push(drawn.with("extra", json!(1)));
            values.push(drawn.with("extra", json!("a")));
            values.push(drawn.with("Extra", json!("a")));
        }
        for key in ["dependentRequired", "dependentSchemas"] {
            if let Some(Value::Object(dependents)) = schema.get(key) {
                for name in dependents.keys() {
                    let own = drawn.choices.iter().find(|one| one.name == name);
                    let value = own.and_then(|one| one.values.first().cloned());
                    let value = value.unwrap_or(json!("a"));
                    let mut alone = drawn.least.clone();
                    alone.insert(name.clone(), value.clone());
                    values.push(Value::Object(alone));
                    values.push(drawn.with(name, value));
                }
            }
        }
        values
    }

    /// Returns objects with a property whose name matches a pattern.
    fn by_pattern(&self, schema: &Map<String, Value>, depth: u8, drawn: &Drawn<'_>) -> Vec<Value> {
        let patterns = schema.get("patternProperties").and_then(Value::as_object);
        let mut values = Vec::new();
        for (name, one) in patterns.into_iter().flatten() {
            for key in pattern::matching(name, 0).into_iter().take(2) {
                // The values that such a name could have before the pattern are included.
                let mut own = self.all(one, depth + 1, true);
                own.truncate(MANY / 2);
                values.extend(own.into_iter().map(|value| drawn.with(&key, value)));
            }
        }
        values
    }
}

/// A property and its values.
struct Choice<'s> {
    name: &'s str,
    values: Vec<Value>,
    /// Whether it leads to the mark.
    leading: bool,
}

/// The values from which objects are built.
struct Drawn<'s> {
    /// The smallest object.
    least: Map<String, Value>,
    required: Vec<&'s str>,
    choices: Vec<Choice<'s>>,
    /// The properties that each property requires.
    needs: HashMap<String, Vec<String>>,
    /// Values of properties without a name in the schema.
    rest: Vec<Value>,
    filler: Value,
    closed: bool,
}

impl Drawn<'_> {
    /// Builds the smallest object, with at least `size` properties.
    fn fill(&mut self, size: usize) {
        for name in &self.required {
            let own = self.choices.iter().find(|one| one.name == *name);
            let value = own.and_then(|one| one.values.first());
            let value = value.or_else(|| self.rest.first()).cloned();
            let value = value.unwrap_or(json!("a"));
            self.least.insert((*name).to_owned(), value);
        }
        for choice in &self.choices {
            if self.least.len() < size
                && let Some(value) = choice.values.first()
            {
                let slot = self.least.entry(choice.name.to_owned());
                slot.or_insert_with(|| value.clone());
            }
        }
        for extra in 0..40 {
            if self.least.len() < size && !self.closed {
                self.least
                    .insert(lettered("extra", extra), self.filler.clone());
            }
        }
    }

    fn with(&self, name: &str, value: Value) -> Value {
        let mut object = self.least.clone();
        for needed in self.needs.get(name).into_iter().flatten() {
            let own = self.choices.iter().find(|one| one.name == needed);
            let value = own.and_then(|one| one.values.first().cloned());
            object.insert(needed.clone(), value.unwrap_or(json!("a")));
        }
        object.insert(name.to_owned(), value);
        Value::Object(object)
    }
}

/// Returns the properties that others require (`dependentRequired`, `dependentSchemas`).
fn needs(schema: &Map<String, Value>) -> HashMap<String, Vec<String>> {
    let mut needs: HashMap<String, Vec<String>> = HashMap::new();
    for key in ["dependentRequired", "dependentSchemas"] {
        let all = schema.get(key).and_then(Value::as_object);
        for (name, one) in all.into_iter().flatten() {
            let names = one.as_array().or_else(|| one.get("required")?.as_array());
            let names = names.into_iter().flatten().filter_map(Value::as_str);
            let own = needs.entry(name.clone()).or_default();
            own.extend(names.map(str::to_owned));
        }
    }
    needs
}

/// Returns objects with the maximum number of properties, and with one more.
fn counted(schema: &Map<String, Value>, drawn: &Drawn<'_>) -> Vec<Value> {
    let least = count(schema, "minProperties").unwrap_or(0);
    let most = count(schema, "maxProperties");
    let sizes = most.into_iter().flat_map(|most| [most, most + 1]);
    let objects = sizes.chain([least + 1]).map(|size| {
        let mut many = drawn.least.clone();
        let mut at = 0;
        while many.len() < size.min(40) {
            many.insert(lettered("more", at), drawn.filler.clone());
            at += 1;
        }
        Value::Object(many)
    });
    objects.collect()
}

/// Returns a name with a number in letters, because many patterns allow only letters.
fn lettered(name: &str, mut number: usize) -> String {
    let mut text = name.to_owned();
    loop {
        let digit = u8::try_from(number % 26).unwrap_or_default();
        text.push(char::from(b'a' + digit));
        number /= 26;
        if number == 0 {
            return text;
        }
    }
}

fn count(schema: &Map<String, Value>, name: &str) -> Option<usize> {
    let count = schema.get(name)?.as_u64()?;
    usize::try_from(count).ok()
}
