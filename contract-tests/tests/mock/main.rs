//! The mock and the harness check each other: there are no findings about a mock of the same
//! description, and there are if the mock uses another description.

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

mod streams;
mod three_two;

/// Descriptions of the project, relative to its root, and the minimum percentage of operations with
/// a successful response.
const DESCRIPTIONS: [(&str, usize); 30] = [
    ("acceptance/mini/openapi.yaml", 80),
    ("acceptance/showcase/openapi.yaml", 100),
    ("contract-tests/tests/services/ledger/openapi.yaml", 90),
    ("contract-tests/tests/services/library/openapi.yaml", 90),
    ("contract-tests/tests/services/tenants/openapi.yaml", 90),
    ("contract-tests/tests/services/tickets/openapi.yaml", 90),
    ("contract-tests/tests/mock/cases/conventions.yaml", 90),
    ("contract-tests/tests/mock/cases/ids.yaml", 90),
    ("contract-tests/tests/mock/cases/overlaps.yaml", 90),
    ("contract-tests/tests/mock/cases/paths.yaml", 90),
    ("contract-tests/tests/mock/cases/streams.yaml", 100),
    ("contract-tests/tests/mock/cases/wrapped.yaml", 90),
    ("generator/tests/cases/body-form/openapi.yaml", 90),
    ("generator/tests/cases/body-json/openapi.yaml", 90),
    ("generator/tests/cases/body-multipart/openapi.yaml", 90),
    ("generator/tests/cases/defaults/openapi.yaml", 90),
    (
        "generator/tests/cases/one-of-discriminator/openapi.yaml",
        90,
    ),
    ("generator/tests/cases/pagination/openapi.yaml", 90),
    ("generator/tests/cases/parameters-content/openapi.yaml", 90),
    (
        "generator/tests/cases/parameters-header-cookie/openapi.yaml",
        90,
    ),
    ("generator/tests/cases/parameters-path/openapi.yaml", 90),
    ("generator/tests/cases/parameters-query/openapi.yaml", 90),
    ("generator/tests/cases/path-templates/openapi.yaml", 90),
    (
        "generator/tests/cases/read-only-write-only/openapi.yaml",
        90,
    ),
    ("generator/tests/cases/responses-headers/openapi.yaml", 90),
    (
        "generator/tests/cases/responses-media-types/openapi.yaml",
        90,
    ),
    ("generator/tests/cases/security-oauth/openapi.yaml", 90),
    ("generator/tests/cases/streams/openapi.yaml", 100),
    ("generator/tests/cases/streams-before-3-2/openapi.yaml", 100),
    ("generator/tests/cases/type-arrays/openapi.yaml", 90),
];

/// A text in the description of the library, its replacement for the mock, and the check that finds
/// the difference.
const CHANGES: [(&str, &str, &str); 5] = [
    (
        "title: { type: string }",
        "title: { type: integer }",
        "body-valid",
    ),
    ("\"204\":", "\"205\":", "status-declared"),
    ("maxLength: 200", "maxLength: 20000", "violation-refused"),
    (
        "per_page\n      in: query\n      description: How many items a page has.\n      schema: { type: integer, minimum: 1, maximum: 50",
        "per_page\n      in: query\n      description: How many items a page has.\n      schema: { type: integer, minimum: 1, maximum: 7",
        "valid-accepted",
    ),
    (
        "application/json:\n          schema: { $ref: \"#/components/schemas/Book\" }",
        "application/hal+json:\n          schema: { $ref: \"#/components/schemas/Book\" }",
        "media-type-declared",
    ),
];

