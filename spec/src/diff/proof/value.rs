//! Finds the types of a schema's values, and whether `null` is valid.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::{At, Group, Proof, UNIONS, equal};
use crate::model::{Form, Keyword, Operand};

pub(super) const BOOLEAN: u8 = 1;
pub(super) const WHOLE: u8 = 1 << 1;
pub(super) const FRACTION: u8 = 1 << 2;
pub(super) const NUMBER: u8 = WHOLE | FRACTION;
pub(super) const STRING: u8 = 1 << 3;
pub(super) const ARRAY: u8 = 1 << 4;
pub(super) const OBJECT: u8 = 1 << 5;
/// All types except `null`, which is handled separately.
pub(super) const ALL: u8 = BOOLEAN | NUMBER | STRING | ARRAY | OBJECT;

/// How deep schemas are searched.
pub(super) const DEEPEST: u8 = 8;

fn named(name: &str) -> u8 {
    match name {
        "boolean" => BOOLEAN,
        "integer" => WHOLE,
        "number" => NUMBER,
        "string" => STRING,
        "array" => ARRAY,
        "object" => OBJECT,
        _ => 0,
    }
}

pub(super) fn of(value: &Value) -> u8 {
    match value {
        Value::Null => 0,
        Value::Bool(_) => BOOLEAN,
        Value::Number(number) => match number.as_f64() {
            Some(number) if number.fract() == 0.0 => WHOLE,
            _ => FRACTION,
        },
        Value::String(_) => STRING,
        Value::Array(_) => ARRAY,
        Value::Object(_) => OBJECT,
    }
}

/// Returns the types in the operand of `type`, one bit for each.
pub(super) fn types_of(operand: &Operand) -> u8 {
    match operand {
        Operand::Data(Value::String(name)) => named(name),
        Operand::Data(Value::Array(names)) => {
            let names = names.iter().filter_map(Value::as_str);
            names.fold(0, |all, name| all | named(name))
        }
        _ => ALL,
    }
}

/// Returns the values that `enum` or `const` lists.
pub(super) fn listed<'w>(group: &Group<'w>) -> Option<&'w [Value]> {
    if let Some(Operand::Data(value)) = group.get("const") {
        return Some(std::slice::from_ref(value));
    }
    match group.get("enum")? {
        Operand::Data(Value::Array(values)) => Some(values),
        _ => None,
    }
}

/// Values that are found by what is [`equal`] to them, because lists can be long.
#[derive(Default)]
pub(in crate::diff) struct ValueSet<'w> {
    /// By the bits of a double, which several whole numbers can have.
    numbers: HashMap<u64, Vec<&'w Value>>,
    others: HashSet<&'w Value>,
}

impl<'w> ValueSet<'w> {
    pub(in crate::diff) fn new(values: &'w [Value]) -> Self {
        let mut set = Self::default();
        if !values.first().is_some_and(Value::is_number) {
            set.others.reserve(values.len());
        }
        for value in values {
            match bits(value) {
                Some(bits) => set.numbers.entry(bits).or_default().push(value),
                None => _ = set.others.insert(value),
            }
        }
        set
    }

    pub(in crate::diff) fn contains(&self, value: &Value) -> bool {
        let Some(bits) = bits(value) else {
            return self.others.contains(value);
        };
        let alike = self.numbers.get(&bits);
        alike.is_some_and(|alike| alike.iter().any(|one| equal(one, value)))
    }
}

/// Returns the bits of a number as a double.
fn bits(value: &Value) -> Option<u64> {
    value.as_f64().map(f64::to_bits)
}

