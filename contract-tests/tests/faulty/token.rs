//! Faults that the checks of `checks::token` find.

use std::collections::HashMap;

use conformance_core::exchange::Host;
use serde_json::{Value, json};
use url::form_urlencoded::{Serializer, parse};

use crate::fault::{Fault, Layer};
use crate::issued::Issued;
use crate::message::{Answer, Asked};

#[expect(clippy::too_many_lines, reason = "a table")]
pub(crate) fn faults() -> Vec<Fault> {
    vec![
        token("token-type-mac", "token-issued", |body| {
            body["token_type"] = json!("mac");
        }),
        token("expires-in-a-string", "token-expires-in-number", |body| {
            body["expires_in"] = json!("3600");
        }),
        token("expires-in-absent", "token-expires-in-present", |body| {
            body.as_object_mut().map(|all| all.remove("expires_in"));
        }),
        token(
            "token-with-refresh-token",
            "token-no-refresh-token",
            |body| {
                body["refresh_token"] = json!("conformance-refresh-token");
            },
        ),
        Fault::answering("token-cached", "token-not-stored", |asked, answer| {
            if is_token(asked) && answer.is_success() {
                answer.set("cache-control", "private");
            }
        }),
        Fault::answering("token-as-text", "token-media-type", |asked, answer| {
            if is_token(asked) && answer.is_success() {
                answer.set("content-type", "text/json");
            }
        }),
        Fault::stateful("scope-not-told", "token-scope-told", || {
            Box::new(ScopeNotTold)
        }),
        Fault::asking("token-by-get", "token-post-only", |asked| {
            if asked.is("GET", "/oauth2/token") && asked.query("client_secret").is_some() {
                let query = asked
                    .target
                    .split_once('?')
                    .map(|(_, query)| query.to_owned());
                "POST".clone_into(&mut asked.method);
                asked.body = query.unwrap_or_default().into_bytes();
                "/oauth2/token".clone_into(&mut asked.target);
                asked.set("content-type", "application/x-www-form-urlencoded");
            }
            None
        }),
        Fault::asking("token-by-json", "token-json-refused", |asked| {
            let is_json = asked.header("content-type") == Some("application/json");
            if let (true, true, Some(Value::Object(members))) =
                (is_token(asked), is_json, asked.json())
            {
                let pairs = members
                    .iter()
                    .map(|(name, value)| (name, value.as_str().unwrap_or("")));
                asked.body = Serializer::new(String::new())
                    .extend_pairs(pairs)
                    .finish()
                    .into_bytes();
                asked.set("content-type", "application/x-www-form-urlencoded");
            }
            None
        }),
        error("error-description-quoted", "token-error-form", |_, body| {
            body["error_description"] = json!("a \"quote\"");
        }),
        Fault::answering(
            "wrong-secret-unauthorized",
            "token-wrong-secret",
            |asked, answer| {
                let by_form = asked.header("authorization").is_none();
                if is_token(asked) && by_form && code(answer) == Some("invalid_client".to_owned()) {
                    answer.status = 400;
                    answer.edit(|body| body["error"] = json!("unauthorized_client"));
                }
            },
        ),
        Fault::answering(
            "basic-challenged-with-bearer",
            "token-basic-failure-challenged",
            |asked, answer| {
                if is_token(asked)
                    && answer.status == 401
                    && asked.header("authorization").is_some()
                {
                    answer.set("www-authenticate", "Bearer realm=\"other\"");
                }
            },
        ),
        error(
            "unknown-client-told",
            "token-unknown-client-alike",
            |asked, body| {
                if field(asked, "client_id").as_deref() == Some("conformance-no-such-client") {
                    body["error_description"] = json!("There is no such client.");
                }
            },
        ),
        error(
            "password-grant-invalid",
            "token-unsupported-grant",
            |asked, body| {
                if field(asked, "grant_type").as_deref() == Some("password") {
                    body["error"] = json!("invalid_request");
                }
            },
        ),
        error(
            "grant-type-missing-unsupported",
            "token-grant-type-needed",
            |asked, body| {
                if field(asked, "grant_type").is_none() && field(asked, "client_id").is_some() {
                    body["error"] = json!("unsupported_grant_type");
                }
            },
        )
        .beside("token-error-form"),
        Fault::asking(
            "repeated-parameter-taken",
            "token-repeated-parameter",
            |asked| {
                if is_token(asked) {
                    let mut pairs = form(asked);
                    let mut seen = Vec::new();
                    pairs.retain(|(name, _)| {
                        let is_new = !seen.contains(name);
                        seen.push(name.clone());
                        is_new
                    });
                    set_form(asked, &pairs);
                }
                None
            },
        ),
        Fault::asking(
            "unknown-parameter-refused",
            "token-parameters-ignored",
            |asked| {
                let unknown = is_token(asked) && field(asked, "x_conformance").is_some();
                unknown.then(|| refused("invalid_request"))
            },
        ),
        Fault::answering(
            "basic-listed",
            "token-basic-authentication",
            |asked, answer| {
                let is_metadata = asked.is("GET", "/.well-known/oauth-authorization-server")
                    || asked.is("GET", "/.well-known/openid-configuration");
                if asked.host == Host::Token && is_metadata {
                    answer.edit(|body| {
                        body["token_endpoint_auth_methods_supported"] =
                            json!(["client_secret_post", "client_secret_basic", "none"]);
                    });
                }
            },
        ),
        Fault::asking("header-overlooked", "token-one-authentication", |asked| {
            if is_token(asked) && field(asked, "client_secret").is_some() {
                asked.headers.remove("authorization");
            }
            None
        }),
        Fault::stateful("later-tokens-refused", "token-usable", || {
            Box::new(LaterRefused::default())
        }),
        Fault::stateful("token-outlives-its-end", "token-expires", || {
            Box::new(Immortal::default())
        })
        .alone(),
        Fault::stateful("token-given-twice", "tokens-differ", || {
            Box::new(Kept::default())
        })
        // The token may have been revoked in the meantime.
        .beside("token-usable"),
        Fault::answering(
            "error-cached",
            "token-errors-not-stored",
            |asked, answer| {
                if is_token(asked) && matches!(answer.status, 400 | 401) {
                    answer.set("cache-control", "private");
                }
            },
        ),
    ]
}

