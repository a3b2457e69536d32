//! The official conformance suite of the Model Context Protocol, a third-party tool, against the MCP
//! endpoint and the token host: every scenario of both eras for servers and authorization servers.
//! `mcp_suite/does-not-apply.yaml` lists what does not apply, and why.

mod support;

mod mcp_suite {
    pub mod authorization;
    pub mod exceptions;
    pub mod proxy;
    pub mod results;
}

use std::path::Path;
use std::process::Command;

use mcp_suite::exceptions::Exceptions;
use mcp_suite::results::Scenario;
use mcp_suite::{authorization, proxy, results};
use sandbox::{CAST, Credentials, Options, Sandbox};
use support::{access_token, foreign};

/// The last revision with sessions.
const SESSIONS: &str = "2025-11-25";
/// The first revision without.
const STATELESS: &str = "2026-07-28";

#[tokio::test(flavor = "multi_thread")]
async fn the_era_with_sessions() {
    check(SESSIONS).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_era_without_sessions() {
    check(STATELESS).await;
}

/// With a public client: the suite does not authenticate a client to a token host that also has public
/// ones.
#[tokio::test(flavor = "multi_thread")]
async fn the_token_host() {
    let Some(folder) = foreign::node("mcp-suite", "mcp_suite/node") else {
        return;
    };
    let sandbox = sandbox().await;
    let app = Credentials::of(&CAST[0], 1);
    let addresses = sandbox.addresses();
    for revision in [SESSIONS, STATELESS] {
        let results = tempfile::tempdir().expect("a folder");
        let suite = suite(&folder, &["authorization", "--spec-version", revision]);
        let output = authorization::run(suite, addresses, &app, results.path()).await;
        let scenarios = results::read(&output, "authorization-server", results.path());
        compare(&format!("{revision} authorization"), &scenarios);
    }
    sandbox.stop().await;
}

/// Runs the scenarios for servers of a revision.
async fn check(revision: &'static str) {
    let Some(folder) = foreign::node("mcp-suite", "mcp_suite/node") else {
        return;
    };
    let sandbox = sandbox().await;
    let app = Credentials::of(&CAST[0], 1);
    let token = access_token(sandbox.addresses(), &app.client_id, &app.client_secret).await;
    let url = proxy::start(&sandbox.addresses().auth_url, &token).await;
    let run = move || {
        let results = tempfile::tempdir().expect("a folder");
        let options = ["server", "--suite", "all", "--spec-version", revision];
        let mut suite = suite(&folder, &options);
        suite.args(["--url", &format!("{url}/mcp"), "--output-dir"]);
        let output = run(suite.arg(results.path()));
        results::read(&output, "server", results.path())
    };
    let scenarios = tokio::task::spawn_blocking(run).await.expect("it ends");
    sandbox.stop().await;
    compare(revision, &scenarios);
}

async fn sandbox() -> Sandbox {
    let options = Options::for_tests("sqlite::memory:");
    Sandbox::start(&options).await.expect("a sandbox")
}

/// Compares what fails with what is listed under this name.
fn compare(name: &str, scenarios: &[Scenario]) {
    let exceptions = Exceptions::of(name);
    let faults = exceptions.compare(scenarios);
    println!(
        "{name}: {} scenarios, {} exceptions",
        scenarios.len(),
        exceptions.len()
    );
    assert!(
        faults.is_empty(),
        "against the official suite, {name}:\n{}",
        faults.join("\n")
    );
}

/// Returns the suite, installed in a folder.
fn suite(folder: &Path, options: &[&str]) -> Command {
    let mut suite = Command::new("node");
    suite
        .args(["--import", "./files.mjs"])
        .arg("node_modules/@modelcontextprotocol/conformance/dist/index.js")
        .args(options)
        .env("NO_PROXY", "127.0.0.1")
        .env("no_proxy", "127.0.0.1")
        .current_dir(folder);
    suite
}

/// Returns the standard output of the suite. It exits with 1 if any check fails, so its exit code says
/// nothing here.
fn run(suite: &mut Command) -> String {
    let output = suite.output().expect("Node.js starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        text.contains("=== SUMMARY ==="),
        "the suite has not ended:\n{text}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    text
}
