//! An access token permits what its scopes allow, for its organization, while its client exists.

use sandbox::{CAST, Credentials};
use serde_json::{Value, json};
use types::operations::ALL;
use types::runtime::{Location, Operation};

use super::fixture::body_of;
use super::{bare, send};
use crate::support::{Organization, Reply, World, access_token, with_world};

/// The operations that a token for reading offers permits.
const READER: [&str; 1] = ["offers:read"];

/// Returns the operations of the resource host.
fn operations() -> impl Iterator<Item = &'static Operation> {
    let operations = ALL.iter().copied();
    operations.filter(|operation| operation.path.starts_with("/org/"))
}

/// Returns the scopes that a token needs for an operation.
fn scopes(operation: &Operation) -> Vec<&'static str> {
    let all = operation.security.iter().copied().flatten();
    let scopes = all.filter(|security| security.scheme == "OAuth2");
    scopes
        .flat_map(|security| security.scopes)
        .copied()
        .collect()
}

/// Returns the path of an operation on a missing resource.
fn path(operation: &Operation, org: &str) -> String {
    let path = operation.path.replace("{orgId}", org);
    let parameters = operation.parameters.iter();
    parameters
        .filter(|one| one.location == Location::Path)
        .fold(path, |path, one| {
            path.replace(&format!("{{{}}}", one.name), "unknown")
        })
}

/// Returns a token with all scopes for one of the seeded organizations.
async fn token(world: &World, cast: usize) -> String {
    let app = Credentials::of(&CAST[cast], 1);
    access_token(
        world.sandbox().addresses(),
        &app.client_id,
        &app.client_secret,
    )
    .await
}

/// Returns a token of the own organization with only these scopes.
async fn limited(world: &World, scope: &str) -> Organization {
    let app = Credentials::of(&CAST[0], 1);
    let tokens = world.tokens();
    let reply = tokens
        .request(&app.client_id, &app.client_secret, Some(scope))
        .await;
    world.own.bearing(&reply.member("access_token"))
}

#[track_caller]
fn lacks_scopes(reply: &Reply, operation: &Operation) {
    assert_eq!(reply.outcome(), "403 forbidden", "{}", operation.id);
    let challenge = reply.header("www-authenticate");
    let scope = format!("scope=\"{}\"", scopes(operation).join(" "));
    for part in ["Bearer ", "error=\"insufficient_scope\"", &scope] {
        assert!(challenge.contains(part), "{}: {challenge}", operation.id);
    }
}

#[tokio::test]
async fn a_token_does_what_its_scopes_say_and_nothing_else() {
    with_world(async |world| {
        let reader = world.own.bearing(&world.reader().await);
        let mut allowed = Vec::new();
        for operation in operations() {
            let reply = send(&reader, operation, &path(operation, &reader.id.0)).await;
            if scopes(operation) == READER {
                assert!(matches!(reply.status, 200 | 404), "{}", reply.text);
                allowed.push(operation.id);
            } else {
                lacks_scopes(&reply, operation);
            }
        }
        assert_eq!(allowed, ["listOffers", "getOffer"]);
    })
    .await;
}

/// No token (401), another organization (404), a missing scope (403).
#[tokio::test]
async fn the_organization_is_checked_between_the_token_and_its_scopes() {
    with_world(async |world| {
        let reader = world.own.bearing(&world.reader().await);
        let forged = world.own.bearing("e30.e30.e30");
        for operation in operations() {
            for org in [&world.own.id.0, &world.other.id.0, "org-unknown"] {
                let path = path(operation, org);
                let reply = send(&forged, operation, &path).await;
                assert_eq!(reply.outcome(), "401 unauthorized", "{}", operation.id);
                let challenge = reply.header("www-authenticate");
                assert!(challenge.contains("error=\"invalid_token\""), "{challenge}");
                if *org != *world.own.id.0 {
                    let reply = send(&reader, operation, &path).await;
                    assert_eq!(reply.outcome(), "404 not-found", "{}", operation.id);
                }
            }
        }
    })
    .await;
}

