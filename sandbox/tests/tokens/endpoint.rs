//! The token endpoint: `client_credentials`, client authentication, and every error code.

use proptest::prelude::*;
use serde_json::json;

use super::flow::{access_token, claims, part, products, token};
use crate::support::http::{form, get, http, post, send};
use crate::support::token_host::{DESKTOP, ORG, SCOPES, SECRET, SERVER, Service};

const CC: (&str, &str) = ("grant_type", "client_credentials");

#[tokio::test]
async fn a_client_gets_a_token_that_the_resource_host_takes() {
    let service = Service::start().await;
    let answer = token(&service, &[CC, ("resource", &service.base_url)]).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(answer.header("cache-control"), "no-store");
    let body = answer.json();
    assert_eq!(
        (&body["token_type"], &body["expires_in"]),
        (&json!("Bearer"), &json!(3600))
    );
    assert_eq!(body["scope"], json!(SCOPES.join(" ")));
    assert!(body.get("refresh_token").is_none(), "RFC 6749 §4.4.3");
    let bearer = answer.text("access_token");
    assert_eq!(products(&service, &bearer).await.status, 200);

    let (header, claims) = (part(&bearer, 0), claims(&bearer));
    assert_eq!(
        (&header["typ"], &header["alg"]),
        (&json!("at+jwt"), &json!("RS256"))
    );
    assert_eq!(claims["iss"], json!(service.auth_url));
    assert_eq!(claims["aud"], json!(service.base_url));
    assert_eq!(
        (&claims["sub"], &claims["client_id"]),
        (&json!(SERVER), &json!(SERVER))
    );
    assert_eq!(claims["org_id"], json!(ORG));
    let life = claims["exp"]
        .as_i64()
        .zip(claims["iat"].as_i64())
        .map(|(exp, iat)| exp - iat);
    assert_eq!(life, Some(3600));
    let again = access_token(&service).await;
    assert_ne!(super::flow::claims(&again)["jti"], claims["jti"]);
}

#[tokio::test]
async fn scopes_can_be_narrowed_and_not_widened() {
    let service = Service::start().await;
    let narrow = token(&service, &[CC, ("scope", "offers:read")]).await;
    assert!(
        narrow.json().get("scope").is_none(),
        "it is what was asked for"
    );
    let bearer = narrow.text("access_token");
    assert_eq!(claims(&bearer)["scope"], json!("offers:read"));
    assert_eq!(products(&service, &bearer).await.status, 403);
    for scope in [
        "usage:write",
        "openid",
        "offers:read nonsense",
        " ",
        "offers:read\u{e9}",
    ] {
        token(&service, &[CC, ("scope", scope)])
            .await
            .is_error(400, "invalid_scope");
    }
}

#[tokio::test]
async fn a_token_is_for_the_resource_that_was_asked_for() {
    let service = Service::start().await;
    let mcp = service.auth("/mcp");
    for resource in [&service.base_url, &service.auth_url, &mcp] {
        let answer = token(&service, &[CC, ("resource", resource)]).await;
        let bearer = answer.text("access_token");
        assert_eq!(claims(&bearer)["aud"], json!(resource));
        let expected = if *resource == service.base_url {
            200
        } else {
            401
        };
        let refused = products(&service, &bearer).await;
        assert_eq!(refused.status, expected);
        assert_eq!(
            refused
                .header("www-authenticate")
                .contains("another resource"),
            expected == 401
        );
        assert!(
            service
                .host
                .access_tokens()
                .principal_for_mcp(&bearer)
                .await
                .is_ok()
        );
    }
    let slash = format!("{}/", service.base_url);
    let answer = token(&service, &[CC, ("resource", &slash)]).await;
    assert_eq!(
        claims(&answer.text("access_token"))["aud"],
        json!(service.base_url)
    );
    for resource in [
        "https://other.invalid/",
        "/org",
        "urn:x",
        "not a uri",
        &format!("{slash}#f"),
    ] {
        token(&service, &[CC, ("resource", resource)])
            .await
            .is_error(400, "invalid_target");
    }
}

#[tokio::test]
async fn the_client_is_authenticated_before_anything_else() {
    let service = Service::start().await;
    let url = service.auth("/oauth2/token");
    let refused = async |fields: &[(&str, &str)]| {
        let answer = post(&url, fields).await;
        answer.is_error(401, "invalid_client");
        answer.text("error_description")
    };
    let unknown = refused(&[CC, ("client_id", "unknown"), ("client_secret", SECRET)]).await;
    let wrong = refused(&[CC, ("client_id", SERVER), ("client_secret", "wrong")]).await;
    assert_eq!(unknown, wrong, "which of the two is not told");
    refused(&[CC, ("client_id", SERVER)]).await;
    refused(&[CC]).await;
    refused(&[]).await;
    refused(&[CC, ("client_id", DESKTOP), ("client_secret", SECRET)]).await;
    let wrong = [("client_id", SERVER), ("client_secret", "wrong")];
    for rest in [
        &[("grant_type", "password")][..],
        &[],
        &[("grant_type", "x"), ("grant_type", "y")],
        &[CC, ("scope", "nonsense"), ("resource", "nonsense")],
        &[CC, ("redirect_uri", "%")],
    ] {
        let fields: Vec<_> = wrong.iter().chain(rest).copied().collect();
        refused(&fields).await;
    }
    refused(&[
        CC,
        ("client_id", &"x".repeat(300)),
        ("client_secret", "\u{0}"),
    ])
    .await;
}

