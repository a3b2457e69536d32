//! Bodies of bytes that neither the generated client nor the generated server holds whole.

#[path = "../examples/large/photo.rs"]
mod photo;
#[path = "../examples/large/shed.rs"]
mod shed;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::body::Body;
use axum::http::{Request, StatusCode};
use client::types::bytes::Bytes;
use client::{Client, Error, ItemSource};
use futures_util::{StreamExt as _, stream};
use http_body_util::BodyExt as _;
use tokio::net::TcpListener;
use tower::ServiceExt as _;

use self::shed::{CHUNK, Shed, chunk, is_file};

/// 8 MiB, and no whole number of chunks.
const LENGTH: usize = 8 << 20;

async fn client(router: axum::Router) -> Client {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async { axum::serve(listener, router).await });
    let builder = Client::builder().server(
        "https://garden.example/{version}",
        format!("http://{address}"),
    );
    builder.response_limit(CHUNK).build().expect("a client")
}

/// Returns the chunks of a file of `LENGTH` bytes, and how many were taken.
fn file() -> (ItemSource<Bytes>, Arc<AtomicUsize>) {
    let taken = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&taken);
    let chunks = (0..LENGTH.div_ceil(CHUNK)).map(move |number| {
        counter.fetch_add(1, Ordering::SeqCst);
        chunk().slice(..CHUNK.min(LENGTH - number * CHUNK))
    });
    (ItemSource::iter(chunks), taken)
}

#[tokio::test]
async fn a_file_is_sent_and_received_in_chunks() {
    let shed = Shed::default();
    let client = client(shed.clone().router()).await;
    let (file, _) = file();
    let upload = client.bodies().upload_file(Bytes::new());
    let upload = upload.stream_body("application/octet-stream", file);
    upload.await.expect("it is kept");
    assert_eq!(shed.received.load(Ordering::SeqCst), LENGTH);

    let answer = client.bodies().download_file().open_response().await;
    let answer = answer.expect("a response");
    assert_eq!(answer.status(), 200);
    let mut body = answer.body;
    let mut at = 0;
    while let Some(bytes) = body.try_next().await.expect("no error") {
        assert!(is_file(&bytes, at), "other bytes after {at}");
        at += bytes.len();
    }
    assert_eq!(at, LENGTH);
}

/// Items are taken from a file only when the connection has room for them.
#[tokio::test]
async fn a_file_is_not_read_ahead() {
    let hasty = axum::Router::new().fallback(|request: Request<Body>| async {
        request.into_body().frame().await;
        StatusCode::NO_CONTENT
    });
    let client = client(hasty).await;
    let taken = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&taken);
    let gibibyte = (0..(1 << 30) / CHUNK).map(move |_| {
        counter.fetch_add(1, Ordering::SeqCst);
        chunk()
    });
    let upload = client.bodies().upload_file(Bytes::new());
    let upload = upload.stream_body("application/octet-stream", ItemSource::iter(gibibyte));
    // The server closes the connection, which the client may notice before it reads the response.
    let _ = upload.await;
    let taken = taken.load(Ordering::SeqCst) * CHUNK;
    assert!(taken < 64 << 20, "{taken} bytes were taken");
}

/// The server takes a chunk only when the client has room for it.
#[tokio::test]
async fn a_file_is_not_sent_ahead() {
    let shed = Shed::default();
    shed.received.store(LENGTH, Ordering::SeqCst);
    let request = Request::get("/files")
        .body(Body::empty())
        .expect("a request");
    let response = shed.clone().router().oneshot(request).await;
    let mut body = response.expect("a response").into_body();
    for wanted in 1..=3 {
        body.frame().await.expect("a frame").expect("a chunk");
        assert_eq!(shed.taken.load(Ordering::SeqCst), wanted);
    }
}

/// An error is decoded as always: only the body of a success is left unread.
#[tokio::test]
async fn an_error_is_read_whole() {
    let failing = axum::Router::new().fallback(|| async { StatusCode::IM_A_TEAPOT });
    let client = client(failing).await;
    let error = client.bodies().download_file().open_response().await;
    let error = error.expect_err("it is not declared");
    assert!(matches!(error, Error::Undeclared { .. }), "{error:?}");
}

/// A body that breaks off is an error, not an end.
#[tokio::test]
async fn a_body_that_breaks_off_is_an_error() {
    let broken = axum::Router::new().fallback(|| async {
        let broken = stream::once(async {
            // What the connection holds is sent while it waits.
            tokio::task::yield_now().await;
            Err("the disk is broken")
        });
        let body = Body::from_stream(stream::iter([Ok(chunk())]).chain(broken));
        ([("content-type", "application/octet-stream")], body)
    });
    let client = client(broken).await;
    let answer = client.bodies().download_file().open_response().await;
    let mut body = answer.expect("a response").body;
    let mut last = body.next().await;
    while let Some(Ok(_)) = last {
        last = body.next().await;
    }
    let Some(Err(error)) = last else {
        panic!("the body ended");
    };
    assert!(matches!(error, Error::Transport { .. }), "{error:?}");
    assert!(body.next().await.is_none());
}
