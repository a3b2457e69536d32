//! Responses that are streams.

use std::time::Duration;

use bytes::Bytes;
use conformance_core::exchange::{Failure, Host, Request};
use conformance_engine::wire::{Transport, TransportOptions};
use conformance_report::Report;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use crate::command::{Desk, shown};

const OPEN: &str =
    "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\n\r\n: hello\n\n";

/// Responds to every request with the start of an endless stream.
async fn serve(listener: TcpListener) {
    let mut open = Vec::new();
    while let Ok((mut stream, _)) = listener.accept().await {
        let mut request = [0; 4096];
        let _ = stream.read(&mut request).await;
        let _ = stream.write_all(OPEN.as_bytes()).await;
        open.push(stream);
    }
}

#[tokio::test]
async fn of_a_stream_without_an_end_the_beginning_is_read() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let server = tokio::spawn(serve(listener));
    let transport = Transport::new(&TransportOptions {
        base_url: format!("http://{address}").parse().expect("a URL"),
        auth_url: None,
        timeout: Duration::from_secs(3),
        largest_body: 1024,
        reach: conformance_engine::reach::Reach::default(),
    });
    let transport = transport.expect("a transport");
    let request = |method: &str| Request {
        host: Host::Resource,
        method: method.to_owned(),
        target: "/mcp".to_owned(),
        headers: Vec::new(),
        body: None,
    };
    let answer = transport.send(&request("GET")).await.expect("an answer");
    assert_eq!(answer.status, 200);
    assert_eq!(answer.body, Bytes::from_static(b": hello\n\n"));
    // The response to a message ends, but never arrives here.
    let answer = transport.send(&request("POST")).await;
    assert_eq!(answer.err(), Some(Failure::TimedOut));
    server.abort();
}

const NEWS: &str = r##"
openapi: 3.2.0
info: { title: News, version: "1" }
paths:
  /news:
    get:
      operationId: readNews
      responses:
        "200":
          description: News as they come.
          content:
            text/event-stream:
              itemSchema:
                type: object
                properties:
                  data:
                    type: string
                    contentMediaType: application/json
                    contentSchema: { $ref: "#/components/schemas/Piece" }
  /changes:
    get:
      operationId: readChanges
      responses:
        "200":
          description: Events whose names determine what their data is.
          content:
            text/event-stream:
              itemSchema:
                oneOf:
                  - type: object
                    required: [event]
                    properties:
                      event: { const: piece }
                      data:
                        type: string
                        contentMediaType: application/json
                        contentSchema: { $ref: "#/components/schemas/Piece" }
                  - type: object
                    required: [event]
                    properties: { event: { const: note }, data: { type: string } }
  /log:
    get:
      operationId: readLog
      responses:
        "200":
          description: One piece on each line.
          content:
            application/jsonl:
              itemSchema: { $ref: "#/components/schemas/Piece" }
components:
  schemas:
    Piece:
      type: object
      required: [title]
      properties:
        title: { type: string }
"##;

/// Responds with streams of these items, and with 404 elsewhere.
async fn stream(listener: TcpListener, items: [&'static str; 2]) {
    while let Ok((mut connection, _)) = listener.accept().await {
        let mut request = [0; 4096];
        let length = connection.read(&mut request).await.unwrap_or_default();
        let request = String::from_utf8_lossy(&request[..length]).into_owned();
        let line = request.lines().next().unwrap_or_default();
        let (status, media_type, body) = if line.starts_with("GET /news ") {
            let events = items.map(|item| format!(": a comment\nevent: piece\ndata: {item}\n\n"));
            ("200 OK", "text/event-stream", events.concat())
        } else if line.starts_with("GET /changes ") {
            let events = items.map(|item| format!("event: piece\ndata: {item}\n\n"));
            let note = "event: note\ndata: no JSON\n\n";
            (
                "200 OK",
                "text/event-stream",
                note.to_owned() + &events.concat(),
            )
        } else if line.starts_with("GET /log ") {
            let lines = items.map(|item| format!("{item}\n"));
            ("200 OK", "application/jsonl", lines.concat())
        } else {
            ("404 Not Found", "text/plain", "no such thing".to_owned())
        };
        let answer = format!(
            "HTTP/1.1 {status}\r\ncontent-type: {media_type}\r\ncontent-length: {}\r\n\
             date: Sun, 01 Nov 2026 10:00:00 GMT\r\nconnection: close\r\n\r\n{body}",
            body.len()
        );
        let _ = connection.write_all(answer.as_bytes()).await;
    }
}

/// Returns the titles of a run's findings about items.
async fn about_items(items: [&'static str; 2]) -> Vec<String> {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let server = tokio::spawn(stream(listener, items));
    let desk = Desk(tempfile::tempdir().expect("a folder"));
    std::fs::write(desk.0.path().join("openapi.yaml"), NEWS).expect("a file");
    let base_url = format!("http://{address}");
    let arguments = [
        "--spec",
        "openapi.yaml",
        "--cases",
        "2",
        "--report",
        "report",
    ];
    let output = desk
        .call(&[&arguments[..], &["--base-url", &base_url]].concat())
        .await;
    server.abort();
    let report = Report::read(&desk.report().join("report.json"));
    let report = report.unwrap_or_else(|why| panic!("{why}: {}", shown(&output)));
    assert!(report.counts.requests > 2, "{}", shown(&output));
    let own = report
        .findings
        .iter()
        .filter(|one| one.check == "body-valid");
    own.map(|one| one.title.clone()).collect()
}

#[tokio::test]
async fn streams_are_checked_item_by_item() {
    let sound = about_items([r#"{"title":"a"}"#, r#"{"title":"b","more":1}"#]).await;
    assert_eq!(sound, Vec::<String>::new());
    for (second, what) in [
        (r#"{"title":2}"#, "title violates its schema"),
        (r#"{"titel":"b"}"#, "violates its schema (required)"),
        (r#"{"title":"b""#, "that is not JSON"),
    ] {
        let found = about_items([r#"{"title":"a"}"#, second]).await;
        let all = found.join("\n");
        assert_eq!(found.len(), 3, "{second}: {all}");
        for operation in ["readNews", "readChanges", "readLog"] {
            let own = found.iter().find(|one| one.starts_with(operation));
            assert!(own.is_some_and(|one| one.contains(what)), "{second}: {all}");
        }
    }
}
