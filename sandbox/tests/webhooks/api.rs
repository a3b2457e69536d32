//! The operations.

use std::time::Duration;

use sandbox::delivery::Targets;
use serde_json::{Value, json};

use super::sandbox::{ALL, ORG, Sandbox, options, work};
use crate::support::{Answer, Receiver};

#[tokio::test]
async fn a_webhook_is_registered_and_replaced() {
    let sandbox = Sandbox::new().await;
    assert_eq!(sandbox.call("GET", "/webhook", None).await.0, 404);
    let wanted = json!({
        "url": "https://hooks.harbor.example/marketplace", "eventTypes": ["OFFER_ACCEPTED"],
    });
    let (status, created) = sandbox.call("PUT", "/webhook", Some(wanted.clone())).await;
    assert_eq!(status, 201, "{created}");
    assert_eq!(created["enabled"], true);
    let wanted = json!({
        "url": wanted["url"], "eventTypes": ["DISBURSEMENT_MADE"], "enabled": false,
    });
    let (status, replaced) = sandbox.call("PUT", "/webhook", Some(wanted)).await;
    assert_eq!(status, 200, "{replaced}");
    assert_eq!(replaced["eventTypes"], json!(["DISBURSEMENT_MADE"]));
    assert_eq!(replaced["enabled"], false);
    assert_eq!(replaced["creationTime"], created["creationTime"]);
    assert_eq!(sandbox.get("/webhook").await, replaced);
    let text = replaced.to_string();
    assert!(!text.contains("secret") && !text.contains("mpw_"), "{text}");
}

#[tokio::test]
async fn an_address_that_is_not_public_is_refused_with_its_place() {
    let sandbox = Sandbox::with(Targets::default()).await;
    for url in [
        "http://hooks.harbor.example/",
        "https://user@hooks.harbor.example/",
        "https://127.0.0.1/",
        "https://localhost/",
        "https://[::ffff:10.0.0.1]/",
        "https://0x7f.1/",
        "ftp://hooks.harbor.example/",
        "https://169.254.169.254/latest/meta-data",
    ] {
        let body = json!({ "url": url, "eventTypes": ALL });
        let (status, problem) = sandbox.call("PUT", "/webhook", Some(body)).await;
        assert_eq!(status, 422, "{url}: {problem}");
        assert_eq!(
            problem["type"],
            "https://marketplace.example/problems/unprocessable-content"
        );
        assert_eq!(problem["errors"][0]["pointer"], "/url", "{problem}");
    }
    assert_eq!(sandbox.call("GET", "/webhook", None).await.0, 404);
}

#[tokio::test]
async fn a_test_event_is_sent_even_if_its_type_is_not_listed() {
    let sandbox = Sandbox::new().await;
    let test = |kind: &str| Some(json!({ "eventType": kind }));
    assert_eq!(
        sandbox
            .call("POST", "/webhook/test", test("OFFER_ACCEPTED"))
            .await
            .0,
        404
    );
    let receiver = Receiver::good().await;
    let wanted = json!({ "url": receiver.url, "eventTypes": ["OFFER_ACCEPTED"] });
    sandbox.call("PUT", "/webhook", Some(wanted.clone())).await;
    let _worker = work(&sandbox, options());
    for (number, kind) in ALL.iter().enumerate() {
        let (status, delivery) = sandbox.call("POST", "/webhook/test", test(kind)).await;
        assert_eq!(status, 202, "{delivery}");
        let received = receiver.wait_for(number + 1).await;
        let event = received[number].json();
        assert_eq!(
            (&event["type"], &event["test"]),
            (&json!(kind), &json!(true))
        );
        assert_eq!(event["id"], delivery["eventId"]);
        let id = delivery["id"].as_str().expect("an id");
        let done = sandbox
            .wait_until(id, |delivery| delivery["status"] == "DELIVERED")
            .await;
        assert_eq!(
            (&done["attempts"], &done["responseStatus"]),
            (&json!(1), &json!(204))
        );
        assert!(done.get("nextAttemptTime").is_none() && done["lastAttemptTime"].is_string());
    }
    let events: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM events")
        .fetch_one(sandbox.store.reads())
        .await
        .expect("a count");
    assert_eq!(
        events, 0,
        "they are about nothing, so they are not in the list of events"
    );
    assert_eq!(
        sandbox
            .call("POST", "/webhook/test", test("SOMETHING_ELSE"))
            .await
            .0,
        400
    );
    let disabled = json!({ "url": wanted["url"], "eventTypes": ALL, "enabled": false });
    sandbox.call("PUT", "/webhook", Some(disabled)).await;
    let (status, problem) = sandbox
        .call("POST", "/webhook/test", test("OFFER_ACCEPTED"))
        .await;
    assert_eq!(status, 409, "{problem}");
    assert_eq!(
        problem["type"],
        "https://marketplace.example/problems/state-conflict"
    );
    assert_eq!(problem["state"], "DISABLED");
}

