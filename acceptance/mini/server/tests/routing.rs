//! Paths and methods.

mod common;

use axum::Router;
use common::*;
use server::runtime::Config;
use server::{offers, routes, tokens};

async fn text_or_status(router: &Router, target: &str) -> String {
    let answer = send(router, empty(request("GET", target))).await;
    match answer.status.as_u16() {
        200 => answer.text().to_owned(),
        other => other.to_string(),
    }
}

fn paths(templates: &[&'static str]) -> Router {
    echo(
        templates
            .iter()
            .map(|template| operation("GET", template))
            .collect(),
    )
}

#[tokio::test]
async fn templates_that_other_routers_refuse_stand_side_by_side() {
    let router = paths(&[
        "/a/{x}",
        "/a/{y}/b",
        "/a/{x}.json",
        "/a/{x}:cancel",
        "/a/{x}-{y}",
        "/a/b",
        "/a/b/c",
        "/lit/{",
        "/lit/}",
        "/lit/*",
        "/lit/{*rest}",
        "/lit/:id",
        "/",
    ]);
    let expected = [
        ("/a/5", r#"GET /a/{x} x="5""#),
        ("/a/5/b", r#"GET /a/{y}/b y="5""#),
        ("/a/5.json", r#"GET /a/{x}.json x="5""#),
        ("/a/5:cancel", r#"GET /a/{x}:cancel x="5""#),
        ("/a/1-2-3", r#"GET /a/{x}-{y} x="1" y="2-3""#),
        ("/a/b", "GET /a/b"),
        ("/a/b/c", "GET /a/b/c"),
        ("/a/b/b", r#"GET /a/{y}/b y="b""#),
        ("/a/.json", r#"GET /a/{x} x=".json""#),
        ("/lit/*", "GET /lit/*"),
        ("/lit/%7B", "GET /lit/{"),
        ("/lit/%7D", "GET /lit/}"),
        ("/lit/:id", "GET /lit/:id"),
        ("/", "GET /"),
        ("/a/", "404"),
        ("/a", "404"),
        ("/a/5/", "404"),
        ("//a/5", "404"),
        ("/a/5/b/c", "404"),
    ];
    for (target, answer) in expected {
        assert_eq!(text_or_status(&router, target).await, answer, "{target}");
    }
}

#[tokio::test]
async fn the_most_literal_template_wins() {
    let router = paths(&["/{x}", "/{x}.tar.gz", "/{x}.gz", "/v{x}", "/v1", "/{x}{y}!"]);
    for (target, answer) in [
        ("/v1", "GET /v1"),
        ("/v2", r#"GET /v{x} x="2""#),
        ("/a.gz", r#"GET /{x}.gz x="a""#),
        ("/a.tar.gz", r#"GET /{x}.tar.gz x="a""#),
        ("/abc!", r#"GET /{x}{y}! x="a" y="bc""#),
        ("/b", r#"GET /{x} x="b""#),
    ] {
        assert_eq!(text_or_status(&router, target).await, answer, "{target}");
    }
}

#[tokio::test]
async fn a_template_that_does_not_fit_to_its_end_leaves_nothing_behind() {
    let router = paths(&["/{x}.json/b", "/{x}/c", "/lit/{y}/d", "/{z}/e/f"]);
    assert_eq!(
        text_or_status(&router, "/1.json/c").await,
        r#"GET /{x}/c x="1.json""#
    );
    assert_eq!(
        text_or_status(&router, "/lit/e/f").await,
        r#"GET /{z}/e/f z="lit""#
    );
}

#[tokio::test]
async fn templates_that_are_the_same_do_not_panic() {
    let router = echo(vec![
        operation("GET", "/a/{x}"),
        operation("GET", "/a/{other}"),
        operation("PUT", "/a/{name}"),
    ]);
    assert_eq!(text_or_status(&router, "/a/1").await, r#"GET /a/{x} x="1""#);
    let put = send(&router, empty(request("PUT", "/a/1"))).await;
    assert_eq!(put.text(), r#"PUT /a/{name} name="1""#);
}

#[tokio::test]
async fn variables_are_decoded_once() {
    let router = paths(&["/a/{x}", "/a/{x}:go", "/é/ü-{x}"]);
    for (target, answer) in [
        ("/a/b%2Fc", r#"GET /a/{x} x="b/c""#),
        ("/a/%2541", r#"GET /a/{x} x="%41""#),
        ("/a/a+b", r#"GET /a/{x} x="a+b""#),
        ("/a/%C3%A9", r#"GET /a/{x} x="é""#),
        ("/a/b%3Ago", r#"GET /a/{x} x="b:go""#),
        ("/a/b%3A:go", r#"GET /a/{x}:go x="b:""#),
        ("/%61/x", r#"GET /a/{x} x="x""#),
        ("/%C3%A9/%c3%bc-1", r#"GET /é/ü-{x} x="1""#),
        ("/a%2Fx", "404"),
        ("/a/%FF", "400"),
        ("/a/%zz", "400"),
        ("/a/..", r#"GET /a/{x} x="..""#),
    ] {
        assert_eq!(text_or_status(&router, target).await, answer, "{target}");
    }
}

#[tokio::test]
async fn a_path_that_is_not_described_is_a_404_before_any_credential() {
    for target in [
        "/",
        "/org",
        "/org/acme",
        "/org/acme/offer/",
        "/org//offer",
        "/ORG/acme/offer",
    ] {
        let answer = send(&market(), empty(request("GET", target))).await;
        answer.is_problem(404, "unknown_path");
    }
}

#[tokio::test]
async fn a_method_that_is_not_described_is_a_405_with_exactly_the_others() {
    for (target, allow) in [
        ("/org/acme/offer", "GET, POST, HEAD, OPTIONS"),
        ("/org/acme/offer/1/cancel", "POST, OPTIONS"),
        ("/oauth2/token", "POST, OPTIONS"),
    ] {
        for method in ["PUT", "DELETE", "PATCH", "TRACE", "XPROBE"] {
            let answer = send(&market(), empty(request(method, target))).await;
            answer.is_problem(405, "unknown_method");
            assert_eq!(answer.all("allow"), [allow], "{method} {target}");
        }
    }
    let head = send(&market(), empty(request("HEAD", "/oauth2/token"))).await;
    assert_eq!(head.status, 405);
    assert!(head.body.is_empty());
}

#[tokio::test]
async fn options_needs_no_credential() {
    let answer = send(&market(), empty(request("OPTIONS", "/org/acme/offer"))).await;
    assert_eq!(answer.status, 204);
    assert_eq!(answer.header("allow"), "GET, POST, HEAD, OPTIONS");
    assert!(answer.body.is_empty());
    assert_eq!(
        send(&market(), empty(request("OPTIONS", "/no")))
            .await
            .status,
        404
    );

    let all = send(&market(), empty(request("OPTIONS", "*"))).await;
    assert_eq!(all.status, 204);
    assert_eq!(all.header("allow"), "POST, GET, HEAD, OPTIONS");
}

#[tokio::test]
async fn described_head_and_options_win() {
    let router = echo(vec![
        operation("GET", "/a"),
        operation("HEAD", "/a"),
        operation("OPTIONS", "/a"),
    ]);
    let options = send(&router, empty(request("OPTIONS", "/a"))).await;
    assert_eq!(options.text(), "OPTIONS /a");
    let head = send(&router, empty(request("HEAD", "/a"))).await;
    assert_eq!(head.header("content-length"), "HEAD /a".len().to_string());
    let put = send(&router, empty(request("PUT", "/a"))).await;
    assert_eq!(put.header("allow"), "GET, HEAD, OPTIONS");
}

#[tokio::test]
async fn head_is_get_without_the_body() {
    for target in [
        "/org/acme/offer",
        "/org/acme/offer?limit=x",
        "/org/panic/offer",
        "/no",
    ] {
        let builder = |method| authorized(method, target).header("x-request-id", "same");
        let get = send(&market(), empty(builder("GET"))).await;
        let head = send(&market(), empty(builder("HEAD"))).await;
        assert_eq!(head.status, get.status, "{target}");
        assert_eq!(head.headers, get.headers, "{target}");
        assert!(head.body.is_empty());
        assert_eq!(head.header("content-length"), get.body.len().to_string());
    }
}

#[tokio::test]
async fn a_prefix_can_be_set() {
    let router = market_with(Config::default().path_prefix("/v1/"));
    let status = async |target| send(&router, empty(authorized("GET", target))).await.status;
    assert_eq!(status("/v1/org/acme/offer").await, 200);
    assert_eq!(status("/org/acme/offer").await, 404);
    assert_eq!(status("/v1").await, 404);
    assert_eq!(status("/v1org/acme/offer").await, 404);
    let nested = Router::new().nest("/v2", market());
    let answer = send(&nested, empty(authorized("GET", "/v2/org/acme/offer"))).await;
    assert_eq!(answer.status, 200);
}

#[tokio::test]
async fn a_router_can_have_a_part_of_the_operations() {
    let resource_host = routes(Market)
        .of_server("{base_url}")
        .into_router(Config::default());
    let token_host = tokens::router(Market, Config::default());
    let just_offers = offers::router(Market, Config::default());
    for (router, offers, tokens) in [
        (resource_host, 405, 404),
        (token_host, 404, 405),
        (just_offers, 405, 404),
    ] {
        let status = async |target| send(&router, empty(request("PUT", target))).await.status;
        assert_eq!(status("/org/acme/offer").await, offers);
        assert_eq!(status("/oauth2/token").await, tokens);
    }
}

#[tokio::test]
async fn routes_of_axum_can_be_added() {
    let router = market().route("/health", axum::routing::get(async || "ok"));
    assert_eq!(text_or_status(&router, "/health").await, "ok");
    assert_eq!(text_or_status(&router, "/healthy").await, "404");
}
