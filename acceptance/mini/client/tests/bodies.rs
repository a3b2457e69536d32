//! Bodies of every kind, in requests and responses.

mod support;

use bytes::Bytes;
use client::types::Upload;
use client::{Error, PutFileBody, PutFileError, PutFileSuccess};
use serde_json::json;
use support::{Received, Reply, Service};

async fn sent(body: PutFileBody<'_>) -> Received {
    let service = Service::script(vec![|| Reply::empty(201)]).await;
    let answer = service.client().files().put("a").body(body).await.unwrap();
    assert!(matches!(answer, PutFileSuccess::Created));
    service.received().remove(0)
}

#[tokio::test]
async fn a_body_may_be_left_out() {
    let service = Service::script(vec![|| Reply::empty(201)]).await;
    let labels = ["a".to_owned(), "b".to_owned()];
    service
        .client()
        .files()
        .put("a")
        .x_labels(&labels)
        .await
        .unwrap();
    let request = &service.received()[0];
    assert_eq!(request.header("content-type"), None);
    assert_eq!(request.header("x-labels"), Some("a,b"));
}

#[tokio::test]
async fn each_media_type_has_its_own_body() {
    let json = sent(PutFileBody::Json(&json!({"a": 1}))).await;
    assert_eq!(
        json.header("content-type"),
        Some("application/vnd.acme+json")
    );
    assert_eq!(json.body, r#"{"a":1}"#);
    let text = sent(PutFileBody::Text("Hello")).await;
    assert_eq!(
        (text.header("content-type"), text.body.as_str()),
        (Some("text/plain"), "Hello")
    );
    let bytes = sent(PutFileBody::ImagePng(Bytes::from_static(b"PNG"))).await;
    assert_eq!(
        (bytes.header("content-type"), bytes.body.as_str()),
        (Some("image/png"), "PNG")
    );
}

#[tokio::test]
async fn a_form_of_parts_has_a_boundary() {
    let upload = Upload {
        title: "A title".to_owned(),
        file: Bytes::from_static(b"PNG").into(),
    };
    let request = sent(PutFileBody::Multipart(&upload)).await;
    let media = request.header("content-type").unwrap();
    let boundary = media
        .strip_prefix("multipart/form-data; boundary=")
        .unwrap();
    assert!(request.body.starts_with(&format!("--{boundary}\r\n")));
    assert!(request.body.contains("name=\"title\"\r\n\r\nA title\r\n"));
}

#[tokio::test]
async fn each_answer_has_the_type_of_its_media_type() {
    let replies: Vec<fn() -> Reply> = vec![
        || Reply::text(200, "application/json", "[1]"),
        || Reply::text(200, "TEXT/Plain; charset=utf-8", "Hello"),
        || Reply::text(200, "image/png", "PNG"),
        || Reply::text(404, "text/plain", "no"),
        || Reply::text(200, "text/plain", vec![0xFF]),
    ];
    let service = Service::script(replies).await;
    let client = service.client();
    let put = || client.files().put("a").send();
    assert!(matches!(put().await, Ok(PutFileSuccess::OkJson(value)) if value == json!([1])));
    assert!(matches!(put().await, Ok(PutFileSuccess::OkText(text)) if text == "Hello"));
    assert!(matches!(put().await, Ok(PutFileSuccess::OkAny(bytes)) if bytes == "PNG"));
    let error = put().await.unwrap_err();
    let Some(PutFileError::ClientError(404, text)) = error.api() else {
        panic!("{error:?}");
    };
    assert_eq!(text, "no");
    assert!(
        matches!(put().await, Err(Error::Decode { raw, .. }) if raw.bytes().as_ref() == [0xFF])
    );
}
