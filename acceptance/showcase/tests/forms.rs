//! Forms with files that the generated client does not hold whole.

use std::error::Error as _;
use std::sync::{Arc, Mutex};

use axum::body::Body;
use axum::http::{Request, StatusCode};
use client::runtime::{RequestError, SourceError};
use client::types::bytes::Bytes;
use client::types::runtime::File;
use client::types::{Area, UploadPhotoBody};
use client::{Client, Error, ItemSource, RequestOptions};
use futures_util::stream;
use http_body_util::BodyExt as _;
use tokio::net::TcpListener;

/// What arrived at a server: the `Content-Type`, and the body unless it broke off.
type Received = Arc<Mutex<Vec<(String, Option<Bytes>)>>>;

/// Returns a client of a server that answers with a status.
async fn client(status: StatusCode) -> (Client, Received) {
    let received = Received::default();
    let kept = Arc::clone(&received);
    let router = axum::Router::new().fallback(move |request: Request<Body>| async move {
        let media = request.headers()["content-type"]
            .to_str()
            .map(str::to_owned);
        let body = request.into_body().collect().await;
        let body = body.ok().map(http_body_util::Collected::to_bytes);
        let mut kept = kept.lock().expect("no test panics here");
        kept.push((media.expect("ASCII"), body));
        status
    });
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async { axum::serve(listener, router).await });
    let builder = Client::builder().server(
        "https://garden.example/{version}",
        format!("http://{address}"),
    );
    (builder.build().expect("a client"), received)
}

fn form(bytes: &'static [u8]) -> UploadPhotoBody {
    let picture = File {
        name: Some("a\"\r\n.png".to_owned()),
        media_type: Some("image/png".to_owned()),
        bytes: Bytes::from_static(bytes),
    };
    UploadPhotoBody {
        place: Some(Area::new(1)),
        tags: Some(vec!["x".to_owned(), "y".to_owned()]),
        ..UploadPhotoBody::new("ä", picture)
    }
}

/// Returns the only form that arrived, with a fixed boundary.
fn only(received: &Received) -> String {
    let received = received.lock().expect("no test panics here");
    let [(media, Some(body))] = received.as_slice() else {
        panic!("{received:?}");
    };
    let boundary = media.strip_prefix("multipart/form-data; boundary=");
    let boundary = boundary.expect("a boundary");
    let body = std::str::from_utf8(body).expect("text");
    assert!(body.starts_with(&format!("--{boundary}\r\n")), "{body}");
    body.replace(boundary, "boundary")
}

fn chunks(texts: &[&'static str]) -> ItemSource<Bytes> {
    let texts = texts.iter().map(|text| Bytes::from_static(text.as_bytes()));
    ItemSource::from(texts.collect::<Vec<_>>())
}

#[tokio::test]
async fn a_streamed_file_arrives_as_others() {
    let (client, whole) = client(StatusCode::NO_CONTENT).await;
    let sent = client.bodies().upload_photo(&form(b"picture"));
    sent.await.expect("it is kept");
    let whole = only(&whole);

    let (client, streamed) = self::client(StatusCode::NO_CONTENT).await;
    let sent = client.bodies().upload_photo(&form(b"not sent"));
    let sent = sent.stream_file("picture", chunks(&["pic", "", "ture"]));
    sent.await.expect("it is kept");
    assert_eq!(only(&streamed), whole);
}

#[tokio::test]
async fn a_form_with_a_stream_is_sent_once() {
    let (client, received) = client(StatusCode::SERVICE_UNAVAILABLE).await;
    let options = RequestOptions::default().idempotent(true);
    let sent = client
        .bodies()
        .upload_photo(&form(b""))
        .with_options(options);
    let sent = sent.stream_file("picture", chunks(&["picture"]));
    let error = sent.await.expect_err("it is not declared");
    assert!(matches!(error, Error::Undeclared { .. }), "{error:?}");
    assert!(only(&received).contains("\r\n\r\npicture\r\n"));
}

/// The server does not take what arrived for a complete form.
#[tokio::test]
async fn a_file_that_breaks_off_breaks_the_connection() {
    let (client, received) = client(StatusCode::NO_CONTENT).await;
    let broken: SourceError = "the disk is broken".into();
    let source = stream::iter([Ok(Bytes::from_static(b"begun")), Err(broken)]);
    let sent = client.bodies().upload_photo(&form(b""));
    let sent = sent.stream_file("picture", ItemSource::fallible(source));
    let error = sent.await.expect_err("the source fails");
    assert!(matches!(error, Error::Transport { .. }), "{error:?}");
    let mut texts = Vec::new();
    let mut cause = error.source();
    while let Some(error) = cause {
        texts.push(error.to_string());
        cause = error.source();
    }
    assert!(
        texts.iter().any(|text| text == "the disk is broken"),
        "{texts:?}"
    );
    let received = received.lock().expect("no test panics here");
    assert!(
        received.iter().all(|(_, body)| body.is_none()),
        "{received:?}"
    );
}

#[tokio::test]
async fn only_files_of_the_form_are_streams() {
    let (client, received) = client(StatusCode::NO_CONTENT).await;
    for name in ["title", "thumbnail"] {
        let sent = client.bodies().upload_photo(&form(b""));
        let error = sent.stream_file(name, chunks(&[])).await;
        let error = error.expect_err("there is no such file");
        let Error::Request { error, .. } = error else {
            panic!("{error:?}");
        };
        let name = name.to_owned();
        assert_eq!(error, RequestError::NoFile { name });
    }
    let sent = client.bodies().upload_photo(&form(b""));
    let sent = sent.stream_file("picture", chunks(&[]));
    let sent = sent.stream_file("picture", chunks(&[]));
    sent.await.expect_err("there is one such file");
    assert!(received.lock().expect("no test panics here").is_empty());
}
