//! Which credentials are sent, how tokens are obtained, and which hosts never see any of them.

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use client::runtime::{BuildError, CredentialsError, ServerError, TokenFuture, TokenProvider};
use client::types::{OfferCreate, OrgId, TokenRequest};
use client::{Client, ClientCredentials, Credentials, Error, Secret};
use serde_json::{Value, json};
use support::{Received, Reply, Service, TestClock, empty_page};
use tokio::task::JoinSet;

const SECRET: &str = "c4nary/s3cret+";

fn app() -> ClientCredentials {
    ClientCredentials::new("app", SECRET).resource("{base_url}")
}

fn acme() -> OrgId {
    "acme".into()
}

/// Starts a service that issues `token-1`, `token-2` and so on, and accepts those that `accepts`
/// selects.
async fn service(life: Value, accepts: fn(&str) -> bool) -> Service {
    let count = AtomicUsize::new(0);
    Service::start(move |request| {
        if request.target != "/oauth2/token" {
            let sent = request.header("authorization").unwrap_or_default();
            return if accepts(sent) {
                empty_page()
            } else {
                Reply::problem(401)
            };
        }
        let number = count.fetch_add(1, Ordering::Relaxed) + 1;
        let token = format!("token-{number}");
        Reply::json(
            200,
            &json!({"access_token": token, "token_type": "Bearer", "expires_in": life}),
        )
    })
    .await
}

fn authorizations(service: &Service) -> Vec<Option<String>> {
    let sent = |request: &Received| request.header("authorization").map(str::to_owned);
    let received = service.received();
    received
        .iter()
        .filter(|request| request.target != "/oauth2/token")
        .map(sent)
        .collect()
}

#[tokio::test]
async fn many_requests_ask_for_one_token() {
    let service = service(json!(3600), |_| true).await;
    let client = service.builder().oauth2(app()).build().unwrap();
    let mut calls = JoinSet::new();
    for _ in 0..8 {
        calls.spawn(client.offers().list(acme()).send());
    }
    assert!(calls.join_all().await.iter().all(Result::is_ok));
    assert_eq!(service.count("/oauth2/token"), 1);
    assert_eq!(
        authorizations(&service),
        vec![Some("Bearer token-1".to_owned()); 8]
    );
}

#[tokio::test]
async fn a_token_is_asked_for_with_a_form() {
    let service = service(json!(3600), |_| true).await;
    let client = service
        .builder()
        .oauth2(app().scope("offers:read offers:write"))
        .build()
        .unwrap();
    client.offers().list(acme()).await.unwrap();
    let request = &service.received()[0];
    let resource = service.url.replace(':', "%3A").replace('/', "%2F");
    assert_eq!(request.method, "POST");
    assert_eq!(
        request.header("content-type"),
        Some("application/x-www-form-urlencoded")
    );
    assert_eq!(request.header("authorization"), None);
    assert_eq!(
        request.body,
        format!(
            "grant_type=client_credentials&client_id=app&client_secret=c4nary%2Fs3cret%2B\
             &resource={resource}&scope=offers%3Aread+offers%3Awrite"
        )
    );
}

#[tokio::test]
async fn who_waited_for_a_token_shares_the_failure() {
    let refuse = || Reply::json(401, &json!({"error": "invalid_client"}));
    let service = Service::start(move |_| refuse()).await;
    let client = service.builder().oauth2(app()).build().unwrap();
    let mut calls = JoinSet::new();
    for _ in 0..8 {
        calls.spawn(client.offers().list(acme()).send());
    }
    for outcome in calls.join_all().await {
        let Err(Error::Credentials {
            error: CredentialsError::Refused { code, raw, .. },
            ..
        }) = outcome
        else {
            panic!("{outcome:?}");
        };
        assert_eq!(
            (code.as_deref(), raw.status()),
            (Some("invalid_client"), 401)
        );
    }
    assert_eq!(service.targets(), ["/oauth2/token"]);
    assert!(client.offers().list(acme()).await.is_err());
    assert_eq!(
        service.count("/oauth2/token"),
        2,
        "a later request asks anew"
    );
}

