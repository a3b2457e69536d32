//! The suite as an OAuth client, whose user signs in and consents.

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use reqwest::header::LOCATION;
use sandbox::Credentials;
use sandbox::tokens::Addresses;
use tokio::task::block_in_place;

use crate::support::free_port;
use crate::support::http::{Browser, get};

/// Runs the scenarios of the suite against a token host, with the desktop program of a seeded
/// organization, and returns the standard output.
pub async fn run(
    mut suite: Command,
    addresses: &Addresses,
    app: &Credentials,
    folder: &Path,
) -> String {
    suite
        .args(["--url", &addresses.auth_url])
        .args(["--resource", &addresses.base_url])
        .args(["--client-id", &app.desktop_id])
        .args(["--port", &free_port().to_string()])
        .arg("--output-dir")
        .arg(folder);
    let child = suite.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = Ended(child.expect("Node.js starts"));
    let mut lines = BufReader::new(child.0.stdout.take().expect("its output"));
    let mut text = String::new();
    let endpoint = format!("{}/oauth2/authorize?", addresses.auth_url);
    while block_in_place(|| lines.read_line(&mut text)).expect("text") > 0 {
        let line = text.lines().last().unwrap_or_default();
        if line.starts_with(&endpoint) {
            consent(line, app).await;
        }
    }
    if !text.contains("=== SUMMARY ===") {
        let mut errors = String::new();
        let stderr = child.0.stderr.as_mut().expect("its errors");
        stderr.read_to_string(&mut errors).expect("text");
        panic!("the suite has not ended:\n{text}\n{errors}");
    }
    text
}

/// Signs in, lets the client act for the user, and follows the redirect to the client.
async fn consent(url: &str, app: &Credentials) {
    let mut browser = Browser::default();
    let page = browser.sign_in(url, &app.user, &app.password).await;
    assert_eq!(page.status, 200, "{}", page.body);
    let answer = browser.submit(url, &[("action", "allow")]).await;
    assert_eq!(answer.status, 303, "{}", answer.body);
    get(answer.header(LOCATION)).await;
}

/// Ends the suite if the test fails before it.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
