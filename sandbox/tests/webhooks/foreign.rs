//! A third-party verifier: `@octokit/webhooks-methods`, on Node.js.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::sandbox::{Sandbox, options, work};
use crate::support::{Received, Receiver, foreign};

#[tokio::test]
async fn octokit_takes_real_deliveries_and_refuses_tampered_ones() {
    let Some(folder) = foreign::node("webhooks-node", "webhooks/node") else {
        return;
    };
    let sandbox = Sandbox::new().await;
    let secret = sandbox.rotate().await["secret"]
        .as_str()
        .expect("a secret")
        .to_owned();
    let (url, _node) = start(&folder, &secret);
    let _worker = work(&sandbox, options());
    sandbox.register(&url).await;
    let texts = [
        "plain",
        "Grüße aus Zürich",
        "東京 🚢 \u{1f1ef}\u{1f1f5}",
        "\u{0} \u{7f} \u{2028} \\ \" </script>",
        "e\u{301} ≠ é, عربى",
    ];
    for text in texts {
        sandbox.emit("agr-1", text).await;
    }
    sandbox.settle().await;
    for delivery in sandbox.deliveries().await {
        assert_eq!(
            (&delivery["status"], &delivery["attempts"]),
            (&"DELIVERED".into(), &1.into())
        );
        assert_eq!(delivery["responseStatus"], 204);
    }

    let receiver = Receiver::good().await;
    sandbox.register(&receiver.url).await;
    sandbox.emit("agr-1", "Grüße, 東京 🚢").await;
    let real = receiver.wait_for(1).await.remove(0);
    assert_eq!(
        post(&url, &real, real.body.to_vec()).await,
        204,
        "as it was sent"
    );
    let mut tampered = real.body.to_vec();
    *tampered.last_mut().expect("a body") = b' ';
    assert_eq!(
        post(&url, &real, tampered).await,
        401,
        "one byte is another"
    );
    let reformatted = serde_json::to_vec_pretty(&real.json()).expect("JSON");
    assert_eq!(
        post(&url, &real, reformatted).await,
        401,
        "the same JSON, other bytes"
    );

    sandbox.register(&url).await;
    sandbox.rotate().await;
    sandbox
        .emit("agr-1", "by a secret that the receiver does not know")
        .await;
    sandbox.settle().await;
    let last = sandbox.deliveries().await.pop().expect("a delivery");
    assert_eq!(
        (&last["status"], &last["responseStatus"]),
        (&"FAILED".into(), &401.into())
    );
}

/// Sends a body with the headers of a delivery.
async fn post(url: &str, of: &Received, body: Vec<u8>) -> u16 {
    let signature = of.header("x-service-signature-256").expect("a signature");
    let client = reqwest::Client::builder()
        .no_proxy()
        .build()
        .expect("a client");
    let request = client
        .post(url)
        .header("x-service-signature-256", signature)
        .body(body);
    request.send().await.expect("an answer").status().as_u16()
}

/// A Node.js process, stopped at the end of the test.
struct Node(Child);

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(folder: &Path, secret: &str) -> (String, Node) {
    let mut node = Command::new("node")
        .arg("receiver.js")
        .current_dir(folder)
        .env("WEBHOOK_SECRET", secret)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Node starts");
    let mut port = String::new();
    let output = node.stdout.take().expect("its output");
    BufReader::new(output)
        .read_line(&mut port)
        .expect("the port");
    (
        format!("http://127.0.0.1:{}/hooks", port.trim()),
        Node(node),
    )
}
