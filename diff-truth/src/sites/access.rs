//! Collects the addresses and credentials of operations.

use serde_json::{Value, json};

/// Security schemes that are required together, each with its scopes.
pub type Credentials = Vec<(Value, Vec<String>)>;

/// The maximum number of addresses from one with variables.
const MOST: usize = 64;

/// Returns the alternatives of credentials of an operation.
pub(super) fn credentials(description: &Value, operation: &Value) -> Vec<Credentials> {
    let stated = operation.get("security").or(description.get("security"));
    let alternatives = stated.and_then(Value::as_array).cloned();
    let alternatives = alternatives.filter(|list| !list.is_empty());
    let alternatives = alternatives.unwrap_or_else(|| vec![json!({})]);
    let each = alternatives.iter().map(|one| {
        let schemes = one.as_object().into_iter().flatten();
        let schemes = schemes.map(|(name, scopes)| {
            let scheme = description.pointer("/components/securitySchemes");
            let scheme = scheme.and_then(|all| all.get(name)).cloned();
            let scopes = scopes.as_array().into_iter().flatten();
            let scopes = scopes.filter_map(Value::as_str).map(str::to_owned);
            (scheme.unwrap_or_default(), scopes.collect())
        });
        schemes.collect()
    });
    each.collect()
}

/// Returns whether some credentials satisfy a requirement.
pub fn serves(has: &Credentials, asked: &Credentials) -> bool {
    asked.iter().all(|(scheme, scopes)| {
        let mut has = has.iter();
        has.any(|(own, held)| {
            still_works(own, scheme) && scopes.iter().all(|scope| held.contains(scope))
        })
    })
}

/// Returns whether credentials of the old scheme are obtained and sent as the new one says.
fn still_works(old: &Value, new: &Value) -> bool {
    let same = |field: &str| match (old.get(field), new.get(field)) {
        (Some(Value::String(one)), Some(Value::String(other))) if field == "scheme" => {
            one.eq_ignore_ascii_case(other)
        }
        (one, other) => one == other,
    };
    let fields = ["type", "name", "in", "scheme", "openIdConnectUrl"];
    let flows = old.get("flows").and_then(Value::as_object);
    let mut flows = flows.into_iter().flatten();
    fields.into_iter().all(same)
        && flows.all(|(kind, flow)| {
            let other = new.get("flows").and_then(|flows| flows.get(kind));
            let urls = ["authorizationUrl", "tokenUrl", "refreshUrl"];
            other.is_some_and(|other| {
                let scopes = flow.get("scopes").and_then(Value::as_object);
                let mut scopes = scopes.into_iter().flatten();
                urls.iter().all(|url| flow.get(url) == other.get(url))
                    && scopes.all(|(scope, _)| {
                        other
                            .get("scopes")
                            .is_some_and(|all| all.get(scope).is_some())
                    })
            })
        })
}

/// Returns the addresses of an operation, with every combination of their variables.
pub(super) fn addresses(description: &Value, item: &Value, operation: &Value) -> Vec<String> {
    let lists = [operation, item, description].map(|one| one.get("servers"));
    let lists = lists.into_iter().flatten().filter_map(Value::as_array);
    let list = lists.into_iter().find(|list| !list.is_empty());
    match list {
        Some(list) => list.iter().flat_map(expanded).collect(),
        // OpenAPI 3.1.0 §4.8.1.1.
        None => vec!["/".to_owned()],
    }
}

fn expanded(server: &Value) -> Vec<String> {
    let url = server.get("url").and_then(Value::as_str).unwrap_or("/");
    let mut all = vec![url.to_owned()];
    let variables = server.get("variables").and_then(Value::as_object);
    for (name, variable) in variables.into_iter().flatten() {
        let Some(Value::Array(values)) = variable.get("enum") else {
            continue;
        };
        let values: Vec<&str> = values.iter().filter_map(Value::as_str).collect();
        let from = format!("{{{name}}}");
        let filled = all.iter().flat_map(|url| {
            let values = values.iter();
            values
                .map(|value| url.replace(&from, value))
                .collect::<Vec<_>>()
        });
        all = filled.take(MOST).collect();
    }
    all
}
