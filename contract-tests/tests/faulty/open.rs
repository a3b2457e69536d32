//! Deployments that differ only in what the interface leaves open: none may be found to violate it.
//!
//! The interface names five operations and says that their payloads, query parameters and status
//! codes are not shown. Each aspect below is changed in all of them; what a run finds is assumed
//! or a warning, and never a violation.

use serde_json::{Map, Value, json};

use crate::fault::Fault;
use crate::message::{Answer, Asked};

/// The operations that the interface names.
pub(crate) const OPERATIONS: [(&str, &str); 5] = [
    ("GET", "/org/*/offer"),
    ("POST", "/org/*/offer"),
    ("GET", "/org/*/entitlement"),
    ("POST", "/org/*/entitlement/*/usageRecordGroup"),
    ("GET", "/org/*/usageRecordReport"),
];

type Change = fn(&mut Answer);

/// One aspect that the interface leaves open, and a deployment that decides it differently.
struct Aspect {
    name: &'static str,
    /// Of which responses.
    applies: fn(&Answer) -> bool,
    change: Change,
}

const fn aspect(name: &'static str, applies: fn(&Answer) -> bool, change: Change) -> Aspect {
    Aspect {
        name,
        applies,
        change,
    }
}

fn is_success(answer: &Answer) -> bool {
    answer.is_success()
}

/// Returns an error whose status the interface implies nowhere: all but 401.
fn is_error(answer: &Answer) -> bool {
    answer.status / 100 == 4 && answer.status != 401
}

fn is_unauthorized(answer: &Answer) -> bool {
    answer.status == 401
}

fn is_created(answer: &Answer) -> bool {
    answer.status == 201
}

const ASPECTS: [Aspect; 24] = [
    aspect("success-is-203", is_success, |answer| answer.status = 203),
    aspect("success-is-200", is_created, |answer| answer.status = 200),
    aspect("creation-is-accepted", is_created, |answer| {
        answer.status = 202;
    }),
    aspect("creation-without-location", is_created, |answer| {
        answer.remove("location");
    }),
    aspect("success-without-content", is_created, |answer| {
        answer.status = 204;
        answer.body.clear();
        answer.remove("content-type");
    }),
    aspect("another-json-media-type", is_success, |answer| {
        answer.set("content-type", "application/vnd.marketplace+json");
    }),
    aspect("enveloped", is_success, |answer| {
        answer.edit(|body| *body = json!({"data": body.take()}));
    }),
    aspect("bare-list", is_success, |answer| {
        answer.edit(|body| {
            if let Some(items) = body.get_mut("items") {
                *body = items.take();
            }
        });
    }),
    aspect("list-under-another-name", is_success, |answer| {
        answer.edit(|body| rename(body, "items", "results"));
    }),
    aspect("no-next-offset", is_success, |answer| {
        answer.edit(|body| {
            body.as_object_mut()
                .and_then(|body| body.remove("nextOffset"));
        });
    }),
    aspect("newest-first", is_success, |answer| {
        answer.edit(|body| {
            let items = body.get_mut("items").and_then(Value::as_array_mut);
            if let Some(items) = items {
                items.reverse();
            }
        });
    }),
    aspect("snake-case", is_success, |answer| {
        answer.edit(|body| *body = renamed(body, &snake));
    }),
    aspect("more-fields", is_success, |answer| {
        answer.edit(|body| add(body, "extra", &json!({"new": [1, null]})));
    }),
    aspect("numbers-as-text", is_success, |answer| {
        answer.edit(numbers_as_text);
    }),
    aspect("states-are-numbers", is_success, |answer| {
        answer.edit(|body| add(body, "status", &json!(7)));
    }),
    aspect("error-is-a-string", is_error, |answer| {
        answer.set("content-type", "application/json");
        answer.set_json(&json!("no"));
    }),
    aspect("error-is-an-object", is_error, |answer| {
        answer.set("content-type", "application/json");
        answer.set_json(&json!({"error": {"code": 17, "message": "no"}}));
    }),
    aspect("error-is-text", is_error, |answer| {
        answer.set("content-type", "text/plain; charset=utf-8");
        answer.body = b"no".to_vec();
    }),
    aspect("error-is-empty", is_error, |answer| {
        answer.remove("content-type");
        answer.body.clear();
    }),
    aspect(
        "invalid-is-422",
        |answer| answer.status == 400,
        |answer| {
            answer.restatus(422);
        },
    ),
    aspect(
        "forbidden-is-404",
        |answer| answer.status == 403,
        |answer| {
            answer.restatus(404);
        },
    ),
    aspect(
        "conflict-is-400",
        |answer| answer.status == 409,
        |answer| {
            answer.restatus(400);
        },
    ),
    aspect("unauthorized-is-text", is_unauthorized, |answer| {
        answer.set("content-type", "text/plain; charset=utf-8");
        answer.body = b"no".to_vec();
    }),
    aspect("unauthorized-is-empty", is_unauthorized, |answer| {
        answer.remove("content-type");
        answer.body.clear();
    }),
];

/// Deployments that decide one aspect differently in every operation of the interface.
pub(crate) fn variants() -> Vec<Fault> {
    let of_operations = ASPECTS.iter().map(|aspect| {
        Fault::answering(aspect.name, "", |asked, answer| {
            let mut own = OPERATIONS.iter();
            if own.any(|(method, form)| asked.is(method, form)) && (aspect.applies)(answer) {
                (aspect.change)(answer);
            }
        })
    });
    of_operations
        .chain(requests())
        .chain(token_host())
        .collect()
}

