//! Access tokens that an attacker has created or changed (RFC 8725).

use std::time::{SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use proptest::prelude::*;
use ring::hmac;
use ring::rand::SystemRandom;
use ring::signature::{KeyPair as _, RSA_PKCS1_SHA256, RsaKeyPair, RsaPublicKeyComponents};
use rsa::pkcs8::EncodePrivateKey as _;
use serde_json::{Value, json};

use super::flow::{access_token, claims, part, products, token};
use crate::support::http::get;
use crate::support::token_host::Service;

/// The knowledge of an attacker: a valid token, and, to show that each check is effective, the
/// private key.
struct Forger {
    header: Value,
    claims: Value,
    key: RsaKeyPair,
    token: String,
}

impl Forger {
    async fn new(service: &Service) -> Self {
        let token = access_token(service).await;
        let key: String = sqlx::query_scalar("SELECT private_key FROM signing_keys")
            .fetch_one(service.store.reads())
            .await
            .expect("a key");
        let key = STANDARD.decode(key).expect("base64");
        let key = RsaKeyPair::from_pkcs8(&key).expect("a key");
        Self {
            header: part(&token, 0),
            claims: claims(&token),
            key,
            token,
        }
    }

    fn signed(&self, header: &Value, claims: &Value) -> String {
        signed_by(&self.key, header, claims)
    }

    fn header(&self, changes: Value) -> String {
        self.signed(&changed(&self.header, changes), &self.claims)
    }

    fn claims(&self, changes: Value) -> String {
        self.signed(&self.header, &changed(&self.claims, changes))
    }
}

fn signed_by(key: &RsaKeyPair, header: &Value, claims: &Value) -> String {
    let message = message(header, claims);
    let mut signature = vec![0; key.public().modulus_len()];
    key.sign(
        &RSA_PKCS1_SHA256,
        &SystemRandom::new(),
        message.as_bytes(),
        &mut signature,
    )
    .expect("a signature");
    format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature))
}

fn message(header: &Value, claims: &Value) -> String {
    let [header, claims] = [header, claims].map(|it| URL_SAFE_NO_PAD.encode(it.to_string()));
    format!("{header}.{claims}")
}

/// `null` removes a property.
fn changed(object: &Value, changes: Value) -> Value {
    let (Value::Object(mut object), Value::Object(changes)) = (object.clone(), changes) else {
        panic!("no objects");
    };
    for (name, value) in changes {
        match value {
            Value::Null => object.remove(&name),
            value => object.insert(name, value),
        };
    }
    object.into()
}

fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .expect("a time")
        .as_secs()
}

fn foreign_key() -> RsaKeyPair {
    let key = rsa::PrivateKey::new(&mut rand::rng(), 2048).expect("a key");
    let der = key.to_pkcs8_der().expect("DER");
    RsaKeyPair::from_pkcs8(der.as_bytes()).expect("a key")
}

#[track_caller]
fn refused(answer: &crate::support::http::Answer, what: &str) {
    assert_eq!(answer.status, 401, "{what}: {}", answer.body);
    assert!(
        answer.header("www-authenticate").contains("invalid_token"),
        "{what}"
    );
}

