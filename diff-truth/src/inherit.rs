//! Applies discriminators of schemas that others inherit from (OpenAPI 3.1.0 §4.8.25): where the
//! base is used, its property decides which of the inheriting schemas a value must match.

use serde_json::{Value, json};

/// The prefix of a copy of the base, which does not require the inheriting schemas.
const PLAIN: &str = "x-plain-";

/// Adds to each base the schemas that its discriminator selects.
pub fn inherited(description: &mut Value) {
    let Some(Value::Object(named)) = description.pointer("/components/schemas").cloned() else {
        return;
    };
    let bases = named.iter().filter(|(_, schema)| {
        let has = |name: &str| schema.get(name).is_some();
        has("discriminator") && !has("oneOf") && !has("anyOf")
    });
    let bases: Vec<(String, Value)> = bases.map(|(a, b)| (a.clone(), b.clone())).collect();
    for (base, schema) in bases {
        let reference = format!("#/components/schemas/{base}");
        let plain = format!("{PLAIN}{base}");
        let heirs: Vec<&String> = named
            .iter()
            .filter(|(_, schema)| {
                parts(schema).any(|part| part.get("$ref") == Some(&json!(reference)))
            })
            .map(|(name, _)| name)
            .collect();
        let Some(property) = schema["discriminator"]["propertyName"].as_str() else {
            continue;
        };
        if heirs.is_empty() {
            continue;
        }
        let mut whole = json!([{"$ref": format!("#/components/schemas/{plain}")}]);
        for heir in &heirs {
            let values = values(heir, &schema["discriminator"]);
            // Only objects have the property: `null` selects no schema.
            let tag = json!({
                "type": "object", "required": [property], "properties": {property: {"enum": values}}
            });
            let heir = json!({"$ref": format!("#/components/schemas/{heir}")});
            let one = json!({"anyOf": [{"allOf": [heir, tag]}, {"not": tag}]});
            if let Some(all) = whole.as_array_mut() {
                all.push(one);
            }
        }
        let all = &mut description["components"]["schemas"];
        for heir in heirs {
            if let Some(Value::Array(parts)) = all[heir].get_mut("allOf") {
                for part in parts {
                    if part.get("$ref") == Some(&json!(reference)) {
                        part["$ref"] = format!("#/components/schemas/{plain}").into();
                    }
                }
            }
        }
        all[&plain] = all[&base].take();
        all[&base] = json!({"allOf": whole});
    }
}

fn parts(schema: &Value) -> impl Iterator<Item = &Value> {
    let parts = schema.get("allOf").and_then(Value::as_array);
    parts.into_iter().flatten()
}

/// Returns the values that select an inheriting schema.
fn values(heir: &str, discriminator: &Value) -> Vec<String> {
    let reference = format!("#/components/schemas/{heir}");
    let mapping = discriminator.get("mapping").and_then(Value::as_object);
    let mapped = mapping.into_iter().flatten();
    let mapped =
        mapped.filter(|(_, target)| **target == json!(reference) || **target == json!(heir));
    let values: Vec<String> = mapped.map(|(value, _)| value.clone()).collect();
    if values.is_empty() {
        vec![heir.to_owned()]
    } else {
        values
    }
}
