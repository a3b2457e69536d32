//! Answers that stay open.

use std::time::Duration;

use bytes::Bytes;
use conformance_core::exchange::{Failure, Host, Request};
use conformance_engine::wire::{Transport, TransportOptions};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

const OPEN: &str =
    "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream; charset=utf-8\r\n\r\n: hello\n\n";

/// Answers every request with the beginning of a stream that goes on for ever.
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
    // The answer to a message has an end, which does not come here.
    let answer = transport.send(&request("POST")).await;
    assert_eq!(answer.err(), Some(Failure::TimedOut));
    server.abort();
}