/// A mock that runs until it is dropped.
struct Running {
    child: Child,
    base_url: String,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn start(description: &Path, credentials: &Path) -> Running {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mock"))
        .arg("--spec")
        .arg(description)
        .arg("--credentials")
        .arg(credentials)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the mock starts");
    let mut base_url = String::new();
    let out = child.stdout.take().expect("an output");
    BufReader::new(out)
        .read_line(&mut base_url)
        .expect("a line");
    let base_url = base_url.trim().to_owned();
    assert!(base_url.starts_with("http://127.0.0.1:"), "{base_url}");
    Running { child, base_url }
}

/// Checks a mock of one description against another. Returns the exit code and the report.
fn checked(mocked: &Path, check: &Path) -> (Option<i32>, Value) {
    let folder = TempDir::new().expect("a folder");
    let credentials = folder.path().join("credentials.toml");
    let running = start(mocked, &credentials);
    let report = folder.path().join("report");
    let ended = Command::new(env!("CARGO_BIN_EXE_conformance"))
        .args(["--strict", "--quiet", "--cases", "1"])
        .args(["--base-url", &running.base_url, "--spec"])
        .arg(check)
        .arg("--credentials")
        .arg(&credentials)
        .arg("--report")
        .arg(&report)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status()
        .expect("the harness starts");
    let text = std::fs::read_to_string(report.join("report.json")).expect("a report");
    (ended.code(), serde_json::from_str(&text).expect("JSON"))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the findings that fail a run, one per line.
fn failing(report: &Value) -> Vec<String> {
    let all = report["findings"].as_array().into_iter().flatten();
    let all = all.filter(|one| one["level"] == "violation" || one["level"] == "assumed");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    all.map(|one| {
        let parts = ["check", "title", "expected", "actual"].map(|name| text(&one[name]));
        parts.join(" | ")
    })
    .collect()
}

/// Returns the number of operations, and how many of them were successful.
fn answered(report: &Value) -> (usize, usize) {
    let rows = report["coverage"].as_array().expect("the operations");
    let succeeded = |row: &&Value| {
        let statuses = row["statuses"].as_object().into_iter().flatten();
        let mut statuses = statuses.map(|(status, _)| status);
        statuses.any(|status| status.starts_with('2'))
    };
    (rows.len(), rows.iter().filter(succeeded).count())
}

#[test]
fn nothing_is_found_on_a_mock() {
    for (name, percent) in DESCRIPTIONS {
        let path = root().join(name);
        let (code, report) = checked(&path, &path);
        let found = failing(&report);
        assert!(found.is_empty(), "{name}:\n{}", found.join("\n"));
        assert_eq!(code, Some(0), "{name}");
        let (all, succeeded) = answered(&report);
        assert!(
            succeeded > 0 && succeeded * 100 >= all * percent,
            "{name}: {succeeded} of {all} operations were answered with success"
        );
    }
}

#[test]
fn nothing_is_found_on_a_mock_of_the_service() {
    let path = root().join("spec/openapi.yaml");
    let (_, report) = checked(&path, &path);
    let found = failing(&report);
    assert!(found.is_empty(), "{}", found.join("\n"));
    let (all, succeeded) = answered(&report);
    assert!(succeeded * 100 >= all * 80, "{succeeded} of {all}");
    // No request counts as sent to the token host, which the mock does not have.
    assert_eq!(report["counts"]["failures"], 0, "{}", report["counts"]);
    let rows = report["coverage"].as_array().expect("the operations");
    let token = rows.iter().find(|row| row["operation"] == "createToken");
    let valid = token.map(|row| row["intents"]["valid"]["why"].to_string());
    let why = valid.expect("the operation is in the report");
    assert!(why.contains("--auth-url"), "{why}");
}

/// Sends a request to a mock. Returns the JSON of the response.
fn send(running: &Running, method: &str, path: &str, body: &str) -> Value {
    let address = running.base_url.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).expect("a connection");
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).expect("sent");
    let mut response = String::new();
    stream.read_to_string(&mut response).expect("a response");
    let (_, body) = response.split_once("\r\n\r\n").expect("a head");
    serde_json::from_str(body).unwrap_or_else(|_| panic!("{method} {path}: {response}"))
}

/// A response may wrap an item, `{"label": {…}}`, and so may a request that changes it.
#[test]
fn what_is_created_is_shown_where_responses_wrap_it() {
    let path = root().join("contract-tests/tests/mock/cases/wrapped.yaml");
    let folder = TempDir::new().expect("a folder");
    let running = start(&path, &folder.path().join("credentials.toml"));
    let created = send(&running, "POST", "/labels", r#"{"name":"urgent"}"#);
    assert_eq!(created["label"]["name"], "urgent", "{created}");
    let id = created["label"]["id"].as_str().expect("an id");
    let item = format!("/labels/{id}");
    assert_eq!(send(&running, "GET", &item, ""), created);
    let changed = send(&running, "PUT", &item, r#"{"label":{"name":"later"}}"#);
    assert_eq!(changed["label"]["name"], "later", "{changed}");
    assert_eq!(changed["label"]["colour"], created["label"]["colour"]);
    let listed = send(&running, "GET", "/labels", "");
    let mut all = listed["labels"].as_array().expect("a list").iter();
    assert!(all.any(|one| *one == changed["label"]), "{listed}");
}

#[test]
fn something_is_found_on_a_mock_of_another_description() {
    let path = root().join("contract-tests/tests/services/library/openapi.yaml");
    let text = std::fs::read_to_string(&path).expect("a description");
    let folder = TempDir::new().expect("a folder");
    for (from, to, check) in CHANGES {
        let changed = text.replace(from, to);
        assert_ne!(changed, text, "{from:?} is not in the description");
        let mocked = folder.path().join("openapi.yaml");
        std::fs::write(&mocked, changed).expect("a file");
        let (code, report) = checked(&mocked, &path);
        assert_eq!(code, Some(1), "{to}");
        let found = failing(&report);
        let checks: BTreeSet<&str> = found
            .iter()
            .filter_map(|one| one.split(' ').next())
            .collect();
        assert!(checks.contains(check), "{to}: {checks:?}");
    }
}