#[tokio::test]
async fn headers_that_lie() {
    let service = Service::start().await;
    let forger = Forger::new(&service).await;
    assert_eq!(
        products(&service, &forger.header(json!({}))).await.status,
        200,
        "the key is right"
    );
    let kid = forger.header["kid"].clone();
    let own = json!({"kty": "RSA", "n": "AQAB", "e": "AQAB"});
    for changes in [
        json!({"typ": "JWT"}),
        json!({"typ": null}),
        json!({"typ": "dpop+jwt"}),
        json!({"typ": 1}),
        json!({"kid": null}),
        json!({"kid": 1}),
        json!({"kid": ""}),
        json!({"kid": [kid]}),
        json!({"kid": "../../../../dev/null"}),
        json!({"kid": "' OR 1=1 --"}),
        json!({"kid": "key\u{0}"}),
        json!({"alg": "RS384"}),
        json!({"alg": "PS256"}),
        json!({"alg": "ES256"}),
        json!({"alg": null}),
        json!({"alg": "rs256"}),
        json!({"crit": ["exp"]}),
        json!({"crit": ["x"], "x": 1}),
        json!({"crit": []}),
        json!({"b64": false}),
        json!({"kid": null, "jwk": own}),
        json!({"kid": "other", "jku": "https://evil.example/jwks"}),
        json!({"kid": null, "x5u": "https://evil.example/x5u"}),
        json!({"kid": null, "x5c": ["MII"]}),
    ] {
        refused(
            &products(&service, &forger.header(changes.clone())).await,
            &changes.to_string(),
        );
    }
    let media_type = forger.header(json!({"typ": "application/at+JWT"}));
    assert_eq!(
        products(&service, &media_type).await.status,
        200,
        "RFC 9068 §4"
    );
}

#[tokio::test]
async fn keys_of_others() {
    let service = Service::start().await;
    let forger = Forger::new(&service).await;
    let foreign = foreign_key();
    let RsaPublicKeyComponents::<Vec<u8>> { n, e } = foreign.public().into();
    let [n, e] = [n, e].map(|bytes| URL_SAFE_NO_PAD.encode(bytes));
    let jwk = json!({"jwk": {"kty": "RSA", "n": n, "e": e}});
    let jku = json!({"jku": "https://evil.example/jwks.json", "x5u": "https://evil.example/x"});
    for changes in [json!({}), jwk, jku] {
        let header = changed(&forger.header, changes);
        let token = signed_by(&foreign, &header, &forger.claims);
        refused(&products(&service, &token).await, "a foreign key");
    }
    let other = Service::start().await;
    refused(
        &products(&service, &access_token(&other).await).await,
        "of another instance",
    );
    let same_issuer = changed(
        &claims(&access_token(&other).await),
        json!({
            "iss": service.auth_url, "aud": service.base_url,
        }),
    );
    let token = signed_by(
        &foreign,
        &json!({"alg": "RS256", "typ": "at+jwt", "kid": "x"}),
        &same_issuer,
    );
    refused(
        &products(&service, &token).await,
        "of another instance, with the right issuer",
    );
}

#[tokio::test]
async fn no_signature_and_a_public_key_as_a_secret() {
    let service = Service::start().await;
    let forger = Forger::new(&service).await;
    for none in ["none", "None", "NONE", "nOnE", ""] {
        let unsigned = message(
            &changed(&forger.header, json!({"alg": none})),
            &forger.claims,
        );
        refused(&products(&service, &format!("{unsigned}.")).await, none);
        let signature = forger.token.rsplit('.').next().expect("a signature");
        refused(
            &products(&service, &format!("{unsigned}.{signature}")).await,
            none,
        );
    }
    let unsigned = message(&forger.header, &forger.claims);
    refused(
        &products(&service, &format!("{unsigned}.")).await,
        "an empty signature",
    );
    let jwks = get(&service.auth("/.well-known/jwks.json")).await.json();
    let n = jwks["keys"][0]["n"].as_str().expect("a modulus");
    let der = forger.key.public_key().as_ref().to_vec();
    let pem = format!(
        "-----BEGIN RSA PUBLIC KEY-----\n{}\n-----END RSA PUBLIC KEY-----\n",
        STANDARD.encode(&der)
    );
    for secret in [
        n.as_bytes().to_vec(),
        URL_SAFE_NO_PAD.decode(n).expect("it"),
        der,
        pem.into_bytes(),
    ] {
        let message = message(
            &changed(&forger.header, json!({"alg": "HS256"})),
            &forger.claims,
        );
        let tag = hmac::sign(
            &hmac::Key::new(hmac::HMAC_SHA256, &secret),
            message.as_bytes(),
        );
        let token = format!("{message}.{}", URL_SAFE_NO_PAD.encode(tag));
        refused(
            &products(&service, &token).await,
            "HS256 with the public key",
        );
    }
}

