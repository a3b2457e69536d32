//! The discovery documents match the actual behavior.

use sandbox::tokens::{Addresses, protected_resource, protected_resource_url};
use serde_json::{Value, json};

use crate::support::http::{form, get, http, send};
use crate::support::token_host::Service;

async fn document(service: &Service, name: &str) -> Value {
    let answer = get(&service.auth(&format!("/.well-known/{name}"))).await;
    assert_eq!(
        (answer.status, answer.header("content-type")),
        (200, "application/json"),
        "{name}"
    );
    answer.json()
}

#[tokio::test]
async fn both_documents_agree_and_what_they_name_is_there() {
    let service = Service::start().await;
    let oauth = document(&service, "oauth-authorization-server").await;
    let open_id = document(&service, "openid-configuration").await;
    for (name, value) in oauth.as_object().expect("an object") {
        assert_eq!(&open_id[name], value, "{name}");
        assert!(
            value.as_array().is_none_or(|values| !values.is_empty()),
            "RFC 8414 §3.2: {name}"
        );
    }
    assert_eq!(oauth["issuer"], json!(service.auth_url));
    assert_eq!(
        oauth["token_endpoint"],
        json!(service.auth("/oauth2/token"))
    );
    assert_eq!(oauth["code_challenge_methods_supported"], json!(["S256"]));
    assert_eq!(
        oauth["token_endpoint_auth_methods_supported"],
        json!(["client_secret_post", "none"])
    );
    for (name, value) in oauth.as_object().expect("an object") {
        if name.ends_with("_endpoint") {
            let url = value.as_str().expect("an address");
            let answer = send(form(http().post(url), &[])).await;
            assert!(
                [400, 401].contains(&answer.status),
                "{url}: {}",
                answer.status
            );
        }
    }
    for name in [
        "subject_types_supported",
        "id_token_signing_alg_values_supported",
    ] {
        assert!(open_id[name].is_array(), "{name}");
    }
}

#[tokio::test]
async fn resources_say_who_issues_their_tokens() {
    let service = Service::start().await;
    let own = document(&service, "oauth-protected-resource").await;
    let mcp = document(&service, "oauth-protected-resource/mcp").await;
    assert_eq!(own["resource"], json!(service.auth_url));
    assert_eq!(mcp["resource"], json!(service.auth("/mcp")));
    for document in [&own, &mcp] {
        assert_eq!(document["authorization_servers"], json!([service.auth_url]));
        assert_eq!(document["bearer_methods_supported"], json!(["header"]));
    }
    let addresses = Addresses {
        base_url: service.base_url.clone(),
        auth_url: service.auth_url.clone(),
    };
    let base = protected_resource(&addresses, &service.base_url).expect("metadata");
    assert_eq!(base.resource.as_str(), service.base_url);
    for (resource, url) in [
        (
            "https://a.example",
            "https://a.example/.well-known/oauth-protected-resource",
        ),
        (
            "https://a.example/mcp",
            "https://a.example/.well-known/oauth-protected-resource/mcp",
        ),
        (
            "http://127.0.0.1:1/x/y/",
            "http://127.0.0.1:1/.well-known/oauth-protected-resource/x/y",
        ),
    ] {
        assert_eq!(protected_resource_url(resource), url);
    }
}

#[tokio::test]
async fn keys_are_public_only() {
    let service = Service::start().await;
    service
        .host
        .rotate_keys_to(sandbox::tokens::SigningAlgorithm::Es256)
        .await
        .expect("a key");
    service.host.rotate_keys().await.expect("a key");
    let keys = document(&service, "jwks.json").await["keys"].clone();
    let keys = keys.as_array().expect("keys");
    assert_eq!(keys.len(), 2);
    for key in keys {
        assert_eq!(key["use"], json!("sig"));
        assert!(key["kid"].is_string() && key["alg"].is_string());
        for name in ["d", "p", "q", "dp", "dq", "qi", "oth", "k"] {
            assert!(key.get(name).is_none(), "{name}");
        }
        let (kty, alg) = (key["kty"].as_str(), key["alg"].as_str());
        assert!([(Some("RSA"), Some("RS256")), (Some("EC"), Some("ES256"))].contains(&(kty, alg)));
        // 2048 bits are 256 bytes, 342 letters.
        assert!(key["n"].as_str().is_none_or(|n| n.len() >= 342));
    }
}
