//! Credentials and challenges.

mod common;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use common::*;
use server::runtime::{Carrier, Config, Credential, Proof, Rejection, Reply, Scheme, Secret};
use types::runtime::{Operation, Security};

const LIST: &str = "/org/acme/offer";
const BEARER: &str = r#"Bearer realm="api", scope="offers:read""#;
const KEY_CHALLENGE: &str = r#"Key realm="api""#;

async fn with_authorization(value: &str) -> Answered {
    send(
        &market(),
        empty(request("GET", LIST).header("authorization", value)),
    )
    .await
}

#[tokio::test]
async fn without_a_credential_the_challenges_have_no_error() {
    let answer = send(&market(), empty(request("GET", LIST))).await;
    answer.is_problem(401, "missing_credential");
    assert_eq!(answer.all("www-authenticate"), [BEARER, KEY_CHALLENGE]);
}

#[tokio::test]
async fn both_kinds_of_credential_serve_whatever_the_case_of_their_scheme() {
    for (value, scheme) in [
        (format!("Bearer {TOKEN}"), "OAuth2"),
        (format!("bearer {TOKEN}"), "OAuth2"),
        (format!("BEARER   {TOKEN} "), "OAuth2"),
        (format!("Key {KEY}"), "ApiKey"),
        (format!("kEY {KEY}"), "ApiKey"),
    ] {
        let answer = with_authorization(&value).await;
        assert_eq!(answer.status, 200, "{value}");
        assert!(answer.text().contains(&format!("by {scheme}")), "{value}");
    }
}

#[tokio::test]
async fn a_refused_token_is_invalid_and_not_echoed() {
    for value in [
        "Bearer bad-token",
        "Bearer",
        "Bearer ",
        "Bearer a b",
        "Bearer \u{e9}",
        "Bearer a,b",
    ] {
        let answer = with_authorization(value).await;
        answer.is_problem(401, "invalid_credential");
        let challenge = r#"Bearer realm="api", error="invalid_token", scope="offers:read""#;
        assert_eq!(
            answer.all("www-authenticate"),
            [challenge, KEY_CHALLENGE],
            "{value}"
        );
        assert!(!answer.text().contains("bad-token"));
    }
}

#[tokio::test]
async fn a_refused_key_is_no_invalid_token() {
    for value in ["Key bad", "Key", "Key good-token"] {
        let answer = with_authorization(value).await;
        answer.is_problem(401, "invalid_credential");
        assert_eq!(answer.all("www-authenticate"), [BEARER, KEY_CHALLENGE]);
    }
    with_authorization("Bearer good-key")
        .await
        .is_problem(401, "invalid_credential");
}

#[tokio::test]
async fn another_scheme_is_no_credential() {
    for value in [
        "Basic YTpi",
        "Digest x",
        "good-token",
        "",
        "Bearerx good-token",
    ] {
        let answer = with_authorization(value).await;
        answer.is_problem(401, "missing_credential");
        assert_eq!(
            answer.all("www-authenticate"),
            [BEARER, KEY_CHALLENGE],
            "{value}"
        );
    }
}

#[tokio::test]
async fn a_token_in_the_query_or_the_body_is_none() {
    let target = format!("{LIST}?access_token={TOKEN}");
    send(&market(), empty(request("GET", &target)))
        .await
        .is_problem(401, "missing_credential");
    let form = with_body(
        request("POST", LIST),
        "application/x-www-form-urlencoded",
        "access_token=x",
    );
    send(&market(), form)
        .await
        .is_problem(401, "missing_credential");
}

#[tokio::test]
async fn two_credentials_are_one_too_many() {
    let twice = authorized("GET", LIST).header("authorization", format!("Key {KEY}"));
    let also_in_query = authorized("GET", &format!("{LIST}?access_token={TOKEN}"));
    for builder in [twice, also_in_query] {
        let answer = send(&market(), empty(builder)).await;
        answer.is_problem(400, "ambiguous_credential");
        let challenge = r#"Bearer realm="api", error="invalid_request", scope="offers:read""#;
        assert_eq!(answer.all("www-authenticate"), [challenge, KEY_CHALLENGE]);
    }
}

#[tokio::test]
async fn too_little_scope_is_a_403_that_names_the_scope() {
    let answer = with_authorization("Bearer narrow").await;
    answer.is_problem(403, "insufficient_scope");
    let challenge = r#"Bearer realm="api", error="insufficient_scope", scope="offers:read""#;
    assert_eq!(answer.all("www-authenticate")[0], challenge);
}