impl<'w> Proof<'w> {
    /// Returns the types that values can have, except `null`.
    pub(super) fn types(&self, groups: &[Group<'w>], depth: u8) -> u8 {
        groups.iter().fold(ALL, |types, group| {
            let own = group.get("type").map_or(ALL, types_of);
            let listed = listed(group).map_or(ALL, |values| {
                values.iter().fold(0, |all, value| all | of(value))
            });
            let whole = match group.get("multipleOf") {
                Some(Operand::Data(unit)) if of(unit) == WHOLE => ALL & !FRACTION,
                _ => ALL,
            };
            types & own & listed & whole & self.alternatives(group, depth)
        })
    }

    /// Returns whether a schema certainly allows nothing but texts.
    pub(in crate::diff) fn is_text(&self, at: At) -> bool {
        let groups = self.flat(at).unwrap_or_default();
        self.null(at, 0) == Some(false) && self.types(&groups, 0) & !STRING == 0
    }

    fn alternatives(&self, group: &Group<'w>, depth: u8) -> u8 {
        if !group.has(&UNIONS) {
            return ALL;
        }
        self.memo.types.get((group.own, depth), || {
            let unions = UNIONS.iter().filter_map(|name| group.get(name));
            unions.fold(ALL, |types, operand| {
                let members = operand.schemas().map(|id| {
                    if depth >= DEEPEST {
                        return ALL;
                    }
                    // Not `flat`, which asks for types itself: a union may contain itself.
                    let groups = self.direct(group.at(id));
                    groups.map_or(0, |groups| self.types(&groups, depth + 1))
                });
                types & members.fold(0, |all, member| all | member)
            })
        })
    }

    /// Returns whether `null` is valid; `None` if that is not certain.
    pub(in crate::diff) fn null(&self, at: At, depth: u8) -> Option<bool> {
        let schema = self.schemas(at.newer).get(at.id);
        let keywords = match &schema.form {
            // Readers differ where a list leaves out the `null` that `nullable` allows.
            _ if self.schemas(at.newer).is_null_unlisted(at.id) => return None,
            _ if schema.nullable => return Some(true),
            Form::Bool(any) => return Some(*any),
            Form::Faulty => return Some(true),
            Form::Keywords(_) if depth > DEEPEST => return None,
            Form::Keywords(keywords) => keywords,
        };
        let has_union = |one: &Keyword| UNIONS.contains(&one.name.as_str());
        if !keywords.iter().any(has_union) {
            return self.null_by(keywords, at, depth);
        }
        let null = || self.null_by(keywords, at, depth);
        self.memo.null.get((at, depth), null)
    }

    /// Returns the same for the keywords of a schema.
    fn null_by(&self, keywords: &[Keyword], at: At, depth: u8) -> Option<bool> {
        let mut clear = true;
        for keyword in keywords {
            let mut members = keyword.operand.schemas().map(|id| {
                let newer = at.newer;
                self.null(At { newer, id }, depth + 1)
            });
            let valid = match keyword.name.as_str() {
                "type" => Some(has_null_type(&keyword.operand)),
                "const" => Some(keyword.operand == Operand::Data(Value::Null)),
                "enum" => match &keyword.operand {
                    Operand::Data(Value::Array(values)) => Some(values.contains(&Value::Null)),
                    _ => None,
                },
                "$ref" | "$dynamicRef" => members.next().unwrap_or(None),
                "allOf" => every(members),
                "anyOf" => every(members.map(|one| one.map(|valid| !valid))).map(|none| !none),
                "oneOf" => {
                    let all: Option<Vec<bool>> = members.collect();
                    all.map(|all| all.iter().filter(|valid| **valid).count() == 1)
                }
                "not" => members.next().unwrap_or(None).map(|valid| !valid),
                "if" | "then" | "else" => None,
                _ => Some(true),
            };
            match valid {
                Some(false) => return Some(false),
                Some(true) => {}
                None => clear = false,
            }
        }
        clear.then_some(true)
    }
}

pub(super) fn has_null_type(operand: &Operand) -> bool {
    match operand {
        Operand::Data(Value::String(name)) => name == "null",
        Operand::Data(Value::Array(names)) => names.iter().any(|name| name == "null"),
        _ => false,
    }
}

/// Returns whether all are true; `None` if that is not certain.
fn every(members: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut clear = true;
    for member in members {
        match member {
            Some(false) => return Some(false),
            Some(true) => {}
            None => clear = false,
        }
    }
    clear.then_some(true)
}
