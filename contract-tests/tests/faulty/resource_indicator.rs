//! Faults that the checks of `checks::resource_indicator` find.

use serde_json::json;

use crate::fault::{Fault, Layer};
use crate::jwt::{changed, parts};
use crate::message::{Answer, Asked};
use crate::token::{bearer, error, field, is_token, member, refused};
use conformance_core::jose::encode;

pub(crate) fn faults() -> Vec<Fault> {
    vec![
        Fault::stateful("resource-refused-later", "resource-accepted", || {
            Box::new(RefusedLater::default())
        }),
        Fault::asking(
            "foreign-audience-issued",
            "resource-no-foreign-audience",
            |asked| {
                let resource = field(asked, "resource").filter(|_| is_token(asked))?;
                let is_client = field(asked, "grant_type").as_deref() == Some("client_credentials");
                (is_client && resource.contains("conformance.invalid")).then(|| foreign(&resource))
            },
        ),
        error(
            "unknown-resource-invalid-request",
            "resource-unknown-refused",
            |asked, body| {
                if field(asked, "resource").is_some_and(|one| one.contains("conformance.invalid")) {
                    body["error"] = json!("invalid_request");
                }
            },
        ),
        error(
            "fragment-invalid-request",
            "resource-not-absolute-refused",
            |asked, body| {
                if field(asked, "resource").is_some_and(|one| one.contains('#')) {
                    body["error"] = json!("invalid_request");
                }
            },
        )
        .beside("token-error-form"),
        changed(
            "audience-is-another",
            "resource-in-audience",
            |_, claims| {
                claims["aud"] = json!("urn:example:another");
            },
        ),
        Fault::stateful(
            "audience-overlooked",
            "resource-other-audience-refused",
            || Box::new(AudienceOverlooked::default()),
        ),
    ]
}

/// Returns a token for a resource.
fn foreign(resource: &str) -> Answer {
    let part = |value: serde_json::Value| encode(value.to_string());
    let (header, claims) = (json!({"alg": "RS256"}), json!({"aud": resource}));
    let token = format!("{}.{}.AAAA", part(header), part(claims));
    let body = json!({"access_token": token, "token_type": "Bearer", "expires_in": 3600});
    let mut answer = Answer::of_json(200, &body);
    answer.set("cache-control", "no-store");
    answer
}

/// The first token request of each client succeeds; after it, the resource is unknown.
#[derive(Default)]
struct RefusedLater {
    clients: Vec<String>,
}

impl Layer for RefusedLater {
    fn request(&mut self, asked: &mut Asked) -> Option<Answer> {
        let client = field(asked, "client_id").filter(|_| is_token(asked))?;
        let is_client = field(asked, "grant_type").as_deref() == Some("client_credentials");
        let resource = field(asked, "resource")?;
        // The client is authenticated before its request is examined.
        if !field(asked, "client_secret")?.starts_with("mps_") {
            return None;
        }
        if !is_client || resource.contains('#') || !resource.starts_with("http://127.0.0.1") {
            return None;
        }
        if !self.clients.contains(&client) {
            self.clients.push(client);
            return None;
        }
        Some(refused("invalid_target"))
    }
}

/// The resource host accepts tokens for any audience.
#[derive(Default)]
struct AudienceOverlooked {
    own: Option<String>,
}

impl Layer for AudienceOverlooked {
    fn request(&mut self, asked: &mut Asked) -> Option<Answer> {
        let (_, claims) = parts(&bearer(asked)?)?;
        let is_mcp = claims["aud"]
            .as_str()
            .is_some_and(|one| one.ends_with("/mcp"));
        if let (true, Some(own)) = (is_mcp, &self.own) {
            let value = format!("Bearer {own}");
            asked.set("authorization", &value);
        }
        None
    }

    fn answer(&mut self, asked: &Asked, answer: &mut Answer) {
        let is_own = field(asked, "client_id").as_deref() == Some("harbor-app");
        if is_token(asked) && is_own && self.own.is_none() {
            self.own = member(answer, "access_token");
        }
    }
}
