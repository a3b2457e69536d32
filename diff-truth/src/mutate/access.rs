//! Changes of paths, methods, servers, credentials, webhooks and callbacks.

use serde_json::{Value, json};

use super::operation::{Change, operation};
use crate::random::Random;
use crate::sites::METHODS;

/// Returns the security requirements of the whole description or, every other time, of an
/// operation.
fn security<'d>(description: &'d mut Value, random: &mut Random) -> Option<&'d mut Vec<Value>> {
    if random.below(2) == 0 {
        return description.get_mut("security")?.as_array_mut();
    }
    operation(description, random)?
        .get_mut("security")?
        .as_array_mut()
}

fn scheme<'d>(description: &'d mut Value, random: &mut Random) -> Option<&'d mut Value> {
    let all = description
        .pointer_mut("/components/securitySchemes")?
        .as_object_mut()?;
    let at = random.below(all.len());
    all.values_mut().nth(at)
}

fn scheme_name(description: &Value, random: &mut Random) -> Option<String> {
    let all = description
        .pointer("/components/securitySchemes")?
        .as_object()?;
    let names: Vec<&String> = all.keys().collect();
    random.pick(&names).map(|name| (*name).clone())
}

fn servers(description: &mut Value) -> Option<&mut Vec<Value>> {
    description.get_mut("servers")?.as_array_mut()
}

fn variable(description: &mut Value) -> Option<&mut Vec<Value>> {
    let mut all = servers(description)?.iter_mut();
    all.find_map(|server| {
        let variables = server.get_mut("variables")?.as_object_mut()?;
        variables
            .values_mut()
            .find_map(|one| one.get_mut("enum")?.as_array_mut())
    })
}