#[tokio::test]
async fn a_token_is_renewed_before_it_ends() {
    let service = service(json!(100), |_| true).await;
    let clock = TestClock::default();
    let client = service
        .builder()
        .clock(clock.clone())
        .oauth2(app())
        .build()
        .unwrap();
    for (wait, tokens) in [(0, 1), (69, 1), (1, 2), (69, 2), (1, 3)] {
        clock.advance(Duration::from_secs(wait));
        client.offers().list(acme()).await.unwrap();
        assert_eq!(service.count("/oauth2/token"), tokens);
    }
}

#[tokio::test]
async fn a_short_token_is_used_for_half_its_life() {
    let service = service(json!("10"), |_| true).await;
    let clock = TestClock::default();
    let client = service
        .builder()
        .clock(clock.clone())
        .oauth2(app())
        .build()
        .unwrap();
    for (wait, tokens) in [(0, 1), (4, 1), (1, 2)] {
        clock.advance(Duration::from_secs(wait));
        client.offers().list(acme()).await.unwrap();
        assert_eq!(service.count("/oauth2/token"), tokens);
    }
}

#[tokio::test]
async fn a_refused_token_is_renewed_once() {
    let service = service(json!(3600), |sent| sent != "Bearer token-1").await;
    let client = service.builder().oauth2(app()).build().unwrap();
    let offer = OfferCreate::new("An offer");
    let error = client.offers().create(acme(), &offer).await.unwrap_err();
    assert_eq!(error.status(), Some(200), "undeclared here, but not 401");
    let tokens = ["Bearer token-1", "Bearer token-2"].map(|token| Some(token.to_owned()));
    assert_eq!(authorizations(&service), tokens);
}

#[tokio::test]
async fn a_token_that_is_refused_again_is_given_up() {
    let service = service(json!(3600), |_| false).await;
    let client = service.builder().oauth2(app()).build().unwrap();
    let error = client.offers().list(acme()).await.unwrap_err();
    assert_eq!(error.status(), Some(401));
    assert_eq!(service.count("/oauth2/token"), 2);
    assert_eq!(authorizations(&service).len(), 2);
}

#[tokio::test]
async fn many_refused_requests_ask_for_one_new_token() {
    let service = service(json!(3600), |sent| sent != "Bearer token-1").await;
    let client = service.builder().oauth2(app()).build().unwrap();
    let mut calls = JoinSet::new();
    for _ in 0..8 {
        calls.spawn(client.offers().list(acme()).send());
    }
    assert!(calls.join_all().await.iter().all(Result::is_ok));
    assert_eq!(service.count("/oauth2/token"), 2);
}

#[tokio::test]
async fn a_token_answer_that_is_none_is_refused() {
    for answer in [
        json!({}),
        json!({"access_token": "", "token_type": "bearer"}),
        json!([]),
        json!({"access_token": "t", "token_type": "mac"}),
    ] {
        let service = Service::start(move |_| Reply::json(200, &answer)).await;
        let client = service.builder().oauth2(app()).build().unwrap();
        let error = client.offers().list(acme()).await.unwrap_err();
        let Error::Credentials {
            error: CredentialsError::Malformed { .. },
            ..
        } = error
        else {
            panic!("{error:?}");
        };
    }
}

#[tokio::test]
async fn a_key_has_its_prefix_and_a_401_for_it_is_an_answer() {
    let service = service(json!(3600), |_| false).await;
    let client = service.builder().api_key("k3y").build().unwrap();
    let error = client.offers().list(acme()).await.unwrap_err();
    assert_eq!(error.status(), Some(401));
    assert_eq!(authorizations(&service), [Some("Key k3y".to_owned())]);
}

#[tokio::test]
async fn the_first_alternative_that_is_configured_is_sent() {
    let service = service(json!(3600), |_| true).await;
    let client = service
        .builder()
        .api_key("k3y")
        .oauth2("own-token")
        .build()
        .unwrap();
    client.offers().list(acme()).await.unwrap();
    assert_eq!(
        authorizations(&service),
        [Some("Bearer own-token".to_owned())]
    );
}

