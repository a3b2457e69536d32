//! Connections to another target than the address: through a proxy, or to an IP address that was
//! given for a name that DNS does not have.

use std::net::SocketAddr;
use std::time::Duration;

use conformance_core::exchange::{Failure, Host, Request};
use conformance_engine::reach::Reach;
use conformance_engine::wire::{Transport, TransportOptions};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use crate::tls::{self, Terminator};

/// Responds with the head of each request.
async fn mirror() -> (SocketAddr, JoinHandle<()>) {
    serve(|mut stream| async move {
        let head = head(&mut stream).await;
        answer(&mut stream, &head).await;
    })
    .await
}

/// Opens tunnels (RFC 9110 §9.3.6) to one address, whatever is requested.
async fn tunnels(to: SocketAddr) -> (SocketAddr, JoinHandle<()>) {
    serve(move |mut stream| async move {
        let head = head(&mut stream).await;
        let is_asked = head.starts_with("CONNECT api.staging.test:8443 ")
            && head.contains("Proxy-Authorization: Basic dXNlcjpwYXNz\r\n");
        if !is_asked {
            let _ = stream.write_all(b"HTTP/1.1 407 no\r\n\r\n").await;
            return;
        }
        let _ = stream.write_all(b"HTTP/1.1 200 ok\r\n\r\n").await;
        let mut outside = TcpStream::connect(to).await.expect("the other side");
        let _ = tokio::io::copy_bidirectional(&mut stream, &mut outside).await;
    })
    .await
}

async fn serve<F>(each: impl Fn(TcpStream) -> F + Send + 'static) -> (SocketAddr, JoinHandle<()>)
where
    F: Future<Output = ()> + Send + 'static,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let server = tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(each(stream));
        }
    });
    (address, server)
}

/// Returns the head of a request, as received.
async fn head(stream: &mut TcpStream) -> String {
    let mut reader = BufReader::with_capacity(1, stream);
    let mut head = String::new();
    loop {
        match reader.read_line(&mut head).await {
            Ok(0) | Err(_) => break,
            Ok(_) if head.ends_with("\r\n\r\n") => break,
            Ok(_) => {}
        }
    }
    head
}

async fn answer(stream: &mut TcpStream, body: &str) {
    let length = body.len();
    let text = format!("HTTP/1.1 200 ok\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n");
    let _ = stream.write_all((text + body).as_bytes()).await;
}

async fn send(base_url: &str, reach: Reach) -> Result<String, Failure> {
    let options = TransportOptions {
        base_url: base_url.parse().expect("a URL"),
        auth_url: None,
        timeout: Duration::from_secs(10),
        largest_body: 10_000,
        reach,
    };
    let request = Request {
        host: Host::Resource,
        method: "GET".to_owned(),
        target: "/items?a=1".to_owned(),
        headers: Vec::new(),
        body: None,
    };
    let transport = Transport::new(&options).expect("a transport");
    let response = transport.send(&request).await?;
    Ok(String::from_utf8_lossy(&response.body).into_owned())
}

fn by_proxy(address: SocketAddr) -> Reach {
    Reach {
        proxy: Some(
            format!("http://user:pass@{address}")
                .parse()
                .expect("a URL"),
        ),
        ..Reach::default()
    }
}

#[tokio::test]
async fn a_proxy_gets_the_whole_address_and_its_credential() {
    let (address, server) = mirror().await;
    let head = send("http://api.staging.test:8080", by_proxy(address)).await;
    server.abort();
    let head = head.expect("an answer").to_ascii_lowercase();
    assert!(
        head.starts_with("get http://api.staging.test:8080/items?a=1 http/1.1\r\n"),
        "{head}"
    );
    assert!(
        head.contains("\r\nhost: api.staging.test:8080\r\n"),
        "{head}"
    );
    assert!(
        head.contains("\r\nproxy-authorization: basic dxnlcjpwyxnz\r\n"),
        "{head}"
    );
}

#[tokio::test]
async fn tls_goes_through_a_tunnel_and_the_proxy_credential_no_further() {
    let (inside, first) = mirror().await;
    let terminator = Terminator::start(inside);
    let (address, second) = tunnels(SocketAddr::from(([127, 0, 0, 1], terminator.port))).await;
    let reach = Reach {
        ca: Some(tls::path("ca.pem").into()),
        client: Some((
            tls::path("client.pem").into(),
            tls::path("client.key").into(),
        )),
        ..by_proxy(address)
    };
    let head = send("https://api.staging.test:8443", reach).await;
    first.abort();
    second.abort();
    let head = head.expect("an answer").to_ascii_lowercase();
    assert!(head.starts_with("get /items?a=1 http/1.1\r\n"), "{head}");
    assert!(!head.contains("proxy-authorization"), "{head}");
}

#[tokio::test]
async fn an_address_that_was_given_takes_the_place_of_dns() {
    let (address, server) = mirror().await;
    let port = address.port();
    let base_url = format!("http://api.staging.test:{port}");
    let resolve = |host: &str| Reach {
        resolve: vec![
            format!("{host}:{port}:127.0.0.1")
                .parse()
                .expect("an address"),
        ],
        ..Reach::default()
    };
    let known = send(&base_url, resolve("API.staging.test")).await;
    let unknown = send(&base_url, resolve("other.staging.test")).await;
    server.abort();
    let head = known.expect("an answer").to_ascii_lowercase();
    assert!(
        head.contains(&format!("\r\nhost: api.staging.test:{port}\r\n")),
        "{head}"
    );
    assert!(
        matches!(unknown, Err(Failure::Unreachable(_))),
        "{unknown:?}"
    );
}
