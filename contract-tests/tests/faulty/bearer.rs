//! Faults that the checks of `checks::bearer` find.

use crate::fault::{Fault, Layer};
use crate::message::{Answer, Asked};

fn is_bearer(asked: &Asked) -> bool {
    let field = asked.header("authorization").unwrap_or_default();
    field.to_ascii_lowercase().starts_with("bearer ")
}

/// Remembers the last `Authorization` field that the resource host accepted.
struct LastServed {
    field: Option<String>,
    takes: fn(&mut Asked, &str),
}

impl Layer for LastServed {
    fn request(&mut self, asked: &mut Asked) -> Option<Answer> {
        let field = self.field.clone()?;
        (self.takes)(asked, &field);
        None
    }

    fn answer(&mut self, asked: &Asked, answer: &mut Answer) {
        if answer.is_success() && is_bearer(asked) {
            self.field = asked.header("authorization").map(str::to_owned);
        }
    }
}

fn lending(name: &'static str, check: &'static str, takes: fn(&mut Asked, &str)) -> Fault {
    Fault::stateful(name, check, move || {
        Box::new(LastServed { field: None, takes })
    })
}

/// Accepts an expired token by replacing it with a valid one.
#[derive(Default)]
struct ExpiredServed {
    expired: Option<String>,
    field: Option<String>,
}

impl Layer for ExpiredServed {
    fn set_environment(&mut self, environment: &std::collections::HashMap<String, String>) {
        let token = environment.get("MARKETPLACE_EXPIRED_TOKEN");
        self.expired = token.map(|token| format!("Bearer {token}"));
    }

    fn request(&mut self, asked: &mut Asked) -> Option<Answer> {
        let own = asked.header("authorization").map(str::to_owned);
        if let (Some(field), true) = (&self.field, own.is_some() && own == self.expired) {
            asked.set("authorization", field);
        }
        None
    }

    fn answer(&mut self, asked: &Asked, answer: &mut Answer) {
        let own = asked.header("authorization").map(str::to_owned);
        if answer.is_success() && is_bearer(asked) && own != self.expired {
            self.field = own;
        }
    }
}

/// Responds to a read of another organization with the response that its owner received.
#[derive(Default)]
struct Shared {
    bodies: std::collections::HashMap<String, Answer>,
}

impl Layer for Shared {
    fn answer(&mut self, asked: &Asked, answer: &mut Answer) {
        if !asked.is("GET", "/org/*/buyer/*") && !asked.is("GET", "/org/*/buyer") {
            return;
        }
        let path = asked.path().to_owned();
        if answer.status == 200 {
            self.bodies.insert(path, answer.clone());
        } else if let (403 | 404, Some(known)) = (answer.status, self.bodies.get(&path)) {
            *answer = known.clone();
        }
    }
}

pub(crate) fn faults() -> Vec<Fault> {
    let mut all = challenges();
    all.extend(credentials());
    all.extend(organizations());
    all
}

fn challenges() -> Vec<Fault> {
    let challenge = |name, check, text: &'static str, wanted: fn(&Asked) -> bool| {
        Fault::answering(name, check, move |asked, answer| {
            let is_own = asked.path().starts_with("/org/") && wanted(asked);
            if answer.status == 401 && is_own {
                answer.set("www-authenticate", text);
            }
        })
    };
    vec![
        challenge(
            "scheme-basic-only",
            "bearer-offered",
            "Basic realm=\"x\"",
            |_| true,
        ),
        challenge(
            "challenge-bare",
            "bearer-challenge-parameter",
            "Bearer",
            |asked| !is_bearer(asked),
        ),
        challenge(
            "error-without-token",
            "challenge-without-error",
            "Bearer realm=\"x\", error=\"invalid_request\"",
            |asked| asked.header("authorization").is_none(),
        ),
        challenge(
            "error-of-token-untold",
            "invalid-token-told",
            "Bearer realm=\"x\"",
            is_bearer,
        ),
        challenge(
            "challenge-with-backslash",
            "challenge-characters",
            "Bearer error=\"invalid_token\", error_description=\"a \\\"b\\\" c\"",
            is_bearer,
        ),
        Fault::answering("cache-public", "not-for-shared-caches", |asked, answer| {
            if asked.is("GET", "/org/*/quota") {
                answer.set("cache-control", "public, max-age=60");
            }
        }),
        Fault::answering(
            "scope-untold",
            "insufficient-scope-told",
            |asked, answer| {
                if asked.path().starts_with("/org/") && answer.status == 403 && is_bearer(asked) {
                    let challenge = "Bearer realm=\"x\", error=\"insufficient_scope\"";
                    answer.set("www-authenticate", challenge);
                }
            },
        ),
        Fault::answering("forbidden-as-401", "forbidden-not-401", |asked, answer| {
            if asked.path().starts_with("/org/") && answer.status == 403 {
                answer.restatus(401);
                answer.set("www-authenticate", "Bearer error=\"invalid_token\"");
            }
        }),
    ]
}