/// Returns a fault in token responses to `client_credentials`.
fn token(
    name: &'static str,
    check: &'static str,
    change: impl Fn(&mut Value) + Send + Sync + Clone + 'static,
) -> Fault {
    Fault::answering(name, check, move |asked, answer| {
        if is_token(asked) && answer.is_success() {
            answer.edit(&change);
        }
    })
}

/// Returns a fault in errors of the token endpoint.
pub(crate) fn error(
    name: &'static str,
    check: &'static str,
    change: impl Fn(&Asked, &mut Value) + Send + Sync + Clone + 'static,
) -> Fault {
    Fault::answering(name, check, move |asked, answer| {
        if is_token(asked) && code(answer).is_some() {
            answer.edit(|body| change(asked, body));
        }
    })
}

/// Returns whether a request is for a token.
pub(crate) fn is_token(asked: &Asked) -> bool {
    asked.host == Host::Token && asked.is("POST", "/oauth2/token")
}

/// Returns the fields of a form.
pub(crate) fn form(asked: &Asked) -> Vec<(String, String)> {
    parse(&asked.body).into_owned().collect()
}

/// Returns a field of a form.
pub(crate) fn field(asked: &Asked, name: &str) -> Option<String> {
    let mut fields = form(asked).into_iter();
    fields.find(|(own, _)| own == name).map(|(_, value)| value)
}

/// Sets the fields of a form.
pub(crate) fn set_form(asked: &mut Asked, pairs: &[(String, String)]) {
    let text = Serializer::new(String::new()).extend_pairs(pairs).finish();
    asked.body = text.into_bytes();
}

