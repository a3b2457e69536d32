//! Request bodies.

mod common;

use axum::Router;
use axum::body::Body;
use bytes::Bytes;
use common::*;
use serde_json::json;
use server::runtime::Config;
use types::runtime::{Body as Declared, Operation};

const LIST: &str = "/org/acme/offer";
const OFFER: &str = r#"{"name":"Gold"}"#;

fn taking(required: bool, media_types: &'static [&'static str]) -> Router {
    let body = Some(Declared {
        required,
        media_types,
        form: &[],
    });
    echo(vec![Operation {
        body,
        ..operation("POST", "/")
    }])
}

async fn post(router: &Router, media_type: Option<&str>, body: impl Into<Body>) -> Answered {
    let builder = request("POST", "/");
    let builder = media_type.into_iter().fold(builder, |builder, value| {
        builder.header("content-type", value)
    });
    send(router, builder.body(body.into()).expect("a request")).await
}

#[tokio::test]
async fn parameters_and_case_of_a_media_type_do_not_count() {
    for media_type in [
        "application/json",
        "Application/JSON",
        "application/json; charset=utf-8",
        "application/json;charset=\"UTF-8\"; profile=\"a;charset=latin1\"",
    ] {
        let request = with_body(authorized("POST", LIST), media_type, OFFER);
        assert_eq!(send(&market(), request).await.status, 201, "{media_type}");
    }
}

#[tokio::test]
async fn other_media_types_and_charsets_are_415() {
    for media_type in [
        "text/plain",
        "application/problem+json",
        "application/jsonp",
        "application/json; charset=utf-16",
        "application/json; charset=\"latin1\"",
        "application",
        "application/",
        "/json",
        "",
        "application/json, text/plain",
    ] {
        let request = with_body(authorized("POST", LIST), media_type, OFFER);
        let answer = send(&market(), request).await;
        answer.is_problem(415, "unsupported_media_type");
        assert_eq!(answer.header("accept"), "application/json", "{media_type}");
    }
    let none = authorized("POST", LIST)
        .body(Body::from(OFFER))
        .expect("a request");
    send(&market(), none)
        .await
        .is_problem(415, "unsupported_media_type");
    let twice = authorized("POST", LIST).header("content-type", "application/json");
    let twice = with_body(twice, "application/json", OFFER);
    send(&market(), twice)
        .await
        .is_problem(415, "unsupported_media_type");
}

#[tokio::test]
async fn a_compressed_body_is_refused() {
    let builder = authorized("POST", LIST).header("content-encoding", "gzip");
    let answer = send(&market(), with_body(builder, "application/json", OFFER)).await;
    answer.is_problem(415, "unsupported_media_type");
    assert_eq!(answer.header("accept-encoding"), "identity");
    let builder = authorized("POST", LIST).header("content-encoding", "identity");
    let answer = send(&market(), with_body(builder, "application/json", OFFER)).await;
    assert_eq!(answer.status, 201);
}

#[tokio::test]
async fn a_missing_body_is_a_400() {
    send(&market(), empty(authorized("POST", LIST)))
        .await
        .is_problem(400, "missing_body");
    post_json(LIST, "").await.is_problem(400, "malformed_body");
}

#[tokio::test]
async fn malformed_json_is_a_400_that_quotes_nothing() {
    for text in [
        "{\"name\":",
        "{\"name\":NaN}",
        "{\"name\":\"a\",}",
        "{'name':'a'}",
        "\u{feff}{}",
        "{}{}",
        "{\"name\":\"\u{1}\"}",
        "secret",
    ] {
        let answer = post_json(LIST, text.to_owned()).await;
        let problem = answer.is_problem(400, "malformed_body");
        assert_eq!(problem["errors"][0]["pointer"], "");
        assert!(!answer.text().contains("secret"));
    }
    post_json(LIST, Bytes::from_static(b"{\"name\":\"\xff\"}"))
        .await
        .is_problem(400, "malformed_body");
}

