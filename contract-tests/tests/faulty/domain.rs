//! Faults that the checks of `checks::domain` find.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::fault::{Fault, Layer};
use crate::message::{Answer, Asked};

const USAGE: &str = "/org/*/entitlement/*/usageRecordGroup";

pub(crate) fn faults() -> Vec<Fault> {
    vec![
        Fault::asking("reports-not-found", "lists-answered", |asked| {
            let is_bare = !asked.target.contains('?') && asked.header("authorization").is_some();
            (is_bare && asked.is("GET", "/org/*/usageRecordReport")).then(|| problem(404))
        })
        .beside("unusable-token-refused"),
        Fault::stateful("published-under-another-id", "offer-listed", || {
            Box::new(Aliases)
        }),
        Fault::stateful(
            "unknown-entitlement-conflict",
            "unknown-entitlement-refused",
            || Box::new(Entitlements::default()),
        ),
        Fault::stateful("usage-id-reused", "usage-id-once", || {
            Box::new(Reused::default())
        }),
        Fault::stateful("future-usage-taken", "usage-bounded", || Box::new(Future)),
        Fault::answering("totals-cut", "totals-add-up", |asked, answer| {
            reports(asked, answer, |report| {
                let totals = report.get_mut("totals").and_then(Value::as_array_mut);
                for total in totals.into_iter().flatten() {
                    let whole = total["quantity"].as_str().unwrap_or("0").split('.').next();
                    total["quantity"] = json!(whole.unwrap_or("0"));
                }
            });
        }),
        Fault::answering("report-forgets-usage", "totals-add-up", |asked, answer| {
            reports(asked, answer, |report| {
                let ids = report
                    .get_mut("usageRecordGroupIds")
                    .and_then(Value::as_array_mut);
                ids.map(Vec::pop);
            });
        }),
    ]
}

fn problem(status: u16) -> Answer {
    let body = json!({"type": "about:blank", "title": "No", "status": status});
    let mut answer = Answer::of_json(status, &body);
    answer.set("content-type", "application/problem+json");
    answer
}

/// Changes every report in a response.
fn reports(asked: &Asked, answer: &mut Answer, mut change: impl FnMut(&mut Value)) {
    if !answer.is_success() {
        return;
    }
    if asked.is("GET", "/org/*/usageRecordReport/*") {
        answer.edit(change);
    } else if asked.is("GET", "/org/*/usageRecordReport") {
        answer.edit(|body| {
            let items = body.get_mut("items").and_then(Value::as_array_mut);
            items.into_iter().flatten().for_each(&mut change);
        });
    }
}

/// In the list, offers that wait for the buyer have another ID, by which they can also be read.
struct Aliases;

impl Layer for Aliases {
    fn request(&mut self, asked: &mut Asked) -> Option<Answer> {
        let id = asked.segment(3)?.to_owned();
        if asked.path().contains("/offer/") {
            let real = id.strip_suffix("zzz")?;
            asked.target = asked.target.replace(&id, real);
        }
        None
    }

    fn answer(&mut self, asked: &Asked, answer: &mut Answer) {
        let by_alias = asked.segment(3).is_some_and(|id| id.ends_with("zzz"));
        if by_alias && answer.is_success() && asked.path().contains("/offer/") {
            answer.edit(alias);
        }
        if asked.is("GET", "/org/*/offer") && answer.is_success() {
            answer.edit(|body| {
                let items = body.get_mut("items").and_then(Value::as_array_mut);
                let waits = |item: &&mut Value| item["status"] == "PENDING_ACCEPTANCE";
                items.into_iter().flatten().filter(waits).for_each(alias);
            });
        }
    }
}

fn alias(item: &mut Value) {
    if let Some(id) = item["id"].as_str() {
        item["id"] = json!(format!("{id}zzz"));
    }
}

/// Usage with an ID that starts like a known entitlement is a conflict.
#[derive(Default)]
struct Entitlements {
    known: BTreeSet<String>,
}

impl Layer for Entitlements {
    fn answer(&mut self, asked: &Asked, answer: &mut Answer) {
        let id = asked.segment(3).unwrap_or_default().to_owned();
        if asked.is("POST", USAGE) && answer.status == 404 {
            if self.known.iter().any(|known| id.starts_with(known)) {
                *answer = problem(409);
            }
        } else if asked.is("POST", USAGE) && answer.is_success() {
            self.known.insert(id);
        }
    }
}

/// Different usage with an ID that was already used is accepted, but not stored.
#[derive(Default)]
struct Reused {
    groups: BTreeMap<String, Value>,
}

impl Layer for Reused {
    fn answer(&mut self, asked: &Asked, answer: &mut Answer) {
        if !asked.is("POST", USAGE) {
            return;
        }
        if answer.is_success() {
            let body = answer.json();
            self.groups
                .extend(body.and_then(|body| Some((body["id"].as_str()?.to_owned(), body))));
        }
        let (409, Some(sent)) = (answer.status, asked.json()) else {
            return;
        };
        let known = sent["id"].as_str().and_then(|id| self.groups.get(id));
        let Some(mut body) = known.cloned() else {
            return;
        };
        if let (Some(body), Some(sent)) = (body.as_object_mut(), sent.as_object()) {
            for name in ["records", "usageTime", "metadata"] {
                body.extend(sent.get(name).map(|value| (name.to_owned(), value.clone())));
            }
        }
        *answer = Answer::of_json(200, &body);
    }
}

/// Usage of the next day is accepted.
struct Future;

impl Future {
    fn time(asked: &Asked) -> Option<Value> {
        let body = asked.json()?;
        let time: jiff::Timestamp = body.get("usageTime")?.as_str()?.parse().ok()?;
        let ahead = time.as_second() - jiff::Timestamp::now().as_second();
        (asked.is("POST", USAGE) && (86_400..500_000).contains(&ahead))
            .then(|| body["usageTime"].clone())
    }
}

impl Layer for Future {
    fn request(&mut self, asked: &mut Asked) -> Option<Answer> {
        Self::time(asked)?;
        let mut body = asked.json()?;
        body.as_object_mut()?.remove("usageTime");
        asked.set_json(&body);
        None
    }

    fn answer(&mut self, asked: &Asked, answer: &mut Answer) {
        if let (Some(time), true) = (Self::time(asked), answer.is_success()) {
            answer.edit(|body| body["usageTime"] = time);
        }
    }
}
