//! Changes of single keywords of schemas.

use serde_json::{Map, Value, json};

use crate::random::Random;

type Schema = Map<String, Value>;
/// Changes a schema; returns false if the change does not fit.
pub type Change = fn(&mut Schema, &mut Random) -> bool;

pub fn is(schema: &Schema, name: &str) -> bool {
    match schema.get("type") {
        Some(Value::String(own)) => own == name,
        Some(Value::Array(own)) => own.iter().any(|own| own == name),
        _ => false,
    }
}

pub fn is_number(schema: &Schema) -> bool {
    (is(schema, "integer") || is(schema, "number")) && !schema.contains_key("enum")
}

pub fn is_text(schema: &Schema) -> bool {
    is(schema, "string") && !schema.contains_key("enum") && !schema.contains_key("format")
}

pub fn is_object(schema: &Schema) -> bool {
    is(schema, "object") || schema.contains_key("properties")
}

pub fn put(schema: &mut Schema, name: &str, value: Value) -> bool {
    schema.insert(name.to_owned(), value.clone()) != Some(value)
}

pub fn shift(schema: &mut Schema, name: &str, by: i64) -> bool {
    let Some(value) = schema.get(name).and_then(Value::as_i64) else {
        return false;
    };
    put(schema, name, json!((value + by).max(0)))
}

pub fn add(schema: &mut Schema, fits: bool, name: &str, value: Value) -> bool {
    fits && !schema.contains_key(name) && put(schema, name, value)
}

pub fn gone(schema: &mut Schema, name: &str) -> bool {
    schema.remove(name).is_some()
}

pub fn property<'s>(schema: &'s Schema, random: &mut Random) -> Option<&'s String> {
    let names: Vec<&String> = schema.get("properties")?.as_object()?.keys().collect();
    random.pick(&names).copied()
}

pub fn members(schema: &mut Schema) -> Option<&mut Vec<Value>> {
    let name = if schema.contains_key("oneOf") {
        "oneOf"
    } else {
        "anyOf"
    };
    schema.get_mut(name)?.as_array_mut()
}

fn retype(schema: &mut Schema, kind: &str) -> bool {
    const ONLY: &[&str] = &[
        "type",
        "format",
        "enum",
        "const",
        "pattern",
        "minLength",
        "maxLength",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "items",
        "default",
        "example",
        "examples",
        "nullable",
    ];
    let plain = schema.contains_key("type") && !is_object(schema);
    if !plain || is(schema, kind) {
        return false;
    }
    schema.retain(|name, _| !ONLY.contains(&name.as_str()));
    put(schema, "type", kind.into())
}

fn wrap(schema: &mut Schema, keyword: &str, other: Option<Value>) -> bool {
    if schema.is_empty() || schema.contains_key(keyword) {
        return false;
    }
    let own = Value::Object(std::mem::take(schema));
    put(
        schema,
        keyword,
        Value::Array(std::iter::once(own).chain(other).collect()),
    )
}

pub fn names(schema: &mut Schema) -> Option<&mut Vec<Value>> {
    schema.get_mut("required")?.as_array_mut()
}

