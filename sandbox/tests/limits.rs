//! Limits on what one client can use, on raw connections.

mod bounds;

use std::time::{Duration, Instant};

use sandbox::{CAST, Credentials, Limits, Options, Sandbox};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

/// Far more time than anything here takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

fn small() -> Limits {
    Limits {
        connections: 4,
        header_time: Duration::from_millis(300),
        body_time: Duration::from_millis(300),
        grace: Duration::from_secs(10),
        ..Limits::default()
    }
}

async fn start(limits: Limits) -> anyhow::Result<Sandbox> {
    Sandbox::start_with(&Options::for_tests("sqlite::memory:"), limits).await
}

async fn connect(sandbox: &Sandbox) -> anyhow::Result<TcpStream> {
    connect_to(&sandbox.addresses().base_url).await
}

async fn connect_to(url: &str) -> anyhow::Result<TcpStream> {
    Ok(TcpStream::connect(url.trim_start_matches("http://")).await?)
}

/// Reads everything that arrives until the connection is closed.
async fn rest(stream: &mut TcpStream) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    // A connection that is reset is also closed.
    let _ = timeout(PATIENCE, stream.read_to_end(&mut bytes)).await?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns the response to bytes, on a connection that is closed after them.
async fn answer(sandbox: &Sandbox, request: &[u8]) -> anyhow::Result<String> {
    answer_at(&sandbox.addresses().base_url, request).await
}

/// Returns the response of one of the hosts.
async fn answer_at(url: &str, request: &[u8]) -> anyhow::Result<String> {
    let mut stream = connect_to(url).await?;
    // The sandbox may reject the request, and close the connection, before everything is sent.
    let _ = stream.write_all(request).await;
    rest(&mut stream).await
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or("none")
}

fn post(body_headers: &str, body: &str) -> String {
    let org = CAST[0].org;
    let key = Credentials::of(&CAST[0], 1).api_key;
    format!(
        "POST /org/{org}/product HTTP/1.1\r\nHost: localhost\r\nAuthorization: Key {key}\r\n\
         Content-Type: application/json\r\nConnection: close\r\n{body_headers}\r\n{body}"
    )
}

#[tokio::test]
async fn a_head_that_drips_in_is_dropped() -> anyhow::Result<()> {
    let sandbox = start(small()).await?;
    let mut stream = connect(&sandbox).await?;
    let start = Instant::now();
    let head = format!("GET /healthz HTTP/1.1\r\nHost: {}", "a".repeat(1000));
    for byte in head.bytes() {
        if stream.write_all(&[byte]).await.is_err() || start.elapsed() > PATIENCE {
            break;
        }
        sleep(Duration::from_millis(50)).await;
    }
    assert!(start.elapsed() < PATIENCE, "it was never dropped");
    sandbox.stop().await;
    Ok(())
}

#[tokio::test]
async fn an_idle_connection_is_closed() -> anyhow::Result<()> {
    let sandbox = start(small()).await?;
    let mut stream = connect(&sandbox).await?;
    stream
        .write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        .await?;
    let answers = rest(&mut stream).await?;
    assert_eq!(status(&answers), "200");
    sandbox.stop().await;
    Ok(())
}

#[tokio::test]
async fn a_body_that_does_not_come_is_not_waited_for() -> anyhow::Result<()> {
    let sandbox = start(small()).await?;
    let answer = answer(&sandbox, post("Content-Length: 100\r\n", "{").as_bytes()).await?;
    assert_eq!(status(&answer), "408", "{answer}");
    sandbox.stop().await;
    Ok(())
}

#[tokio::test]
async fn what_is_too_large_is_refused() -> anyhow::Result<()> {
    let sandbox = start(small()).await?;
    let head = |lines: &str| format!("GET /healthz HTTP/1.1\r\nHost: localhost\r\n{lines}\r\n");
    let long = head(&format!("X-Long: {}\r\n", "a".repeat(100_000)));
    assert_eq!(status(&answer(&sandbox, long.as_bytes()).await?), "431");
    let many = head(&"X-Many: a\r\n".repeat(200));
    assert_eq!(status(&answer(&sandbox, many.as_bytes()).await?), "431");
    let target = format!(
        "GET /healthz?{} HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "a".repeat(9000)
    );
    assert_eq!(status(&answer(&sandbox, target.as_bytes()).await?), "414");
    let announced = post("Content-Length: 1048577\r\n", "");
    assert_eq!(
        status(&answer(&sandbox, announced.as_bytes()).await?),
        "413"
    );
    let chunk = format!("200000\r\n{}\r\n0\r\n\r\n", " ".repeat(0x0020_0000));
    let sent = post("Transfer-Encoding: chunked\r\n", &chunk);
    assert_eq!(status(&answer(&sandbox, sent.as_bytes()).await?), "413");
    sandbox.stop().await;
    Ok(())
}

/// Returns a product with an unknown property, which is accepted.
fn product(member: &str) -> String {
    format!(
        "{{\"name\":\"A\",\"description\":\"B\",\"partner\":\"AWS\",\"productType\":\"FLAT_RATE\",\
         \"dimensions\":[],\"unknown\":{member}}}"
    )
}

