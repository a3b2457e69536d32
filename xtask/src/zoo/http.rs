//! Sends one request with `curl`, which is installed everywhere.

use std::io::Write as _;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};

/// Returns the body of a successful response.
///
/// # Errors
/// Returns an error if there is no `curl`, no response within a minute, or no success.
pub fn send(method: &str, url: &str, header: Option<&str>, body: Option<&str>) -> Result<String> {
    let mut command = Command::new("curl");
    command
        .args(["--silent", "--show-error", "--fail-with-body"])
        .args(["--noproxy", "*", "--max-time", "60", "--request", method])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if let Some(header) = header {
        command.args(["--header", header]);
    }
    if body.is_some() {
        command.args(["--header", "content-type: application/json"]);
        command.args(["--data-binary", "@-"]);
    }
    let mut child = command.arg(url).spawn().context("cannot start curl")?;
    if let Some(mut input) = child.stdin.take() {
        input
            .write_all(body.unwrap_or_default().as_bytes())
            .context("cannot write to curl")?;
    }
    let output = child.wait_with_output().context("cannot wait for curl")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let error = String::from_utf8_lossy(&output.stderr);
    ensure!(
        output.status.success(),
        "{method} {url}: {} {text}",
        error.trim()
    );
    Ok(text)
}