#[tokio::test]
async fn a_finished_delivery_is_repeated_to_the_address_of_now() {
    let sandbox = Sandbox::new().await;
    let (first, second) = (Receiver::good().await, Receiver::good().await);
    sandbox.register(&first.url).await;
    let event = sandbox.emit("agr-1", "Grüße, 東京 🚢").await;
    let former = sandbox.deliveries().await[0].clone();
    assert_eq!(
        (&former["status"], &former["attempts"]),
        (&json!("PENDING"), &json!(0))
    );
    assert_eq!(former["responseStatus"], Value::Null);
    assert!(former["nextAttemptTime"].is_string());
    let redeliver = format!(
        "/webhook/delivery/{}/redeliver",
        former["id"].as_str().expect("id")
    );
    let (status, problem) = sandbox.call("POST", &redeliver, None).await;
    assert_eq!(
        (status, &problem["state"]),
        (409, &json!("PENDING")),
        "{problem}"
    );
    let _worker = work(&sandbox, options());
    sandbox.settle().await;
    sandbox.register(&second.url).await;
    let (status, repetition) = sandbox.call("POST", &redeliver, None).await;
    assert_eq!(status, 202, "{repetition}");
    assert_eq!(repetition["redeliveryOf"], former["id"]);
    assert_eq!(repetition["url"], json!(second.url));
    assert_eq!(repetition["eventId"], json!(event));
    sandbox.settle().await;
    assert_eq!(first.received().len(), 1);
    let received = second.received();
    assert_eq!(received.len(), 1);
    assert_eq!(received[0].body, first.received()[0].body, "the same bytes");
    assert_eq!(received[0].event(), event);
    let disabled = json!({ "url": second.url, "eventTypes": ALL, "enabled": false });
    sandbox.call("PUT", "/webhook", Some(disabled)).await;
    assert_eq!(sandbox.call("POST", &redeliver, None).await.0, 409);
    let unknown = "/webhook/delivery/dlv-unknown/redeliver";
    assert_eq!(sandbox.call("POST", unknown, None).await.0, 404);
}

#[tokio::test]
async fn deliveries_are_listed_oldest_first_by_page_status_and_event() {
    let mut sandbox = Sandbox::new().await;
    let receiver = Receiver::answering(|request, _| {
        let bad = request.json()["data"]["agreement"]["cancellationReason"] == "bad";
        Answer::Status(if bad { 500 } else { 200 })
    });
    let receiver = receiver.await;
    sandbox.organization("org-other").await;
    sandbox.register(&receiver.url).await;
    let mut events = Vec::new();
    for text in ["good", "bad", "good"] {
        events.push(sandbox.emit(&format!("agr-{}", events.len()), text).await);
    }
    let _worker = work(&sandbox, options());
    sandbox.settle().await;
    let listed = sandbox.deliveries().await;
    let ids: Vec<&str> = listed
        .iter()
        .filter_map(|item| item["eventId"].as_str())
        .collect();
    assert_eq!(ids, events);
    let failed = sandbox.get("/webhook/delivery?status=FAILED").await;
    assert_eq!(failed["items"].as_array().map(Vec::len), Some(1));
    assert_eq!(failed["items"][0]["eventId"], json!(events[1]));
    assert_eq!(failed["items"][0]["attempts"], 4);
    assert_eq!(failed["items"][0]["responseStatus"], 500);
    let one = sandbox
        .get(&format!("/webhook/delivery?eventId={}", events[2]))
        .await;
    assert_eq!(one["items"][0]["eventId"], json!(events[2]));
    assert_eq!(one["nextOffset"], Value::Null);
    let page = sandbox.get("/webhook/delivery?limit=1&offset=1").await;
    assert_eq!(page["items"][0], listed[1]);
    assert_eq!(page["nextOffset"], 2);
    assert_eq!(
        sandbox.get("/webhook/delivery?eventId=evt-unknown").await["items"],
        json!([])
    );
    let id = listed[0]["id"].as_str().expect("an id");
    let path = format!("/webhook/delivery/{id}");
    assert_eq!(sandbox.call_of(ORG, "GET", &path, None).await.0, 200);
    let (status, _) = sandbox.call_of("org-other", "GET", &path, None).await;
    assert_eq!(status, 404, "it is another organization's");
    let (_, page) = sandbox
        .call_of("org-other", "GET", "/webhook/delivery", None)
        .await;
    assert_eq!(page["items"], json!([]));
}

#[tokio::test]
async fn only_what_is_listed_is_sent_and_nothing_while_disabled() {
    let sandbox = Sandbox::new().await;
    let receiver = Receiver::good().await;
    let _worker = work(&sandbox, options());
    sandbox.emit("agr-1", "before there is a webhook").await;
    let put = |types: Value, enabled: bool| {
        Some(json!({ "url": receiver.url, "eventTypes": types, "enabled": enabled }))
    };
    sandbox
        .call("PUT", "/webhook", put(json!(["OFFER_ACCEPTED"]), true))
        .await;
    sandbox.emit("agr-1", "of another type").await;
    sandbox
        .call("PUT", "/webhook", put(json!(ALL), false))
        .await;
    sandbox.emit("agr-1", "while disabled").await;
    sandbox.call("PUT", "/webhook", put(json!(ALL), true)).await;
    let event = sandbox.emit("agr-1", "this one").await;
    receiver.wait_for(1).await;
    let received = receiver.after(Duration::from_millis(100)).await;
    assert_eq!(
        received
            .iter()
            .map(crate::support::Received::event)
            .collect::<Vec<_>>(),
        [event]
    );
}
