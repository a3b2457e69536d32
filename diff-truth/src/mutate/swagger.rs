//! Changes of keywords that only Swagger 2.0 has.

use serde_json::{Value, json};

use super::operation::{Change, flag, operation, parameter, parameters};

fn plain(parameter: &Value) -> bool {
    parameter.get("type").is_some()
}

fn lists<'o>(operation: &'o mut Value, name: &str) -> Option<&'o mut Vec<Value>> {
    operation.get_mut(name)?.as_array_mut()
}

/// Changes of Swagger 2.0, by name.
pub const SWAGGER_KINDS: &[(&str, Change)] = &[
    ("Swagger: parameter required", |d, r| {
        parameter(d, r).is_some_and(|one| one.get("in").is_some() && flag(one, "required", true))
    }),
    ("Swagger: parameter optional", |d, r| {
        parameter(d, r).is_some_and(|one| one.get("in").is_some() && flag(one, "required", false))
    }),
    ("Swagger: required parameter added", |d, r| {
        parameters(d, r).is_some_and(|all| {
            all.push(
                json!({"name": "brandNew", "in": "query", "required": true, "type": "integer"}),
            );
            true
        })
    }),
    ("Swagger: parameter bounded", |d, r| {
        parameter(d, r).is_some_and(|one| {
            let fits = one["type"] == "integer" && one.get("maximum").is_none();
            if fits {
                one["maximum"] = json!(50);
            }
            fits
        })
    }),
    ("Swagger: parameter of another type", |d, r| {
        parameter(d, r).is_some_and(|one| {
            let fits = plain(one) && one["type"] == "string" && one.get("enum").is_none();
            if fits {
                one["type"] = json!("boolean");
            }
            fits
        })
    }),
    ("Swagger: collection written in another way", |d, r| {
        parameter(d, r).is_some_and(|one| {
            let fits = one["type"] == "array";
            if fits {
                let ways = ["csv", "ssv", "pipes", "multi"];
                one["collectionFormat"] = json!(r.pick(&ways).copied().unwrap_or("csv"));
            }
            fits
        })
    }),
    ("Swagger: media type consumed no more", |d, r| {
        operation(d, r).is_some_and(|one| {
            lists(one, "consumes").is_some_and(|all| all.len() > 1 && all.pop().is_some())
        })
    }),
    ("Swagger: media type produced no more", |d, r| {
        operation(d, r).is_some_and(|one| {
            lists(one, "produces").is_some_and(|all| all.len() > 1 && all.pop().is_some())
        })
    }),
    ("Swagger: another host", |d, _| {
        d.get("host").is_some() && {
            d["host"] = json!("moved.example.com");
            true
        }
    }),
    ("Swagger: another base", |d, _| {
        d.get("basePath").is_some() && {
            d["basePath"] = json!("/moved");
            true
        }
    }),
];
