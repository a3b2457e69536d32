//! What middleware sees and does, and the log of attempts.

mod support;

use std::process::Command;
use std::sync::{Arc, Mutex};

use client::runtime::reqwest::header::HeaderValue;
use client::runtime::{Attempt, AttemptError, AttemptErrorKind, AttemptFuture, Next};
use client::{ClientCredentials, Error, Middleware};
use serde_json::json;
use support::{Reply, Service, empty_page};

const SECRET: &str = "c4nary-s3cret";
const TOKEN: &str = "c4nary-t0ken";

/// Issues tokens, and answers everything else with an empty page.
async fn service() -> Service {
    Service::start(|request| {
        if request.target == "/oauth2/token" {
            let token = json!({"access_token": TOKEN, "token_type": "Bearer", "expires_in": 60});
            Reply::json(200, &token)
        } else {
            empty_page()
        }
    })
    .await
}

/// Records everything that can be printed of attempts.
#[derive(Debug, Clone, Default)]
struct Printed(Arc<Mutex<Vec<String>>>);

impl Printed {
    fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }

    fn print(&self, line: String) {
        self.0.lock().unwrap().push(line);
    }
}

impl Middleware for Printed {
    fn handle<'a>(&'a self, attempt: &'a mut Attempt, next: Next<'a>) -> AttemptFuture<'a> {
        let (url, headers) = (attempt.url().clone(), attempt.headers().clone());
        let name = attempt.operation().to_owned();
        self.print(format!("{name} begins"));
        self.print(format!("{attempt:?} {url} {headers:?} {next:?}"));
        Box::pin(async move {
            let response = next.run(attempt).await?;
            self.print(format!("{name} ends"));
            self.print(format!("{response:?} {attempt:?} {:?}", attempt.headers()));
            Ok(response)
        })
    }
}

#[tokio::test]
async fn a_request_for_a_token_is_an_attempt_inside_of_the_call_and_no_secret_is_seen() {
    let (service, printed) = (service().await, Printed::default());
    let credentials = ClientCredentials::new("app", SECRET).resource("{base_url}");
    let client = service
        .builder()
        .oauth2(credentials)
        .middleware(printed.clone());
    let client = client.build().unwrap();
    client.offers().list("acme").await.unwrap();
    let lines = printed.lines();
    let marks: Vec<_> = lines.iter().step_by(2).collect();
    let expected = [
        "listOffers begins",
        "the token endpoint begins",
        "the token endpoint ends",
        "listOffers ends",
    ];
    assert_eq!(marks, expected.each_ref());
    let all = lines.join("\n");
    assert!(all.contains("/oauth2/token"), "{all}");
    assert!(!all.contains("c4nary"), "{all}");
    assert_eq!(service.received().len(), 2);
}

/// Adds a header field that a credential has too.
#[derive(Debug)]
struct Impostor;

impl Middleware for Impostor {
    fn handle<'a>(&'a self, attempt: &'a mut Attempt, next: Next<'a>) -> AttemptFuture<'a> {
        let forged = HeaderValue::from_static("Bearer forged");
        attempt.headers_mut().insert("authorization", forged);
        next.run(attempt)
    }
}

#[tokio::test]
async fn middleware_does_not_replace_credentials() {
    let service = service().await;
    let client = service
        .builder()
        .oauth2(ClientCredentials::new("app", SECRET));
    let client = client.middleware(Impostor).build().unwrap();
    client.offers().list("acme").await.unwrap();
    let received = service.received();
    let sent = received.last().unwrap().header("authorization");
    assert_eq!(sent, Some(format!("Bearer {TOKEN}").as_str()));
}

/// Fails before it sends anything, or after it.
#[derive(Debug)]
struct Failing {
    sends: bool,
}

impl Middleware for Failing {
    fn handle<'a>(&'a self, attempt: &'a mut Attempt, next: Next<'a>) -> AttemptFuture<'a> {
        Box::pin(async move {
            if self.sends {
                next.run(attempt).await?;
            }
            Err(AttemptError::new("the budget is spent"))
        })
    }
}

#[tokio::test]
async fn an_error_of_a_middleware_fails_the_call_at_once() {
    for sends in [false, true] {
        let service = service().await;
        let client = service.builder().middleware(Failing { sends });
        let client = client.build().unwrap();
        let error = client.offers().list("acme").await.unwrap_err();
        assert_eq!(error.to_string(), "listOffers: a middleware failed");
        let Error::Middleware { error, .. } = error else {
            panic!("{error:?}");
        };
        assert_eq!(error.to_string(), "the budget is spent");
        assert_eq!(service.received().len(), usize::from(sends));
    }
    assert_eq!(AttemptError::new("no").kind(), AttemptErrorKind::Other);
}

/// Set for the process that the test below starts.
const ADDRESS: &str = "MIDDLEWARE_TEST_ADDRESS";

#[tokio::test]
#[ignore = "started by the next test"]
async fn calls_once() {
    let address = std::env::var(ADDRESS).expect("set by the next test");
    let client = client::Client::builder()
        .base_url(&address)
        .auth_url(&address);
    let client = client.build().unwrap();
    client.offers().list("acme").await.unwrap();
}

#[tokio::test]
async fn an_environment_variable_turns_on_the_log() {
    let service = service().await;
    for (level, lines) in [("debug", 2), ("info", 1), ("warn", 0), ("loud", 0)] {
        let address = service.url.clone();
        let run = move || {
            let program = std::env::current_exe().unwrap();
            let mut command = Command::new(program);
            command.args(["--ignored", "--exact", "calls_once", "--nocapture"]);
            command.env(ADDRESS, address).env("MINI_LOG", level);
            command.output().unwrap()
        };
        let output = tokio::task::spawn_blocking(run).await.unwrap();
        assert!(output.status.success(), "{output:?}");
        let text = String::from_utf8(output.stderr).unwrap();
        let logged = text
            .lines()
            .filter(|line| line.starts_with("listOffers: GET "));
        assert_eq!(logged.count(), lines, "{level}: {text}");
    }
}
