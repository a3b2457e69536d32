//! Signatures, and the rotation of secrets.

use serde_json::{Value, json};

use super::sandbox::{ORG, Sandbox, options, work};
use crate::support::{Received, Receiver};

const NOW: &str = "x-service-signature-256";
const BEFORE: &str = "x-service-signature-256-previous";

async fn delivered(sandbox: &Sandbox, receiver: &Receiver) -> Received {
    let number = receiver.received().len();
    sandbox
        .emit("agr-1", "naïve – 日本語 \u{1f680} \"quoted\" \\ \u{7f}")
        .await;
    receiver.wait_for(number + 1).await[number].clone()
}

fn secret(rotated: &Value) -> &str {
    rotated["secret"].as_str().expect("a secret")
}

#[tokio::test]
async fn the_raw_body_is_signed_and_the_headers_are_there() {
    let sandbox = Sandbox::new().await;
    let receiver = Receiver::good().await;
    let rotated = sandbox.rotate().await;
    assert!(
        rotated.get("previousExpireTime").is_none(),
        "the first one replaces none: {rotated}"
    );
    assert!(secret(&rotated).len() >= 64);
    sandbox.register(&receiver.url).await;
    let _worker = work(&sandbox, options());
    let request = delivered(&sandbox, &receiver).await;
    assert_eq!(request.path, "/hooks");
    assert!(request.is_signed(NOW, secret(&rotated)));
    assert!(!request.is_signed(NOW, "another secret"));
    assert_eq!(request.header(BEFORE), None);
    assert_eq!(request.header("content-type"), Some("application/json"));
    assert!(
        request
            .header("user-agent")
            .is_some_and(|agent| agent.starts_with("marketplace"))
    );
    assert_eq!(request.json()["id"], json!(request.event()));
    assert_eq!(request.json()["orgId"], ORG);
    let timestamp: i64 = request
        .header("x-service-timestamp")
        .expect("it")
        .parse()
        .expect("it");
    assert!((jiff::Timestamp::now().as_second() - timestamp).abs() <= 2);
}

#[tokio::test]
async fn a_replaced_secret_signs_as_well_until_its_time_is_over() {
    let sandbox = Sandbox::new().await;
    let receiver = Receiver::good().await;
    sandbox.register(&receiver.url).await;
    let _worker = work(&sandbox, options());
    let first = sandbox.rotate().await;
    let second = sandbox.rotate().await;
    let time = |rotated: &Value, name: &str| -> jiff::Timestamp {
        rotated[name]
            .as_str()
            .expect("a time")
            .parse()
            .expect("a time")
    };
    let valid = time(&second, "previousExpireTime") - time(&second, "creationTime");
    assert_eq!(valid.total(jiff::Unit::Hour).ok(), Some(24.0));

    let request = delivered(&sandbox, &receiver).await;
    assert!(request.is_signed(NOW, secret(&second)));
    assert!(request.is_signed(BEFORE, secret(&first)));

    let third = sandbox.rotate().await;
    let request = delivered(&sandbox, &receiver).await;
    assert!(request.is_signed(NOW, secret(&third)));
    assert!(
        request.is_signed(BEFORE, secret(&second)),
        "the first has ended at once"
    );

    sqlx::query("UPDATE webhook_secrets SET previous_until = previous_until - 86400000000")
        .execute(sandbox.store.writes())
        .await
        .expect("a day later");
    let request = delivered(&sandbox, &receiver).await;
    assert!(request.is_signed(NOW, secret(&third)));
    assert_eq!(request.header(BEFORE), None);
}