/// Changes of schemas, by name.
pub const SCHEMA_KINDS: &[(&str, Change)] = &[
    ("maxLength lower", |s, _| shift(s, "maxLength", -1)),
    ("maxLength higher", |s, _| shift(s, "maxLength", 1)),
    ("maxLength added", |s, _| {
        let fits = is_text(s);
        add(s, fits, "maxLength", json!(5))
    }),
    ("maxLength removed", |s, _| gone(s, "maxLength")),
    ("minLength lower", |s, _| shift(s, "minLength", -1)),
    ("minLength higher", |s, _| shift(s, "minLength", 1)),
    ("minLength added", |s, _| {
        let fits = is_text(s);
        add(s, fits, "minLength", json!(3))
    }),
    ("minLength removed", |s, _| gone(s, "minLength")),
    ("pattern added", |s, _| {
        let fits = is_text(s);
        add(s, fits, "pattern", json!("^[a-c]+$"))
    }),
    ("pattern removed", |s, _| gone(s, "pattern")),
    ("pattern changed", |s, _| {
        s.contains_key("pattern") && put(s, "pattern", json!("^[b-z]{2}$"))
    }),
    ("format added", |s, _| {
        let fits = is_text(s) && !s.contains_key("pattern");
        add(s, fits, "format", json!("date"))
    }),
    ("format removed", |s, _| {
        is(s, "string") && gone(s, "format")
    }),
    ("format changed", |s, _| {
        is(s, "string") && s.contains_key("format") && put(s, "format", json!("uuid"))
    }),
    ("maximum lower", |s, _| shift(s, "maximum", -1)),
    ("maximum higher", |s, _| shift(s, "maximum", 1)),
    ("maximum added", |s, _| {
        let fits = is_number(s) && !s.contains_key("minimum");
        add(s, fits, "maximum", json!(50))
    }),
    ("maximum removed", |s, _| gone(s, "maximum")),
    ("minimum lower", |s, _| shift(s, "minimum", -1)),
    ("minimum higher", |s, _| shift(s, "minimum", 1)),
    ("minimum added", |s, _| {
        let fits = is_number(s) && !s.contains_key("maximum");
        add(s, fits, "minimum", json!(2))
    }),
    ("minimum removed", |s, _| gone(s, "minimum")),
    ("multipleOf added", |s, _| {
        let fits = is_number(s);
        add(s, fits, "multipleOf", json!(5))
    }),
    ("multipleOf changed", |s, _| {
        s.contains_key("multipleOf") && put(s, "multipleOf", json!(10))
    }),
    ("multipleOf removed", |s, _| gone(s, "multipleOf")),
    ("bound without a type", |s, _| {
        if !is_number(s) || s.len() > 4 {
            return false;
        }
        s.remove("type");
        s.remove("format");
        put(s, "maximum", json!(9))
    }),
    ("to string", |s, _| retype(s, "string")),
    ("to integer", |s, _| retype(s, "integer")),
    ("to boolean", |s, _| retype(s, "boolean")),
    ("integer to number", |s, _| {
        s.get("type") == Some(&json!("integer")) && {
            s.remove("format");
            put(s, "type", json!("number"))
        }
    }),
    ("number to integer", |s, _| {
        s.get("type") == Some(&json!("number")) && {
            s.remove("format");
            put(s, "type", json!("integer"))
        }
    }),
    ("to an array of itself", |s, _| {
        if !s.contains_key("type") || is(s, "array") {
            return false;
        }
        let own = Value::Object(std::mem::take(s));
        put(s, "type", json!("array"));
        put(s, "items", own)
    }),
    ("to any value", |s, _| {
        if !s.contains_key("type") || is_object(s) {
            return false;
        }
        s.clear();
        put(s, "description", json!("Anything."))
    }),
    ("null allowed", |s, _| match s.get("type") {
        Some(Value::String(own)) if own != "null" => {
            let both = json!([own, "null"]);
            put(s, "type", both)
        }
        _ => false,
    }),
    ("null refused", |s, _| match s.get_mut("type") {
        Some(Value::Array(own)) if own.len() > 1 => {
            let before = own.len();
            own.retain(|name| name != "null");
            own.len() < before
        }
        _ => false,
    }),
    ("another type allowed", |s, _| match s.get("type") {
        Some(Value::String(own)) if own == "string" || own == "integer" => {
            let both = json!([own, "boolean"]);
            put(s, "type", both)
        }
        _ => false,
    }),
    ("value of an enumeration removed", |s, r| {
        match s.get_mut("enum") {
            Some(Value::Array(list)) if list.len() > 1 => {
                let at = r.below(list.len());
                list.remove(at);
                s.remove("default");
                true
            }
            _ => false,
        }
    }),
    ("value of an enumeration added", |s, _| {
        match s.get_mut("enum") {
            Some(Value::Array(list)) if list.iter().all(Value::is_string) => {
                list.push(json!("brand-new"));
                true
            }
            _ => false,
        }
    }),
    ("enumeration turned round", |s, _| match s.get_mut("enum") {
        Some(Value::Array(list)) if list.len() > 1 => {
            list.reverse();
            true
        }
        _ => false,
    }),
    ("enumeration removed", |s, _| {
        is(s, "string") && gone(s, "enum")
    }),
    ("enumeration added", |s, _| {
        let fits = is_text(s)
            && !s.contains_key("pattern")
            && !s.contains_key("maxLength")
            && !s.contains_key("minLength");
        s.remove("default");
        add(s, fits, "enum", json!(["a", "abc"]))
    }),
    ("enumeration to const", |s, _| match s.get("enum") {
        Some(Value::Array(list)) => {
            let first = list[0].clone();
            s.remove("enum");
            s.remove("default");
            put(s, "const", first)
        }
        _ => false,
    }),
    ("enumeration declared open", |s, _| {
        let fits = s.contains_key("enum");
        add(s, fits, "x-extensible-enum", json!(true))
    }),
    ("optional property added", |s, _| {
        if !is_object(s) {
            return false;
        }
        let properties = s.entry("properties").or_insert(json!({}));
        match properties {
            Value::Object(all) => all
                .insert("brandNew".to_owned(), json!({"type": "integer"}))
                .is_none(),
            _ => false,
        }
    }),
    ("required property added", |s, _| {
        if !is_object(s) {
            return false;
        }
        let properties = s.entry("properties").or_insert(json!({}));
        if let Value::Object(all) = properties {
            all.insert("brandNew".to_owned(), json!({"type": "integer"}));
        }
        match s.entry("required").or_insert(json!([])) {
            Value::Array(all) => {
                all.push(json!("brandNew"));
                true
            }
            _ => false,
        }
    }),
    ("property removed", |s, r| {
        let Some(name) = property(s, r).cloned() else {
            return false;
        };
        if let Some(list) = names(s) {
            list.retain(|one| *one != name);
            if list.is_empty() {
                s.remove("required");
            }
        }
        match s.get_mut("properties") {
            Some(Value::Object(all)) => all.remove(&name).is_some(),
            _ => false,
        }
    }),
    ("property renamed", |s, r| {
        let Some(name) = property(s, r).cloned() else {
            return false;
        };
        let required = names(s).is_some_and(|list| list.contains(&json!(name)));
        if required {
            return false;
        }
        match s.get_mut("properties") {
            Some(Value::Object(all)) => {
                let one = all.remove(&name);
                all.insert(format!("{name}New"), one.unwrap_or_default());
                true
            }
            _ => false,
        }
    }),
    ("property required", |s, r| {
        let Some(name) = property(s, r).cloned() else {
            return false;
        };
        match s.entry("required").or_insert(json!([])) {
            Value::Array(all) if !all.contains(&json!(name)) => {
                all.push(json!(name));
                true
            }
            _ => false,
        }
    }),
    ("property not required any more", |s, r| {
        let gone = match names(s) {
            Some(list) if !list.is_empty() => {
                let at = r.below(list.len());
                list.remove(at);
                true
            }
            _ => false,
        };
        if names(s).is_some_and(|list| list.is_empty()) {
            s.remove("required");
        }
        gone
    }),
    ("other properties forbidden", |s, _| {
        is_object(s) && put(s, "additionalProperties", json!(false))
    }),
    ("other properties of a type", |s, _| {
        let fits = is_object(s);
        add(s, fits, "additionalProperties", json!({"type": "string"}))
    }),
    ("other properties allowed", |s, _| {
        is_object(s) && gone(s, "additionalProperties")
    }),
    ("read only", |s, _| {
        let fits = s.contains_key("type") && !s.contains_key("writeOnly");
        add(s, fits, "readOnly", json!(true))
    }),
    ("write only", |s, _| {
        let fits = s.contains_key("type") && !s.contains_key("readOnly");
        add(s, fits, "writeOnly", json!(true))
    }),
    ("not read only any more", |s, _| gone(s, "readOnly")),
    ("minProperties added", |s, _| {
        let fits = is_object(s);
        add(s, fits, "minProperties", json!(1))
    }),
    ("maxProperties added", |s, _| {
        let fits = is_object(s);
        add(s, fits, "maxProperties", json!(30))
    }),
    ("property names limited", |s, _| {
        let fits = is_object(s);
        add(s, fits, "propertyNames", json!({"maxLength": 12}))
    }),
    ("names by a pattern", |s, _| {
        let fits = is_object(s);
        add(
            s,
            fits,
            "patternProperties",
            json!({"^x-": {"type": "string"}}),
        )
    }),
    ("dependent required", |s, r| {
        let Some(name) = property(s, r).cloned() else {
            return false;
        };
        let fits = is_object(s);
        add(s, fits, "dependentRequired", json!({name: ["other"]}))
    }),
    ("unevaluated properties forbidden", |s, _| {
        let fits = is_object(s) && !s.contains_key("additionalProperties");
        add(s, fits, "unevaluatedProperties", json!(false))
    }),
    ("condition added", |s, r| {
        let Some(name) = property(s, r).cloned() else {
            return false;
        };
        if s.contains_key("if") {
            return false;
        }
        put(s, "if", json!({"required": [name]}));
        put(s, "then", json!({"required": ["other"]}))
    }),
    ("minItems added", |s, _| {
        let fits = is(s, "array");
        add(s, fits, "minItems", json!(1))
    }),
    ("maxItems added", |s, _| {
        let fits = is(s, "array");
        add(s, fits, "maxItems", json!(4))
    }),
    ("minItems higher", |s, _| shift(s, "minItems", 1)),
    ("maxItems lower", |s, _| shift(s, "maxItems", -1)),
    ("maxItems removed", |s, _| gone(s, "maxItems")),
    ("unique items", |s, _| {
        let fits = is(s, "array");
        add(s, fits, "uniqueItems", json!(true))
    }),
    ("equal items", |s, _| gone(s, "uniqueItems")),
    ("contains added", |s, _| {
        let fits = is(s, "array");
        add(s, fits, "contains", json!({"type": "boolean"}))
    }),
    ("first item of a type", |s, _| {
        let fits = is(s, "array");
        add(s, fits, "prefixItems", json!([{"type": "boolean"}]))
    }),
    ("not added", |s, _| {
        let fits = is_text(s);
        add(s, fits, "not", json!({"enum": ["abc", "a"]}))
    }),
    ("wrapped in allOf", |s, _| wrap(s, "allOf", None)),
    ("part added to allOf", |s, _| match s.get_mut("allOf") {
        Some(Value::Array(parts)) => {
            parts.push(json!({"required": ["brandNew"]}));
            true
        }
        _ => false,
    }),
    ("wrapped in anyOf with another", |s, _| {
        s.contains_key("type") && wrap(s, "anyOf", Some(json!({"type": "boolean"})))
    }),
    ("wrapped in oneOf with another", |s, _| {
        s.contains_key("type") && wrap(s, "oneOf", Some(json!({"type": "null"})))
    }),
    ("member added to a union", |s, _| {
        members(s).is_some_and(|list| {
            list.push(json!({"type": "boolean"}));
            true
        })
    }),
    ("object member added to a union", |s, _| {
        members(s).is_some_and(|list| { list.push(json!({"type": "object", "required": ["brandNew"], "properties": {"brandNew": {"type": "string"}}})); true })
    }),
    ("member of a union removed", |s, r| {
        members(s).is_some_and(|list| {
            list.len() > 2 && {
                let at = r.below(list.len());
                list.remove(at);
                true
            }
        })
    }),
    ("members of a union turned round", |s, _| {
        members(s).is_some_and(|list| {
            list.len() > 1 && {
                list.reverse();
                true
            }
        })
    }),
    ("oneOf to anyOf", |s, _| {
        !s.contains_key("anyOf") && s.remove("oneOf").is_some_and(|list| put(s, "anyOf", list))
    }),
    ("anyOf to oneOf", |s, _| {
        !s.contains_key("oneOf") && s.remove("anyOf").is_some_and(|list| put(s, "oneOf", list))
    }),
    ("default changed", |s, _| {
        is(s, "integer") && !s.contains_key("enum") && put(s, "default", json!(7))
    }),
    ("description changed", |s, _| {
        !s.contains_key("$ref") && put(s, "description", json!("Said in another way."))
    }),
    ("deprecated", |s, _| {
        let fits = s.contains_key("type");
        add(s, fits, "deprecated", json!(true))
    }),
];
