//! Schemathesis, a judge that no one here wrote: all its phases and checks, on both hosts.

#[path = "../support/foreign.rs"]
mod foreign;

use std::path::{Path, PathBuf};
use std::process::Command;

use sandbox::{CAST, Credentials, Options, Sandbox};

/// Enough to have found what it has found so far, and little enough for every day.
const EXAMPLES: &str = "25";

/// Runs it on the operations of one host.
async fn judge(host: &'static str, paths: &'static str) {
    let Some(programs) = foreign::python("schemathesis", "schemathesis/requirements.txt") else {
        return;
    };
    let sandbox = Sandbox::start(&Options::for_tests("sqlite::memory:"))
        .await
        .expect("a sandbox");
    let addresses = sandbox.addresses().clone();
    let url = if host == "token host" {
        addresses.auth_url.clone()
    } else {
        addresses.base_url
    };
    let token = token(&sandbox).await;
    let run = move || {
        let folder = tempfile::tempdir().expect("a folder");
        foreign::run(
            Command::new(programs.join("schemathesis"))
                .arg("--config-file")
                .arg(foreign::file("schemathesis/schemathesis.toml"))
                .arg("run")
                .arg(description())
                .args(["--url", &url, "--include-path-regex", paths])
                .args(["--checks", "all", "--max-examples", EXAMPLES, "--no-color"])
                .args(["--generation-deterministic", "--header"])
                .arg(format!("Authorization: Bearer {token}"))
                .env("MARKETPLACE_ORG_ID", CAST[0].org)
                .current_dir(folder.path()),
        )
    };
    let output = tokio::task::spawn_blocking(run).await.expect("it ends");
    println!("{}", String::from_utf8_lossy(&output.stdout));
    sandbox.stop().await;
}

/// A token for every operation of the first organization.
async fn token(sandbox: &Sandbox) -> String {
    let credentials = Credentials::of(&CAST[0], 1);
    let form = url::form_urlencoded::Serializer::new(String::new())
        .append_pair("grant_type", "client_credentials")
        .append_pair("client_id", &credentials.client_id)
        .append_pair("client_secret", &credentials.client_secret)
        .append_pair("resource", &sandbox.addresses().base_url)
        .finish();
    let answer = reqwest::Client::new()
        .post(format!("{}/oauth2/token", sandbox.addresses().auth_url))
        .header("content-type", "application/x-www-form-urlencoded")
        .body(form)
        .send()
        .await
        .expect("an answer");
    let body = answer.text().await.expect("a body");
    let body: serde_json::Value = serde_json::from_str(&body).expect("JSON");
    body["access_token"].as_str().expect("a token").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_wrong_on_the_resource_host() {
    judge("resource host", "^/org").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_wrong_on_the_token_host() {
    judge("token host", "^/(oauth2|mcp|[.]well-known)").await;
}

fn description() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/openapi.yaml")
}
