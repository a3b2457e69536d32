//! The streams of a mock, and the media types of its responses.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{Running, root, start};

fn mock() -> Running {
    let folder = TempDir::new().expect("a folder");
    let path = root().join("contract-tests/tests/mock/cases/streams.yaml");
    start(&path, &folder.path().join("credentials.toml"))
}

/// Returns the head and the body of a response as received.
fn get(running: &Running, path: &str, fields: &str) -> (String, String) {
    let address = running.base_url.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).expect("a connection");
    let head =
        format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n{fields}\r\n");
    stream.write_all(head.as_bytes()).expect("sent");
    let mut response = Vec::new();
    stream.read_to_end(&mut response).expect("a response");
    // A chunk can end within a character.
    let response = String::from_utf8_lossy(&response).into_owned();
    let (head, body) = response.split_once("\r\n\r\n").expect("a head");
    (head.to_ascii_lowercase(), body.to_owned())
}

/// Returns the status and the media type of a response.
fn chosen(running: &Running, path: &str, accept: &str) -> (String, String) {
    let fields = if accept.is_empty() {
        String::new()
    } else {
        format!("accept: {accept}\r\n")
    };
    let (head, _) = get(running, path, &fields);
    let status = head.split(' ').nth(1).expect("a status").to_owned();
    let mut lines = head.lines();
    let media_type = lines.find_map(|line| line.strip_prefix("content-type: "));
    (status, media_type.unwrap_or_default().to_owned())
}

/// Clients choose the media type with `Accept` (RFC 9110 §12.5.1).
#[test]
fn the_client_chooses_the_media_type() {
    let running = mock();
    let readings = [
        ("", "200", "application/json"),
        ("*/*", "200", "application/json"),
        ("application/*", "200", "application/json"),
        ("application/jsonl", "200", "application/jsonl"),
        ("Application/JSONL ; q=0.3", "200", "application/jsonl"),
        (
            "application/json-seq, text/html",
            "200",
            "application/json-seq",
        ),
        (
            "application/json;q=0.5, application/jsonl",
            "200",
            "application/jsonl",
        ),
        (
            "application/json;q=0, */*;q=0.1",
            "200",
            "application/jsonl",
        ),
        (
            "application/*;q=0.2, application/json-seq;q=0.9",
            "200",
            "application/json-seq",
        ),
        (
            "application/jsonl, application/json",
            "200",
            "application/json",
        ),
        (
            "application/json;q=high, application/jsonl;q=0.1",
            "200",
            "application/jsonl",
        ),
        ("text/html", "406", "application/json"),
        ("*/*;q=0", "406", "application/json"),
    ];
    for (accept, status, media_type) in readings {
        let found = chosen(&running, "/readings", accept);
        assert_eq!(found, (status.into(), media_type.into()), "{accept:?}");
    }
    // If 406 is not declared, a client receives the default media type.
    let chart = [
        ("", "application/vnd.chart+json"),
        ("text/csv", "text/csv"),
        ("text/html", "application/vnd.chart+json"),
    ];
    for (accept, media_type) in chart {
        let found = chosen(&running, "/chart", accept);
        assert_eq!(found, ("200".into(), media_type.into()), "{accept:?}");
    }
}

#[test]
fn streams_arrive_in_several_chunks() {
    let running = mock();
    for path in ["/warnings", "/bulletin", "/changes", "/news", "/few"] {
        let (head, body) = get(&running, path, "");
        assert!(
            head.contains("\r\ntransfer-encoding: chunked"),
            "{path}: {head}"
        );
        assert!(!head.contains("content-length"), "{path}: {head}");
        let is_size = |line: &&str| {
            let is_hex = line.bytes().all(|byte| byte.is_ascii_hexdigit());
            !line.is_empty() && line.len() < 4 && is_hex
        };
        let sizes = body.split("\r\n").filter(is_size).count();
        assert!(sizes > 4, "{path}: {body}");
    }
}

/// Status 204 means that nothing follows (HTML §9.2.3).
#[test]
fn nothing_follows_the_last_event() {
    let running = mock();
    let status = |last: &str| {
        let (head, _) = get(&running, "/news", &format!("last-event-id: {last}\r\n"));
        head.lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(status("b"), "http/1.1 204 no content");
    assert_eq!(status("unknown"), "http/1.1 200 ok");
}

/// Third-party libraries read the mock's streams.
#[test]
fn other_readers_read_the_streams() {
    let python = root().join("target/sdk/python/venv/bin/python");
    if !python.is_file() {
        eprintln!("SKIPPED: acceptance/sdk/python/venv.sh installs the readers");
        return;
    }
    let running = mock();
    let output = Command::new(python)
        .arg(root().join("contract-tests/tests/mock/read_streams.py"))
        .arg(&running.base_url)
        .output()
        .expect("the readers start");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let read: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let items = |name: &str| read[name].as_array().expect("items").clone();
    let data = |name: &str| -> Vec<Value> {
        let data = items(name).into_iter().map(|event| event["data"].clone());
        data.collect()
    };
    let parsed = |text: &Value| -> Value {
        serde_json::from_str(text.as_str().expect("a text")).expect("JSON in data")
    };

    let warnings = items("warnings");
    assert!(warnings.len() > 2, "{read:#}");
    for warning in &warnings {
        assert_eq!(warning["event"], "warning", "{read:#}");
        let warning = parsed(&warning["data"]);
        assert!(warning["level"].is_string() && warning["text"].is_string());
    }
    assert_eq!(items("rest"), warnings[2..], "{read:#}");

    let bulletin = data("bulletin");
    let (end, words) = bulletin.split_last().expect("an end");
    assert_eq!(end, "[DONE]");
    assert!(!words.is_empty() && words.iter().all(|word| parsed(word)["word"].is_string()));

    let changes = items("changes");
    for (name, is_reading) in [("reading", true), ("note", false)] {
        let own = changes.iter().filter(|event| event["event"] == name);
        let own: Vec<&Value> = own.collect();
        assert!(!own.is_empty(), "{read:#}");
        if is_reading {
            let all = own
                .iter()
                .all(|event| parsed(&event["data"])["celsius"].is_number());
            assert!(all, "{read:#}");
        }
    }

    assert_eq!(data("news"), [json!("first\nline"), json!("second")]);
    assert_eq!(data("newsBehindFirst"), [json!("second")]);

    assert!(items("list").len() > 1, "{read:#}");
    assert_eq!(items("lines"), items("list"));
    assert_eq!(items("sequence"), items("list"));
    assert_eq!(items("few"), vec![json!("Größe: 20 °C"); 2]);
}

/// Sends readings, and returns the status.
fn post(running: &Running, media_type: &str, body: &str) -> String {
    post_to(running, "/readings/batch", media_type, body)
}

fn post_to(running: &Running, path: &str, media_type: &str, body: &str) -> String {
    let address = running.base_url.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).expect("a connection");
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-type: {media_type}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).expect("sent");
    let mut response = String::new();
    stream.read_to_string(&mut response).expect("a response");
    response.split(' ').nth(1).expect("a status").to_owned()
}

