//! Faults that the checks of `checks::evolution` find.

use std::sync::Arc;

use conformance_core::description::Description;
use conformance_engine::history::{Deployment, Ending, Field, History};
use conformance_engine::session::Setup;
use jiff::{SignedDuration, Timestamp};

use crate::fault::Fault;
use crate::message::{Answer, Asked};

pub(crate) fn faults() -> Vec<Fault> {
    let mut all = deprecation();
    all.extend(history());
    all.extend(versions());
    all.extend(limits());
    all.extend(client());
    all
}

/// Returns whether a response is one of the deprecated operation.
fn is_deprecated(asked: &Asked) -> bool {
    asked.is("POST", "/org/*/entitlement/*/usageRecord")
}

fn deprecation() -> Vec<Fault> {
    vec![
        Fault::answering("sunset-missing", "sunset-on-success", |asked, answer| {
            if is_deprecated(asked) && answer.is_success() {
                answer.remove("sunset");
            }
        })
        .beside("headers-valid"),
        Fault::answering(
            "sunset-missing-in-errors",
            "sunset-on-error",
            |asked, answer| {
                if is_deprecated(asked) && answer.status / 100 == 4 {
                    answer.remove("sunset");
                }
            },
        )
        .beside("headers-valid"),
        Fault::answering(
            "sunset-on-another-weekday",
            "sunset-date",
            |asked, answer| {
                if is_deprecated(asked) {
                    answer.set("sunset", "Thu, 31 Dec 2027 23:59:59 GMT");
                }
            },
        ),
        Fault::answering("sunset-in-utc", "sunset-date", |asked, answer| {
            if asked.is("GET", "/org/*/quota") {
                answer.set("sunset", "Fri, 31 Dec 2027 23:59:59 UTC");
            }
        }),
        Fault::answering(
            "deprecation-missing",
            "deprecation-on-success",
            |asked, answer| {
                if is_deprecated(asked) && answer.is_success() {
                    answer.remove("deprecation");
                }
            },
        ),
        Fault::answering("sunset-over", "sunset-not-over", |asked, answer| {
            if is_deprecated(asked) {
                answer.set("sunset", "Sun, 01 Feb 2026 00:00:00 GMT");
            }
        }),
        Fault::answering(
            "deprecation-no-date",
            "deprecation-date",
            |asked, answer| {
                if asked.is("GET", "/org/*/quota") {
                    answer.set("deprecation", "1767225600");
                }
            },
        ),
        Fault::answering(
            "deprecation-of-a-draft",
            "deprecation-date",
            |asked, answer| {
                if asked.is("GET", "/org/*/quota") {
                    answer.set("deprecation", "true");
                }
            },
        ),
        Fault::answering(
            "sunset-before-deprecation",
            "sunset-after-deprecation",
            |asked, answer| {
                if is_deprecated(asked) {
                    answer.set("sunset", "Wed, 31 Dec 2025 00:00:00 GMT");
                }
            },
        ),
        Fault::answering("guide-unlinked", "deprecation-linked", |asked, answer| {
            if is_deprecated(asked) {
                answer.set("link", "</docs>; rel=\"help\"");
            }
        }),
        Fault::answering(
            "sunset-undescribed",
            "sunset-only-on-deprecated",
            |asked, answer| {
                if asked.is("GET", "/org/*/offer") {
                    answer.set("sunset", "Fri, 31 Dec 2027 23:59:59 GMT");
                }
            },
        ),
    ]
}

/// Sets the history of the deployment, as an earlier run recorded it.
fn before(setup: &mut Setup, change: impl Fn(&mut Deployment)) {
    let mut history = History::default();
    let deployment = history.deployment_mut(&setup.profile.base_url);
    "2026-01-01T00:00:00Z".clone_into(&mut deployment.last_run);
    change(deployment);
    setup.history = Some(history);
}

fn ending(unseen_at: Option<&str>, latest: &str) -> Ending {
    Ending {
        first_seen: "2026-02-01T00:00:00Z".to_owned(),
        unseen_at: unseen_at.map(str::to_owned),
        latest: latest.to_owned(),
    }
}

fn field(kind: &str) -> Field {
    Field {
        objects: 9,
        seen: 9,
        types: [kind.to_owned()].into(),
    }
}

