//! Which events are delivered, and in which order.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use serde_json::Value;

use super::sandbox::{Sandbox, options, work};
use crate::support::{Answer, Received, Receiver};

fn agreement(request: &Received) -> String {
    request.json()["data"]["agreement"]["id"]
        .as_str()
        .expect("an agreement")
        .to_owned()
}

fn text(request: &Received) -> String {
    let event = request.json();
    event["data"]["agreement"]["cancellationReason"]
        .as_str()
        .expect("a text")
        .to_owned()
}

#[tokio::test]
async fn a_delivery_goes_out_at_once_and_only_after_the_commit() {
    let sandbox = Sandbox::new().await;
    let receiver = Receiver::good().await;
    sandbox.register(&receiver.url).await;
    let mut slow_poll = options();
    slow_poll.poll = Duration::from_mins(1);
    let _worker = work(&sandbox, slow_poll);
    tokio::time::sleep(Duration::from_millis(100)).await;
    let before = std::time::Instant::now();
    sandbox.emit("agr-1", "now").await;
    let received = receiver.wait_for(1).await;
    let time = received[0].at.duration_since(before);
    assert!(
        time < Duration::from_secs(2),
        "the worker was notified and did not poll: {time:?}"
    );
}

#[tokio::test]
async fn what_is_rolled_back_is_not_delivered() {
    let sandbox = Sandbox::new().await;
    let receiver = Receiver::good().await;
    sandbox.register(&receiver.url).await;
    let _worker = work(&sandbox, options());
    let mut change = sandbox
        .store
        .change(super::sandbox::ORG)
        .await
        .expect("work")
        .expect("an organization");
    let kind = types::EventType::OfferAccepted;
    let event = sandbox::delivery::made_up(change.org(), &kind, change.now()).expect("an event");
    sandbox::delivery::enqueue(&mut change, &event)
        .await
        .expect("a place in the queue");
    drop(change);
    assert!(receiver.after(Duration::from_millis(200)).await.is_empty());
    assert!(sandbox.deliveries().await.is_empty());
}

/// The receiver rejects the first event of one agreement twice. Its later events wait, and those of
/// another agreement do not.
#[tokio::test]
async fn an_entity_keeps_its_order_and_holds_up_no_other() {
    let sandbox = Sandbox::new().await;
    let attempts = AtomicUsize::new(0);
    let receiver = Receiver::answering(move |request, _| {
        let refused = text(request) == "a0" && attempts.fetch_add(1, Relaxed) < 2;
        Answer::Status(if refused { 503 } else { 200 })
    });
    let receiver = receiver.await;
    sandbox.register(&receiver.url).await;
    for number in 0..5 {
        sandbox.emit("agr-a", &format!("a{number}")).await;
        sandbox.emit("agr-b", &format!("b{number}")).await;
    }
    let _worker = work(&sandbox, options());
    sandbox.settle().await;
    let mut texts: HashMap<String, Vec<String>> = HashMap::new();
    let received = receiver.received();
    for request in &received {
        texts
            .entry(agreement(request))
            .or_default()
            .push(text(request));
    }
    assert_eq!(texts["agr-a"], ["a0", "a0", "a0", "a1", "a2", "a3", "a4"]);
    assert_eq!(texts["agr-b"], ["b0", "b1", "b2", "b3", "b4"]);
    let place = |wanted: &str, which: usize| {
        let mut places = received
            .iter()
            .enumerate()
            .filter(|(_, request)| text(request) == wanted);
        places.nth(which).expect("it has arrived").0
    };
    assert!(
        place("b4", 0) < place("a0", 2),
        "the other agreement did not wait"
    );
}

#[tokio::test]
async fn a_slow_receiver_does_not_hold_up_other_organizations() {
    let mut sandbox = Sandbox::new().await;
    sandbox.organization("org-other").await;
    let slow = Receiver::answering(|_, _| Answer::Late(Duration::from_mins(1))).await;
    let quick = Receiver::good().await;
    sandbox.register(&slow.url).await;
    sandbox.register_of("org-other", &quick.url).await;
    for number in 0..8 {
        sandbox.emit(&format!("agr-{number}"), "slow").await;
    }
    let few = sandbox::delivery::Options {
        concurrency: 3,
        per_organization: 2,
        timeout: Duration::from_mins(1),
        ..options()
    };
    let _worker = work(&sandbox, few);
    slow.wait_for(2).await;
    let before = std::time::Instant::now();
    sandbox.emit_of("org-other", "agr-1", "quick").await;
    let received = quick.wait_for(1).await;
    assert!(received[0].at.duration_since(before) < Duration::from_secs(5));
    assert_eq!(slow.received().len(), 2, "no more than its share");
}

#[tokio::test]
async fn every_attempt_sends_the_same_bytes_with_its_own_time() {
    let sandbox = Sandbox::new().await;
    let receiver =
        Receiver::answering(|_, number| Answer::Status(if number < 2 { 500 } else { 200 }));
    let receiver = receiver.await;
    sandbox.register(&receiver.url).await;
    let event = sandbox.emit("agr-1", "Ünïcödé \u{2028} 漢字").await;
    let mut slower = options();
    slower.backoff.first = Duration::from_millis(1200);
    let _worker = work(&sandbox, slower);
    let received = receiver.wait_for(3).await;
    assert!(
        received
            .iter()
            .all(|request| request.body == received[0].body)
    );
    assert!(received.iter().all(|request| request.event() == event));
    let times: Vec<Option<&str>> = received
        .iter()
        .map(|request| request.header("x-service-timestamp"))
        .collect();
    assert!(times[0] < times[2], "{times:?}");
    sandbox.settle().await;
    let done = &sandbox.deliveries().await[0];
    assert_eq!(
        (&done["attempts"], &done["status"]),
        (&3.into(), &Value::from("DELIVERED"))
    );
}
