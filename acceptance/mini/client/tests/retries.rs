//! Which requests are retried, and after which wait.

mod support;

use std::time::Duration;

use client::types::OfferCreate;
use client::{Client, Error, RequestOptions, RetryPolicy};
use support::{Reply, Service, TestClock, empty_page, offer};

fn new_offer() -> OfferCreate {
    OfferCreate::new("An offer")
}

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

async fn address_of_nobody() -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}

#[tokio::test]
async fn waits_grow_up_to_their_bound() {
    let service = Service::script(vec![|| Reply::problem(503)]).await;
    let clock = TestClock::default();
    let policy = RetryPolicy::default()
        .attempts(5)
        .waits(seconds(1), seconds(3));
    let client = service
        .builder()
        .clock(clock.clone())
        .retry(policy)
        .build()
        .unwrap();
    let error = client.offers().list("acme").await.unwrap_err();
    assert_eq!(error.status(), Some(503));
    assert_eq!(service.received().len(), 5);
    assert_eq!(
        clock.waits(),
        [seconds(1), seconds(2), seconds(3), seconds(3)]
    );
}

#[tokio::test]
async fn a_retry_can_succeed() {
    for status in [429, 502, 503, 504] {
        let first = std::sync::atomic::AtomicBool::new(true);
        let service = Service::start(move |_| {
            if first.swap(false, std::sync::atomic::Ordering::Relaxed) {
                Reply::problem(status)
            } else {
                empty_page()
            }
        });
        let service = service.await;
        assert!(service.client().offers().list("acme").await.is_ok());
        assert_eq!(service.received().len(), 2);
    }
}

#[tokio::test]
async fn other_errors_are_answers() {
    for status in [400, 401, 404, 500, 501] {
        let service = Service::start(move |_| Reply::problem(status)).await;
        assert!(service.client().offers().list("acme").await.is_err());
        assert_eq!(service.received().len(), 1, "{status}");
    }
}

#[tokio::test]
async fn a_request_that_is_not_idempotent_is_sent_once_by_default() {
    let service = Service::script(vec![|| Reply::problem(503)]).await;
    let client = service.client();
    let create = || client.offers().create("acme", &new_offer());
    assert!(create().await.is_err());
    assert_eq!(service.received().len(), 1);
    let told = create().with_options(RequestOptions::new().idempotent(true));
    assert!(told.await.is_err());
    assert_eq!(service.received().len(), 4);
}

#[tokio::test]
async fn retry_after_is_waited_for() {
    let replies: Vec<fn() -> Reply> = vec![
        || Reply::problem(429).header("retry-after", "7"),
        || Reply::problem(503).header("retry-after", "Thu, 01 Jan 2026 00:00:27 GMT"),
        || Reply::problem(503).header("retry-after", "Wed, 31 Dec 2025 00:00:00 GMT"),
        || Reply::problem(503).header("retry-after", "soon"),
        empty_page,
    ];
    let service = Service::script(replies).await;
    let clock = TestClock::default();
    let policy = RetryPolicy::default()
        .attempts(9)
        .waits(seconds(1), seconds(1));
    let client = service
        .builder()
        .clock(clock.clone())
        .retry(policy)
        .build()
        .unwrap();
    client.offers().list("acme").await.unwrap();
    assert_eq!(
        clock.waits(),
        [seconds(7), seconds(20), seconds(1), seconds(1)]
    );
}

#[tokio::test]
async fn a_retry_after_beyond_the_bound_ends_it() {
    let service = Service::script(vec![|| Reply::problem(429).header("retry-after", "61")]).await;
    let error = service.client().offers().list("acme").await.unwrap_err();
    assert_eq!(error.raw().unwrap().header("retry-after"), Some("61"));
    assert_eq!(service.received().len(), 1);
}

#[tokio::test]
async fn what_never_left_is_sent_again_whatever_it_is() {
    let (url, clock) = (address_of_nobody().await, TestClock::default());
    let client = Client::builder()
        .base_url(url)
        .clock(clock.clone())
        .build()
        .unwrap();
    let error = client
        .offers()
        .create("acme", &new_offer())
        .await
        .unwrap_err();
    assert!(matches!(error, Error::Transport { .. }), "{error:?}");
    assert_eq!(clock.waits().len(), 2);
}

#[tokio::test]
async fn a_broken_connection_is_tried_again_only_where_that_does_no_harm() {
    let replies: Vec<fn() -> Reply> = vec![|| Reply::Hangup, empty_page, || Reply::Hangup];
    let service = Service::script(replies).await;
    let client = service.client();
    assert!(client.offers().list("acme").await.is_ok());
    let error = client
        .offers()
        .create("acme", &new_offer())
        .await
        .unwrap_err();
    assert!(matches!(error, Error::Transport { .. }), "{error:?}");
    assert_eq!(service.received().len(), 3);
}

#[tokio::test]
async fn nothing_is_sent_again_without_a_policy() {
    let replies: Vec<fn() -> Reply> =
        vec![|| Reply::problem(503), || Reply::json(200, &offer("o1"))];
    let service = Service::script(replies).await;
    let client = service
        .builder()
        .retry(RetryPolicy::none())
        .build()
        .unwrap();
    assert!(client.offers().list("acme").await.is_err());
    assert_eq!(service.received().len(), 1);
}
