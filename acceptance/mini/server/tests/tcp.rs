//! Tests over a real connection.

mod common;

use std::time::Duration;

use common::*;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

/// Serves the marketplace on a separate port.
async fn serve() -> std::net::SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async { axum::serve(listener, market()).await });
    address
}

/// Returns the received bytes until the server closes the connection.
async fn exchange(request: &str) -> String {
    let mut stream = TcpStream::connect(serve().await)
        .await
        .expect("a connection");
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut answer = Vec::new();
    let reading = timeout(Duration::from_secs(10), stream.read_to_end(&mut answer));
    reading.await.expect("no wait").expect("an answer");
    String::from_utf8(answer).expect("text")
}

fn head(start: &str, more: &str) -> String {
    format!(
        "{start} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer {TOKEN}\r\n{more}\r\n"
    )
}

#[tokio::test]
async fn a_list_comes_with_its_length_and_head_with_the_same() {
    let get = exchange(&head("GET /org/acme/offer", "x-request-id: same\r\n")).await;
    let (get_head, body) = get.split_once("\r\n\r\n").expect("a head");
    assert!(get_head.starts_with("HTTP/1.1 200 OK"), "{get}");
    assert!(
        get_head.contains(&format!("content-length: {}", body.len())),
        "{get}"
    );

    let answer = exchange(&head("HEAD /org/acme/offer", "x-request-id: same\r\n")).await;
    let (head_head, nothing) = answer.split_once("\r\n\r\n").expect("a head");
    assert!(nothing.is_empty());
    let without_date = |head: &str| {
        let lines = head.lines().filter(|line| !line.starts_with("date:"));
        lines.map(ToOwned::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(without_date(head_head), without_date(get_head));
}

#[tokio::test]
async fn no_content_has_no_length() {
    let answer = exchange(&head(
        "POST /org/acme/offer/cancelled/cancel",
        "content-length: 0\r\n",
    ))
    .await;
    assert!(answer.starts_with("HTTP/1.1 204 No Content"), "{answer}");
    assert!(!answer.contains("\r\ncontent-"), "{answer}");
    assert!(answer.ends_with("\r\n\r\n"));
}

#[tokio::test]
async fn chunks_are_counted_while_they_come() {
    let chunk = format!("{:x}\r\n{}\r\n", 1 << 19, " ".repeat(1 << 19));
    let more = "content-type: application/json\r\ntransfer-encoding: chunked\r\n";
    let start = head("POST /org/acme/offer", more);
    let mut stream = TcpStream::connect(serve().await)
        .await
        .expect("a connection");
    stream.write_all(start.as_bytes()).await.expect("sent");
    for _ in 0..2 {
        stream.write_all(chunk.as_bytes()).await.expect("sent");
    }
    stream.write_all(b"1\r\n \r\n").await.expect("sent");
    let mut answer = [0; 12];
    let reading = timeout(Duration::from_secs(10), stream.read_exact(&mut answer));
    reading.await.expect("no wait").expect("an answer");
    assert_eq!(&answer, b"HTTP/1.1 413");
}

#[tokio::test]
async fn a_large_body_is_refused_before_it_is_sent() {
    let more =
        "content-type: application/json\r\nexpect: 100-continue\r\ncontent-length: 99999999\r\n";
    let answer = exchange(&head("POST /org/acme/offer", more)).await;
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
}

#[tokio::test]
async fn options_of_the_whole_server_are_listed() {
    let answer = exchange(&head("OPTIONS *", "")).await;
    assert!(answer.starts_with("HTTP/1.1 204"), "{answer}");
    assert!(
        answer.contains("allow: POST, GET, HEAD, OPTIONS\r\n"),
        "{answer}"
    );
}
