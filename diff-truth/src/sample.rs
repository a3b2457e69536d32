//! Sample values of a schema, at the edges of its constraints.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use crate::pattern;
use crate::slice::{SITE, references};

/// The extension that marks the schema that changed.
pub const MARK: &str = "x-changed-here";

/// How many values there are of a schema on the way to what changed, and of any other.
const MANY: usize = 72;
const FEW: usize = 3;
const DEEPEST: u8 = 28;
/// The same away from what changed.
const DEEP: u8 = 22;

/// Draws samples from a document, most of them where the mark is.
pub struct Sampler<'d> {
    document: &'d Value,
    /// What leads to the mark, by pointer.
    leading: HashSet<String>,
    /// Names that properties have on the other side, where they changed.
    names: Vec<String>,
}

impl<'d> Sampler<'d> {
    pub fn new(document: &'d Value, other: &Value) -> Self {
        let mut all = Vec::new();
        references(document, &mut all);
        let mut leading = HashSet::new();
        loop {
            let before = leading.len();
            for pointer in &all {
                if !leading.contains(pointer)
                    && let Some(target) = document.pointer(pointer)
                    && leads(target, &leading)
                {
                    leading.insert(pointer.clone());
                }
            }
            if leading.len() == before {
                break;
            }
        }
        let mut names = Vec::new();
        marked_names(other, &mut names);
        Self {
            document,
            leading,
            names,
        }
    }

    /// Values of the document's own schema; some of them may not be valid.
    pub fn values(&self) -> Vec<Value> {
        self.of(&json!({"$ref": self.document["$ref"]}), 0)
    }

    fn of(&self, schema: &Value, depth: u8) -> Vec<Value> {
        let marked = leads(schema, &self.leading);
        let mut values = self.all(schema, depth, marked);
        let mut seen = HashSet::new();
        values.retain(|value| seen.insert(value.to_string()));
        values.truncate(if marked { MANY } else { FEW });
        values
    }