#[tokio::test]
async fn a_description_keeps_to_the_characters_of_rfc_6750() {
    let answer = with_authorization("Bearer expired").await;
    let challenge = answer.all("www-authenticate")[0];
    assert!(
        challenge.contains(r#"error_description="it expiredyesterday""#),
        "{challenge}"
    );
}

#[tokio::test]
async fn what_cannot_be_checked_is_not_the_callers_fault() {
    let answer = with_authorization("Bearer down").await;
    answer.is_problem(503, "authenticator_unavailable");
    assert!(!answer.headers.contains_key("www-authenticate"));
}

#[tokio::test]
async fn the_credential_comes_before_arguments_and_body() {
    let missing = |builder| async move {
        let answer = send(&market(), builder).await;
        answer.is_problem(401, "missing_credential");
    };
    missing(empty(request("GET", &format!("{LIST}?limit=x")))).await;
    missing(with_body(request("POST", LIST), "text/plain", "x")).await;
    missing(with_body(
        request("POST", LIST),
        "application/json",
        "x".repeat(2_000_000),
    ))
    .await;
}

#[tokio::test]
async fn realm_and_resource_metadata_can_be_set() {
    let config = Config::default()
        .realm("the \"market\"\r\n")
        .resource_metadata("https://x/.well-known/oauth-protected-resource");
    let answer = send(&market_with(config), empty(request("GET", LIST))).await;
    let [bearer, key] = answer.all("www-authenticate")[..] else {
        panic!("two challenges")
    };
    let metadata = r#"resource_metadata="https://x/.well-known/oauth-protected-resource""#;
    assert_eq!(
        bearer,
        format!(r#"Bearer realm="the market", scope="offers:read", {metadata}"#)
    );
    assert_eq!(key, r#"Key realm="the market""#);
}

#[tokio::test]
async fn a_hook_changes_the_body_but_not_the_headers_of_the_status() {
    let config = Config::default().on_rejection(|rejection: &Rejection, operation| {
        let id = operation.map_or("none", |operation| operation.id);
        let problem = rejection.problem();
        Reply::text(
            problem.kind.status().as_u16(),
            "text/plain",
            format!("{id}: {}", problem.kind.code()),
        )
    });
    let router = market_with(config);
    let answer = send(&router, empty(request("GET", LIST))).await;
    assert_eq!(answer.text(), "listOffers: missing_credential");
    assert_eq!(answer.header("content-type"), "text/plain; charset=utf-8");
    assert_eq!(answer.all("www-authenticate").len(), 2);
    let answer = send(&router, empty(request("PUT", LIST))).await;
    assert_eq!(answer.text(), "none: unknown_method");
    assert_eq!(answer.all("allow").len(), 1);
}

#[tokio::test]
async fn a_hook_that_panics_is_done_without() {
    let config = Config::default().on_rejection(|_, _| panic!("hook"));
    let answer = send(&market_with(config), empty(request("GET", "/no"))).await;
    answer.is_problem(404, "unknown_path");
}

static SCHEMES: &[Scheme] = &[
    Scheme {
        name: "token",
        carrier: Carrier::Bearer,
    },
    Scheme {
        name: "login",
        carrier: Carrier::Bearer,
    },
    Scheme {
        name: "password",
        carrier: Carrier::Basic,
    },
    Scheme {
        name: "raw",
        carrier: Carrier::Header("Authorization"),
    },
    Scheme {
        name: "header",
        carrier: Carrier::Header("X-Key"),
    },
    Scheme {
        name: "query",
        carrier: Carrier::Query("api key"),
    },
    Scheme {
        name: "cookie",
        carrier: Carrier::Cookie("session"),
    },
    Scheme {
        name: "certificate",
        carrier: Carrier::Unseen,
    },
];

/// Returns an operation with security alternatives.
fn secured(alternatives: &[&[&'static str]]) -> Router {
    let all = |schemes: &&[&'static str]| -> &'static [Security] {
        let security = schemes.iter().map(|scheme| Security {
            scheme,
            scopes: &[],
        });
        Vec::leak(security.collect())
    };
    let security = Vec::leak(alternatives.iter().map(all).collect());
    let operation = Operation {
        security,
        ..operation("GET", "/")
    };
    echo_routes(SCHEMES, vec![operation]).into_router(Config::default())
}

async fn text_or_problem(router: &Router, target: &str, headers: &[(&str, &str)]) -> String {
    let builder = request("GET", target);
    let builder = headers.iter().fold(builder, |builder, (name, value)| {
        builder.header(*name, *value)
    });
    let answer = send(router, empty(builder)).await;
    match answer.status.as_u16() {
        200 => answer.text().trim_start_matches("GET / by ").to_owned(),
        other => format!(
            "{other} {}",
            answer.json()["code"].as_str().unwrap_or_default()
        ),
    }
}

#[tokio::test]
async fn api_keys_come_by_header_query_and_cookie() {
    let router = secured(&[&["header"], &["query"], &["cookie"]]);
    assert_eq!(
        text_or_problem(&router, "/", &[("x-key", KEY)]).await,
        "header"
    );
    assert_eq!(
        text_or_problem(&router, "/?api+key=good%2Dkey", &[]).await,
        "query"
    );
    assert_eq!(
        text_or_problem(&router, "/", &[("cookie", "a=b; session=good-key")]).await,
        "cookie"
    );
    assert_eq!(
        text_or_problem(&router, "/", &[]).await,
        "401 missing_credential"
    );
    assert_eq!(
        text_or_problem(&router, "/", &[("x-key", "")]).await,
        "401 missing_credential"
    );
    assert_eq!(
        text_or_problem(&router, "/", &[("x-key", "bad")]).await,
        "401 invalid_credential"
    );
    let twice = [("x-key", KEY), ("x-key", KEY)];
    assert_eq!(
        text_or_problem(&router, "/", &twice).await,
        "400 ambiguous_credential"
    );
    let both = "/?api%20key=good-key";
    assert_eq!(
        text_or_problem(&router, both, &[("x-key", KEY)]).await,
        "400 ambiguous_credential"
    );
}

#[tokio::test]
async fn a_cookie_that_the_browser_adds_does_not_count_beside_another_credential() {
    let router = secured(&[&["token"], &["cookie"]]);
    let both = [
        ("authorization", "Bearer good-token"),
        ("cookie", "session=good-key"),
    ];
    assert_eq!(text_or_problem(&router, "/", &both).await, "token");
}

#[tokio::test]
async fn an_api_key_without_a_scheme_has_a_challenge_too() {
    let answer = send(&secured(&[&["header"]]), empty(request("GET", "/"))).await;
    let challenge = r#"ApiKey realm="api", in="header", name="X-Key""#;
    assert_eq!(answer.all("www-authenticate"), [challenge]);
}

#[tokio::test]
async fn basic_credentials_are_taken_apart() {
    let router = secured(&[&["password"]]);
    // ann:open:sesame
    let good = [("authorization", "Basic YW5uOm9wZW46c2VzYW1l")];
    assert_eq!(text_or_problem(&router, "/", &good).await, "ann");
    for bad in ["Basic !!", "Basic YW5u", "Basic", "Basic YTpiCg=="] {
        let said = text_or_problem(&router, "/", &[("authorization", bad)]).await;
        assert_eq!(said, "401 invalid_credential", "{bad}");
    }
    let answer = send(&router, empty(request("GET", "/"))).await;
    assert_eq!(
        answer.all("www-authenticate"),
        [r#"Basic realm="api", charset="UTF-8""#]
    );
}

#[tokio::test]
async fn several_credentials_can_be_asked_for_together() {
    let router = secured(&[&["token", "header"]]);
    let token = ("authorization", "Bearer t");
    assert_eq!(
        text_or_problem(&router, "/", &[token, ("x-key", "k")]).await,
        "tokenheader"
    );
    assert_eq!(
        text_or_problem(&router, "/", &[token]).await,
        "401 missing_credential"
    );
    assert_eq!(
        text_or_problem(&router, "/", &[("x-key", "k")]).await,
        "401 missing_credential"
    );
}

#[tokio::test]
async fn two_schemes_may_be_sent_in_the_same_way() {
    let router = secured(&[&["login"], &["token"]]);
    assert_eq!(
        text_or_problem(&router, "/", &[("authorization", "Bearer good-token")]).await,
        "login"
    );
    let router = secured(&[&["token"], &["raw"]]);
    assert_eq!(
        text_or_problem(&router, "/", &[("authorization", "Bearer good-token")]).await,
        "token"
    );
    assert_eq!(
        text_or_problem(&router, "/", &[("authorization", KEY)]).await,
        "raw"
    );
}

#[tokio::test]
async fn a_credential_can_be_left_out_where_it_is_optional() {
    let router = secured(&[&["token"], &[]]);
    assert_eq!(text_or_problem(&router, "/", &[]).await, "None");
    assert_eq!(
        text_or_problem(&router, "/", &[("authorization", "Bearer good-token")]).await,
        "Some(\"token\")"
    );
    let refused = text_or_problem(&router, "/", &[("authorization", "Bearer bad")]).await;
    assert_eq!(refused, "401 invalid_credential");
}

#[tokio::test]
async fn a_scheme_that_cannot_be_seen_lets_nobody_in() {
    for scheme in ["certificate", "undeclared"] {
        let router = secured(&[&[scheme]]);
        let answer = send(&router, empty(authorized("GET", "/"))).await;
        answer.is_problem(401, "missing_credential");
        assert_eq!(answer.all("www-authenticate"), [r#"Bearer realm="api""#]);
    }
}

#[test]
fn secrets_are_not_shown() {
    let proof = Proof::Basic {
        user: "ann".to_owned(),
        password: Secret::new("hunter2"),
    };
    let credential = Credential {
        scheme: "password",
        scopes: &[],
        proof,
    };
    assert!(!format!("{credential:?}").contains("hunter2"));
}

#[tokio::test]
async fn a_handler_of_the_wrong_kind_lets_nobody_in() {
    let operation: &'static Operation = Box::leak(Box::new(Operation {
        security: &[&[]],
        ..operation("GET", "/")
    }));
    let api = std::sync::Arc::new(Market);
    let open = server::runtime::open(&api, operation, |_, _, request: Echo| {
        Box::pin(async move { EchoResponse(request.0) })
    });
    let routes = server::runtime::Routes::new(SCHEMES, vec![open]);
    let request: Request<Body> = empty(request("GET", "/"));
    send(&routes.into_router(Config::default()), request)
        .await
        .is_problem(500, "internal");
}
