//! Faults that the checks of `checks::state` find.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::fault::{Fault, Layer};
use crate::message::{Answer, Asked};

pub(crate) fn faults() -> Vec<Fault> {
    let mut all = answers();
    all.extend(memories());
    all
}

fn answers() -> Vec<Fault> {
    vec![
        Fault::asking("creation-keeps-another-name", "creation-echoed", |asked| {
            if asked.is("POST", "/org/*/referral") {
                append(asked, "name", "!");
            }
            None
        }),
        Fault::answering(
            "creation-told-wrong",
            "created-readable",
            |asked, answer| {
                if asked.is("POST", "/org/*/referral") && answer.status == 201 {
                    answer.edit(|body| body["stage"] = json!("COMMITTED"));
                }
            },
        ),
        Fault::answering("list-item-stale", "list-item-as-read", |asked, answer| {
            if asked.is("GET", "/org/*/product") && answer.is_success() {
                answer.edit(|body| each(body, |item| item["name"] = json!("Stale")));
            }
        }),
        Fault::asking("change-lost", "change-seen", |asked| {
            if asked.is("PATCH", "/org/*/product/*") {
                let mut body = asked.json()?;
                body.as_object_mut()?
                    .remove("name")
                    .filter(Value::is_string)?;
                asked.set_json(&body);
            }
            None
        }),
        Fault::asking("change-spreads", "change-seen", |asked| {
            if asked.is("PATCH", "/org/*/product/*") {
                let mut body = asked.json()?;
                let members = body.as_object_mut()?;
                members.entry("name").or_insert(json!("Overwritten"));
                asked.set_json(&body);
            }
            None
        }),
        Fault::answering(
            "other-organization-named",
            "nested-names-parent",
            |asked, answer| {
                let is_buyer = asked.is("GET", "/org/*/buyer") || asked.is("GET", "/org/*/buyer/*");
                if is_buyer && answer.is_success() {
                    answer.edit(|body| {
                        if body.get("items").is_some() {
                            each(body, |item| item["orgId"] = json!("org-other"));
                        } else {
                            body["orgId"] = json!("org-other");
                        }
                    });
                }
            },
        ),
        Fault::answering(
            "repetition-told-wrong",
            "client-id-repeated",
            |asked, answer| {
                if asked.is("POST", "/org/*/entitlement/*/usageRecordGroup") && answer.status == 200
                {
                    answer.edit(|body| body["creationTime"] = json!("2020-01-01T00:00:00Z"));
                }
            },
        ),
        Fault::answering("created-in-the-midst", "starts-initial", |asked, answer| {
            if asked.is("POST", "/org/*/referral") && answer.status == 201 {
                answer.edit(|body| body["status"] = json!("ACCEPTED"));
            }
        }),
        Fault::answering("accepted-expires", "moves-as-declared", |asked, answer| {
            if asked.path().contains("/referral") && answer.is_success() {
                let text = answer.text();
                answer.body = text.replace("\"ACCEPTED\"", "\"EXPIRED\"").into_bytes();
            }
        }),
    ]
}

fn memories() -> Vec<Fault> {
    vec![
        Fault::stateful("created-not-listed", "created-listed", || {
            Box::new(Unlisted::default())
        }),
        Fault::stateful("nested-everywhere", "nested-under-one-parent", || {
            Box::new(Everywhere::default())
        }),
        Fault::stateful("deleted-readable", "deleted-gone", || {
            Box::new(Undead {
                after: 1,
                ..Undead::default()
            })
        }),
        Fault::stateful("deleted-twice-returns", "repetition-same", || {
            Box::new(Undead {
                after: 2,
                ..Undead::default()
            })
        }),
        Fault::stateful("cancelled-twice", "disallowed-refused", || {
            Box::new(Cancelled::default())
        }),
        Fault::stateful("refused-and-changed", "refusal-changes-nothing", || {
            Box::new(Refused::default())
        }),
    ]
}

/// Appends text to a string in a body.
fn append(asked: &mut Asked, name: &str, text: &str) {
    let Some(mut body) = asked.json() else { return };
    let own = body.get(name).and_then(Value::as_str).map(str::to_owned);
    if let Some(own) = own.filter(|own| (1..100).contains(&own.len())) {
        body[name] = json!(format!("{own}{text}"));
        asked.set_json(&body);
    }
}

/// Changes each item of a page.
fn each(body: &mut Value, change: impl FnMut(&mut Value)) {
    let items = body.get_mut("items").and_then(Value::as_array_mut);
    items.into_iter().flatten().for_each(change);
}

fn id_of(value: &Value) -> Option<String> {
    value.get("id")?.as_str().map(str::to_owned)
}

/// API clients that are created do not appear in the list; existing ones do.
#[derive(Default)]
struct Unlisted {
    known: Option<usize>,
    made: BTreeSet<String>,
}

