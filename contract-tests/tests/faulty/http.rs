//! Faults that the checks of `checks::http` find.

use crate::fault::Fault;
use crate::message::{Answer, Asked};

/// A list that every run requests.
const LIST: &str = "/org/*/offer";

fn is_list(asked: &Asked, answer: &Answer) -> bool {
    asked.is("GET", LIST) && answer.status == 200
}

pub(crate) fn faults() -> Vec<Fault> {
    let mut all = fields();
    all.extend(refusals());
    all.extend(others());
    all
}

fn fields() -> Vec<Fault> {
    vec![
        Fault::answering("challenge-missing", "challenge-with-401", |_, answer| {
            if answer.status == 401 {
                answer.remove("www-authenticate");
            }
        })
        .beside("invalid-key-refused")
        .beside("token-basic-failure-challenged"),
        Fault::answering("challenge-garbled", "challenge-with-401", |_, answer| {
            if answer.status == 401 {
                answer.set("www-authenticate", "Bearer realm=\"open");
            }
        })
        .beside("invalid-key-refused")
        .beside("token-basic-failure-challenged"),
        Fault::answering("allow-missing", "allow-with-405", |_, answer| {
            if answer.status == 405 {
                answer.remove("allow");
            }
        }),
        Fault::answering("allow-with-refused", "allow-with-405", |asked, answer| {
            if answer.status == 405 {
                let all = format!("GET, POST, PUT, PATCH, DELETE, {}", asked.method);
                answer.set("allow", &all);
            }
        }),
        Fault::answering("date-missing", "date-there", |asked, answer| {
            if is_list(asked, answer) {
                answer.remove("date");
            }
        }),
        Fault::answering(
            "content-type-missing",
            "content-type-there",
            |asked, answer| {
                if answer.status == 405 && asked.path().starts_with("/org/") {
                    answer.body = b"no".to_vec();
                    answer.remove("content-type");
                }
            },
        ),
        Fault::answering(
            "xml-in-name-only",
            "content-type-truthful",
            |asked, answer| {
                if asked.header("accept") == Some("application/xml") && answer.status == 200 {
                    answer.set("content-type", "application/xml");
                }
            },
        ),
        Fault::answering("head-other-status", "head-like-get", |asked, answer| {
            if asked.is("HEAD", LIST) {
                answer.status = 404;
            }
        }),
        Fault::answering("head-other-type", "head-like-get", |asked, answer| {
            if asked.method == "HEAD" {
                answer.set("content-type", "text/plain");
            }
        }),
        Fault::answering(
            "options-without-allow",
            "options-answered",
            |asked, answer| {
                if asked.method == "OPTIONS" {
                    answer.status = 200;
                    answer.remove("allow");
                    answer.body.clear();
                }
            },
        ),
        Fault::answering("created-untold", "created-identified", |asked, answer| {
            if asked.is("POST", "/org/*/entitlement/*/usageRecordGroup") && answer.status == 201 {
                answer.remove("location");
                answer.edit(|body| {
                    body.as_object_mut().map(|members| members.remove("id"));
                });
            }
        })
        .beside("creation-echoed"),
    ]
}

fn refusals() -> Vec<Fault> {
    vec![
        Fault::asking("unknown-method-served", "unknown-method-refused", |asked| {
            if asked.method == "XPROBE" {
                "GET".clone_into(&mut asked.method);
            }
            None
        }),
        Fault::asking("plain-text-taken", "plain-text-refused", |asked| {
            let is_text = asked.header("content-type") == Some("text/plain");
            let is_own = asked.method == "POST" && asked.body == b"plain text";
            (is_text && is_own).then(|| {
                let mut answer = Answer::of_json(200, &serde_json::json!({}));
                answer.body = b"{\"status\":\"taken\"}".to_vec();
                answer
            })
        })
        .beside("status-declared"),
        Fault::asking("malformed-json-taken", "malformed-json-refused", |asked| {
            if asked.method == "POST" && asked.body.ends_with(b"},") {
                asked.body.pop();
            }
            None
        }),
        Fault::answering(
            "malformed-json-fails",
            "no-server-error",
            |asked, answer| {
                if asked.is("GET", "/org/*/quota") && asked.target.contains("xConformance") {
                    answer.status = 500;
                }
            },
        ),
        Fault::answering("excess-as-forbidden", "excess-refused", |asked, answer| {
            if asked.target.len() > 50_000 {
                answer.status = 405;
                answer.set("allow", "POST");
                answer.edit(|body| body["status"] = 405.into());
            }
        }),
    ]
}

fn others() -> Vec<Fault> {
    vec![
        Fault::answering(
            "tag-without-effect",
            "preconditions-hold",
            |asked, answer| {
                if asked.is("GET", "/org/*/quota") && answer.status == 200 {
                    answer.set("etag", "\"1\"");
                }
            },
        ),
        // The layer accepts requests without a Host.
        Fault::answering("framing-lenient", "framing-strict", |_, _| {}),
        Fault::answering("accepted-untold", "accepted-described", |asked, answer| {
            if asked.is("POST", "/org/*/product/*/publish") && answer.is_success() {
                answer.status = 202;
                answer.body.clear();
                answer.remove("location");
            }
        }),
    ]
}