fn history() -> Vec<Fault> {
    let nothing = |_: &Asked, _: &mut Answer| {};
    let operation = || "createUsageRecord".to_owned();
    vec![
        Fault::answering("sunset-earlier", "sunset-not-earlier", nothing).prepared(move |setup| {
            before(setup, |known| {
                let ending = ending(None, "2028-06-30T00:00:00Z");
                known.sunsets.insert(operation(), ending);
            });
        }),
        Fault::answering(
            "gone-before-sunset",
            "sunset-not-earlier",
            |asked, answer| {
                if asked.is("GET", "/org/*/referral") && answer.is_success() {
                    let problem =
                        serde_json::json!({"type": "about:blank", "title": "Gone", "status": 404});
                    *answer = Answer::of_json(404, &problem);
                    answer.set("content-type", "application/problem+json");
                }
            },
        )
        .prepared(|setup| {
            before(setup, |known| {
                let ending = ending(None, "2028-06-30T00:00:00Z");
                known.sunsets.insert("listReferrals".to_owned(), ending);
            });
        }),
        Fault::answering("notice-too-short", "notice-of-a-year", |asked, answer| {
            if is_deprecated(asked) {
                answer.set("sunset", "Tue, 01 Jun 2027 00:00:00 GMT");
            }
        })
        .prepared(|setup| {
            let yesterday = Timestamp::now() - SignedDuration::from_hours(24);
            before(setup, |known| known.last_run = yesterday.to_string());
        }),
        Fault::answering("field-gone", "fields-kept", nothing).prepared(|setup| {
            before(setup, |known| {
                let shape = known.shapes.entry("listOffers 200".to_owned()).or_default();
                shape
                    .0
                    .insert("/items/*/colour".to_owned(), field("string"));
            });
        }),
        Fault::answering("field-of-another-type", "fields-kept", nothing).prepared(|setup| {
            before(setup, |known| {
                let shape = known.shapes.entry("listOffers 200".to_owned()).or_default();
                shape.0.insert("/items/*/id".to_owned(), field("number"));
            });
        }),
        Fault::answering("description-broken", "description-kept", nothing).prepared(|setup| {
            let text = include_str!("../../../spec/openapi.yaml");
            let old = text.replace("operationId: listOffers\n", "operationId: listAllOffers\n");
            let old = old.replace("  /org/{orgId}/quota:\n", "  /org/{orgId}/quotaList:\n");
            let old = Description::from_text("old.yaml", &old).expect("it is sound");
            setup.baseline = Some(old);
        }),
    ]
}

fn versions() -> Vec<Fault> {
    vec![
        Fault::asking("version-in-paths", "no-version-segment", |asked| {
            if let Some(rest) = asked.target.strip_prefix("/v1/org/") {
                asked.target = format!("/org/{rest}");
            }
            None
        }),
        Fault::answering(
            "version-a-number",
            "description-version",
            |asked, answer| {
                if asked.is("GET", "/openapi.json") {
                    answer.edit(|body| body["info"]["version"] = serde_json::json!(1.0));
                }
            },
        ),
        Fault::asking("token-host-a-twin", "token-host-apart", |asked| {
            if asked.path().starts_with("/org/") {
                asked.host = conformance_core::exchange::Host::Resource;
            }
            None
        }),
    ]
}

fn limits() -> Vec<Fault> {
    vec![
        Fault::stateful("burst-limited", "burst-unlimited", || Box::new(Limited(0))).alone(),
        Fault::answering(
            "rate-limit-told",
            "no-rate-limit-fields",
            |asked, answer| {
                if asked.is("GET", "/org/*/offer") && answer.is_success() {
                    answer.set("x-ratelimit-remaining", "99");
                }
            },
        ),
    ]
}

/// Rejects requests that come too often, one by one.
struct Limited(usize);

impl crate::fault::Layer for Limited {
    fn request(&mut self, asked: &mut Asked) -> Option<Answer> {
        let is_asked = asked.method == "GET" && asked.target == asked.path();
        self.0 = if is_asked { self.0 + 1 } else { 0 };
        (self.0 > 40).then(|| {
            let problem =
                serde_json::json!({"type": "about:blank", "title": "Slow down", "status": 429});
            let mut answer = Answer::of_json(429, &problem);
            answer.set("content-type", "application/problem+json");
            answer
        })
    }
}

/// Descriptions that differ from the one of the generated client. The deployment follows them, so
/// that only the client is at fault.
fn client() -> Vec<Fault> {
    vec![
        // A limit may be any number.
        Fault::answering(
            "client-of-another-description",
            "client-tolerates-unknown",
            |asked, answer| {
                if asked.is("GET", "/org/*/quota") && answer.is_success() {
                    answer.edit(|body| {
                        let items = body["items"].as_array_mut().into_iter().flatten();
                        items.for_each(|item| item["limit"] = serde_json::json!(1.5));
                    });
                }
            },
        )
        .prepared(|setup| {
            let integer = "limit:\n          type: integer\n          format: int64\n";
            described(setup, integer, "limit:\n          type: number\n");
        }),
        // A property that neither a response nor an example has.
        Fault::answering(
            "client-of-other-rare-members",
            "client-tolerates-unknown",
            |_, _| {},
        )
        .prepared(|setup| {
            let member = "userinfo_endpoint:\n              type: ";
            let text = format!("{member}string\n              format: uri\n");
            described(setup, &text, &format!("{member}integer\n"));
        }),
    ]
}

/// Checks against a description in which a text is replaced.
fn described(setup: &mut Setup, from: &str, to: &str) {
    let text = include_str!("../../../spec/openapi.yaml");
    assert!(text.contains(from), "the description has no {from}");
    let other = Description::from_text("other.yaml", &text.replace(from, to));
    *setup = Setup::new(
        Arc::new(other.expect("it is sound")),
        setup.profile.clone(),
        setup.credentials.clone(),
        setup.checks.clone(),
    );
}
