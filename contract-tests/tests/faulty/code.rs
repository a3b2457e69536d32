//! Faults that the checks of `checks::code` find.

use std::collections::HashMap;

use conformance_core::exchange::Host;
use serde_json::json;
use url::form_urlencoded;

use crate::discovery::of;
use crate::fault::{Fault, Layer};
use crate::message::{Answer, Asked};
use crate::token::{error, field, form, is_token, refused, set_form};

const OAUTH: &str = "/.well-known/oauth-authorization-server";

/// A verifier, and its challenge (RFC 7636 §B).
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

pub(crate) fn faults() -> Vec<Fault> {
    vec![
        of(
            OAUTH,
            "challenge-unlisted",
            "code-challenge-listed",
            |body| {
                body.as_object_mut()
                    .map(|all| all.remove("code_challenge_methods_supported"));
            },
        ),
        of(OAUTH, "plain-listed", "code-plain-refused", |body| {
            body["code_challenge_methods_supported"] = json!(["S256", "plain"]);
        }),
        without_challenge("challenge-optional", "code-challenge-needed", "-desktop"),
        without_challenge(
            "challenge-optional-confidential",
            "code-challenge-needed-confidential",
            "-app",
        ),
        Fault::asking("verifier-overlooked", "code-verifier-proved", |asked| {
            if is_authorize(asked) && asked.query("code_challenge_method") == Some("S256") {
                asked.set_query("code_challenge", CHALLENGE);
            }
            if is_token(asked) && field(asked, "code").is_some() {
                let mut pairs = form(asked);
                pairs.retain(|(name, _)| name != "code_verifier");
                pairs.push(("code_verifier".to_owned(), VERIFIER.to_owned()));
                set_form(asked, &pairs);
            }
            None
        }),
        Fault::stateful("code-works-twice", "code-once", || {
            Box::new(Again::of("code", true))
        }),
        Fault::stateful("code-replay-overlooked", "code-replay-revokes", || {
            Box::new(Again::of("code", false))
        }),
        Fault::asking("redirect-anywhere", "code-redirect-exact", |asked| {
            let pairs = asked.target.split_once('?').map_or("", |(_, query)| query);
            let mut pairs = form_urlencoded::parse(pairs.as_bytes());
            let (_, address) = pairs.find(|(name, _)| name == "redirect_uri")?;
            if !is_authorize(asked) || !address.contains("conformance.invalid") {
                return None;
            }
            let mut answer = Answer {
                status: 303,
                ..Answer::default()
            };
            answer.set("location", &format!("{address}?error=invalid_request"));
            answer.set("date", "Sat, 21 Nov 2026 12:00:00 GMT");
            Some(answer)
        }),
        sent_back("state-changed", "code-response-state", |location| {
            location.replace("state=", "state=x")
        }),
        sent_back("issuer-left-out", "code-response-issuer", |location| {
            location
                .split("&iss=")
                .next()
                .unwrap_or_default()
                .to_owned()
        }),
        Fault::answering("page-framed", "code-page-guarded", |asked, answer| {
            if is_authorize(asked) {
                answer.remove("content-security-policy");
                answer.remove("x-frame-options");
            }
        }),
        Fault::asking("implicit-as-code", "code-implicit-refused", |asked| {
            if is_authorize(asked) && asked.query("response_type") == Some("token") {
                asked.set_query("response_type", "code");
            }
            None
        }),
        Fault::stateful("refresh-token-works-twice", "refresh-rotated", || {
            Box::new(Again::of("refresh_token", true))
        }),
        Fault::stateful(
            "refresh-replay-overlooked",
            "refresh-family-revoked",
            || Box::new(Again::of("refresh_token", false)),
        ),
        error(
            "made-up-refresh-invalid-request",
            "refresh-narrow",
            |asked, body| {
                if field(asked, "refresh_token").as_deref() == Some("conformance-was-never-issued")
                {
                    body["error"] = json!("invalid_request");
                }
            },
        ),
    ]
}

fn is_authorize(asked: &Asked) -> bool {
    asked.host == Host::Token && asked.path() == "/oauth2/authorize"
}

/// Accepts a request without a challenge by adding one.
fn without_challenge(name: &'static str, check: &'static str, client: &'static str) -> Fault {
    Fault::asking(name, check, move |asked| {
        let is_own = asked
            .query("client_id")
            .is_some_and(|id| id.ends_with(client));
        if is_authorize(asked) && is_own && asked.query("code_challenge").is_none() {
            asked.set_query("code_challenge", CHALLENGE);
            asked.set_query("code_challenge_method", "S256");
        }
        None
    })
}

/// Returns a fault in the address to which a browser is redirected.
fn sent_back(
    name: &'static str,
    check: &'static str,
    change: impl Fn(&str) -> String + Send + Sync + Clone + 'static,
) -> Fault {
    Fault::answering(name, check, move |asked, answer| {
        let location = answer
            .header("location")
            .filter(|to| to.contains("/callback?"));
        if let (true, Some(location)) = (is_authorize(asked), location) {
            let changed = change(location);
            answer.set("location", &changed);
        }
    })
}

/// Responds to a single-use request that is repeated: as the first time, or with a refusal. The
/// deployment does not receive the repetition.
struct Again {
    name: &'static str,
    works: bool,
    known: HashMap<String, Answer>,
}

impl Again {
    fn of(name: &'static str, works: bool) -> Self {
        Self {
            name,
            works,
            known: HashMap::new(),
        }
    }
}

impl Layer for Again {
    fn request(&mut self, asked: &mut Asked) -> Option<Answer> {
        let value = field(asked, self.name).filter(|_| is_token(asked))?;
        let first = self.known.get(&value)?;
        Some(if self.works {
            first.clone()
        } else {
            refused("invalid_grant")
        })
    }

    fn answer(&mut self, asked: &Asked, answer: &mut Answer) {
        if let (true, true, Some(value)) = (
            is_token(asked),
            answer.is_success(),
            field(asked, self.name),
        ) {
            self.known.entry(value).or_insert_with(|| answer.clone());
        }
    }
}
