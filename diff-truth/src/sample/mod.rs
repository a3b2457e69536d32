//! Draws sample values of a schema, at the edges of its constraints.

mod arrays;
mod conditions;
mod merge;
mod objects;
mod scalars;

use std::cell::Cell;
use std::collections::HashSet;

use serde_json::{Map, Value, json};

use self::merge::merged;
use self::scalars::{anything, numbers, texts};
use crate::slice::{SITE, references};

/// The extension that marks the schema that changed.
pub const MARK: &str = "x-changed-here";

/// The maximum number of values of a schema on the way to the mark, and of any other schema.
const MANY: usize = 72;
const FEW: usize = 3;
/// The maximum number of values near the root, where all values inside are combined.
const MOST: usize = 240;
const SHALLOW: u8 = 6;
/// The maximum number of schemas that are visited for one document.
const MOST_LOOKS: usize = 400_000;
/// How deep schemas are searched on the way to the mark.
const DEEPEST: u8 = 28;
/// How deep schemas are searched elsewhere.
const DEEP: u8 = 22;

/// Draws samples from a document, most of which vary at the mark.
pub struct Sampler<'d> {
    document: &'d Value,
    /// The pointers of schemas that contain the mark.
    leading: HashSet<String>,
    /// The property names of marked schemas on the other side.
    names: Vec<String>,
    /// How many schemas may still be visited. After that, only plain values are drawn.
    left: Cell<usize>,
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
            left: Cell::new(MOST_LOOKS),
        }
    }

    /// Returns values of the document's root schema. Some of them may be invalid.
    pub fn values(&self) -> Vec<Value> {
        self.of(&json!({"$ref": self.document["$ref"]}), 0)
    }

    fn of(&self, schema: &Value, depth: u8) -> Vec<Value> {
        let marked = leads(schema, &self.leading);
        let mut values = self.all(schema, depth, marked);
        let mut seen = HashSet::new();
        values.retain(|value| seen.insert(value.to_string()));
        let most = match marked {
            true if depth < SHALLOW => MOST,
            true => MANY,
            false => FEW,
        };
        values.truncate(most);
        values
    }

    fn all(&self, schema: &Value, depth: u8, marked: bool) -> Vec<Value> {
        let Some(schema) = schema.as_object() else {
            return anything();
        };
        let left = self.left.get();
        self.left.set(left.saturating_sub(1));
        if left == 0 || depth > if marked { DEEPEST } else { DEEP } {
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
        let mut parts = Vec::new();
        let beside = |own: &Map<String, Value>, more: &Value| {
            self.of(&merged(&Value::Object(own.clone()), more), depth + 1)
        };
        if let Some(condition) = own.remove("if") {
            let (then, other) = (own.remove("then"), own.remove("else"));
            if let Some(branch) = &then {
                parts.push(beside(&own, &merged(&condition, branch)));
            }
            if let Some(branch) = &other {
                parts.push(beside(&own, branch));
            }
            parts.push(beside(&own, &condition));
            if marked {
                let branches: Vec<_> = then.into_iter().chain(other).collect();
                parts.push(self.around(&own, &condition, &branches, depth));
            }
        }
        if let Some(excluded) = own.remove("not") {
            parts.push(beside(&own, &excluded));
            parts.push(self.of(&excluded, depth + 1));
        }
        parts.insert(0, self.plain(&own, depth, marked));
        in_turn(&parts)
    }

    /// Returns the target of references, so that it can be merged.
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
}

/// Takes values from several lists in turn, so that a cut leaves some of each.
fn in_turn(parts: &[Vec<Value>]) -> Vec<Value> {
    let longest = parts.iter().map(Vec::len).max().unwrap_or(0);
    let at = |index: usize| {
        parts
            .iter()
            .filter_map(move |part| part.get(index).cloned())
    };
    (0..longest).flat_map(at).collect()
}

/// Collects the property names of marked schemas.
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
