//! Faults that the checks of `checks::lists` find.

use serde_json::{Value, json};

use crate::fault::{Fault, Layer};
use crate::message::{Answer, Asked};

pub(crate) fn faults() -> Vec<Fault> {
    vec![
        Fault::asking("offset-ignored", "limit-and-offset", |asked| {
            if asked.is("GET", "/org/*/buyer") && asked.query("offset") == Some("1") {
                asked.set_query("offset", "0");
            }
            None
        }),
        Fault::asking("limit-lowered", "limit-honoured", |asked| {
            let limit = limit(asked).filter(|limit| (3..=1_000).contains(limit));
            if limit.is_some() && asked.is("GET", "/org/*/offer") {
                asked.set_query("limit", "2");
            }
            None
        }),
        Fault::asking("limit-one-more", "limit-honoured", |asked| {
            let limit = limit(asked).filter(|limit| (1..1_000).contains(limit));
            if let (true, Some(limit)) = (asked.is("GET", "/org/*/product"), limit) {
                asked.set_query("limit", &(limit + 1).to_string());
            }
            None
        }),
        Fault::stateful("pages-overlap", "pages-complete", || Box::new(Overlapping)),
        Fault::answering(
            "next-on-the-last-page",
            "next-page-valid",
            |asked, answer| {
                if asked.is("GET", "/org/*/offer") && answer.is_success() {
                    let offset = offset(asked);
                    answer.edit(|body| {
                        let count = body["items"].as_array().map_or(0, Vec::len);
                        if body["nextOffset"].is_null() && count > 0 {
                            body["nextOffset"] = json!(offset + count as u64);
                        }
                    });
                }
            },
        ),
        Fault::answering(
            "no-next-before-the-end",
            "next-page-valid",
            |asked, answer| {
                let is_small = limit(asked).is_some_and(|limit| limit < 100);
                if asked.is("GET", "/org/*/agreement") && is_small && answer.is_success() {
                    answer.edit(|body| body["nextOffset"] = Value::Null);
                }
            },
        ),
        Fault::stateful("order-alternates", "order-stable", || {
            Box::new(Alternating::default())
        }),
        Fault::asking("filter-ignored", "filter-exact", |asked| {
            if asked.is("GET", "/org/*/offer") && asked.query("status").is_some() {
                asked.target = asked.target.replace("status=", "ignored=");
            }
            None
        }),
        Fault::answering("filter-too-narrow", "filter-exact", |asked, answer| {
            let is_filtered =
                asked.query("partner").is_some() && asked.is("GET", "/org/*/referral");
            if is_filtered && answer.is_success() {
                answer.edit(|body| {
                    let items = body.get_mut("items").and_then(Value::as_array_mut);
                    items.map(Vec::pop);
                });
            }
        }),
        Fault::asking("end-wraps-around", "beyond-end", |asked| {
            if asked.is("GET", "/org/*/offer") && offset(asked) > 1_000 {
                asked.set_query("offset", "0");
            }
            None
        }),
    ]
}

fn limit(asked: &Asked) -> Option<u64> {
    asked.query("limit")?.parse().ok()
}

fn offset(asked: &Asked) -> u64 {
    asked
        .query("offset")
        .and_then(|text| text.parse().ok())
        .unwrap_or(0)
}

/// The second of two pages begins one item early.
struct Overlapping;

impl Layer for Overlapping {
    fn request(&mut self, asked: &mut Asked) -> Option<Answer> {
        if asked.is("GET", "/org/*/offer") && offset(asked) == 2 && limit(asked) == Some(2) {
            asked.set_query("offset", "1");
        }
        None
    }

    fn answer(&mut self, asked: &Asked, answer: &mut Answer) {
        if asked.is("GET", "/org/*/offer") && offset(asked) == 2 && limit(asked) == Some(2) {
            answer.edit(|body| {
                if body["nextOffset"].is_u64() {
                    body["nextOffset"] = json!(4);
                }
            });
        }
    }
}

/// Every other response has its items in reverse order.
#[derive(Default)]
struct Alternating {
    count: usize,
}

impl Layer for Alternating {
    fn answer(&mut self, asked: &Asked, answer: &mut Answer) {
        if !asked.is("GET", "/org/*/offer") || !answer.is_success() {
            return;
        }
        self.count += 1;
        if self.count.is_multiple_of(2) {
            answer.edit(|body| {
                let items = body.get_mut("items").and_then(Value::as_array_mut);
                if let Some(items) = items {
                    items.reverse();
                }
            });
        }
    }
}
