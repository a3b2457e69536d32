//! Faults that the checks of `checks::contract` find.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use conformance_core::exchange::Host;

use crate::fault::{Fault, Layer};
use crate::message::{Answer, Asked};

pub(crate) fn faults() -> Vec<Fault> {
    vec![
        Fault::answering("status-undeclared", "status-declared", |asked, answer| {
            if asked.is("GET", "/.well-known/jwks.json") && answer.status == 200 {
                answer.status = 203;
            }
        })
        .beside("discovery-documents")
        .beside("metadata-same-keys"),
        Fault::answering(
            "media-type-undeclared",
            "media-type-declared",
            |asked, answer| {
                if asked.is("GET", "/org/*/offer") && answer.status == 200 {
                    answer.set("content-type", "text/json");
                }
            },
        ),
        Fault::answering("body-member-missing", "body-valid", |asked, answer| {
            if asked.is("GET", "/org/*/product/*") && answer.status == 200 {
                answer.edit(|body| {
                    body.as_object_mut()
                        .map(|members| members.remove("creationTime"));
                });
            }
        }),
        Fault::answering("integer-out-of-range", "body-valid", |asked, answer| {
            if asked.is("GET", "/org/*/quota") && answer.status == 200 {
                let text = answer
                    .text()
                    .replace("\"limit\":", "\"limit\":99999999999999999999");
                answer.body = text.into_bytes();
            }
        }),
        Fault::answering("date-time-without-zone", "body-valid", |asked, answer| {
            if asked.is("GET", "/org/*/event/*") && answer.status == 200 {
                answer.edit(|body| body["creationTime"] = json!("2026-11-21T12:00:00"));
            }
        })
        .beside("date-time-valid"),
        Fault::answering("location-missing", "headers-valid", |asked, answer| {
            if asked.is("POST", "/org/*/product") && answer.status == 201 {
                answer.remove("location");
            }
        }),
        Fault::asking("valid-refused", "valid-accepted", |asked| {
            let refused = asked.is("GET", "/org/*/buyer") && asked.query("limit").is_some();
            refused.then(|| {
                let problem = json!({"type": "about:blank", "title": "Bad", "status": 400});
                let mut answer = Answer::of_json(400, &problem);
                answer.set("content-type", "application/problem+json");
                answer
            })
        }),
        Fault::asking("limit-unchecked", "violation-refused", |asked| {
            if asked.is("GET", "/org/*/disbursement") {
                asked.set_query("limit", "10");
            }
            None
        }),
        Fault::answering("answer-broken-off", "complete-answer", |asked, answer| {
            if asked.is("GET", "/org/*/agreement") && answer.status == 200 {
                answer.cut_at = Some(answer.body.len() / 2);
            }
        }),
        Fault::asking(
            "undeclared-method-taken",
            "undeclared-method-refused",
            |asked| {
                let is_taken = asked.is("PUT", "/org/*/product/*");
                is_taken.then(|| Answer::of_json(200, &json!({})))
            },
        ),
        Fault::asking(
            "undeclared-method-not-found",
            "undeclared-method-refused",
            |asked| {
                let is_hidden = asked.is("PUT", "/org/*/offer/*");
                is_hidden.then(|| {
                    let problem =
                        json!({"type": "about:blank", "title": "Not found", "status": 404});
                    let mut answer = Answer::of_json(404, &problem);
                    answer.set("content-type", "application/problem+json");
                    answer
                })
            },
        ),
        Fault::asking(
            "media-type-unchecked",
            "undeclared-media-type-refused",
            |asked| {
                if asked.is("POST", "/org/*/product") {
                    asked.set("content-type", "application/json");
                }
                None
            },
        )
        .beside("plain-text-refused"),
        Fault::stateful(
            "unknown-resource-empty",
            "unknown-resource-not-found",
            || Box::new(GoneAnyway::default()),
        ),
    ]
}

/// Identifies the client by the JWT, because several tokens belong to one client.
fn client(asked: &Asked) -> Option<Value> {
    let token = asked.header("authorization")?.strip_prefix("Bearer ")?;
    let claims = URL_SAFE_NO_PAD.decode(token.split('.').nth(1)?).ok()?;
    let claims: Value = serde_json::from_slice(&claims).ok()?;
    claims.get("sub").cloned()
}

/// Responds to the first client that deletes a missing resource as if it had been deleted.
#[derive(Default)]
struct GoneAnyway {
    first: Option<Value>,
}

impl Layer for GoneAnyway {
    fn answer(&mut self, asked: &Asked, answer: &mut Answer) {
        let Some(client) = client(asked) else {
            return;
        };
        let is_first = self.first.as_ref().is_none_or(|first| *first == client);
        if asked.host == Host::Resource && answer.is_success() && is_first {
            self.first = Some(client);
        }
        if is_first && asked.is("DELETE", "/org/*/apiClient/*") && answer.status == 404 {
            answer.status = 204;
            answer.body.clear();
        }
    }
}
