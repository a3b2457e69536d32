//! Receivers that reject deliveries.

use std::time::Duration;

use sandbox::delivery::{Backoff, Counts, Lookup, Targets};
use serde_json::{Value, json};

use super::sandbox::{ALL, Sandbox, options, work};
use crate::support::{Answer, Receiver};

/// Sends one delivery to the receiver, and waits until it is finished.
async fn finished(sandbox: &Sandbox, receiver: &Receiver) -> Value {
    sandbox.register(&receiver.url).await;
    sandbox.emit("agr-1", "text").await;
    let _worker = work(sandbox, options());
    sandbox.settle().await;
    sandbox.deliveries().await[0].clone()
}

#[tokio::test]
async fn attempts_are_repeated_after_growing_pauses_and_then_given_up() {
    let sandbox = Sandbox::new().await;
    let receiver = Receiver::answering(|_, _| Answer::Status(503)).await;
    sandbox.register(&receiver.url).await;
    let event = sandbox.emit("agr-1", "text").await;
    let backoff = Backoff {
        attempts: 5,
        first: Duration::from_millis(200),
        factor: 3,
        cap: Duration::from_millis(1200),
    };
    let options = sandbox::delivery::Options {
        backoff,
        ..options()
    };
    let _worker = work(&sandbox, options.clone());
    receiver.wait_for(2).await;
    let retried = sandbox.deliveries().await[0].clone();
    assert_eq!(retried["status"], "PENDING");
    assert!(retried["nextAttemptTime"].as_str() >= retried["lastAttemptTime"].as_str());
    sandbox.settle().await;
    let done = sandbox.deliveries().await[0].clone();
    assert_eq!(
        (&done["status"], &done["attempts"]),
        (&json!("FAILED"), &json!(5))
    );
    assert_eq!(done["responseStatus"], 503);
    assert!(done.get("nextAttemptTime").is_none(), "{done}");
    let received = receiver.after(Duration::from_millis(300)).await;
    assert_eq!(received.len(), 5);
    assert!(received.iter().all(|request| request.event() == event));
    for (number, pair) in (1..).zip(received.windows(2)) {
        let pause = pair[1].at.duration_since(pair[0].at);
        let longest = options.backoff.longest(number).expect("a pause");
        let tolerance = Duration::from_secs(5);
        assert!(
            longest / 2 <= pause && pause <= longest + tolerance,
            "{number}: {pause:?}"
        );
    }
    assert_eq!(
        options.stats.counts(),
        Counts {
            attempted: 5,
            delivered: 0,
            failed: 1
        }
    );
}

#[tokio::test]
async fn every_status_of_success_is_success_and_no_other() {
    for (status, end) in [
        (200, "DELIVERED"),
        (202, "DELIVERED"),
        (299, "DELIVERED"),
        (304, "FAILED"),
        (400, "FAILED"),
        (404, "FAILED"),
        (429, "FAILED"),
        (500, "FAILED"),
    ] {
        let sandbox = Sandbox::new().await;
        let receiver = Receiver::answering(move |_, _| Answer::Status(status)).await;
        let done = finished(&sandbox, &receiver).await;
        assert_eq!(
            (&done["status"], &done["responseStatus"]),
            (&json!(end), &json!(status))
        );
    }
}

#[tokio::test]
async fn gone_disables_the_webhook_and_ends_what_is_in_the_queue() {
    let sandbox = Sandbox::new().await;
    let receiver = Receiver::answering(|_, _| Answer::Status(410)).await;
    sandbox.register(&receiver.url).await;
    for _ in 0..3 {
        sandbox.emit("agr-1", "text").await;
    }
    let _worker = work(&sandbox, options());
    sandbox.settle().await;
    let deliveries = sandbox.deliveries().await;
    assert!(
        deliveries
            .iter()
            .all(|delivery| delivery["status"] == "FAILED"),
        "{deliveries:?}"
    );
    assert_eq!(
        (&deliveries[0]["attempts"], &deliveries[0]["responseStatus"]),
        (&json!(1), &json!(410))
    );
    assert_eq!(
        (&deliveries[2]["attempts"], &deliveries[2]["responseStatus"]),
        (&json!(0), &Value::Null)
    );
    let webhook = sandbox.get("/webhook").await;
    assert_eq!(webhook["enabled"], false);
    assert!(webhook["lastUpdateTime"].as_str() > webhook["creationTime"].as_str());
    sandbox.emit("agr-1", "later").await;
    assert_eq!(receiver.after(Duration::from_millis(200)).await.len(), 1);
    assert_eq!(sandbox.deliveries().await.len(), 3);
}

#[tokio::test]
async fn redirects_are_not_followed() {
    let sandbox = Sandbox::new().await;
    let other = Receiver::good().await;
    let to = other.url.clone();
    let receiver = Receiver::answering(move |_, _| Answer::Redirect(to.clone())).await;
    let done = finished(&sandbox, &receiver).await;
    assert_eq!(
        (&done["status"], &done["responseStatus"]),
        (&json!("FAILED"), &json!(307))
    );
    assert_eq!((receiver.received().len(), other.received().len()), (4, 0));
}

#[tokio::test]
async fn a_receiver_has_only_so_much_time() {
    let sandbox = Sandbox::new().await;
    let receiver = Receiver::answering(|_, number| match number {
        0 => Answer::Late(Duration::from_mins(1)),
        _ => Answer::Status(200),
    });
    let receiver = receiver.await;
    sandbox.register(&receiver.url).await;
    sandbox.emit("agr-1", "text").await;
    let impatient = sandbox::delivery::Options {
        timeout: Duration::from_millis(400),
        ..options()
    };
    let _worker = work(&sandbox, impatient);
    let received = receiver.wait_for(2).await;
    let pause = received[1].at.duration_since(received[0].at);
    assert!(
        pause > Duration::from_millis(400) && pause < Duration::from_secs(5),
        "{pause:?}"
    );
    sandbox.settle().await;
    assert_eq!(sandbox.deliveries().await[0]["attempts"], 2);
}