#[tokio::test]
async fn deep_json_is_refused() -> anyhow::Result<()> {
    let sandbox = start(Limits::default()).await?;
    let deep = |depth: usize| product(&format!("{}{}", "[".repeat(depth), "]".repeat(depth)));
    for (depth, expected) in [(10, "201"), (10_000, "400"), (400_000, "400")] {
        let body = deep(depth);
        let sent = post(&format!("Content-Length: {}\r\n", body.len()), &body);
        let answer = answer(&sandbox, sent.as_bytes()).await?;
        assert_eq!(status(&answer), expected, "{depth}: {answer}");
    }
    sandbox.stop().await;
    Ok(())
}

/// Returns a request that gets a 200 unless its head is rejected.
fn plain(headers: &str, body: &str) -> String {
    format!("GET /healthz HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n{body}")
}

#[tokio::test]
async fn what_can_be_read_in_two_ways_is_refused() -> anyhow::Result<()> {
    let sandbox = start(small()).await?;
    let good = plain("Content-Length: 2\r\n", "{}");
    assert_eq!(status(&answer(&sandbox, good.as_bytes()).await?), "200");
    let chunked = plain("Transfer-Encoding: chunked\r\n", "0\r\n\r\n");
    assert_eq!(status(&answer(&sandbox, chunked.as_bytes()).await?), "200");
    let cases = [
        plain(
            "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
            "0\r\n\r\n",
        ),
        plain(
            "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
            "0\r\n\r\n",
        ),
        plain("Content-Length: 2\r\nContent-Length: 2\r\n", "{}"),
        plain("Content-Length: 2\r\nContent-Length: 0\r\n", "{}"),
        plain("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n"),
        plain("Transfer-Encoding: identity\r\nContent-Length: 2\r\n", "{}"),
        plain("X-Folded: a\r\n b\r\n", ""),
        plain("X-Bare: a\nX-More: 2\r\n", ""),
        plain("X-Bare: a\rb\r\n", ""),
        plain("X-Space : 2\r\n", ""),
        plain("Host: other\r\n", ""),
        "GET /healthz HTTP/1.1\nHost: localhost\n\n".to_owned(),
        "GET /healthz HTTP/1.1\r\n\r\n".to_owned(),
    ];
    for case in cases {
        let answer = answer(&sandbox, format!("{case}{}", plain("", "")).as_bytes()).await?;
        assert_eq!(status(&answer), "400", "{case}\n\n{answer}");
        assert_eq!(
            answer.matches("HTTP/1.1 ").count(),
            1,
            "nothing follows: {case}"
        );
    }
    sandbox.stop().await;
    Ok(())
}

#[tokio::test]
async fn old_clients_and_pipelines_are_served() -> anyhow::Result<()> {
    let sandbox = start(small()).await?;
    let old = answer(&sandbox, b"GET /healthz HTTP/1.0\r\n\r\n").await?;
    assert_eq!(status(&old), "200", "{old}");
    let one = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let three = answer(&sandbox, one.repeat(3).as_bytes()).await?;
    assert_eq!(three.matches("HTTP/1.1 200 OK").count(), 3, "{three}");
    sandbox.stop().await;
    Ok(())
}

#[tokio::test]
async fn connections_beyond_the_limit_wait_for_their_turn() -> anyhow::Result<()> {
    let limits = Limits {
        header_time: PATIENCE,
        ..small()
    };
    let sandbox = start(limits).await?;
    let mut idle = Vec::new();
    for _ in 0..limits.connections {
        let mut stream = connect(&sandbox).await?;
        stream
            .write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            .await?;
        let mut first = [0; 12];
        timeout(PATIENCE, stream.read_exact(&mut first)).await??;
        idle.push(stream);
    }
    let mut waiting = connect(&sandbox).await?;
    waiting
        .write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        .await?;
    let mut byte = [0; 1];
    let early = timeout(Duration::from_millis(300), waiting.read(&mut byte)).await;
    assert!(early.is_err(), "it was answered before there was a place");
    idle.pop();
    let answer = rest(&mut waiting).await?;
    assert_eq!(status(&answer), "200");
    drop(idle);
    sandbox.stop().await;
    Ok(())
}

#[tokio::test]
async fn a_request_under_way_is_answered_before_the_end() -> anyhow::Result<()> {
    let limits = Limits {
        body_time: PATIENCE,
        header_time: PATIENCE,
        ..small()
    };
    let sandbox = start(limits).await?;
    let mut idle = connect(&sandbox).await?;
    let mut stream = connect(&sandbox).await?;
    stream
        .write_all(post("Content-Length: 2\r\n", "{").as_bytes())
        .await?;
    sleep(Duration::from_millis(200)).await;
    let stopped = tokio::spawn(sandbox.stop());
    sleep(Duration::from_millis(200)).await;
    assert!(!stopped.is_finished(), "the request is waited for");
    stream.write_all(b"}").await?;
    let answer = rest(&mut stream).await?;
    assert_eq!(
        status(&answer),
        "400",
        "an empty product, read as a whole: {answer}"
    );
    timeout(PATIENCE, stopped).await??;
    assert_eq!(rest(&mut idle).await?, "", "a silent connection is closed");
    Ok(())
}

#[tokio::test]
async fn what_does_not_end_is_given_up() -> anyhow::Result<()> {
    let limits = Limits {
        body_time: PATIENCE * 2,
        grace: Duration::from_millis(300),
        ..small()
    };
    let sandbox = start(limits).await?;
    let mut stream = connect(&sandbox).await?;
    stream
        .write_all(post("Content-Length: 2\r\n", "{").as_bytes())
        .await?;
    sleep(Duration::from_millis(200)).await;
    timeout(PATIENCE, sandbox.stop()).await?;
    assert_eq!(rest(&mut stream).await?, "");
    Ok(())
}