#[tokio::test]
async fn claims_that_are_wrong_or_missing() {
    let service = Service::start().await;
    let forger = Forger::new(&service).await;
    let (past, future) = (now() - 61, now() + 120);
    for changes in [
        json!({"exp": past}),
        json!({"exp": future.to_string()}),
        json!({"exp": null}),
        json!({"exp": true}),
        json!({"exp": -1}),
        json!({"exp": [future]}),
        json!({"exp": "never"}),
        json!({"nbf": future}),
        json!({"nbf": past.to_string()}),
        json!({"nbf": "x"}),
        json!({"iss": "https://evil.example"}),
        json!({"iss": format!("{}/", service.auth_url)}),
        json!({"iss": null}),
        json!({"iss": [service.auth_url]}),
        json!({"iss": 1}),
        json!({"aud": "https://evil.example"}),
        json!({"aud": null}),
        json!({"aud": service.auth_url}),
        json!({"aud": service.auth("/mcp")}),
        json!({"aud": []}),
        json!({"sub": null}),
        json!({"client_id": null}),
        json!({"client_id": "unknown"}),
        json!({"jti": null}),
        json!({"org_id": "org-3b90d2"}),
        json!({"org_id": null}),
        json!({"iat": null}),
        json!({"scope": null}),
        json!({"grant_id": "grant-none"}),
        json!({"client_id": "tide-server"}),
    ] {
        refused(
            &products(&service, &forger.claims(changes.clone())).await,
            &changes.to_string(),
        );
    }
    let beyond = forger.claims(json!({"scope": "products:read quotas:read"}));
    let principal = service
        .host
        .access_tokens()
        .principal(&beyond)
        .await
        .expect("it is valid");
    assert_eq!(
        principal.scopes,
        [types::Scope::ProductsRead],
        "not beyond the client's"
    );
    assert_eq!(
        products(&service, &forger.claims(json!({"nbf": now() - 1})))
            .await
            .status,
        200
    );
}

/// A token with any one character changed, added or removed is rejected.
#[test]
fn tampered_tokens() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("it");
    let service = runtime.block_on(Service::start());
    let token = runtime.block_on(access_token(&service));
    let tokens = service.host.access_tokens();
    assert!(runtime.block_on(tokens.principal(&token)).is_ok());
    // The header is unchanged, because an unknown kid would wait for a database lookup.
    let start = token.find('.').expect("a header") + 1;
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 512,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    runner
        .run(
            &(start..token.len(), "[A-Za-z0-9_.=-]?"),
            |(place, text)| {
                let mut tampered = token.clone();
                tampered.replace_range(place..=place, &text);
                // The last character of the signature has two unused bits.
                let same = tampered == token;
                prop_assert_eq!(runtime.block_on(tokens.principal(&tampered)).is_ok(), same);
                Ok(())
            },
        )
        .expect("none is taken");
    for garbage in [
        "",
        ".",
        "..",
        "a.b.c",
        "e30.e30.e30",
        "\u{1f980}",
        &"x".repeat(10_000),
    ] {
        assert!(runtime.block_on(tokens.principal(garbage)).is_err());
    }
}

#[tokio::test]
async fn es256_tokens_are_checked_alike() {
    let service = Service::start().await;
    service
        .host
        .rotate_keys_to(sandbox::tokens::SigningAlgorithm::Es256)
        .await
        .expect("a key");
    let answer = token(&service, &[("grant_type", "client_credentials")]).await;
    let token = answer.text("access_token");
    assert_eq!(part(&token, 0)["alg"], json!("ES256"));
    assert_eq!(products(&service, &token).await.status, 200);
    let zero = URL_SAFE_NO_PAD.encode([0; 64]);
    let (message, _) = token.rsplit_once('.').expect("a signature");
    refused(
        &products(&service, &format!("{message}.{zero}")).await,
        "CVE-2022-21449",
    );
}
