//! Keys that are rotated, and clients that are deleted.

use std::time::Instant;

use serde_json::json;

use super::flow::{access_token, part, products, token};
use crate::support::http::{Answer, get, get_with};
use crate::support::token_host::{ORG, SERVER, Service};

async fn kids(service: &Service) -> Vec<String> {
    let keys = get(&service.auth("/.well-known/jwks.json")).await.json()["keys"].clone();
    let keys = keys.as_array().expect("keys").iter();
    keys.map(|key| key["kid"].as_str().expect("a kid").to_owned())
        .collect()
}

#[tokio::test]
async fn old_tokens_live_on_until_their_key_is_dropped() {
    let service = Service::start().await;
    let old = access_token(&service).await;
    service.host.rotate_keys().await.expect("a new key");
    let new = access_token(&service).await;
    assert_ne!(part(&old, 0)["kid"], part(&new, 0)["kid"]);
    let listed = kids(&service).await;
    assert_eq!(listed.len(), 2);
    for token in [&old, &new] {
        assert!(listed.contains(&part(token, 0)["kid"].as_str().expect("a kid").to_owned()));
        assert_eq!(products(&service, token).await.status, 200);
    }
    service.host.sweep().await.expect("a sweep");
    assert_eq!(kids(&service).await.len(), 2, "its tokens can still live");
    // A little more than an hour.
    sqlx::query("UPDATE signing_keys SET retired = retired - 3800000000 WHERE retired IS NOT NULL")
        .execute(service.store.writes())
        .await
        .expect("an update");
    assert_eq!(
        kids(&service).await,
        [part(&new, 0)["kid"].as_str().expect("a kid")]
    );
    assert_eq!(products(&service, &old).await.status, 401);
    assert_eq!(products(&service, &new).await.status, 200);
    service.host.sweep().await.expect("a sweep");
    let left: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM signing_keys")
        .fetch_one(service.store.reads())
        .await
        .expect("a count");
    assert_eq!(left, 1);
}

#[tokio::test]
async fn a_key_of_another_instance_is_found() {
    let service = Service::start().await;
    let other = sandbox::tokens::TokenHost::new(
        service.store.clone(),
        sandbox::tokens::Addresses {
            base_url: service.base_url.clone(),
            auth_url: service.auth_url.clone(),
        },
    );
    let (mine, theirs) = (service.host.access_tokens(), other.access_tokens());
    let first = access_token(&service).await;
    assert!(theirs.principal(&first).await.is_ok());
    other.rotate_keys().await.expect("a new key");
    let second = access_token(&service).await;
    assert!(mine.principal(&second).await.is_ok());
    assert!(theirs.principal(&second).await.is_ok());
}

#[tokio::test]
async fn garbage_waits_together_for_one_look_at_the_database() {
    let service = Service::start().await;
    let good = access_token(&service).await;
    let tokens = service.host.access_tokens();
    let forged = |n: usize| {
        use base64::Engine as _;
        let header =
            json!({"typ": "at+jwt", "alg": "RS256", "kid": format!("key-{n}")}).to_string();
        format!(
            "{}.e30.e30",
            base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(header)
        )
    };
    assert!(tokens.principal(&good).await.is_ok());
    let begun = Instant::now();
    let forged: Vec<_> = (0..200).map(forged).collect();
    let checks = forged.iter().map(|token| tokens.principal(token));
    let (refused, taken) = tokio::join!(
        futures_util::future::join_all(checks),
        tokens.principal(&good)
    );
    assert!(refused.iter().all(Result::is_err) && taken.is_ok());
    // Once for all keys, because doing it for each would take minutes.
    assert!(begun.elapsed().as_secs() < 60);
}

#[tokio::test]
async fn a_deleted_client_is_out_at_once() {
    let service = Service::start().await;
    let token_of = access_token(&service).await;
    assert_eq!(products(&service, &token_of).await.status, 200);
    let mut work = service.store.change(ORG).await.expect("it").expect("it");
    let id = types::ApiClientId(format!("cli-{SERVER}"));
    sandbox::api_clients::delete(&mut work, &id)
        .await
        .expect("it is deleted");
    work.commit().await.expect("a commit");
    assert_eq!(products(&service, &token_of).await.status, 401);
    let answer = token(&service, &[("grant_type", "client_credentials")]).await;
    answer.is_error(401, "invalid_client");
    service.host.sweep().await.expect("a sweep");
}

#[tokio::test]
async fn the_last_use_of_a_client_is_noted() {
    let service = Service::start().await;
    let token = access_token(&service).await;
    let url = format!("{}/org/{ORG}/apiClient/cli-{SERVER}", service.base_url);
    let mut answer: Answer = get_with(&url, &token).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    // It is recorded asynchronously, so another request may be needed before it shows.
    while answer.json().get("lastUseTime").is_none() {
        tokio::task::yield_now().await;
        answer = get_with(&url, &token).await;
    }
}
