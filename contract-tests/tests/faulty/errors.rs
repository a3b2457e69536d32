//! Faults that the checks of `checks::errors` find.

use serde_json::json;

use crate::fault::Fault;
use crate::message::{Answer, Asked};

fn is_missing(asked: &Asked, answer: &Answer) -> bool {
    asked.is("GET", "/org/*/offer/*") && answer.status == 404
}

pub(crate) fn faults() -> Vec<Fault> {
    vec![
        Fault::answering(
            "problem-other-status",
            "problem-members",
            |asked, answer| {
                if is_missing(asked, answer) {
                    answer.edit(|body| body["status"] = json!(400));
                }
            },
        ),
        Fault::answering("errors-of-two-shapes", "errors-alike", |asked, answer| {
            if asked.is("PATCH", "/org/*/offer/*") && answer.status >= 400 {
                answer.set_json(&json!("no"));
                answer.set("content-type", "application/json");
            }
        }),
        Fault::answering(
            "stack-trace-shown",
            "errors-reveal-nothing",
            |asked, answer| {
                if is_missing(asked, answer) {
                    answer.edit(|body| {
                        body["detail"] = json!("at com.example.Offers.read(Offers.java:31)");
                    });
                }
            },
        ),
        Fault::answering("byte-order-mark", "json-utf8", |asked, answer| {
            if asked.is("GET", "/org/*/quota") && answer.status == 200 {
                let mut body = b"\xef\xbb\xbf".to_vec();
                body.append(&mut answer.body);
                answer.body = body;
            }
        }),
        Fault::answering("member-twice", "json-names-unique", |asked, answer| {
            if asked.is("GET", "/org/*/offer/*") && answer.status == 200 {
                let text = answer
                    .text()
                    .replacen('{', "{\"xTwice\":1,\"xTwice\":2,", 1);
                answer.body = text.into_bytes();
            }
        }),
        Fault::answering(
            "date-time-with-space",
            "date-time-valid",
            |asked, answer| {
                if asked.is("GET", "/org/*/offer/*") && answer.status == 200 {
                    answer.edit(|body| body["creationTime"] = json!("2026-11-21 12:00:00Z"));
                }
            },
        ),
        Fault::answering("integer-inexact", "integers-exact", |asked, answer| {
            if asked.is("GET", "/org/*/offer/*") && answer.status == 200 {
                answer.edit(|body| body["xNumber"] = json!(9_007_199_254_740_993_u64));
            }
        }),
        Fault::asking(
            "unknown-query-refused-here",
            "unknown-treated-alike",
            |asked| {
                let known = ["limit", "offset", "access_token", "xConformance"];
                let (_, query) = asked.target.split_once('?')?;
                let mut names = query.split('&').filter_map(|pair| pair.split('=').next());
                let unknown = names.any(|name| !known.contains(&name));
                (unknown && asked.is("GET", "/org/*/buyer")).then(|| {
                    let problem = json!({"type": "about:blank", "title": "Bad", "status": 400});
                    let mut answer = Answer::of_json(400, &problem);
                    answer.set("content-type", "application/problem+json");
                    answer
                })
            },
        ),
        Fault::asking("odd-path-served", "odd-paths-refused", |asked| {
            let text = asked.target.replace("%00", "");
            let text = text.trim_end_matches('/').to_owned();
            if asked.method == "GET" && asked.target.contains("%00") {
                asked.target = text;
            }
            None
        }),
    ]
}
