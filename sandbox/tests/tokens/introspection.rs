//! Introspection (RFC 7662) and revocation (RFC 7009).

use serde_json::json;

use super::flow::{access_token, claims, code, products, redeem, refresh};
use crate::support::http::{Answer, post};
use crate::support::token_host::{DESKTOP, OTHER_SERVER, SECRET, SERVER, Service};

async fn send(service: &Service, path: &str, client: &str, token: &str) -> Answer {
    let secret = if client == DESKTOP { "" } else { SECRET };
    let fields = [
        ("client_id", client),
        ("client_secret", secret),
        ("token", token),
    ];
    post(&service.auth(path), &fields).await
}

async fn introspect(service: &Service, client: &str, token: &str) -> serde_json::Value {
    let answer = send(service, "/oauth2/introspect", client, token).await;
    assert_eq!(
        (answer.status, answer.header("cache-control")),
        (200, "no-store")
    );
    answer.json()
}

#[tokio::test]
async fn a_client_learns_about_tokens_of_its_organization() {
    let service = Service::start().await;
    let token = access_token(&service).await;
    let state = introspect(&service, SERVER, &token).await;
    let claims = claims(&token);
    for name in [
        "iss",
        "sub",
        "aud",
        "exp",
        "iat",
        "jti",
        "client_id",
        "scope",
        "org_id",
    ] {
        assert_eq!(state[name], claims[name], "{name}");
    }
    assert_eq!(
        (&state["active"], &state["token_type"]),
        (&json!(true), &json!("Bearer"))
    );
    let code = code(&service, &[]).await;
    let granted = redeem(&service, &code, &[]).await;
    let state = introspect(&service, SERVER, &granted.text("refresh_token")).await;
    assert_eq!(
        (&state["active"], &state["client_id"]),
        (&json!(true), &json!(DESKTOP))
    );
    let nothing = json!({ "active": false });
    assert_eq!(introspect(&service, OTHER_SERVER, &token).await, nothing);
    assert_eq!(
        introspect(&service, OTHER_SERVER, &granted.text("refresh_token")).await,
        nothing
    );
    assert_eq!(introspect(&service, SERVER, "garbage").await, nothing);
    refresh(&service, &granted.text("refresh_token"), &[]).await;
    assert_eq!(
        introspect(&service, SERVER, &granted.text("refresh_token")).await,
        nothing
    );
}

#[tokio::test]
async fn who_asks_must_be_known() {
    let service = Service::start().await;
    let token = access_token(&service).await;
    for path in ["/oauth2/introspect", "/oauth2/revoke"] {
        let url = service.auth(path);
        post(&url, &[("token", &token)])
            .await
            .is_error(401, "invalid_client");
        let wrong = [
            ("token", &*token),
            ("client_id", SERVER),
            ("client_secret", "wrong"),
        ];
        post(&url, &wrong).await.is_error(401, "invalid_client");
        send(&service, path, SERVER, "")
            .await
            .is_error(400, "invalid_request");
    }
    send(&service, "/oauth2/introspect", DESKTOP, &token)
        .await
        .is_error(401, "invalid_client");
    assert_eq!(products(&service, &token).await.status, 200);
}

#[tokio::test]
async fn a_client_revokes_what_is_its_own() {
    let service = Service::start().await;
    let token = access_token(&service).await;
    let code = code(&service, &[]).await;
    let granted = redeem(&service, &code, &[]).await;
    let (bearer, next) = (granted.text("access_token"), granted.text("refresh_token"));
    // The cached result for a token in use must not outlive the token.
    assert_eq!(products(&service, &token).await.status, 200);
    for foreign in [&bearer, &next] {
        let answer = send(&service, "/oauth2/revoke", SERVER, foreign).await;
        answer.is_error(400, "unauthorized_client");
    }
    for known in [&token, &token, "garbage"] {
        assert_eq!(
            send(&service, "/oauth2/revoke", SERVER, known).await.status,
            200
        );
    }
    assert_eq!(products(&service, &token).await.status, 401);
    assert_eq!(
        introspect(&service, SERVER, &token).await,
        json!({ "active": false })
    );
    assert_eq!(products(&service, &bearer).await.status, 200);
    assert_eq!(
        send(&service, "/oauth2/revoke", DESKTOP, &next)
            .await
            .status,
        200
    );
    assert_eq!(
        products(&service, &bearer).await.status,
        401,
        "what was issued for the same consent"
    );
    refresh(&service, &next, &[])
        .await
        .is_error(400, "invalid_grant");
}