impl Layer for Unlisted {
    fn answer(&mut self, asked: &Asked, answer: &mut Answer) {
        if asked.is("POST", "/org/*/apiClient") && answer.status == 201 {
            self.made.extend(answer.json().as_ref().and_then(id_of));
        }
        if !asked.is("GET", "/org/*/apiClient") || !answer.is_success() {
            return;
        }
        let offset = asked
            .query("offset")
            .and_then(|text| text.parse().ok())
            .unwrap_or(0);
        answer.edit(|body| {
            let Some(items) = body.get_mut("items").and_then(Value::as_array_mut) else {
                return;
            };
            items.retain(|item| id_of(item).is_none_or(|id| !self.made.contains(&id)));
            let end: usize = offset + items.len();
            if body["nextOffset"].is_null() && self.known.is_none() {
                self.known = Some(end);
            }
            // The new ones are the last.
            if self.known.is_some_and(|known| end >= known) {
                body["nextOffset"] = Value::Null;
            }
        });
    }
}

/// Usage appears under every entitlement.
#[derive(Default)]
struct Everywhere {
    made: BTreeMap<String, Value>,
}

impl Layer for Everywhere {
    fn answer(&mut self, asked: &Asked, answer: &mut Answer) {
        let Some(parent) = asked.segment(3) else {
            return;
        };
        if asked.is("POST", "/org/*/entitlement/*/usageRecordGroup") && answer.is_success() {
            let body = answer.json();
            self.made
                .extend(body.and_then(|body| Some((id_of(&body)?, body))));
        }
        if !asked.is("GET", "/org/*/entitlement/*/usageRecordGroup/*") || answer.status != 404 {
            return;
        }
        let known = asked.segment(5).and_then(|id| self.made.get(id));
        if let Some(mut body) = known.cloned() {
            body["entitlementId"] = json!(parent);
            *answer = Answer::of_json(200, &body);
        }
    }
}

/// An API client can be read again after it was deleted a number of times.
#[derive(Default)]
struct Undead {
    after: usize,
    made: BTreeMap<String, Value>,
    deleted: BTreeMap<String, usize>,
}

impl Layer for Undead {
    fn answer(&mut self, asked: &Asked, answer: &mut Answer) {
        if asked.is("POST", "/org/*/apiClient")
            && answer.status == 201
            && let Some(mut body) = answer.json()
        {
            body.as_object_mut()
                .map(|members| members.remove("clientSecret"));
            self.made.extend(id_of(&body).map(|id| (id, body)));
        }
        let id = asked.segment(3).unwrap_or_default().to_owned();
        let Some(body) = self.made.get(&id) else {
            return;
        };
        let without_credential = answer.status == 401 || answer.status == 403;
        if asked.is("DELETE", "/org/*/apiClient/*") && !without_credential {
            *self.deleted.entry(id.clone()).or_default() += 1;
        }
        let is_back = self
            .deleted
            .get(&id)
            .is_some_and(|count| *count >= self.after);
        if asked.is("GET", "/org/*/apiClient/*") && is_back && answer.status == 404 {
            *answer = Answer::of_json(200, body);
        }
    }
}

/// A cancelled resource can be cancelled again.
#[derive(Default)]
struct Cancelled {
    offers: BTreeMap<String, Value>,
}

impl Layer for Cancelled {
    fn answer(&mut self, asked: &Asked, answer: &mut Answer) {
        if !asked.is("POST", "/org/*/offer/*/cancel") {
            return;
        }
        let id = asked.segment(3).unwrap_or_default().to_owned();
        if answer.is_success() {
            self.offers.extend(answer.json().map(|body| (id, body)));
        } else if let (409, Some(body)) = (answer.status, self.offers.get(&id)) {
            *answer = Answer::of_json(200, body);
        }
    }
}

/// A name is stored although the rest of the request was rejected.
#[derive(Default)]
struct Refused {
    names: BTreeMap<String, Value>,
}

impl Layer for Refused {
    fn answer(&mut self, asked: &Asked, answer: &mut Answer) {
        if asked.is("PATCH", "/org/*/product/*") {
            let id = asked.segment(3).unwrap_or_default().to_owned();
            let name = asked.json().and_then(|body| body.get("name").cloned());
            let is_ours = |name: &Value| {
                name.as_str()
                    .is_some_and(|name| name.starts_with("conformance-"))
            };
            match (answer.status, name.filter(is_ours)) {
                (400, Some(name)) => {
                    self.names.insert(id, name);
                }
                (200, _) => {
                    self.names.remove(&id);
                }
                _ => {}
            }
        }
        let is_shown = asked.path().contains("/product") && answer.is_success();
        if !is_shown || self.names.is_empty() {
            return;
        }
        answer.edit(|body| {
            let rename = |item: &mut Value| {
                if let Some(name) = id_of(item).and_then(|id| self.names.get(&id)) {
                    item["name"] = name.clone();
                }
            };
            if body.get("items").is_some() {
                each(body, rename);
            } else {
                rename(body);
            }
        });
    }
}