#[tokio::test]
async fn there_is_one_way_to_authenticate() {
    let service = Service::start().await;
    let url = service.auth("/oauth2/token");
    let basic = http().post(&url).basic_auth(SERVER, Some(SECRET));
    let answer = send(form(basic, &[CC])).await;
    answer.is_error(401, "invalid_client");
    assert!(
        answer.header("www-authenticate").starts_with("Basic "),
        "RFC 6749 §5.2"
    );
    let both = http().post(&url).basic_auth(SERVER, Some(SECRET));
    let both = form(
        both,
        &[CC, ("client_id", SERVER), ("client_secret", SECRET)],
    );
    send(both).await.is_error(400, "invalid_request");
    let twice = [
        CC,
        ("client_id", SERVER),
        ("client_id", SERVER),
        ("client_secret", SECRET),
    ];
    post(&url, &twice).await.is_error(400, "invalid_request");
}

#[tokio::test]
async fn forms_that_are_not_in_order() {
    let service = Service::start().await;
    for grant in [
        "password",
        "implicit",
        "urn:ietf:params:oauth:grant-type:device_code",
        "nonsense",
    ] {
        token(&service, &[("grant_type", grant)])
            .await
            .is_error(400, "unsupported_grant_type");
    }
    token(&service, &[]).await.is_error(400, "invalid_request");
    token(&service, &[("grant_type", "")])
        .await
        .is_error(400, "invalid_request");
    token(&service, &[CC, CC])
        .await
        .is_error(400, "invalid_request");
    token(&service, &[CC, ("foo", "1"), ("foo", "2")])
        .await
        .is_error(400, "invalid_request");
    let lenient = [CC, ("scope", ""), ("resource", ""), ("foo", "bar")];
    assert_eq!(token(&service, &lenient).await.status, 200);
    let grant = ("grant_type", "authorization_code");
    token(&service, &[grant])
        .await
        .is_error(400, "invalid_request");
    let grant = ("grant_type", "refresh_token");
    token(&service, &[grant])
        .await
        .is_error(400, "invalid_request");
    token(&service, &[grant, ("refresh_token", "garbage")])
        .await
        .is_error(400, "invalid_grant");
    let url = service.auth("/oauth2/token");
    post(&url, &[CC, ("client_id", DESKTOP)])
        .await
        .is_error(400, "unauthorized_client");
}

#[tokio::test]
async fn bodies_that_are_no_forms() {
    let service = Service::start().await;
    let url = service.auth("/oauth2/token");
    let body = format!("grant_type=client_credentials&client_id={SERVER}&client_secret={SECRET}");
    let json = http().post(&url).header("content-type", "application/json");
    send(json.body("{}")).await.is_error(415, "invalid_request");
    send(http().post(&url).body(body.clone()))
        .await
        .is_error(415, "invalid_request");
    let packed = form(http().post(&url), &[CC]).header("content-encoding", "gzip");
    send(packed).await.is_error(415, "invalid_request");
    let large = "x".repeat(1024 * 1024 + 1);
    post(&url, &[("x", &large)])
        .await
        .is_error(413, "invalid_request");
    let latin = http()
        .post(&url)
        .header("content-type", "application/x-www-form-urlencoded");
    send(latin.body(b"client_id=\xff".to_vec()))
        .await
        .is_error(400, "invalid_request");
    assert_eq!(
        get(&format!("{url}?{body}")).await.status,
        405,
        "no token by GET"
    );
    let query = http().post(format!("{url}?{body}"));
    send(form(query, &[])).await.is_error(401, "invalid_client");
    let upper = http().post(&url).header(
        "content-type",
        "Application/X-WWW-Form-URLEncoded; charset=utf-8",
    );
    assert_eq!(send(upper.body(body)).await.status, 200);
}

#[test]
fn whatever_a_form_says_the_answer_is_of_the_protocol() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("it");
    let service = runtime.block_on(Service::start());
    let names = [
        "grant_type",
        "client_id",
        "client_secret",
        "scope",
        "resource",
        "code",
        "redirect_uri",
        "code_verifier",
        "refresh_token",
        "x",
    ];
    let values = [
        "client_credentials",
        "authorization_code",
        "refresh_token",
        SERVER,
        SECRET,
        DESKTOP,
        "offers:read",
        "%00",
        "",
        "\u{1f980}",
    ];
    let field = (
        prop::sample::select(names.to_vec()),
        prop::sample::select(values.to_vec()),
    );
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 128,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    runner
        .run(&prop::collection::vec(field, 0..7), |fields| {
            let answer = runtime.block_on(post(&service.auth("/oauth2/token"), &fields));
            match answer.status {
                200 => assert!(!answer.text("access_token").is_empty()),
                status => answer.is_error(status, &answer.text("error")),
            }
            prop_assert!([200, 400, 401].contains(&answer.status), "{}", answer.body);
            Ok(())
        })
        .expect("an answer of the protocol");
}