#[tokio::test]
async fn an_operation_without_security_gets_no_credential() {
    let service = service(json!(3600), |_| true).await;
    let client = service.builder().api_key("k3y").build().unwrap();
    let request = TokenRequest {
        grant_type: "client_credentials".to_owned(),
        client_id: Some("app".to_owned()),
        client_secret: None,
        resource: None,
    };
    let token = client.tokens().get(&request).await.unwrap();
    assert_eq!(token.access_token, "token-1");
    let received = &service.received()[0];
    assert_eq!(received.header("authorization"), None);
    assert_eq!(received.body, "grant_type=client_credentials&client_id=app");
}

#[tokio::test]
async fn a_login_is_sent_as_basic() {
    let service = Service::script(vec![|| Reply::empty(201)]).await;
    let login = Credentials::basic("Aladdin", "open sesame");
    let client = service
        .builder()
        .credentials("Login", login)
        .build()
        .unwrap();
    client.files().put("a").await.unwrap();
    let expected = "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==";
    assert_eq!(
        service.received()[0].header("authorization"),
        Some(expected)
    );
}

#[tokio::test]
async fn all_credentials_of_an_alternative_are_sent() {
    let service = Service::script(vec![|| Reply::empty(201)]).await;
    let builder = service
        .builder()
        .credentials("Query", "a&b c")
        .credentials("Cookie", "biscuit");
    builder
        .build()
        .unwrap()
        .files()
        .put("a")
        .theme("dark")
        .await
        .unwrap();
    let request = &service.received()[0];
    assert_eq!(request.target, "/file/a?key=a%26b+c");
    assert_eq!(
        request.header("cookie"),
        Some("theme=dark; session=biscuit")
    );
}

#[tokio::test]
async fn half_an_alternative_is_none() {
    let service = Service::script(vec![|| Reply::empty(201)]).await;
    let client = service
        .builder()
        .credentials("Query", "k3y")
        .build()
        .unwrap();
    client.files().put("a").await.unwrap();
    assert_eq!(
        service.targets(),
        ["/file/a"],
        "no credential is an alternative here"
    );
    let error = client.offers().list(acme()).await.unwrap_err();
    let Error::Credentials {
        error: CredentialsError::Missing { operation },
        ..
    } = error
    else {
        panic!("{error:?}");
    };
    assert_eq!(operation, "listOffers");
}

#[tokio::test]
async fn another_site_gets_no_credential_unasked() {
    const PREVIEWS: &str = "https://previews.elsewhere.example";
    let service = Service::script(vec![|| Reply::empty(204)]).await;
    let builder = || service.builder().credentials("ApiKey", "k3y");
    let client = builder().build().unwrap();
    let error = client.files().get_preview("a").await.unwrap_err();
    let Error::Credentials {
        error: CredentialsError::Elsewhere { operation, server },
        ..
    } = error
    else {
        panic!("{error:?}");
    };
    assert_eq!((operation, server), ("getPreview", PREVIEWS));
    assert_eq!(service.received().len(), 0);

    let told = builder().server(PREVIEWS, &service.url).build().unwrap();
    told.files().get_preview("a").await.unwrap();
    assert_eq!(authorizations(&service), [Some("Key k3y".to_owned())]);
}

#[tokio::test]
async fn a_key_in_the_query_is_not_in_errors() {
    let service = Service::script(vec![|| Reply::Hangup]).await;
    let builder = service
        .builder()
        .credentials("Query", SECRET)
        .credentials("Cookie", "biscuit");
    let error = builder.build().unwrap().files().put("a").await.unwrap_err();
    let printed = format!("{error:?} {error} {:?}", std::error::Error::source(&error));
    assert!(
        !printed.contains("c4nary") && !printed.contains("biscuit"),
        "{printed}"
    );
}

#[derive(Debug)]
struct Vault;

impl TokenProvider for Vault {
    fn token<'a>(&'a self, refused: Option<&'a Secret>) -> TokenFuture<'a> {
        let token = if refused.is_some() { "second" } else { "first" };
        Box::pin(std::future::ready(Ok(token.into())))
    }
}

