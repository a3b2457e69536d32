//! Clients that were created through the API, with the grant `authorization_code`.

use reqwest::header::LOCATION;
use sandbox::{CAST, Credentials};
use serde_json::{Value, json};

use super::flow::{CHALLENGE, VERIFIER};
use crate::support::http::{Answer, Browser, encode, post};
use crate::support::{World, text, with_world};

const WEB: &str = "https://app.example/cb?a=1";
const DESKTOP: &str = "http://127.0.0.1/callback";
/// On loopback, any port is accepted (RFC 8252 §7.3).
const STARTED: &str = "http://127.0.0.1:50999/callback";

/// Creates a client that may read offers and products.
async fn create(world: &World, more: Value) -> Value {
    let mut body = json!({ "name": "Made", "scopes": ["offers:read", "products:read"] });
    for (name, value) in more.as_object().expect("members") {
        body[name] = value.clone();
    }
    world.own.post("/apiClient", body).await.ok()
}

/// Returns the code for a client after the user has signed in and consented.
async fn code(world: &World, client: &Value, redirect: &str) -> String {
    let user = Credentials::of(&CAST[0], 1);
    let fields = [
        ("response_type", "code"),
        ("client_id", &text(client, "clientId")),
        ("redirect_uri", redirect),
        ("scope", "offers:read"),
        ("code_challenge", CHALLENGE),
        ("code_challenge_method", "S256"),
    ];
    let url = format!("{}?{}", auth(world, "/oauth2/authorize"), encode(&fields));
    let mut browser = Browser::default();
    let page = browser.sign_in(&url, &user.user, &user.password).await;
    assert_eq!(page.status, 200, "{}", page.body);
    let answer = browser.submit(&url, &[("action", "allow")]).await;
    assert!(
        answer.header(LOCATION).starts_with(redirect),
        "{}",
        answer.body
    );
    answer.parameters()["code"].clone()
}

async fn redeem(
    world: &World,
    client: &Value,
    code: &str,
    redirect: &str,
    secret: Option<&str>,
) -> Answer {
    let id = text(client, "clientId");
    let fields = [
        ("grant_type", "authorization_code"),
        ("client_id", &id),
        ("code", code),
        ("redirect_uri", redirect),
        ("code_verifier", VERIFIER),
    ];
    token(world, &fields, secret).await
}

async fn token(world: &World, fields: &[(&str, &str)], secret: Option<&str>) -> Answer {
    let secret = secret.map(|secret| ("client_secret", secret));
    let fields: Vec<_> = fields.iter().copied().chain(secret).collect();
    post(&auth(world, "/oauth2/token"), &fields).await
}

fn auth(world: &World, path: &str) -> String {
    format!("{}{path}", world.sandbox().addresses().auth_url)
}

#[tokio::test]
async fn a_confidential_client_redeems_its_code_with_its_secret() {
    with_world(async |world| {
        let client = create(world, json!({ "redirectUris": [WEB, DESKTOP] })).await;
        assert_eq!(client["redirectUris"], json!([WEB, DESKTOP]));
        assert_eq!(client["publicClient"], json!(false));
        let secret = text(&client, "clientSecret");
        for redirect in [WEB, STARTED] {
            let code = code(world, &client, redirect).await;
            for wrong in [None, Some("mps_wrong")] {
                redeem(world, &client, &code, redirect, wrong)
                    .await
                    .is_error(401, "invalid_client");
            }
            let granted = redeem(world, &client, &code, redirect, Some(&secret)).await;
            assert_eq!(granted.status, 200, "{}", granted.body);
            let own = world.own.bearing(&granted.text("access_token"));
            assert_eq!(own.get("/offer").await.status, 200);
            assert_eq!(own.get("/product").await.status, 403);
        }
        let path = format!("/apiClient/{}", text(&client, "id"));
        let kept = world.own.get(&path).await.ok();
        assert_eq!(kept["redirectUris"], json!([WEB, DESKTOP]));
        assert!(kept.get("clientSecret").is_none());
        world.own.call("DELETE", &path, None).await.ok();
        let url = format!(
            "{}?client_id={}",
            auth(world, "/oauth2/authorize"),
            text(&client, "clientId")
        );
        assert_eq!(Browser::default().open(&url).await.status, 400);
    })
    .await;
}

#[tokio::test]
async fn a_public_client_needs_no_secret_for_codes_and_refresh_tokens() {
    with_world(async |world| {
        let more = json!({ "redirectUris": [DESKTOP], "publicClient": true });
        let client = create(world, more).await;
        assert_eq!(client["publicClient"], json!(true));
        let id = text(&client, "clientId");
        let secret = text(&client, "clientSecret");
        let first = code(world, &client, STARTED).await;
        redeem(world, &client, &first, STARTED, Some("mps_wrong"))
            .await
            .is_error(401, "invalid_client");
        let granted = redeem(world, &client, &first, STARTED, None).await;
        assert_eq!(granted.status, 200, "{}", granted.body);
        let own = world.own.bearing(&granted.text("access_token"));
        assert_eq!(own.get("/offer").await.status, 200);
        let refresh = granted.text("refresh_token");
        let fields = [
            ("grant_type", "refresh_token"),
            ("client_id", &*id),
            ("refresh_token", &refresh),
        ];
        assert_eq!(token(world, &fields, None).await.status, 200);
        let fields = [("grant_type", "client_credentials"), ("client_id", &*id)];
        token(world, &fields, None)
            .await
            .is_error(400, "unauthorized_client");
        assert_eq!(token(world, &fields, Some(&secret)).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn a_client_without_redirect_uris_cannot_send_users_anywhere() {
    with_world(async |world| {
        let client = create(world, json!({})).await;
        assert!(client.get("redirectUris").is_none());
        let id = text(&client, "clientId");
        let fields = [("client_id", &*id), ("redirect_uri", STARTED)];
        let url = format!("{}?{}", auth(world, "/oauth2/authorize"), encode(&fields));
        let page = Browser::default().open(&url).await;
        assert_eq!((page.status, page.header(LOCATION)), (400, ""));
    })
    .await;
}

#[tokio::test]
async fn redirect_uris_that_are_not_allowed() {
    with_world(async |world| {
        for uri in [
            "http://app.example/cb",
            "http://localhost/cb",
            "https://app.example/#fragment",
            "https://user@app.example/",
            "javascript:alert(1)",
            "myapp:/cb",
            "https://xn--a/",
            "/callback",
            "",
        ] {
            let body =
                json!({ "name": "Made", "scopes": ["offers:read"], "redirectUris": [WEB, uri] });
            let refused = world.own.post("/apiClient", body).await;
            assert_eq!(refused.outcome(), "400 bad-request", "{uri}");
            assert_eq!(refused.places(), ["/redirectUris/1"], "{uri}");
        }
        for uris in [json!([]), json!([WEB, WEB]), json!(vec![WEB; 11])] {
            let body = json!({ "name": "Made", "scopes": ["offers:read"], "redirectUris": uris });
            let refused = world.own.post("/apiClient", body).await;
            assert_eq!(refused.outcome(), "400 bad-request", "{uris}");
        }
        let clients = world.own.all("/apiClient").await;
        assert!(clients.iter().all(|client| client["name"] != "Made"));
    })
    .await;
}
