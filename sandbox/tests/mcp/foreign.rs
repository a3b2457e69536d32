//! The official third-party clients, which implement the specification independently.

use std::process::Command;

use serde_json::{Value, json};

use super::host::{Host, LEGACY, MODERN};
use crate::support::foreign;

#[tokio::test(flavor = "multi_thread")]
async fn python() {
    let Some(programs) = foreign::python("mcp-python", "mcp/python/requirements.txt") else {
        return;
    };
    let mut client = Command::new(programs.join("python"));
    client.arg(foreign::file("mcp/python/client.py"));
    check(client, "By Python", &[LEGACY, MODERN, MODERN]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn node() {
    let Some(folder) = foreign::node("mcp-node", "mcp/node") else {
        return;
    };
    let mut client = Command::new("node");
    client.arg("client.mjs").current_dir(&folder);
    check(client, "By Node", &[LEGACY, LEGACY, MODERN, MODERN]).await;
}

/// Runs a client against a deployment. It reports one run for each of `versions`.
async fn check(mut client: Command, product: &str, versions: &[&str]) {
    let host = Host::start().await;
    client.arg(&host.url).arg(host.token);
    client
        .env("NO_PROXY", "127.0.0.1")
        .env("no_proxy", "127.0.0.1");
    let output = tokio::task::spawn_blocking(move || foreign::run(&mut client));
    let output = output.await.expect("the client is content");
    let told: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let runs: Vec<_> = versions
        .iter()
        .map(|version| {
            json!({ "version": version, "tools": 50, "read": 2, "write": product, "error": 404 })
        })
        .collect();
    assert_eq!(told, json!({ "runs": runs, "refused": true }));
}