    fn all(&self, schema: &Value, depth: u8, marked: bool) -> Vec<Value> {
        let Some(schema) = schema.as_object() else {
            return anything();
        };
        if depth > if marked { DEEPEST } else { DEEP } {
            return vec![Value::Null, json!({}), json!([]), json!("a"), json!(1)];
        }
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            let mut rest = schema.clone();
            rest.remove("$ref");
            let mut pointers = Vec::new();
            references(&json!({"$ref": reference}), &mut pointers);
            let target = pointers.first().and_then(|at| self.document.pointer(at));
            let target = target.cloned().unwrap_or(json!({}));
            rest.retain(|name, _| {
                !matches!(name.as_str(), "components" | "paths" | "webhooks" | SITE)
            });
            return if rest
                .keys()
                .all(|name| name.starts_with("x-") || name == "description")
            {
                self.of(&target, depth + 1)
            } else {
                self.of(&merged(&Value::Object(rest), &target), depth + 1)
            };
        }
        let mut own = schema.clone();
        if let Some(Value::Array(parts)) = own.remove("allOf") {
            let whole = parts.iter().fold(Value::Object(own), |whole, part| {
                merged(&whole, &self.behind(part))
            });
            return self.of(&whole, depth + 1);
        }
        for name in ["anyOf", "oneOf"] {
            if let Some(Value::Array(members)) = own.remove(name) {
                let own = Value::Object(own);
                let each = members.iter().map(|member| {
                    let member = self.behind(member);
                    self.of(&merged(&own, &member), depth + 1)
                });
                return in_turn(&each.collect::<Vec<_>>());
            }
        }
        let mut values = Vec::new();
        if let Some(condition) = own.remove("if") {
            for branch in [own.remove("then"), own.remove("else")]
                .into_iter()
                .flatten()
            {
                let both = merged(&condition, &branch);
                values.extend(self.of(&merged(&Value::Object(own.clone()), &both), depth + 1));
            }
            values.extend(self.of(&merged(&Value::Object(own.clone()), &condition), depth + 1));
        }
        if let Some(excluded) = own.remove("not") {
            values.extend(self.of(&excluded, depth + 1));
            values.extend(self.of(&merged(&Value::Object(own.clone()), &excluded), depth + 1));
        }
        values.extend(self.plain(&own, depth, marked));
        values
    }

    /// The schema behind references, so that it can be merged.
    fn behind(&self, schema: &Value) -> Value {
        let mut at = schema.clone();
        for _ in 0..8 {
            let Some(reference) = at.get("$ref").cloned() else {
                break;
            };
            let mut pointers = Vec::new();
            references(&json!({"$ref": reference}), &mut pointers);
            let target = pointers.first().and_then(|at| self.document.pointer(at));
            let target = target.cloned().unwrap_or(json!({}));
            if let Some(members) = at.as_object_mut() {
                members.remove("$ref");
            }
            at = merged(&at, &target);
        }
        at
    }

    fn plain(&self, schema: &Map<String, Value>, depth: u8, marked: bool) -> Vec<Value> {
        let mut values = Vec::new();
        if let Some(value) = schema.get("const") {
            values.push(value.clone());
        }
        if let Some(Value::Array(listed)) = schema.get("enum") {
            values.extend(listed.iter().cloned());
        }
        if !values.is_empty() {
            return values;
        }
        for name in ["default", "example"] {
            values.extend(schema.get(name).cloned());
        }
        let types: Vec<&str> = match schema.get("type") {
            Some(Value::String(one)) => vec![one],
            Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).collect(),
            _ => implied(schema),
        };
        let each = types.iter().map(|name| match *name {
            "null" => vec![Value::Null],
            "boolean" => vec![json!(true), json!(false)],
            "integer" => numbers(schema, true),
            "number" => numbers(schema, false),
            "string" => texts(schema, marked),
            "array" => self.arrays(schema, depth, marked),
            _ => self.objects(schema, depth, marked),
        });
        values.extend(in_turn(&each.collect::<Vec<_>>()));
        values
    }

    fn arrays(&self, schema: &Map<String, Value>, depth: u8, marked: bool) -> Vec<Value> {
        let items = schema.get("items").cloned().unwrap_or(json!({}));
        let mut items = self.of(&items, depth + 1);
        if let Some(contained) = schema.get("contains") {
            let mut contained = self.of(contained, depth + 1);
            contained.extend(items);
            items = contained;
        }
        let prefix: Vec<Vec<Value>> = match schema.get("prefixItems") {
            Some(Value::Array(schemas)) => {
                schemas.iter().map(|one| self.of(one, depth + 1)).collect()
            }
            _ => Vec::new(),
        };
        let count = |name: &str| schema.get(name).and_then(Value::as_u64);
        let least = count("minItems").unwrap_or(0);
        let most = count("maxItems").unwrap_or(least + 3).min(least + 60);
        let unique = schema.get("uniqueItems") == Some(&Value::Bool(true));
        let mut values = Vec::new();
        for size in [least.max(1), least, most, most + 1, least + 1, 2, 3] {
            if size > 60 || !marked && size > least.max(1) {
                continue;
            }
            let size = usize::try_from(size).unwrap_or_default();
            let mut array: Vec<Value> = prefix
                .iter()
                .filter_map(|one| one.first().cloned())
                .take(size)
                .collect();
            let mut at = 0;
            while array.len() < size && !items.is_empty() {
                let item = if unique {
                    distinct(&items, at)
                } else {
                    items[0].clone()
                };
                array.push(item);
                at += 1;
            }
            values.push(Value::Array(array));
        }
        if marked {
            let head = |size: usize| -> Vec<Value> {
                let first = prefix.iter().filter_map(|one| one.first().cloned());
                first.take(size).collect()
            };
            let padding = usize::try_from(least).unwrap_or_default().min(60);
            for item in &items {
                let mut array = head(prefix.len());
                array.push(item.clone());
                let mut at = 0;
                while array.len() < padding {
                    array.push(distinct(&items, at));
                    at += 1;
                }
                values.push(Value::Array(array));
            }
            for (at, choices) in prefix.iter().enumerate() {
                for choice in choices {
                    let mut array = head(prefix.len());
                    if at < array.len() {
                        array[at] = choice.clone();
                    }
                    values.push(Value::Array(array));
                }
            }
            let mut twice = head(prefix.len());
            twice.extend(items.first().cloned());
            twice.extend(items.first().cloned());
            values.push(Value::Array(twice));
            let mut mixed = head(prefix.len());
            mixed.extend(items.iter().take(2).cloned());
            values.push(Value::Array(mixed));
            values.push(Value::Array(Vec::new()));
        }
        values
    }

    fn objects(&self, schema: &Map<String, Value>, depth: u8, marked: bool) -> Vec<Value> {
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
        // What leads to the change comes first, unless this is what changed.
        let parts = if schema.contains_key(MARK) || leading.is_empty() {
            vec![in_turn(&[values, leading]), others]
        } else {
            vec![leading, values, others]
        };
        let parts = parts.into_iter().flatten();
        first.into_iter().chain(parts).collect()
    }

    /// What objects of a schema are built from.
    fn drawn<'s>(&self, schema: &'s Map<String, Value>, depth: u8, marked: bool) -> Drawn<'s> {
        let properties = schema.get("properties").and_then(Value::as_object);
        let required: Vec<&str> = match schema.get("required") {
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        // Deep down and aside, only what must be there.
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
            required,
            choices,
            rest,
        };
        drawn.fill(count(schema, "minProperties").unwrap_or(0).min(40));
        drawn
    }

    /// Objects without what they need, and with properties that are not named.
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
        }
        for key in ["dependentRequired", "dependentSchemas"] {
            if let Some(Value::Object(dependents)) = schema.get(key) {
                for name in dependents.keys() {
                    let own = drawn.choices.iter().find(|one| one.name == name);
                    let value = own.and_then(|one| one.values.first().cloned());
                    values.push(drawn.with(name, value.unwrap_or(json!("a"))));
                }
            }
        }
        values
    }

    /// Objects with a property whose name matches a pattern.
    fn by_pattern(&self, schema: &Map<String, Value>, depth: u8, drawn: &Drawn<'_>) -> Vec<Value> {
        let patterns = schema.get("patternProperties").and_then(Value::as_object);
        let mut values = Vec::new();
        for (name, one) in patterns.into_iter().flatten() {
            for key in pattern::matching(name, 0).into_iter().take(2) {
                let own = self.of(one, depth + 1).into_iter().take(6);
                values.extend(own.map(|value| drawn.with(&key, value)));
            }
        }
        values
    }
}