#[tokio::test]
async fn members_of_one_name_are_refused_at_any_depth() {
    for text in [
        r#"{"name":"a","name":"b"}"#,
        r#"{"name":"a","n\u0061me":"b"}"#,
        r#"{"name":"a","x":[{"y":{"z":1,"z":1}}]}"#,
    ] {
        let problem = post_json(LIST, text)
            .await
            .is_problem(400, "malformed_body");
        let detail = problem["errors"][0]["detail"].as_str().expect("a detail");
        assert!(detail.starts_with("two members of one name"), "{detail}");
    }
    assert_eq!(
        post_json(LIST, r#"{"name":"a","x":[{"z":1},{"z":1}]}"#)
            .await
            .status,
        201
    );
}

#[tokio::test]
async fn deep_json_is_refused() {
    let nested = |depth| {
        format!(
            "{{\"name\":\"a\",\"x\":{}{}}}",
            "[".repeat(depth),
            "]".repeat(depth)
        )
    };
    assert_eq!(post_json(LIST, nested(100)).await.status, 201);
    for depth in [128, 100_000] {
        post_json(LIST, nested(depth))
            .await
            .is_problem(400, "malformed_body");
    }
}

#[tokio::test]
async fn a_large_body_is_a_413_whether_it_says_so_or_not() {
    let router = market_with(Config::default().max_body_bytes(64));
    let fits = format!("{OFFER}{}", " ".repeat(64 - OFFER.len()));
    let json = |body: Body| with_body(authorized("POST", LIST), "application/json", body);
    assert_eq!(send(&router, json(fits.clone().into())).await.status, 201);
    let large = format!("{fits} ");
    send(&router, json(large.clone().into()))
        .await
        .is_problem(413, "body_too_large");

    let chunks = |text: &str| Body::new(Chunks(vec![Bytes::copy_from_slice(text.as_bytes())]));
    assert_eq!(send(&router, json(chunks(&fits))).await.status, 201);
    send(&router, json(chunks(&large)))
        .await
        .is_problem(413, "body_too_large");

    let announced = authorized("POST", LIST).header("content-length", "65");
    let announced = with_body(announced, "application/json", chunks(OFFER));
    send(&router, announced)
        .await
        .is_problem(413, "body_too_large");
}

#[tokio::test]
async fn a_mebibyte_is_the_usual_limit() {
    let text = |length: usize| format!("{OFFER}{}", " ".repeat(length - OFFER.len()));
    assert_eq!(post_json(LIST, text(1 << 20)).await.status, 201);
    post_json(LIST, text((1 << 20) + 1))
        .await
        .is_problem(413, "body_too_large");
}

#[tokio::test]
async fn an_optional_body_can_be_left_out() {
    let router = taking(false, &["application/json"]);
    assert_eq!(post(&router, None, "").await.text(), "POST /");
    assert_eq!(
        post(&router, Some("application/json"), "").await.text(),
        "POST /"
    );
    assert_eq!(
        post(&router, Some("application/json"), "[1]").await.text(),
        "POST / [1]"
    );
    post(&router, None, "[1]")
        .await
        .is_problem(415, "unsupported_media_type");
}

#[tokio::test]
async fn the_media_type_says_how_a_body_is_read() {
    let router = taking(
        true,
        &[
            "application/json",
            "application/x-www-form-urlencoded",
            "multipart/form-data",
            "text/plain",
            "image/*",
        ],
    );
    let said = async |media_type, body: &'static str| {
        post(&router, Some(media_type), body)
            .await
            .text()
            .to_owned()
    };
    assert_eq!(
        said("application/json", "{\"a\":1}").await,
        "POST / {\"a\":1}"
    );
    assert_eq!(
        said("application/x-www-form-urlencoded", "a=1").await,
        "POST / {\"a\":\"1\"}"
    );
    assert_eq!(said("text/plain", "hello").await, "POST / hello");
    assert_eq!(said("text/plain", "").await, "POST /");
    assert_eq!(said("image/png", "1234").await, "POST / image/*:4");
    let form = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b--\r\n";
    assert_eq!(
        said("multipart/form-data; boundary=b", form).await,
        "POST / {\"a\":\"1\"}"
    );
    let answer = post(&router, Some("multipart/form-data"), form).await;
    answer.is_problem(400, "invalid_body");
    post(&router, Some("text/html"), "x")
        .await
        .is_problem(415, "unsupported_media_type");
    let bytes = Bytes::from_static(b"\xff");
    post(&router, Some("text/plain"), bytes)
        .await
        .is_problem(400, "malformed_body");
}

#[tokio::test]
async fn any_media_type_can_be_declared() {
    let router = taking(true, &["*/*"]);
    assert_eq!(
        post(&router, Some("x/y"), "123").await.text(),
        "POST / */*:3"
    );
}

#[tokio::test]
async fn a_body_that_no_operation_has_is_not_read() {
    let request = with_body(authorized("GET", LIST), "x/y", json!({}).to_string());
    assert_eq!(send(&market(), request).await.status, 200);
}