/// Returns an item in a framing.
type Framed = fn(&str) -> String;

/// Each item of a request is checked, whatever the framing, including items after the end event.
#[test]
fn streams_in_requests_are_checked_item_by_item() {
    let running = mock();
    let good = r#"{"id":"1","celsius":20}"#;
    let bad = r#"{"id":"2","celsius":61}"#;
    let framings: [(&str, Framed); 3] = [
        ("application/jsonl", |item| format!("{item}\n")),
        ("application/json-seq", |item| format!("\u{1e}{item}\n")),
        ("text/event-stream", |item| {
            format!("event: reading\r\ndata: {item}\r\n\r\n")
        }),
    ];
    for (media_type, framed) in framings {
        let all = |items: [&str; 2]| items.map(framed).concat();
        assert_eq!(
            post(&running, media_type, &all([good, good])),
            "204",
            "{media_type}"
        );
        assert_eq!(
            post(&running, media_type, &all([good, bad])),
            "400",
            "{media_type}"
        );
        assert_eq!(
            post(&running, media_type, &all([good, "{"])),
            "400",
            "{media_type}"
        );
    }
}

/// The parts of a multipart body have a position, and each is checked (OpenAPI 3.2.0 §4.15.2).
#[test]
fn parts_that_have_a_position() {
    let running = mock();
    let (head, body) = get(&running, "/readings/parts", "");
    let boundary = head.split("boundary=").nth(1).expect("a boundary");
    let boundary = boundary.lines().next().expect("a boundary");
    let mut parts = body.to_ascii_lowercase();
    parts.truncate(parts.find(&format!("--{boundary}--")).expect("an end"));
    let parts: Vec<&str> = parts.split(&format!("--{boundary}\r\n")).skip(1).collect();
    assert!(parts.len() > 1, "{body}");
    assert!(
        parts[0].starts_with("content-type: text/markdown\r\n"),
        "{body}"
    );
    for part in &parts[1..] {
        assert!(
            part.starts_with("content-type: application/json\r\n"),
            "{body}"
        );
        assert!(part.contains("\"celsius\":"), "{body}");
    }
    let send = |readings: &[&str]| {
        let part = |json: &&str| format!("--b\r\ncontent-type: application/json\r\n\r\n{json}\r\n");
        let body: String = readings.iter().map(part).collect();
        let media_type = "multipart/mixed; boundary=b";
        post_to(
            &running,
            "/readings/parts",
            media_type,
            &format!("{body}--b--\r\n"),
        )
    };
    let good = r#"{"id":"1","celsius":20}"#;
    assert_eq!(send(&[good, good]), "204");
    assert_eq!(send(&[good, r#"{"id":"2","celsius":61}"#]), "400");
    assert_eq!(send(&[good, "{"]), "400");
    let cut = post_to(
        &running,
        "/readings/parts",
        "multipart/mixed; boundary=b",
        "--b\r\n\r\n1",
    );
    assert_eq!(cut, "400");
}

/// The harness checks each part of a response.
#[test]
fn a_part_that_is_not_of_its_schema_is_found() {
    let path = root().join("contract-tests/tests/mock/cases/streams.yaml");
    let text = std::fs::read_to_string(&path).expect("a description");
    let from = "items: { $ref: \"#/components/schemas/Reading\" }\n              prefixEncoding";
    let changed = text.replace(
        from,
        "items: { type: object }\n              prefixEncoding",
    );
    assert_ne!(changed, text);
    let folder = TempDir::new().expect("a folder");
    let mocked = folder.path().join("openapi.yaml");
    std::fs::write(&mocked, changed).expect("a file");
    let (code, report) = crate::checked(&mocked, &path);
    assert_eq!(code, Some(1));
    let found = crate::failing(&report);
    let is_about_parts =
        |one: &String| one.starts_with("body-valid | readParts") && one.contains("a part");
    assert!(found.iter().any(is_about_parts), "{found:#?}");
}