#[tokio::test]
async fn a_provider_learns_which_token_was_refused() {
    let service = service(json!(3600), |sent| sent == "Bearer second").await;
    let client = service
        .builder()
        .oauth2(Credentials::Provider(Arc::new(Vault)))
        .build()
        .unwrap();
    client.offers().list(acme()).await.unwrap();
    let tokens = ["Bearer first", "Bearer second"].map(|token| Some(token.to_owned()));
    assert_eq!(authorizations(&service), tokens);
}

#[tokio::test]
async fn a_credential_that_is_no_header_is_refused_unseen() {
    let service = service(json!(3600), |_| true).await;
    let client = service.builder().api_key("k3y\r\nx: y").build().unwrap();
    let error = client.offers().list(acme()).await.unwrap_err();
    assert!(
        matches!(
            error,
            Error::Credentials {
                error: CredentialsError::Unwritable,
                ..
            }
        ),
        "{error:?}"
    );
    assert!(service.received().is_empty());
}

#[tokio::test]
async fn redirects_are_answers_and_take_nothing_along() {
    let elsewhere = Service::script(vec![empty_page]).await;
    let target = elsewhere.url.clone();
    for status in [301, 302, 303, 307, 308] {
        let location = target.clone();
        let service = Service::start(move |_| Reply::empty(status).header("location", &location));
        let service = service.await;
        let client = service.builder().api_key("k3y").build().unwrap();
        let offer = OfferCreate::new("An offer");
        let error = client.offers().create(acme(), &offer).await.unwrap_err();
        let Error::Undeclared { raw, .. } = error else {
            panic!("{error:?}");
        };
        assert_eq!(
            (raw.status(), raw.header("location")),
            (status, Some(target.as_str()))
        );
    }
    assert!(elsewhere.received().is_empty());
}

#[tokio::test]
async fn a_redirect_of_the_token_endpoint_is_a_refusal() {
    let elsewhere = Service::script(vec![empty_page]).await;
    let target = elsewhere.url.clone();
    let service = Service::start(move |_| Reply::empty(307).header("location", &target)).await;
    let client = service.builder().oauth2(app()).build().unwrap();
    let error = client.offers().list(acme()).await.unwrap_err();
    assert!(
        matches!(
            error,
            Error::Credentials {
                error: CredentialsError::Refused { .. },
                ..
            }
        ),
        "{error:?}"
    );
    assert!(elsewhere.received().is_empty());
}

#[test]
fn what_cannot_work_is_said_when_the_client_is_built() {
    let unknown = Client::builder().credentials("Nope", "x").build();
    assert!(matches!(unknown, Err(BuildError::UnknownScheme(name)) if name == "Nope"));
    let basic = Client::builder()
        .api_key(Credentials::basic("me", SECRET))
        .build();
    assert!(matches!(basic, Err(BuildError::WrongCredentials(name)) if name == "ApiKey"));
    let homeless = Client::builder()
        .base_url("https://api.example")
        .oauth2(app().token_url("{region_url}/token"))
        .build();
    let Err(BuildError::Server(ServerError::Variable(name))) = homeless else {
        panic!("{homeless:?}");
    };
    assert_eq!(name, "region_url");
    for agent in ["a\r\nEvil: 1", "a\n", "a\0"] {
        let injected = Client::builder().user_agent(agent).build();
        assert!(matches!(injected, Err(BuildError::Http(_))), "{agent:?}");
    }
}

#[tokio::test]
async fn nothing_that_is_printed_has_a_secret_in_it() {
    let service = service(json!(3600), |_| false).await;
    let builder = service.builder().oauth2(app()).api_key(SECRET);
    let mut printed = vec![format!("{builder:?}")];
    let client = builder.build().unwrap();
    let call = client.offers().list(acme());
    printed.push(format!("{client:?} {call:?}"));
    let error = call.await.unwrap_err();
    printed.push(format!("{error:?} {error} {client:?}"));
    printed.push(format!("{:?}", Credentials::basic("me", SECRET)));
    let printed = printed.concat();
    assert!(printed.contains("[redacted]"));
    for secret in [SECRET, "c4nary", "s3cret", "token-1", "token-2", "bWU6"] {
        assert!(!printed.contains(secret), "{secret} in {printed}");
    }
}
