//! Why a token is refused: the body says the same as the challenge.

use reqwest::RequestBuilder;
use sandbox::{CAST, Credentials};

use crate::support::http::{Answer, get_with, http, post, send};
use crate::support::{World, with_world};

const EXPIRED: &str = "The token has expired.";
const REVOKED: &str = "The token was revoked.";
const FOREIGN: &str = "The token is for another resource.";

fn app() -> Credentials {
    Credentials::of(&CAST[0], 1)
}

/// Returns a token for a resource; by default, for the resource host.
async fn token(world: &World, resource: &str) -> String {
    let app = app();
    let fields = [
        ("grant_type", "client_credentials"),
        ("client_id", &app.client_id),
        ("client_secret", &app.client_secret),
        ("resource", resource),
    ];
    let url = format!("{}/oauth2/token", world.sandbox().addresses().auth_url);
    post(&url, &fields).await.text("access_token")
}

async fn revoked(world: &World) -> String {
    let (app, token) = (app(), token(world, "").await);
    let fields = [
        ("client_id", &*app.client_id),
        ("client_secret", &app.client_secret),
        ("token", &token),
    ];
    let url = format!("{}/oauth2/revoke", world.sandbox().addresses().auth_url);
    assert_eq!(post(&url, &fields).await.status, 200);
    token
}

/// Returns the expired token that the sandbox exports for tests of clients.
async fn expired(world: &World) -> String {
    let exports = world.sandbox().exports().await.expect("the variables");
    let line = exports.split_once("MARKETPLACE_EXPIRED_TOKEN='");
    let (token, _) = line
        .and_then(|(_, rest)| rest.split_once('\''))
        .expect("a token");
    token.to_owned()
}

#[tokio::test]
async fn the_resource_host_says_why() {
    with_world(async |world| {
        let addresses = world.sandbox().addresses();
        let url = format!("{}/org/{}/offer", addresses.base_url, CAST[0].org);
        for (token, why) in [
            (expired(world).await, EXPIRED),
            (revoked(world).await, REVOKED),
            (token(world, &addresses.auth_url).await, FOREIGN),
            (token(world, &addresses.mcp()).await, FOREIGN),
        ] {
            says(&get_with(&url, &token).await, why);
        }
        // The service gives no details about a token that it has not issued.
        let forged = get_with(&url, "forged").await;
        assert_eq!(
            (forged.status, &*forged.text("detail")),
            (401, "The credential is not valid.")
        );
        assert!(
            !forged
                .header("www-authenticate")
                .contains("error_description")
        );
    })
    .await;
}

#[tokio::test]
async fn the_mcp_endpoint_says_why() {
    with_world(async |world| {
        let url = world.sandbox().addresses().mcp();
        for (token, why) in [
            (expired(world).await, EXPIRED),
            (revoked(world).await, REVOKED),
        ] {
            says(
                &send(message(http().post(&url).bearer_auth(token))).await,
                why,
            );
        }
    })
    .await;
}

fn message(request: RequestBuilder) -> RequestBuilder {
    request
        .header("content-type", "application/json")
        .header("accept", "application/json, text/event-stream")
        .body(r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)
}

#[track_caller]
fn says(answer: &Answer, why: &str) {
    assert_eq!(answer.status, 401, "{}", answer.body);
    assert_eq!(answer.text("detail"), why);
    let described = format!("error_description=\"{why}\"");
    let challenge = answer.header("www-authenticate");
    assert!(challenge.contains(&described), "{challenge}");
}
