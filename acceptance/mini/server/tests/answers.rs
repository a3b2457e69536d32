//! Properties of every response.

mod common;

use common::*;
use server::runtime::{AnyStatus, ClientError, Config, Reply, Success};
use types::runtime::{Location, Operation, Shape, Style};

const CANCEL: &str = "/org/acme/offer/1/cancel";

#[tokio::test]
async fn every_answer_has_an_id_and_is_not_to_be_sniffed() {
    for (method, target) in [
        ("GET", "/org/a/offer"),
        ("GET", "/no"),
        ("OPTIONS", CANCEL),
        ("PUT", CANCEL),
    ] {
        let answer = send(&market(), empty(authorized(method, target))).await;
        assert_eq!(answer.header("x-request-id").len(), 32);
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        let other = send(&market(), empty(authorized(method, target))).await;
        assert_ne!(answer.header("x-request-id"), other.header("x-request-id"));
    }
}

#[tokio::test]
async fn the_clients_id_is_kept_if_it_is_decent() {
    let with_id = async |id: &[u8]| {
        let id = axum::http::HeaderValue::from_bytes(id).expect("a value");
        let request = authorized("GET", "/org/acme/offer").header("x-request-id", id);
        send(&market(), empty(request)).await
    };
    let answer = with_id(b"abc-1.2_3").await;
    assert_eq!(answer.header("x-request-id"), "abc-1.2_3");
    assert!(answer.text().contains("id abc-1.2_3"));
    let long = [b'a'; 129];
    for id in [&b""[..], b"a b", b"a\"b", b"\xff", b"<script>", &long] {
        assert_eq!(with_id(id).await.header("x-request-id").len(), 32);
    }
}

#[tokio::test]
async fn a_panic_is_a_500_without_details() {
    let answer = get("/org/panic/offer").await;
    answer.is_problem(500, "internal");
    assert!(!answer.text().contains("secret"));
    assert_eq!(get("/org/acme/offer").await.status, 200);
}

#[tokio::test]
async fn an_operation_that_is_not_implemented_is_a_501() {
    let answer = get("/org/unimplemented/offer").await;
    answer.is_problem(501, "not_implemented");
    let hooked = Config::default().on_rejection(|rejection, operation| {
        let id = operation.map_or("none", |operation| operation.id);
        let status = rejection.problem().kind.status().as_u16();
        Reply::text(status, "text/plain", format!("no {id}"))
    });
    let request = empty(authorized("GET", "/org/unimplemented/offer"));
    let answer = send(&market_with(hooked), request).await;
    assert_eq!(
        (answer.status.as_u16(), answer.text()),
        (501, "no listOffers")
    );
    let reply = Reply::unimplemented().header("X-A", &1);
    assert_eq!(reply.status().map(|status| status.as_u16()), Some(501));
    // A hook that returns nothing leaves the usual problem.
    let silent = Config::default().on_rejection(|_, _| Reply::unimplemented());
    let request = empty(authorized("GET", "/org/unimplemented/offer"));
    send(&market_with(silent), request)
        .await
        .is_problem(501, "not_implemented");
}

#[tokio::test]
async fn a_deprecated_operation_says_so_in_every_answer() {
    let requests = [
        (202, empty(authorized("POST", CANCEL))),
        (401, empty(request("POST", CANCEL))),
        (400, empty(authorized("POST", "/org/a%20b/offer/1/cancel"))),
    ];
    for (status, request) in requests {
        let answer = send(&market(), request).await;
        assert_eq!(answer.status, status);
        assert_eq!(answer.header("deprecation"), "@1767225600");
        assert_eq!(answer.header("sunset"), "Fri, 31 Dec 2027 23:59:59 GMT");
        assert_eq!(
            answer.all("link"),
            [
                "<https://marketplace.example/migrate>; rel=\"deprecation\"",
                "<https://marketplace.example/migrate>; rel=\"sunset\"",
            ]
        );
    }
    let answer = get("/org/acme/offer").await;
    assert!(!answer.headers.contains_key("deprecation") && !answer.headers.contains_key("link"));
}

#[test]
fn only_statuses_of_the_range_can_be_made() {
    const IN_A_CONSTANT: ClientError = ClientError::new(418).unwrap();
    assert!(ClientError::new(404).is_some_and(|status| status == ClientError::NOT_FOUND));
    for code in [0, 399, 500, u16::MAX] {
        assert!(ClientError::new(code).is_none(), "{code}");
    }
    for code in [0, 100, 199, 600] {
        assert!(AnyStatus::new(code).is_none(), "{code}");
    }
    assert_eq!(AnyStatus::from(Success::CREATED).get(), 201);
    assert_eq!(IN_A_CONSTANT.get(), 418);
}

#[test]
fn a_reply_that_cannot_be_sent_is_none() {
    assert!(Reply::empty(99).status().is_none());
    assert!(Reply::empty(100).status().is_none());
    assert!(Reply::empty(200).header("bad name", "x").status().is_none());
    assert!(Reply::empty(200).header("X-A", "a\nb").status().is_none());
    assert!(
        Reply::bytes(200, "text/plain\r\nX: y", "x".into())
            .status()
            .is_none()
    );
    assert!(
        Reply::empty(200)
            .optional_header("X-A", &None::<String>)
            .status()
            .is_some()
    );
}

#[test]
fn headers_are_written_in_the_simple_style() {
    let reply = Reply::empty(200)
        .header("X-List", &[1, 2, 3])
        .header("X-Flag", &true);
    let headers = reply.headers().expect("headers");
    assert_eq!(headers["x-list"], "1,2,3");
    assert_eq!(headers["x-flag"], "true");
}

#[tokio::test]
async fn header_and_cookie_parameters_are_read() {
    let parameters = vec![
        parameter(
            "X-List",
            Location::Header,
            Style::Simple,
            Shape::Array(&Shape::Integer),
        ),
        parameter("theme", Location::Cookie, Style::Form, Shape::Text),
    ];
    let operation = Operation {
        parameters: Box::leak(parameters.into()),
        ..operation("GET", "/")
    };
    let router = echo(vec![operation]);
    let builder = request("GET", "/")
        .header("x-list", "1,2")
        .header("x-list", "3");
    let builder = builder.header("cookie", "a=b; theme=dark");
    let answer = send(&router, empty(builder)).await;
    assert_eq!(answer.text(), r#"GET / X-List=[1,2,3] theme="dark""#);

    let value = axum::http::HeaderValue::from_bytes(b"\xff").expect("a value");
    let answer = send(&router, empty(request("GET", "/").header("x-list", value))).await;
    let problem = answer.is_problem(400, "invalid_parameter");
    assert_eq!(problem["errors"][0]["in"], "header");
}