fn credentials() -> Vec<Fault> {
    vec![
        lending("anonymous-served", "credential-required", |asked, field| {
            if asked.is("GET", "/org/*/quota") && asked.header("authorization").is_none() {
                asked.set("authorization", field);
            }
        }),
        lending(
            "any-token-served",
            "unusable-token-refused",
            |asked, field| {
                let never =
                    asked.header("authorization") == Some("Bearer conformance-was-never-issued");
                if asked.is("GET", "/org/*/quota") && never {
                    asked.set("authorization", field);
                }
            },
        ),
        Fault::stateful("expired-token-served", "unusable-token-refused", || {
            Box::new(ExpiredServed::default())
        })
        .beside("jwt-forged-times")
        .beside("token-expires"),
        Fault::asking("revoked-token-served", "revoked-token-refused", |asked| {
            asked.is("POST", "/oauth2/revoke").then(|| {
                let mut answer = Answer::of_json(200, &serde_json::json!({}));
                answer.set("cache-control", "no-store");
                answer
            })
        }),
        Fault::asking("last-credential-counts", "one-credential", |asked| {
            let all: Vec<_> = asked
                .headers
                .get_all("authorization")
                .iter()
                .cloned()
                .collect();
            if let [_, .., last] = all.as_slice() {
                asked.headers.insert("authorization", last.clone());
            }
            None
        }),
        Fault::asking("token-in-query-served", "token-in-header-only", |asked| {
            let token = asked.query("access_token").map(str::to_owned);
            if let (Some(token), None) = (token, asked.header("authorization")) {
                asked.set("authorization", &format!("Bearer {token}"));
                asked.target = asked.path().to_owned();
            }
            None
        })
        .beside("mcp-token-required"),
        Fault::asking("scheme-with-case", "scheme-without-case", |asked| {
            let field = asked.header("authorization").unwrap_or_default();
            if field.starts_with("bearer ") {
                asked.headers.remove("authorization");
            }
            None
        }),
        lending("basic-served", "basic-refused", |asked, field| {
            let own = asked.header("authorization").unwrap_or_default();
            if own.starts_with("Basic ") && asked.path().starts_with("/org/") {
                asked.set("authorization", field);
            }
        }),
    ]
}

fn organizations() -> Vec<Fault> {
    vec![
        Fault::stateful("buyers-shared", "organizations-apart", || {
            Box::new(Shared::default())
        })
        .beside("token-host-apart"),
        Fault::answering(
            "refusal-tells-name",
            "organizations-apart",
            |asked, answer| {
                if asked.is("GET", "/org/*") && matches!(answer.status, 403 | 404) {
                    answer.restatus(409);
                }
            },
        ),
        Fault::answering(
            "refusal-of-other-kind",
            "other-organization-refused",
            |asked, answer| {
                if asked.is("POST", "/org/*/webhook/test") && matches!(answer.status, 403 | 404) {
                    answer.restatus(409);
                }
            },
        ),
        Fault::stateful("existence-told", "organizations-alike", || {
            Box::new(Existence::default())
        }),
    ]
}

/// Responds with 403 to requests for resources that exist, and with 404 to others.
#[derive(Default)]
struct Existence {
    known: std::collections::HashSet<String>,
}

impl Layer for Existence {
    fn answer(&mut self, asked: &Asked, answer: &mut Answer) {
        let Some(org) = asked.segment(1).map(str::to_owned) else {
            return;
        };
        if asked.segment(0) != Some("org") {
            return;
        }
        if answer.is_success() {
            self.known.insert(org);
        } else if asked.is("GET", "/org/*/quota") && matches!(answer.status, 403 | 404) {
            answer.status = if self.known.contains(&org) { 403 } else { 404 };
            let status = answer.status;
            answer.edit(|body| body["status"] = status.into());
        }
    }
}