#[tokio::test]
async fn an_answer_without_end_is_not_read() {
    let sandbox = Sandbox::new().await;
    let receiver = Receiver::answering(|_, _| Answer::Endless).await;
    let done = finished(&sandbox, &receiver).await;
    assert_eq!(
        (&done["status"], &done["attempts"]),
        (&json!("DELIVERED"), &json!(1))
    );
    tokio::time::sleep(Duration::from_millis(100)).await;
    let sent = *receiver.sent.lock().expect("no panic");
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(
        *receiver.sent.lock().expect("no panic"),
        sent,
        "the connection is closed"
    );
}

#[tokio::test]
async fn a_receiver_that_is_not_there_has_no_status() {
    let sandbox = Sandbox::new().await;
    let gone = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        format!("http://{}/", listener.local_addr().expect("an address"))
    };
    sandbox.register(&gone).await;
    sandbox.emit("agr-1", "text").await;
    let _worker = work(&sandbox, options());
    sandbox.settle().await;
    let done = sandbox.deliveries().await[0].clone();
    assert_eq!(
        (&done["status"], &done["attempts"]),
        (&json!("FAILED"), &json!(4))
    );
    assert_eq!(done["responseStatus"], Value::Null);
}

/// A user who corrects a wrong address need not wait for its attempts to end.
#[tokio::test]
async fn what_is_in_the_queue_follows_the_registration() {
    let sandbox = Sandbox::new().await;
    let (wrong, right) = (
        Receiver::answering(|_, _| Answer::Status(500)).await,
        Receiver::good().await,
    );
    sandbox.register(&wrong.url).await;
    let mut patient = options();
    patient.backoff.first = Duration::from_mins(10);
    patient.backoff.cap = Duration::from_mins(10);
    let _worker = work(&sandbox, patient);
    sandbox.emit("agr-1", "text").await;
    wrong.wait_for(1).await;
    let id = sandbox.deliveries().await[0]["id"]
        .as_str()
        .expect("an id")
        .to_owned();
    sandbox
        .wait_until(&id, |delivery| delivery["attempts"] == 1)
        .await;
    sandbox.register(&right.url).await;
    right.wait_for(1).await;
    sandbox.settle().await;
    let done = sandbox.deliveries().await[0].clone();
    assert_eq!(
        (&done["url"], &done["attempts"]),
        (&json!(right.url), &json!(2))
    );
}

#[tokio::test]
async fn disabling_ends_what_is_in_the_queue() {
    let sandbox = Sandbox::new().await;
    let receiver = Receiver::good().await;
    sandbox.register(&receiver.url).await;
    sandbox.emit("agr-1", "text").await;
    let off = json!({ "url": receiver.url, "eventTypes": ALL, "enabled": false });
    sandbox.call("PUT", "/webhook", Some(off)).await;
    let _worker = work(&sandbox, options());
    assert!(receiver.after(Duration::from_millis(200)).await.is_empty());
    assert_eq!(sandbox.deliveries().await[0]["status"], "FAILED");
}

/// A name that was public when it was registered resolves to an internal address later (DNS
/// rebinding).
#[tokio::test]
async fn a_name_that_leads_inside_later_is_not_sent_to() {
    // Records every connection, whatever is sent on it.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.set_nonblocking(true).expect("it does not wait");
    let port = listener.local_addr().expect("an address").port();
    let asked = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let count = std::sync::Arc::clone(&asked);
    let lookup = Lookup::by(move |_| {
        let first = count.fetch_add(1, std::sync::atomic::Ordering::Relaxed) == 0;
        let address = if first {
            [93, 184, 216, 34]
        } else {
            [127, 0, 0, 1]
        };
        async move { Ok(vec![std::net::IpAddr::from(address)]) }
    });
    let targets = Targets {
        allow_loopback: false,
        lookup,
    };
    let sandbox = Sandbox::with(targets.clone()).await;
    sandbox
        .register(&format!("https://rebinding.example:{port}/"))
        .await;
    sandbox.emit("agr-1", "text").await;
    let _worker = work(
        &sandbox,
        sandbox::delivery::Options {
            targets,
            ..options()
        },
    );
    sandbox.settle().await;
    let done = sandbox.deliveries().await[0].clone();
    assert_eq!(
        (&done["status"], &done["responseStatus"]),
        (&json!("FAILED"), &Value::Null)
    );
    assert_eq!(
        asked.load(std::sync::atomic::Ordering::Relaxed),
        5,
        "asked for every attempt"
    );
    assert!(listener.accept().is_err(), "no connection was made");
}

/// With the flag, names of the local machine are allowed; the connection goes to the address that
/// was checked.
#[tokio::test]
async fn loopback_can_be_allowed_by_name_as_well() {
    let receiver = Receiver::good().await;
    let lookup = Lookup::by(|_| async { Ok(vec![std::net::IpAddr::from([127, 0, 0, 1])]) });
    let targets = Targets {
        allow_loopback: true,
        lookup,
    };
    let sandbox = Sandbox::with(targets.clone()).await;
    let url = receiver.url.replace("127.0.0.1", "receiver.example");
    sandbox.register(&url).await;
    sandbox.emit("agr-1", "text").await;
    let _worker = work(
        &sandbox,
        sandbox::delivery::Options {
            targets,
            ..options()
        },
    );
    let received = receiver.wait_for(1).await;
    assert!(
        received[0]
            .header("host")
            .is_some_and(|host| host.starts_with("receiver.example"))
    );
}
