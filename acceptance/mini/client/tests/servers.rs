//! The addresses that requests are sent to.

mod support;

use std::error::Error as _;
use std::process::Command;

use client::runtime::{BuildError, RequestError, ServerError};
use client::{Client, Error, RequestOptions, RetryPolicy};
use support::{Service, empty_page};

async fn target(base: impl Fn(&str) -> String) -> String {
    let service = Service::script(vec![empty_page]).await;
    let client = Client::builder()
        .base_url(base(&service.url))
        .build()
        .unwrap();
    client.offers().list("a b/c").offset(3).await.unwrap();
    service.targets().remove(0)
}

#[tokio::test]
async fn paths_are_joined_with_one_slash() {
    assert_eq!(target(str::to_owned).await, "/org/a%20b%2Fc/offer?offset=3");
    assert_eq!(
        target(|url| format!("{url}/")).await,
        "/org/a%20b%2Fc/offer?offset=3"
    );
    assert_eq!(
        target(|url| format!("{url}/v1")).await,
        "/v1/org/a%20b%2Fc/offer?offset=3"
    );
    assert_eq!(
        target(|url| format!("{url}/v1/")).await,
        "/v1/org/a%20b%2Fc/offer?offset=3"
    );
}

#[tokio::test]
async fn a_server_can_be_replaced_and_be_relative() {
    let service = Service::script(vec![empty_page]).await;
    let builder = Client::builder()
        .server("{base_url}", "/{version}/api")
        .variable("version", "v2");
    let client = builder
        .origin(format!("{}/docs/openapi.json", service.url))
        .build()
        .unwrap();
    client.offers().list("acme").await.unwrap();
    assert_eq!(service.targets(), ["/v2/api/org/acme/offer"]);
}

#[test]
fn what_is_no_address_is_said_when_the_client_is_built() {
    for address in [
        "localhost:8080",
        "api.example/v1",
        "ftp://api.example",
        "https://me:pass@api.example",
        "https://api.example?key=1",
        "https://api.example#top",
    ] {
        let error = Client::builder().base_url(address).build().unwrap_err();
        let BuildError::Server(ServerError::Invalid { .. }) = &error else {
            panic!("{address}: {error:?}");
        };
        assert!(!format!("{error:?} {}", error.source().unwrap()).contains("pass@"));
    }
}

#[test]
fn only_a_server_that_is_there_can_be_replaced() {
    let error = Client::builder()
        .server("https://old.example", "https://new.example")
        .build();
    assert!(
        matches!(error, Err(BuildError::UnknownServer(address)) if address == "https://old.example")
    );
}

#[tokio::test]
async fn a_server_that_nobody_named_is_said_when_it_is_needed() {
    let client = Client::builder()
        .server("{base_url}", "https://{region}.example")
        .build()
        .unwrap();
    let error = client.offers().list("acme").await.unwrap_err();
    let Error::Request {
        error: RequestError::Server(ServerError::Variable(name)),
        ..
    } = &error
    else {
        panic!("{error:?}");
    };
    assert_eq!(name, "region");
}

#[tokio::test]
async fn a_path_parameter_leads_nowhere_else() {
    let service = Service::script(vec![empty_page]).await;
    let client = service.client();
    for parameter in ["", ".", ".."] {
        let error = client.offers().list(parameter).await.unwrap_err();
        assert!(
            matches!(error, Error::Request { .. }),
            "{parameter:?}: {error:?}"
        );
    }
    client.offers().list("%2e%2E/..\\?#{orgId}").await.unwrap();
    assert_eq!(
        service.targets(),
        ["/org/%252e%252E%2F..%5C%3F%23%7BorgId%7D/offer"]
    );
}

#[tokio::test]
async fn a_request_can_have_headers_of_its_own() {
    let service = Service::script(vec![empty_page]).await;
    let client = service.client();
    let options = RequestOptions::new()
        .header("X-Trace", "7")
        .header("Accept", "text/csv");
    client
        .offers()
        .list("acme")
        .with_options(options)
        .await
        .unwrap();
    let request = &service.received()[0];
    assert_eq!(
        (request.header("x-trace"), request.header("accept")),
        (Some("7"), Some("text/csv"))
    );
    let bad = client
        .offers()
        .list("acme")
        .with_options(RequestOptions::new().header("X", "a\nb"));
    assert!(matches!(
        bad.await,
        Err(Error::Request {
            error: RequestError::Header { .. },
            ..
        })
    ));
}

/// The environment belongs to the process, so each case runs in a separate one.
fn run_alone(case: &str, proxy: &str) -> bool {
    let mut child = Command::new(std::env::current_exe().unwrap());
    child
        .args(["--exact", case, "--ignored"])
        .env_remove("NO_PROXY")
        .env_remove("no_proxy");
    for name in ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"] {
        child.env(name, proxy);
    }
    child.output().unwrap().status.success()
}

#[test]
fn this_machine_is_reached_without_a_proxy() {
    assert!(run_alone("with_a_proxy_that_is_none", "http://127.0.0.1:9"));
}

#[tokio::test]
#[ignore = "run by `this_machine_is_reached_without_a_proxy`"]
async fn with_a_proxy_that_is_none() {
    let service = Service::script(vec![empty_page]).await;
    service.client().offers().list("acme").await.unwrap();
}

#[tokio::test]
async fn others_are_reached_through_the_proxy() {
    let proxy = Service::script(vec![empty_page]).await;
    let url = proxy.url.clone();
    let run = tokio::task::spawn_blocking(move || run_alone("with_a_proxy", &url));
    assert!(run.await.unwrap());
    assert_eq!(proxy.targets(), ["http://service.invalid/org/acme/offer"]);
}

#[tokio::test]
#[ignore = "run by `others_are_reached_through_the_proxy`"]
async fn with_a_proxy() {
    let builder = Client::builder()
        .base_url("http://service.invalid")
        .retry(RetryPolicy::none());
    builder
        .build()
        .unwrap()
        .offers()
        .list("acme")
        .await
        .unwrap();
}