/// Returns how many aspects of single operations the variants change.
pub(crate) fn count() -> usize {
    ASPECTS.len() * OPERATIONS.len() + requests().len() + token_host().len()
}

/// Faults in how query parameters of the five operations are read.
fn requests() -> Vec<Fault> {
    vec![
        Fault::asking("filters-ignored", "", |asked| {
            if is_list(asked) {
                for name in [
                    "status=",
                    "partner=",
                    "productId=",
                    "buyerId=",
                    "agreementId=",
                ] {
                    asked.target = asked.target.replace(name, &format!("x-{name}"));
                }
            }
            None
        }),
        Fault::asking("pages-ignored", "", |asked| {
            if is_list(asked) {
                for name in ["limit=", "offset="] {
                    asked.target = asked.target.replace(name, &format!("x-{name}"));
                }
            }
            None
        }),
        Fault::asking("small-pages", "", |asked| {
            if is_list(asked) {
                asked.set_query("limit", "2");
            }
            None
        }),
        Fault::asking("unknown-query-refused", "", |asked| {
            const KNOWN: [&str; 9] = [
                "limit",
                "offset",
                "status",
                "partner",
                "productId",
                "buyerId",
                "agreementId",
                "startDate",
                "endDate",
            ];
            let (_, query) = asked.target.split_once('?')?;
            let mut names = query.split('&').filter_map(|pair| pair.split('=').next());
            let is_known = names.all(|name| name.is_empty() || KNOWN.contains(&name));
            (is_list(asked) && asked.header("authorization").is_some() && !is_known)
                .then(|| Answer::of_json(400, &json!({"error": "unknown parameter"})))
        }),
    ]
}

fn is_list(asked: &Asked) -> bool {
    let mut lists = OPERATIONS.iter().filter(|(method, _)| *method == "GET");
    lists.any(|(method, form)| asked.is(method, form))
}

/// Returns the token host: field names of its response, lifetimes and scopes are not shown.
fn token_host() -> Vec<Fault> {
    fn of_token(name: &'static str, change: Change) -> Fault {
        Fault::answering(name, "", move |asked, answer| {
            if asked.is("POST", "/oauth2/token") {
                change(answer);
            }
        })
    }
    fn of_metadata(name: &'static str, change: fn(&mut Map<String, Value>)) -> Fault {
        Fault::answering(name, "", move |asked, answer| {
            if asked.path().starts_with("/.well-known/") && answer.is_success() {
                answer.edit(|body| {
                    body.as_object_mut().map(change);
                });
            }
        })
    }
    vec![
        of_token("token-without-lifetime", |answer| {
            answer.edit(|body| remove(body, "expires_in"));
        }),
        of_token("token-with-more", |answer| {
            answer.edit(|body| add(body, "organization", &json!("org")));
        }),
        of_token("token-type-in-lower-case", |answer| {
            if answer.is_success() {
                answer.edit(|body| body["token_type"] = json!("bearer"));
            }
        }),
        of_token("token-errors-may-be-cached", |answer| {
            if !answer.is_success() {
                answer.remove("cache-control");
            }
        }),
        of_token("token-errors-without-description", |answer| {
            answer.edit(|body| remove(body, "error_description"));
        }),
        of_metadata("metadata-with-more", |body| {
            body.insert("x_extra".to_owned(), json!([1]));
        }),
        of_metadata("metadata-without-documentation", |body| {
            for name in [
                "service_documentation",
                "resource_documentation",
                "scopes_supported",
            ] {
                body.remove(name);
            }
        }),
    ]
}

fn remove(body: &mut Value, name: &str) {
    body.as_object_mut().and_then(|body| body.remove(name));
}

fn rename(body: &mut Value, from: &str, to: &str) {
    if let Some(object) = body.as_object_mut()
        && let Some(value) = object.remove(from)
    {
        object.insert(to.to_owned(), value);
    }
}

/// Adds a member to the object, or to each item of a list.
fn add(body: &mut Value, name: &str, value: &Value) {
    if let Some(items) = body.get_mut("items").and_then(Value::as_array_mut) {
        for item in items {
            add(item, name, value);
        }
    } else if let Some(object) = body.as_object_mut() {
        object.insert(name.to_owned(), value.clone());
    }
}

fn renamed(value: &Value, name: &dyn Fn(&str) -> String) -> Value {
    match value {
        Value::Object(members) => {
            let all = members.iter();
            all.map(|(own, value)| (name(own), renamed(value, name)))
                .collect::<Map<_, _>>()
                .into()
        }
        Value::Array(items) => items.iter().map(|one| renamed(one, name)).collect(),
        other => other.clone(),
    }
}

fn snake(name: &str) -> String {
    let mut text = String::new();
    for character in name.chars() {
        if character.is_ascii_uppercase() {
            text.push('_');
        }
        text.push(character.to_ascii_lowercase());
    }
    text
}

fn numbers_as_text(value: &mut Value) {
    match value {
        Value::Number(number) => *value = Value::String(number.to_string()),
        Value::Array(items) => items.iter_mut().for_each(numbers_as_text),
        Value::Object(members) => members.values_mut().for_each(numbers_as_text),
        _ => {}
    }
}
