//! The grant `refresh_token`.

use proptest::prelude::*;
use serde_json::json;

use super::flow::{claims, code, products, redeem, refresh};
use crate::support::http::Answer;
use crate::support::token_host::{SECRET, SERVER, Service};

async fn granted(service: &Service) -> Answer {
    let code = code(service, &[("scope", "products:read offers:read")]).await;
    redeem(service, &code, &[]).await
}

#[tokio::test]
async fn each_use_gives_a_new_one() {
    let service = Service::start().await;
    let mut token = granted(&service).await.text("refresh_token");
    for _ in 0..3 {
        let answer = refresh(&service, &token, &[]).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        let next = answer.text("refresh_token");
        assert_ne!(next, token);
        assert_eq!(
            products(&service, &answer.text("access_token"))
                .await
                .status,
            200
        );
        token = next;
    }
}

#[tokio::test]
async fn a_replay_revokes_the_family() {
    let service = Service::start().await;
    let first = granted(&service).await;
    let other = granted(&service).await;
    let old = first.text("refresh_token");
    let second = refresh(&service, &old, &[]).await;
    refresh(&service, &old, &[])
        .await
        .is_error(400, "invalid_grant");
    refresh(&service, &second.text("refresh_token"), &[])
        .await
        .is_error(400, "invalid_grant");
    assert_eq!(
        products(&service, &second.text("access_token"))
            .await
            .status,
        401
    );
    assert_eq!(
        products(&service, &first.text("access_token")).await.status,
        401
    );
    assert_eq!(
        products(&service, &other.text("access_token")).await.status,
        200,
        "another family"
    );
    assert_eq!(
        refresh(&service, &other.text("refresh_token"), &[])
            .await
            .status,
        200
    );
}

#[tokio::test]
async fn scopes_and_resource_can_be_narrowed_only() {
    let service = Service::start().await;
    let token = granted(&service).await.text("refresh_token");
    let wide = [("scope", "products:read products:write")];
    refresh(&service, &token, &wide)
        .await
        .is_error(400, "invalid_scope");
    let elsewhere = [("resource", &*service.auth_url)];
    refresh(&service, &token, &elsewhere)
        .await
        .is_error(400, "invalid_target");
    let narrow = refresh(&service, &token, &[("scope", "offers:read")]).await;
    assert_eq!(
        claims(&narrow.text("access_token"))["scope"],
        json!("offers:read")
    );
    let again = refresh(&service, &narrow.text("refresh_token"), &[]).await;
    assert_eq!(
        claims(&again.text("access_token"))["scope"],
        json!("products:read offers:read")
    );
}

#[tokio::test]
async fn it_serves_its_own_client_only_and_not_for_ever() {
    let service = Service::start().await;
    let token = granted(&service).await.text("refresh_token");
    let fields = [
        ("client_id", SERVER),
        ("client_secret", SECRET),
        ("grant_type", "refresh_token"),
        ("refresh_token", &*token),
    ];
    let url = service.auth("/oauth2/token");
    crate::support::http::post(&url, &fields)
        .await
        .is_error(400, "invalid_grant");
    let next = refresh(&service, &token, &[]).await.text("refresh_token");
    sqlx::query("UPDATE grants SET expires = 1")
        .execute(service.store.writes())
        .await
        .expect("it");
    refresh(&service, &next, &[])
        .await
        .is_error(400, "invalid_grant");
    service.host.sweep().await.expect("a sweep");
    let left: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM refresh_tokens")
        .fetch_one(service.store.reads())
        .await
        .expect("a count");
    assert_eq!(left, 0);
}

/// Whatever the order of uses, only the newest token of a family that was never replayed works.
#[test]
fn a_family_is_alive_until_an_old_token_comes_back() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("it");
    let service = runtime.block_on(Service::start());
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 24,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    runner
        .run(&prop::collection::vec(0_usize..3, 1..7), |ages| {
            runtime.block_on(async {
                let mut tokens = vec![granted(&service).await.text("refresh_token")];
                let mut is_alive = true;
                for age in ages {
                    let age = age.min(tokens.len() - 1);
                    let token = &tokens[tokens.len() - 1 - age];
                    let answer = refresh(&service, token, &[]).await;
                    is_alive &= age == 0;
                    assert_eq!(answer.status == 200, is_alive, "{}", answer.body);
                    if is_alive {
                        tokens.push(answer.text("refresh_token"));
                    }
                }
            });
            Ok(())
        })
        .expect("it holds");
}