#[tokio::test]
async fn to_a_token_another_organization_is_like_none() {
    with_world(async |world| {
        let own = world.own.bearing(&token(world, 0).await);
        for operation in operations() {
            let other = send(&own, operation, &path(operation, &world.other.id.0)).await;
            let absent = send(&own, operation, &path(operation, "org-unknown")).await;
            assert_eq!(other.outcome(), "404 not-found", "{}", operation.id);
            assert_eq!(bare(&other), bare(&absent), "{}", operation.id);
        }
        let theirs = world.other.bearing(&token(world, 1).await);
        assert_eq!(theirs.get("/offer").await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn a_token_has_no_more_scopes_than_were_asked_for() {
    with_world(async |world| {
        let org = limited(world, "products:read").await;
        assert_eq!(org.get("/product").await.status, 200);
        assert_eq!(org.get("/offer").await.outcome(), "403 forbidden");
        let body = body_of("createProduct").expect("a body");
        assert_eq!(org.post("/product", body).await.outcome(), "403 forbidden");

        let reader = Credentials::of(&CAST[0], 1);
        let (id, secret) = (&reader.reader_id, &reader.reader_secret);
        let reply = world
            .tokens()
            .request(id, secret, Some("products:read"))
            .await;
        assert_eq!(
            (reply.status, &reply.body["error"]),
            (400, &json!("invalid_scope"))
        );
    })
    .await;
}

fn app(scopes: &[&str]) -> Value {
    json!({ "name": "Export", "scopes": scopes })
}

#[tokio::test]
async fn an_app_works_until_it_is_deleted() {
    with_world(async |world| {
        let created = world.own.post("/apiClient", app(&READER)).await.ok();
        let member = |name: &str| created[name].as_str().expect("a text");
        let (id, secret) = (member("clientId"), member("clientSecret"));
        let reply = world.tokens().request(id, secret, None).await;
        let org = world.own.bearing(&reply.member("access_token"));
        assert_eq!(org.get("/offer").await.status, 200);
        assert_eq!(org.get("/product").await.outcome(), "403 forbidden");

        let path = format!("/apiClient/{}", member("id"));
        assert_eq!(world.own.call("DELETE", &path, None).await.status, 204);
        let reply = org.get("/offer").await;
        assert_eq!(reply.outcome(), "401 unauthorized");
        let challenge = reply.header("www-authenticate");
        assert!(challenge.contains("error=\"invalid_token\""), "{challenge}");
        let reply = world.tokens().request(id, secret, None).await;
        assert_eq!(
            (reply.status, &reply.body["error"]),
            (401, &json!("invalid_client"))
        );
    })
    .await;
}

#[tokio::test]
async fn a_key_works_until_it_is_deleted() {
    with_world(async |world| {
        let clients = world.own.all("/apiClient").await;
        let key = clients.iter().find(|client| client["type"] == "API_KEY");
        let id = key.and_then(|key| key["id"].as_str()).expect("a key");
        assert_eq!(world.own.get("/offer").await.status, 200);
        let other = limited(world, "apiClients:write").await;
        let path = format!("/apiClient/{id}");
        assert_eq!(other.call("DELETE", &path, None).await.status, 204);
        let reply = world.own.get("/offer").await;
        assert_eq!(reply.outcome(), "401 unauthorized");
    })
    .await;
}

#[tokio::test]
async fn absent_grants_what_they_do_not_have() {
    with_world(async |world| {
        let org = limited(world, "apiClients:write").await;
        for scopes in [&READER[..], &["apiClients:write", "offers:read"]] {
            let reply = org.post("/apiClient", app(scopes)).await;
            assert_eq!(reply.outcome(), "403 forbidden", "{scopes:?}");
        }
        let reply = org.post("/apiClient", app(&["apiClients:write"])).await;
        assert_eq!(reply.status, 201, "{}", reply.text);
    })
    .await;
}