/// The values of one property.
struct Choice<'s> {
    name: &'s str,
    values: Vec<Value>,
    /// Whether it leads to what changed.
    leading: bool,
}

/// What objects of a schema are built from.
struct Drawn<'s> {
    /// The object with no more than it must have.
    least: Map<String, Value>,
    required: Vec<&'s str>,
    choices: Vec<Choice<'s>>,
    /// Values of properties that are not named.
    rest: Vec<Value>,
    filler: Value,
    closed: bool,
}

impl Drawn<'_> {
    /// Builds the least object, of at least so many properties.
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
                    .insert(format!("extra{extra}"), self.filler.clone());
            }
        }
    }

    fn with(&self, name: &str, value: Value) -> Value {
        let mut object = self.least.clone();
        object.insert(name.to_owned(), value);
        Value::Object(object)
    }
}

/// Objects with as many properties as there may be, and one more.
fn counted(schema: &Map<String, Value>, drawn: &Drawn<'_>) -> Vec<Value> {
    let least = count(schema, "minProperties").unwrap_or(0);
    let most = count(schema, "maxProperties");
    let sizes = most.into_iter().flat_map(|most| [most, most + 1]);
    let objects = sizes.chain([least + 1]).map(|size| {
        let mut many = drawn.least.clone();
        let mut at = 0;
        while many.len() < size.min(40) {
            many.insert(format!("more{at}"), drawn.filler.clone());
            at += 1;
        }
        Value::Object(many)
    });
    objects.collect()
}

fn count(schema: &Map<String, Value>, name: &str) -> Option<usize> {
    let count = schema.get(name)?.as_u64()?;
    usize::try_from(count).ok()
}

fn distinct(items: &[Value], at: usize) -> Value {
    match items.get(at) {
        Some(item) => item.clone(),
        None if items.iter().any(Value::is_number) => json!(at + 1000),
        None => json!(format!("item {at}")),
    }
}

/// Takes from each of several parts in turn, so that a cut leaves some of each.
fn in_turn(parts: &[Vec<Value>]) -> Vec<Value> {
    let longest = parts.iter().map(Vec::len).max().unwrap_or(0);
    let at = |index: usize| {
        parts
            .iter()
            .filter_map(move |part| part.get(index).cloned())
    };
    (0..longest).flat_map(at).collect()
}