/// Changes of access, by name.
pub const ACCESS_KINDS: &[(&str, Change)] = &[
    ("method changed", |d, r| {
        let Some(paths) = d.get_mut("paths").and_then(Value::as_object_mut) else {
            return false;
        };
        let at = r.below(paths.len());
        let item = paths.values_mut().nth(at).and_then(Value::as_object_mut);
        item.is_some_and(|item| {
            let own = METHODS.into_iter().find(|name| item.contains_key(*name));
            let free = ["patch", "put"]
                .into_iter()
                .find(|name| !item.contains_key(*name));
            let (Some(own), Some(free)) = (own, free) else {
                return false;
            };
            let one = item.remove(own);
            one.is_some_and(|one| item.insert(free.to_owned(), one).is_none())
        })
    }),
    ("operation of another method removed", |d, _| {
        let paths = d.get_mut("paths").and_then(Value::as_object_mut);
        let mut items = paths.into_iter().flat_map(|paths| paths.values_mut());
        items.any(|item| {
            let more = item
                .get_mut("additionalOperations")
                .and_then(Value::as_object_mut);
            more.is_some_and(|more| {
                let name = more.keys().next().cloned();
                name.is_some_and(|name| more.remove(&name).is_some())
            })
        })
    }),
    ("server removed", |d, _| {
        servers(d).is_some_and(|all| all.len() > 1 && all.pop().is_some())
    }),
    ("server added", |d, _| {
        servers(d).is_some_and(|all| {
            all.push(json!({"url": "https://new.example.com"}));
            true
        })
    }),
    ("server moved", |d, _| {
        servers(d).is_some_and(|all| {
            all[0]["url"] = json!("https://moved.example.com");
            true
        })
    }),
    ("server of an operation", |d, r| {
        operation(d, r).is_some_and(|one| {
            let url = json!([{"url": "https://elsewhere.example.com"}]);
            one.get("servers").is_none()
                && one
                    .as_object_mut()
                    .is_some_and(|one| one.insert("servers".to_owned(), url).is_none())
        })
    }),
    ("value of a server's variable removed", |d, _| {
        variable(d).is_some_and(|all| all.len() > 1 && all.pop().is_some())
    }),
    ("value of a server's variable added", |d, _| {
        variable(d).is_some_and(|all| {
            all.push(json!("brandnew"));
            true
        })
    }),
    ("credentials required", |d, r| {
        let Some(name) = scheme_name(d, r) else {
            return false;
        };
        operation(d, r).is_some_and(|one| {
            one["security"] = json!([{name: []}]);
            true
        })
    }),
    ("credentials not required", |d, r| {
        operation(d, r).is_some_and(|one| {
            one["security"] = json!([]);
            true
        })
    }),
    ("credentials optional", |d, r| {
        security(d, r).is_some_and(|all| {
            all.push(json!({}));
            true
        })
    }),
    ("alternative of credentials removed", |d, r| {
        security(d, r).is_some_and(|all| {
            let at = r.below(all.len());
            all.len() > 1 && !all.remove(at).is_null()
        })
    }),
    ("alternative of credentials added", |d, r| {
        let name = scheme_name(d, r);
        security(d, r).is_some_and(|all| {
            all.extend(name.map(|name| json!({name: []})));
            true
        })
    }),
    ("more credentials at once", |d, r| {
        let name = scheme_name(d, r);
        security(d, r).is_some_and(|all| {
            let first = all.first_mut().and_then(Value::as_object_mut);
            first
                .zip(name)
                .is_some_and(|(first, name)| first.insert(name, json!([])).is_none())
        })
    }),
    ("scope asked for", |d, r| {
        security(d, r).is_some_and(|all| {
            let lists = all.iter_mut().filter_map(Value::as_object_mut);
            let mut lists = lists
                .flat_map(|one| one.values_mut())
                .filter_map(Value::as_array_mut);
            lists.next().is_some_and(|list| {
                list.push(json!("write"));
                true
            })
        })
    }),
    ("scope not asked for", |d, r| {
        security(d, r).is_some_and(|all| {
            let lists = all.iter_mut().filter_map(Value::as_object_mut);
            let mut lists = lists
                .flat_map(|one| one.values_mut())
                .filter_map(Value::as_array_mut);
            lists.any(|list| list.pop().is_some())
        })
    }),
    ("scheme renamed", |d, r| {
        let Some(name) = scheme_name(d, r) else {
            return false;
        };
        let text = d
            .to_string()
            .replace(&format!("\"{name}\":"), "\"brandNewScheme\":");
        serde_json::from_str(&text).is_ok_and(|renamed: Value| {
            *d = renamed;
            true
        })
    }),
    ("key in another header", |d, r| {
        scheme(d, r).is_some_and(|one| {
            let fits = one["type"] == "apiKey";
            one["name"] = if fits {
                json!("X-Brand-New")
            } else {
                one["name"].clone()
            };
            fits
        })
    }),
    ("scheme of another kind", |d, r| {
        scheme(d, r).is_some_and(|one| {
            *one = json!({"type": "http", "scheme": "digest"});
            true
        })
    }),
    ("token address changed", |d, r| {
        let flows = scheme(d, r).and_then(|one| one.get_mut("flows")?.as_object_mut());
        let flow = flows.and_then(|all| all.values_mut().next());
        flow.is_some_and(|flow| {
            flow["tokenUrl"] = json!("https://tokens.example.com/new");
            true
        })
    }),
    ("scope of a flow removed", |d, r| {
        let flows = scheme(d, r).and_then(|one| one.get_mut("flows")?.as_object_mut());
        let scopes =
            flows.and_then(|all| all.values_mut().next()?.get_mut("scopes")?.as_object_mut());
        scopes.is_some_and(|scopes| {
            let name = scopes.keys().next().cloned();
            name.is_some_and(|name| scopes.remove(&name).is_some())
        })
    }),
    ("webhook removed", |d, _| {
        d.get_mut("webhooks")
            .and_then(Value::as_object_mut)
            .is_some_and(|all| {
                let name = all.keys().next().cloned();
                name.is_some_and(|name| all.remove(&name).is_some())
            })
    }),
    ("callback removed", |d, r| {
        let one = operation(d, r).and_then(Value::as_object_mut);
        one.is_some_and(|one| one.remove("callbacks").is_some())
    }),
    ("callback sent elsewhere", |d, r| {
        let callbacks = operation(d, r).and_then(|one| one.get_mut("callbacks")?.as_object_mut());
        let callback = callbacks.and_then(|all| all.values_mut().next()?.as_object_mut());
        callback.is_some_and(|callback| {
            let name = callback.keys().next().cloned();
            let one = name.and_then(|name| callback.remove(&name));
            one.is_some_and(|one| {
                callback
                    .insert("{$request.query.other}".to_owned(), one)
                    .is_none()
            })
        })
    }),
    ("path variable renamed", |d, _| {
        let text = d.to_string();
        let renamed = text
            .replace("{id}", "{itemId}")
            .replace("\"name\":\"id\"", "\"name\":\"itemId\"");
        let changed = renamed != text;
        changed
            && serde_json::from_str(&renamed).is_ok_and(|renamed: Value| {
                *d = renamed;
                true
            })
    }),
    ("reference to what it leads to", |d, r| {
        let mut found = Vec::new();
        references(d, String::new(), &mut found);
        let Some((pointer, target)) = r.pick(&found).cloned() else {
            return false;
        };
        let Some(target) = d.pointer(&target).cloned() else {
            return false;
        };
        // A schema that contains itself cannot be replaced by its target.
        d.pointer_mut(&pointer).is_some_and(|one| {
            *one = target;
            true
        })
    }),
    ("schema of a property named", |d, r| {
        let named = d
            .pointer_mut("/components/schemas")
            .and_then(Value::as_object_mut);
        let Some(named) = named else {
            return false;
        };
        let at = r.below(named.len());
        let Some(Value::Object(properties)) = named
            .values_mut()
            .nth(at)
            .and_then(|one| one.get_mut("properties"))
        else {
            return false;
        };
        let names: Vec<String> = properties.keys().cloned().collect();
        let Some(name) = r.pick(&names) else {
            return false;
        };
        let reference = json!({"$ref": "#/components/schemas/BrandNew"});
        let own = properties.insert(name.clone(), reference);
        own.is_some_and(|own| named.insert("BrandNew".to_owned(), own).is_none())
    }),
];

/// Collects references to schemas, as pairs of pointer and target.
fn references(value: &Value, at: String, found: &mut Vec<(String, String)>) {
    match value {
        Value::Object(members) => {
            if let Some(Value::String(target)) = members.get("$ref")
                && target.starts_with("#/components/schemas/")
            {
                found.push((at, target[1..].to_owned()));
                return;
            }
            for (name, member) in members {
                let inner = format!("{at}/{}", crate::sites::escaped(name));
                if !matches!(
                    name.as_str(),
                    "example" | "examples" | "default" | "oneOf" | "anyOf"
                ) {
                    references(member, inner, found);
                }
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                references(item, format!("{at}/{index}"), found);
            }
        }
        _ => {}
    }
}
