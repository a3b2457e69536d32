//! The official conformance suite of the Model Context Protocol, a third-party tool, against the MCP
//! endpoint: every server scenario of both eras. `mcp_suite/does-not-apply.yaml` lists what does not
//! apply, and why.

mod support;

mod mcp_suite {
    pub mod exceptions;
    pub mod proxy;
    pub mod results;
}

use std::path::Path;
use std::process::Command;

use mcp_suite::exceptions::Exceptions;
use mcp_suite::{proxy, results};
use sandbox::{CAST, Credentials, Options, Sandbox};
use support::{access_token, foreign};

#[tokio::test(flavor = "multi_thread")]
async fn the_era_with_sessions() {
    check("2025-11-25").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_era_without_sessions() {
    check("2026-07-28").await;
}

/// Runs the scenarios of a revision, and compares what fails with the list.
async fn check(revision: &'static str) {
    let Some(suite) = foreign::node("mcp-suite", "mcp_suite/node") else {
        return;
    };
    let sandbox = Sandbox::start(&Options::for_tests("sqlite::memory:"))
        .await
        .expect("a sandbox");
    let app = Credentials::of(&CAST[0], 1);
    let token = access_token(sandbox.addresses(), &app.client_id, &app.client_secret).await;
    let url = proxy::start(&sandbox.addresses().auth_url, &token).await;
    let run = move || {
        let folder = tempfile::tempdir().expect("a folder");
        let output = run(&suite, &format!("{url}/mcp"), revision, folder.path());
        results::read(&output, folder.path())
    };
    let scenarios = tokio::task::spawn_blocking(run).await.expect("it ends");
    sandbox.stop().await;
    let exceptions = Exceptions::of(revision);
    let faults = exceptions.compare(&scenarios);
    println!(
        "{revision}: {} scenarios, {} exceptions",
        scenarios.len(),
        exceptions.len()
    );
    assert!(
        faults.is_empty(),
        "against the official suite, {revision}:\n{}",
        faults.join("\n")
    );
}

/// Returns the standard output of the suite. It exits with 1 if any check fails, so its exit code says
/// nothing here.
fn run(suite: &Path, url: &str, revision: &str, folder: &Path) -> String {
    let output = Command::new("node")
        .args(["--import", "./files.mjs"])
        .arg("node_modules/@modelcontextprotocol/conformance/dist/index.js")
        .args(["server", "--suite", "all", "--spec-version", revision])
        .args(["--url", url, "--output-dir"])
        .arg(folder)
        .env("NO_PROXY", "127.0.0.1")
        .env("no_proxy", "127.0.0.1")
        .current_dir(suite)
        .output()
        .expect("Node.js starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        text.contains("=== SUMMARY ==="),
        "the suite has not ended:\n{text}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    text
}
