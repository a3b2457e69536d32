//! Schemathesis, a third-party tool: all its phases and checks, on both hosts.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;

use sandbox::{CAST, Credentials, Options, Sandbox};
use support::{access_token, foreign};

/// Enough for its known findings, and fast enough for daily runs.
const EXAMPLES: &str = "25";

/// Runs it for the operations of one host.
async fn check(host: &'static str, paths: &'static str) {
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
    let app = Credentials::of(&CAST[0], 1);
    let token = access_token(sandbox.addresses(), &app.client_id, &app.client_secret).await;
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

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_wrong_on_the_resource_host() {
    check("resource host", "^/org").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_wrong_on_the_token_host() {
    check("token host", "^/(oauth2|mcp|[.]well-known)").await;
}

fn description() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/openapi.yaml")
}
