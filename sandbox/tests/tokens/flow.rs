//! The three grants, for tests.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::support::http::{Answer, Browser, encode, post};
use crate::support::token_host::{CALLBACK, DESKTOP, EMAIL, PASSWORD, SECRET, SERVER, Service};

pub const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
pub const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/// Returns a request for a token by the client with a secret.
pub async fn token(service: &Service, fields: &[(&str, &str)]) -> Answer {
    let credentials = [("client_id", SERVER), ("client_secret", SECRET)];
    let fields: Vec<_> = credentials.iter().chain(fields).copied().collect();
    post(&service.auth("/oauth2/token"), &fields).await
}

/// Returns an access token of the client with a secret.
pub async fn access_token(service: &Service) -> String {
    let answer = token(service, &[("grant_type", "client_credentials")]).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.text("access_token")
}

/// Returns the address of an authorization request of the client without a secret, with `changes`,
/// in which an empty value removes a parameter.
pub fn authorization(service: &Service, changes: &[(&str, &str)]) -> String {
    let mut fields = vec![
        ("response_type", "code"),
        ("client_id", DESKTOP),
        ("redirect_uri", CALLBACK),
        ("state", "s&t=a t%e"),
        ("code_challenge", CHALLENGE),
        ("code_challenge_method", "S256"),
    ];
    for (name, value) in changes {
        fields.retain(|(known, _)| known != name);
        if !value.is_empty() {
            fields.push((name, value));
        }
    }
    format!("{}?{}", service.auth("/oauth2/authorize"), encode(&fields))
}

/// Returns the client's redirect parameters after a person has signed in and consented.
pub async fn consented(service: &Service, changes: &[(&str, &str)]) -> Answer {
    let url = authorization(service, changes);
    let mut browser = Browser::default();
    let page = browser.sign_in(&url, EMAIL, PASSWORD).await;
    assert_eq!(page.status, 200, "{}", page.body);
    let answer = browser.submit(&url, &[("action", "allow")]).await;
    assert_eq!(answer.status, 303, "{}", answer.body);
    answer
}

pub async fn code(service: &Service, changes: &[(&str, &str)]) -> String {
    consented(service, changes).await.parameters()["code"].clone()
}

/// Redeems a code as the client without a secret, with `changes`.
pub async fn redeem(service: &Service, code: &str, changes: &[(&str, &str)]) -> Answer {
    let mut fields = vec![
        ("grant_type", "authorization_code"),
        ("client_id", DESKTOP),
        ("code", code),
        ("redirect_uri", CALLBACK),
        ("code_verifier", VERIFIER),
    ];
    for (name, value) in changes {
        fields.retain(|(known, _)| known != name);
        fields.push((name, value));
    }
    post(&service.auth("/oauth2/token"), &fields).await
}

pub async fn refresh(service: &Service, token: &str, more: &[(&str, &str)]) -> Answer {
    let fields = [
        ("grant_type", "refresh_token"),
        ("client_id", DESKTOP),
        ("refresh_token", token),
    ];
    let fields: Vec<_> = fields.iter().chain(more).copied().collect();
    post(&service.auth("/oauth2/token"), &fields).await
}

/// Returns the claims of a token without verifying it.
pub fn claims(token: &str) -> serde_json::Value {
    part(token, 1)
}

/// Returns the header or the claims of a token without verifying it.
pub fn part(token: &str, index: usize) -> serde_json::Value {
    let part = token.split('.').nth(index).expect("three parts");
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).expect("base64url")).expect("JSON")
}

/// Returns the response of the resource host to a token.
pub async fn products(service: &Service, token: &str) -> Answer {
    let url = format!(
        "{}/org/{}/product",
        service.base_url,
        crate::support::token_host::ORG
    );
    crate::support::http::get_with(&url, token).await
}
