//! Several workers, and workers that crash.

use std::collections::HashMap;
use std::time::Duration;

use sandbox::delivery::{Options, Targets};
use sandbox::store::Store;

use super::sandbox::{Sandbox, options, work, work_on};
use crate::support::{Answer, Receiver, database_file, postgres};

const EVENTS: usize = 120;

/// Two workers with separate connections, like two processes.
async fn deliver_each_once(url: &str) {
    let (one, other) = (
        Store::open(url).await.expect("a database"),
        Store::open(url).await,
    );
    let other = other.expect("the same database");
    let sandbox = Sandbox::on(one.clone(), Targets::with_loopback()).await;
    let receiver = Receiver::good().await;
    sandbox.register(&receiver.url).await;
    // Neither can process everything alone, so both must take part.
    let half = Options {
        concurrency: 4,
        per_organization: 8,
        ..options()
    };
    let (first, second) = (Options::default().stats, Options::default().stats);
    let mut sent = Vec::new();
    for number in 0..EVENTS {
        sent.push(
            sandbox
                .emit(&format!("agr-{}", number % 30), &number.to_string())
                .await,
        );
    }
    let workers = [
        work_on(
            &one,
            Options {
                stats: first.clone(),
                ..half.clone()
            },
        ),
        work_on(
            &other,
            Options {
                stats: second.clone(),
                ..half
            },
        ),
    ];
    sandbox.settle().await;
    drop(workers);
    let received = receiver.received();
    let mut times: HashMap<String, usize> = HashMap::new();
    for request in &received {
        *times.entry(request.event()).or_default() += 1;
    }
    assert_eq!(received.len(), EVENTS, "each once");
    assert!(sent.iter().all(|event| times[event] == 1));
    for entity in 0..30 {
        let agreement = format!("agr-{entity}");
        let numbers: Vec<usize> = received
            .iter()
            .map(crate::support::Received::json)
            .filter(|event| event["data"]["agreement"]["id"] == agreement.as_str())
            .filter_map(|event| {
                event["data"]["agreement"]["cancellationReason"]
                    .as_str()?
                    .parse()
                    .ok()
            })
            .collect();
        assert!(
            numbers.is_sorted() && numbers.len() == EVENTS / 30,
            "{agreement}: {numbers:?}"
        );
    }
    let (first, second) = (first.counts().delivered, second.counts().delivered);
    assert_eq!(first + second, EVENTS as u64);
    println!("two workers: {first} and {second}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_workers_deliver_each_event_once_on_a_file() {
    deliver_each_once(database_file().url()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_workers_deliver_each_event_once_on_postgres() {
    if let Some(database) = postgres("two workers").await {
        deliver_each_once(database.url()).await;
    }
}

#[tokio::test]
async fn a_dead_workers_deliveries_are_taken_over_when_the_lease_ends() {
    let sandbox = Sandbox::new().await;
    let receiver = Receiver::answering(|_, number| match number {
        0 => Answer::Late(Duration::from_secs(30)),
        _ => Answer::Status(200),
    });
    let receiver = receiver.await;
    sandbox.register(&receiver.url).await;
    let event = sandbox.emit("agr-1", "text").await;
    let short = Options {
        timeout: Duration::from_millis(800),
        ..options()
    };
    let first = work(&sandbox, short.clone());
    receiver.wait_for(1).await;
    drop(first);
    let _second = work(&sandbox, short);
    let early = receiver.after(Duration::from_millis(300)).await;
    assert_eq!(early.len(), 1, "the lease still holds");
    let received = receiver.wait_for(2).await;
    assert_eq!(received[1].event(), event);
    sandbox.settle().await;
    assert_eq!(sandbox.deliveries().await[0]["status"], "DELIVERED");
}

#[tokio::test]
async fn a_worker_that_is_told_to_stop_ends_what_is_under_way() {
    let sandbox = Sandbox::new().await;
    let receiver = Receiver::answering(|_, _| Answer::Late(Duration::from_millis(300))).await;
    sandbox.register(&receiver.url).await;
    sandbox.emit("agr-1", "text").await;
    let worker = work(&sandbox, options());
    receiver.wait_for(1).await;
    worker.shutdown.cancel();
    worker.task.await.expect("it has ended");
    assert_eq!(sandbox.deliveries().await[0]["status"], "DELIVERED");
    sandbox.emit("agr-1", "later").await;
    assert_eq!(receiver.after(Duration::from_millis(200)).await.len(), 1);
}

#[tokio::test]
async fn a_worker_that_cannot_wait_gives_back_what_it_holds() {
    let sandbox = Sandbox::new().await;
    let receiver = Receiver::answering(|_, number| match number {
        0 => Answer::Late(Duration::from_secs(30)),
        _ => Answer::Status(200),
    });
    let receiver = receiver.await;
    sandbox.register(&receiver.url).await;
    sandbox.emit("agr-1", "text").await;
    let held = Options {
        timeout: Duration::from_mins(1),
        patience: Duration::from_millis(100),
        ..options()
    };
    let worker = work(&sandbox, held.clone());
    receiver.wait_for(1).await;
    worker.shutdown.cancel();
    worker.task.await.expect("it has ended");
    let _next = work(&sandbox, held);
    receiver.wait_for(2).await;
    sandbox.settle().await;
    assert_eq!(sandbox.deliveries().await[0]["status"], "DELIVERED");
}