/// Returns an error of the token endpoint.
pub(crate) fn refused(code: &str) -> Answer {
    let mut answer = Answer::of_json(400, &json!({"error": code}));
    answer.set("cache-control", "no-store");
    answer
}

fn code(answer: &Answer) -> Option<String> {
    Some(answer.json()?.get("error")?.as_str()?.to_owned())
}

/// Returns a string member of a response.
pub(crate) fn member(answer: &Answer, name: &str) -> Option<String> {
    Some(answer.json()?.get(name)?.as_str()?.to_owned())
}

/// Returns the bearer token of a request to the resource host.
pub(crate) fn bearer(asked: &Asked) -> Option<String> {
    let value = asked.header("authorization")?.strip_prefix("Bearer ")?;
    (asked.host == Host::Resource).then(|| value.to_owned())
}

/// Grants every scope, without reporting the scopes that differ from the requested ones.
struct ScopeNotTold;

impl Layer for ScopeNotTold {
    fn request(&mut self, asked: &mut Asked) -> Option<Answer> {
        if is_token(asked) && field(asked, "scope").is_some_and(|scope| !scope.is_empty()) {
            let mut pairs = form(asked);
            pairs.retain(|(name, _)| name != "scope");
            set_form(asked, &pairs);
        }
        None
    }

    fn answer(&mut self, asked: &Asked, answer: &mut Answer) {
        if is_token(asked) && field(asked, "scope").is_some_and(|scope| !scope.is_empty()) {
            answer.edit(|body| {
                body.as_object_mut().map(|all| all.remove("scope"));
            });
        }
    }
}

/// The first token of a client is accepted, later ones are not.
#[derive(Default)]
struct LaterRefused {
    first: HashMap<String, String>,
    later: Vec<String>,
}

impl Layer for LaterRefused {
    fn request(&mut self, asked: &mut Asked) -> Option<Answer> {
        if bearer(asked).is_some_and(|token| self.later.contains(&token)) {
            asked.set("authorization", "Bearer unknown-token");
        }
        None
    }

    fn answer(&mut self, asked: &Asked, answer: &mut Answer) {
        let is_client = field(asked, "grant_type").as_deref() == Some("client_credentials");
        if !is_token(asked) || !is_client {
            return;
        }
        let (client, token) = (field(asked, "client_id"), member(answer, "access_token"));
        if let (Some(client), Some(token)) = (client, token) {
            match self.first.get(&client) {
                None => {
                    self.first.insert(client, token);
                }
                Some(_) => self.later.push(token),
            }
        }
    }
}

/// Tokens are opaque, claim a lifetime of one second, and never expire.
#[derive(Default)]
struct Immortal {
    issued: Issued,
}

impl Layer for Immortal {
    fn request(&mut self, asked: &mut Asked) -> Option<Answer> {
        self.issued.restore(asked);
        None
    }

    fn answer(&mut self, asked: &Asked, answer: &mut Answer) {
        if let (true, Some(token)) = (is_token(asked), member(answer, "access_token")) {
            let opaque = format!("opaque-{:08}", self.issued.count());
            answer.edit(|body| {
                body["access_token"] = json!(opaque);
                body["expires_in"] = json!(1);
            });
            self.issued.add(opaque, token);
        }
    }
}

/// The same form receives the same token.
#[derive(Default)]
struct Kept {
    known: HashMap<Vec<u8>, Answer>,
}

impl Layer for Kept {
    fn request(&mut self, asked: &mut Asked) -> Option<Answer> {
        // Codes and refresh tokens still work only once.
        let is_client = field(asked, "grant_type").as_deref() == Some("client_credentials");
        (is_token(asked) && is_client).then(|| self.known.get(&asked.body).cloned())?
    }

    fn answer(&mut self, asked: &Asked, answer: &mut Answer) {
        if is_token(asked) && answer.is_success() {
            self.known.insert(asked.body.clone(), answer.clone());
        }
    }
}