/// The names of properties of marked schemas.
fn marked_names(value: &Value, names: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            if let (true, Some(Value::Object(properties))) =
                (members.contains_key(MARK), members.get("properties"))
            {
                names.extend(properties.keys().cloned());
            }
            members
                .values()
                .for_each(|member| marked_names(member, names));
        }
        Value::Array(items) => items.iter().for_each(|item| marked_names(item, names)),
        _ => {}
    }
}

fn leads(schema: &Value, leading: &HashSet<String>) -> bool {
    match schema {
        Value::Object(members) => {
            members.contains_key(MARK)
                || members.get("$ref").is_some_and(|reference| {
                    let mut pointers = Vec::new();
                    references(&json!({"$ref": reference}), &mut pointers);
                    pointers.iter().any(|pointer| leading.contains(pointer))
                })
                || members.values().any(|member| leads(member, leading))
        }
        Value::Array(items) => items.iter().any(|item| leads(item, leading)),
        _ => false,
    }
}

fn anything() -> Vec<Value> {
    vec![
        json!("a"),
        json!(1),
        json!(1.5),
        json!(true),
        Value::Null,
        json!([]),
        json!({}),
        json!("a longer text"),
        json!(-100),
        json!([1]),
        json!({"a": 1}),
    ]
}

fn implied(schema: &Map<String, Value>) -> Vec<&'static str> {
    let has = |names: &[&str]| names.iter().any(|name| schema.contains_key(*name));
    let mut types = Vec::new();
    if has(&[
        "properties",
        "additionalProperties",
        "required",
        "patternProperties",
        "propertyNames",
        "minProperties",
        "maxProperties",
        "dependentRequired",
        "dependentSchemas",
        "unevaluatedProperties",
    ]) {
        types.push("object");
    }
    if has(&[
        "items",
        "prefixItems",
        "minItems",
        "maxItems",
        "contains",
        "uniqueItems",
        "unevaluatedItems",
    ]) {
        types.push("array");
    }
    for other in [
        "string", "integer", "number", "boolean", "null", "object", "array",
    ] {
        if !types.contains(&other) {
            types.push(other);
        }
    }
    types
}

fn numbers(schema: &Map<String, Value>, whole: bool) -> Vec<Value> {
    let bound = |name: &str| schema.get(name).and_then(Value::as_f64);
    let mut list = Vec::new();
    let unit = bound("multipleOf").filter(|unit| *unit > 0.0);
    for name in ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"] {
        if let Some(edge) = bound(name) {
            list.extend([edge, edge + 1.0, edge - 1.0, edge + 0.5, edge - 0.5]);
            if let Some(unit) = unit {
                let near = (edge / unit).round() * unit;
                list.extend([near, near + unit, near - unit]);
            }
        }
    }
    if let Some(unit) = unit {
        list.extend([unit, 2.0 * unit, 3.0 * unit, 0.0]);
    }
    list.extend([
        1.0, 0.0, -1.0, 2.0, 3.0, 7.0, 100.0, 1.5, -7.5, 1e6, -1e6, 3e9,
    ]);
    list.into_iter()
        .filter(|number| !whole || number.fract() == 0.0)
        .map(|number| {
            if number.fract() == 0.0 && number.abs() < 1e15 {
                #[expect(clippy::cast_possible_truncation, reason = "it was checked")]
                let whole = number as i64;
                json!(whole)
            } else {
                json!(number)
            }
        })
        .collect()
}

