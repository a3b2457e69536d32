//! More changes of schemas: keywords of JSON Schema 2020-12, the opposites of changes in `schema`,
//! and `null` in all its spellings.

use serde_json::{Value, json};

use super::schema::{
    Change, add, gone, is, is_number, is_object, is_text, names, property, put, shift,
};

/// Changes of schemas, by name.
pub const MORE_KINDS: &[(&str, Change)] = &[
    ("exclusiveMinimum added", |s, _| {
        let fits = is_number(s) && !s.contains_key("minimum");
        add(s, fits, "exclusiveMinimum", json!(0))
    }),
    ("exclusiveMaximum added", |s, _| {
        let fits = is_number(s) && !s.contains_key("maximum");
        add(s, fits, "exclusiveMaximum", json!(100))
    }),
    ("exclusiveMinimum to minimum", |s, _| {
        let fits = s.get("exclusiveMinimum").is_some_and(Value::is_number);
        fits && s
            .remove("exclusiveMinimum")
            .is_some_and(|bound| put(s, "minimum", bound))
    }),
    ("maximum to exclusiveMaximum", |s, _| {
        s.remove("maximum")
            .is_some_and(|bound| put(s, "exclusiveMaximum", bound))
    }),
    ("integer format added", |s, _| {
        let fits = is(s, "integer");
        add(s, fits, "format", json!("int32"))
    }),
    ("integer format removed", |s, _| {
        is(s, "integer") && gone(s, "format")
    }),
    ("const added", |s, _| {
        let fits = is_text(s) && !s.contains_key("pattern");
        add(s, fits, "const", json!("abc"))
    }),
    ("const changed", |s, _| {
        s.get("const").is_some_and(Value::is_string) && put(s, "const", json!("another"))
    }),
    ("const removed", |s, _| gone(s, "const")),
    ("minProperties removed", |s, _| gone(s, "minProperties")),
    ("minProperties higher", |s, _| shift(s, "minProperties", 1)),
    ("maxProperties lower", |s, _| shift(s, "maxProperties", -1)),
    ("maxProperties removed", |s, _| gone(s, "maxProperties")),
    ("minItems removed", |s, _| gone(s, "minItems")),
    ("maxItems higher", |s, _| shift(s, "maxItems", 1)),
    ("items removed", |s, _| is(s, "array") && gone(s, "items")),
    ("items after the first forbidden", |s, _| {
        s.contains_key("prefixItems") && put(s, "items", json!(false))
    }),
    ("prefixItems removed", |s, _| gone(s, "prefixItems")),
    ("first item removed", |s, _| {
        match s.get_mut("prefixItems") {
            Some(Value::Array(list)) if list.len() > 1 => {
                list.remove(0);
                true
            }
            _ => false,
        }
    }),
    ("item added to prefixItems", |s, _| {
        match s.get_mut("prefixItems") {
            Some(Value::Array(list)) => {
                list.push(json!({"type": "string"}));
                true
            }
            _ => false,
        }
    }),
    ("contains removed", |s, _| gone(s, "contains")),
    ("minContains added", |s, _| {
        let fits = s.contains_key("contains");
        add(s, fits, "minContains", json!(2))
    }),
    ("minContains none", |s, _| {
        let fits = s.contains_key("contains");
        add(s, fits, "minContains", json!(0))
    }),
    ("maxContains added", |s, _| {
        let fits = s.contains_key("contains");
        add(s, fits, "maxContains", json!(2))
    }),
    ("unevaluatedItems forbidden", |s, _| {
        let fits = s.contains_key("prefixItems") && !s.contains_key("items");
        add(s, fits, "unevaluatedItems", json!(false))
    }),
    ("unevaluated properties of a type", |s, _| {
        let fits = is_object(s) && !s.contains_key("additionalProperties");
        add(s, fits, "unevaluatedProperties", json!({"type": "string"}))
    }),
    ("unevaluated properties allowed", |s, _| {
        gone(s, "unevaluatedProperties")
    }),
    ("property names free", |s, _| gone(s, "propertyNames")),
    ("property names of a pattern", |s, _| {
        let fits = is_object(s);
        add(s, fits, "propertyNames", json!({"pattern": "^[a-z]"}))
    }),
    ("property names listed", |s, _| {
        let listed = s.get("properties").and_then(Value::as_object);
        let listed: Vec<String> = listed
            .into_iter()
            .flatten()
            .map(|(name, _)| name.clone())
            .collect();
        let fits = !listed.is_empty();
        add(s, fits, "propertyNames", json!({"enum": listed}))
    }),
    ("pattern of names removed", |s, _| {
        gone(s, "patternProperties")
    }),
    ("pattern of names forbidden", |s, _| {
        let fits = is_object(s);
        add(s, fits, "patternProperties", json!({"^x-": false}))
    }),
    ("dependent required removed", |s, _| {
        gone(s, "dependentRequired")
    }),
    ("dependent schema added", |s, r| {
        let Some(name) = property(s, r).cloned() else {
            return false;
        };
        let fits = is_object(s);
        add(
            s,
            fits,
            "dependentSchemas",
            json!({name: {"required": ["other"]}}),
        )
    }),
    ("dependent schema removed", |s, _| {
        gone(s, "dependentSchemas")
    }),
    ("condition removed", |s, _| {
        gone(s, "then") | gone(s, "else") && gone(s, "if")
    }),
    ("otherwise added", |s, _| {
        let fits = s.contains_key("if");
        add(s, fits, "else", json!({"maxProperties": 3}))
    }),
    ("not removed", |s, _| gone(s, "not")),
    ("type excluded", |s, _| {
        let fits = s.get("type").is_some_and(Value::is_array);
        add(s, fits, "not", json!({"type": "string"}))
    }),
    ("part of allOf removed", |s, r| match s.get_mut("allOf") {
        Some(Value::Array(parts)) if parts.len() > 1 => {
            let at = r.below(parts.len());
            parts.remove(at);
            true
        }
        _ => false,
    }),
    ("property forbidden", |s, r| {
        let Some(name) = property(s, r).cloned() else {
            return false;
        };
        if names(s).is_some_and(|list| list.contains(&json!(name))) {
            return false;
        }
        s.get_mut("properties").is_some_and(|all| {
            all[&name] = json!(false);
            true
        })
    }),
    ("property of any type", |s, r| {
        let Some(name) = property(s, r).cloned() else {
            return false;
        };
        s.get_mut("properties").is_some_and(|all| {
            all[&name] = json!({});
            true
        })
    }),
    ("nothing required", |s, _| gone(s, "required")),
    ("other properties named allowed", |s, _| {
        let fits = is_object(s);
        add(s, fits, "additionalProperties", json!(true))
    }),
    ("write only no more", |s, _| gone(s, "writeOnly")),
    // The spellings of `null`.
    ("nullable", |s, _| {
        let fits = s.contains_key("type");
        add(s, fits, "nullable", json!(true))
    }),
    ("nullable by an extension", |s, _| {
        let fits = s.contains_key("type");
        add(s, fits, "x-nullable", json!(true))
    }),
    ("not nullable", |s, _| gone(s, "nullable")),
    ("nullable around a reference", |s, _| {
        let Some(reference) = s.get("$ref").cloned() else {
            return false;
        };
        s.clear();
        put(s, "nullable", json!(true)) && put(s, "allOf", json!([{"$ref": reference}]))
    }),
    ("null by anyOf", |s, _| {
        if s.is_empty() || s.contains_key("anyOf") {
            return false;
        }
        let own = Value::Object(std::mem::take(s));
        put(s, "anyOf", json!([own, {"type": "null"}]))
    }),
    ("null from a list to anyOf", |s, _| {
        let Some(Value::Array(types)) = s.get("type").cloned() else {
            return false;
        };
        let mut own = std::mem::take(s);
        let rest: Vec<&Value> = types.iter().filter(|name| **name != "null").collect();
        own.insert("type".to_owned(), json!(rest));
        put(s, "anyOf", json!([own, {"type": "null"}]))
    }),
    ("null in an enumeration", |s, _| match s.get_mut("enum") {
        Some(Value::Array(list)) if !list.contains(&Value::Null) => {
            list.push(Value::Null);
            if let Some(Value::String(own)) = s.get("type") {
                let both = json!([own, "null"]);
                put(s, "type", both);
            }
            true
        }
        _ => false,
    }),
];