fn texts(schema: &Map<String, Value>, marked: bool) -> Vec<Value> {
    let count = |name: &str| {
        let count = schema.get(name).and_then(Value::as_u64);
        count
            .and_then(|count| usize::try_from(count).ok())
            .filter(|count| *count < 3_000)
    };
    let mut list: Vec<String> = Vec::new();
    if let Some(Value::String(pattern)) = schema.get("pattern") {
        list.extend(pattern::matching(pattern, 0));
        list.extend(pattern::matching(pattern, count("minLength").unwrap_or(1)));
    }
    if let Some(Value::String(format)) = schema.get("format") {
        list.extend(of_format(format).iter().map(|text| (*text).to_owned()));
    }
    let least = count("minLength").unwrap_or(1);
    list.push("a".repeat(least.max(1)));
    if let Some(most) = count("maxLength") {
        list.extend([
            "a".repeat(most),
            "a".repeat(most.saturating_sub(1)),
            "a".repeat(most + 1),
        ]);
    }
    if marked {
        list.extend([
            "a".repeat(least),
            "a".repeat(least + 1),
            "a".repeat(least.saturating_sub(1)),
        ]);
        for alphabet in ["z", "1", "Z", "zZ9-_", "a~b "] {
            let length = least.max(1);
            list.push(alphabet.chars().cycle().take(length).collect());
            list.push(alphabet.chars().cycle().take(length + 2).collect());
        }
        list.extend(
            [
                "",
                "b",
                "abc",
                "ABC",
                "1",
                "a b",
                "zzz-9",
                "a longer text than many",
            ]
            .map(str::to_owned),
        );
    }
    // What fits comes first: the first value is what other samples are built from.
    let fits = |text: &String| {
        let length = text.chars().count();
        let most = count("maxLength").unwrap_or(usize::MAX);
        length >= count("minLength").unwrap_or(0) && length <= most
    };
    list.sort_by_key(|text| !fits(text));
    list.into_iter().map(Value::String).collect()
}

fn of_format(format: &str) -> &'static [&'static str] {
    match format {
        "date" => &["2027-01-01"],
        "date-time" => &["2027-01-01T00:00:00Z"],
        "time" => &["10:00:00Z"],
        "duration" => &["P1D"],
        "email" | "idn-email" => &["a@example.com"],
        "hostname" | "idn-hostname" => &["example.com"],
        "ipv4" => &["192.0.2.1"],
        "ipv6" => &["2001:db8::1"],
        "uri" | "iri" => &["https://example.com/a"],
        "uri-reference" | "iri-reference" => &["/a", "https://example.com/a"],
        "uuid" => &["123e4567-e89b-42d3-a456-426614174000"],
        _ => &[],
    }
}

/// Both schemas as one, as far as keywords can be joined.
fn merged(one: &Value, other: &Value) -> Value {
    let (Some(first), Some(second)) = (one.as_object(), other.as_object()) else {
        return if one.is_object() {
            one.clone()
        } else {
            other.clone()
        };
    };
    let mut whole = first.clone();
    for (name, value) in second {
        let Some(own) = whole.get_mut(name) else {
            whole.insert(name.clone(), value.clone());
            continue;
        };
        match (name.as_str(), own, value) {
            ("properties" | "patternProperties", Value::Object(own), Value::Object(more)) => {
                for (name, value) in more {
                    let both = own.get(name).map(|own| json!({"allOf": [own, value]}));
                    own.insert(name.clone(), both.unwrap_or_else(|| value.clone()));
                }
            }
            ("required" | "allOf", Value::Array(own), Value::Array(more)) => {
                own.extend(more.iter().cloned());
            }
            ("enum", Value::Array(own), Value::Array(more)) => {
                own.retain(|value| more.contains(value));
            }
            ("anyOf" | "oneOf", own, more) if own != more => {
                let part = json!({name: more});
                match whole.get_mut("allOf") {
                    Some(Value::Array(all)) => all.push(part),
                    _ => {
                        whole.insert("allOf".to_owned(), json!([part]));
                    }
                }
            }
            ("minLength" | "minItems" | "minProperties" | "minimum", own, more)
                if more.as_f64() > own.as_f64() =>
            {
                *own = more.clone();
            }
            ("maxLength" | "maxItems" | "maxProperties" | "maximum", own, more)
                if more.as_f64() < own.as_f64() =>
            {
                *own = more.clone();
            }
            ("type", own, more) => *own = narrower(own, more),
            _ => {}
        }
    }
    Value::Object(whole)
}

fn narrower(one: &Value, other: &Value) -> Value {
    let list = |value: &Value| match value {
        Value::Array(all) => all.clone(),
        one => vec![one.clone()],
    };
    let (ones, others) = (list(one), list(other));
    let both: Vec<Value> = ones
        .iter()
        .filter(|name| others.contains(name))
        .cloned()
        .collect();
    match both.len() {
        0 if ones.contains(&json!("integer")) || others.contains(&json!("integer")) => {
            json!("integer")
        }
        0 => one.clone(),
        _ => Value::Array(both),
    }
}
