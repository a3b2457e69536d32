//! How responses are read.

mod support;

use std::error::Error as _;
use std::time::Duration;

use client::types::{OfferCreate, OfferStatus};
use client::{
    CancelOfferError, CancelOfferSuccess, Client, CreateOfferError, Error, ListOffersError,
    RetryPolicy,
};
use support::{Reply, Service, empty_page, offer, page};

fn new_offer() -> OfferCreate {
    OfferCreate::new("An offer")
}

#[tokio::test]
async fn a_request_has_its_parameters_in_their_places() {
    let service = Service::script(vec![empty_page]).await;
    let status = [OfferStatus::Draft, OfferStatus::PendingAcceptance];
    let call = service
        .client()
        .offers()
        .list("acme")
        .limit(5)
        .limit(7)
        .status(&status);
    call.await.unwrap();
    let request = &service.received()[0];
    assert_eq!(request.method, "GET");
    assert_eq!(
        request.target,
        "/org/acme/offer?limit=7&status=DRAFT&status=PENDING_ACCEPTANCE"
    );
    assert_eq!(
        request.header("accept"),
        Some("application/json, application/problem+json")
    );
    let agent = request.header("user-agent").unwrap_or_default();
    let platform = agent
        .strip_prefix("mini-client/1.0.0 rust (")
        .unwrap_or_default();
    assert!(
        platform.ends_with(')') && platform.contains("; "),
        "{agent}"
    );
    assert_eq!(request.header("authorization"), None);
}

#[tokio::test]
async fn a_body_is_sent_with_its_media_type() {
    let service = Service::script(vec![|| Reply::json(201, &offer("o1"))]).await;
    let client = service.client();
    let made = client
        .offers()
        .create("acme", &new_offer())
        .send()
        .with_response();
    let made = made.await.unwrap();
    assert_eq!(made.status(), 201);
    assert_eq!(made.headers()["content-type"], "application/json");
    assert_eq!(made.body.id.0, "o1");
    let request = &service.received()[0];
    assert_eq!(request.header("content-type"), Some("application/json"));
    assert_eq!(request.body, r#"{"name":"An offer"}"#);
}

#[tokio::test]
async fn several_successes_are_told_apart_by_status() {
    let replies: Vec<fn() -> Reply> = vec![|| Reply::json(202, &offer("o1")), || Reply::empty(204)];
    let service = Service::script(replies).await;
    let client = service.client();
    let cancel = || client.offers().cancel("acme", "o1");
    let CancelOfferSuccess::Accepted(offer) = cancel().await.unwrap() else {
        panic!("202 was taken for something else");
    };
    assert_eq!(offer.id.0, "o1");
    assert!(matches!(
        cancel().await.unwrap(),
        CancelOfferSuccess::NoContent
    ));
}

#[tokio::test]
async fn an_exact_status_is_typed() {
    let service = Service::script(vec![|| Reply::problem(409)]).await;
    let error = service
        .client()
        .offers()
        .create("acme", &new_offer())
        .await
        .unwrap_err();
    assert_eq!(error.status(), Some(409));
    let Some(CreateOfferError::Conflict(problem)) = error.api() else {
        panic!("{error:?}");
    };
    assert_eq!(problem.title.as_deref(), Some("no"));
    assert!(error.raw().unwrap().text().contains("\"title\":\"no\""));
}

#[tokio::test]
async fn a_range_comes_before_the_default() {
    let replies: Vec<fn() -> Reply> = vec![|| Reply::problem(418), || Reply::problem(500)];
    let service = Service::script(replies).await;
    let client = service.client();
    let list = || client.offers().list("acme");
    let error = list().await.unwrap_err();
    assert!(
        matches!(error.api(), Some(ListOffersError::ClientError(418, _))),
        "{error:?}"
    );
    let error = list().await.unwrap_err();
    assert!(
        matches!(error.api(), Some(ListOffersError::Default(500, _))),
        "{error:?}"
    );
}

#[tokio::test]
async fn an_undeclared_status_is_kept_as_it_came() {
    let service = Service::script(vec![|| Reply::text(500, "text/html", "<p>Oh</p>")]).await;
    let error = service
        .client()
        .offers()
        .create("acme", &new_offer())
        .await
        .unwrap_err();
    let Error::Undeclared { raw, .. } = &error else {
        panic!("{error:?}");
    };
    assert_eq!((raw.status(), raw.text().as_ref()), (500, "<p>Oh</p>"));
    assert_eq!(
        error.to_string(),
        "createOffer: the service answered with status 500 (text/html), which the description does not \
         declare"
    );
}

#[tokio::test]
async fn an_undeclared_media_type_is_not_guessed_at() {
    let service = Service::script(vec![|| Reply::text(404, "text/plain", "{}")]).await;
    let call = service.client().offers().cancel("acme", "o1");
    assert!(matches!(call.await, Err(Error::Undeclared { .. })));
}

#[tokio::test]
async fn media_types_match_without_case_and_parameters_and_any_json_is_json() {
    let replies: Vec<fn() -> Reply> = vec![
        || Reply::text(404, "Application/Problem+JSON; charset=utf-8", "{}"),
        || Reply::text(404, "application/json", "{}"),
        || Reply::text(404, "application/vnd.acme+json", "{}"),
    ];
    let service = Service::script(replies).await;
    let client = service.client();
    for _ in 0..3 {
        let error = client.offers().cancel("acme", "o1").await.unwrap_err();
        assert!(
            matches!(error.api(), Some(CancelOfferError::NotFound(_))),
            "{error:?}"
        );
    }
}

#[tokio::test]
async fn an_answer_of_another_shape_is_kept_as_it_came() {
    let service =
        Service::script(vec![|| Reply::json(200, &serde_json::json!({"items": 5}))]).await;
    let error = service.client().offers().list("acme").await.unwrap_err();
    let Error::Decode {
        error: cause, raw, ..
    } = &error
    else {
        panic!("{error:?}");
    };
    assert_eq!(cause.pointer(), "/items");
    assert_eq!(raw.text(), r#"{"items":5}"#);
    assert_eq!(error.source().unwrap().to_string(), cause.to_string());
}

#[tokio::test]
async fn an_answer_may_not_be_larger_than_the_limit() {
    let body = page(&["o1"], serde_json::Value::Null);
    let (size, reply) = (body.to_string().len(), body);
    let service = Service::start(move |_| Reply::json(200, &reply)).await;
    let fits = service.builder().response_limit(size).build().unwrap();
    assert!(fits.offers().list("acme").await.is_ok());
    let tight = service.builder().response_limit(size - 1).build().unwrap();
    let error = tight.offers().list("acme").await.unwrap_err();
    assert!(
        matches!(error, Error::TooLarge { limit, .. } if limit == size - 1),
        "{error:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn silence_is_a_timeout() {
    let service = Service::script(vec![|| Reply::Silence]).await;
    let client = service
        .builder()
        .retry(RetryPolicy::none())
        .timeout(Duration::from_secs(5));
    let error = client
        .build()
        .unwrap()
        .offers()
        .list("acme")
        .await
        .unwrap_err();
    assert!(matches!(error, Error::Timeout { .. }), "{error:?}");
    assert!(error.raw().is_none());
}

#[tokio::test]
async fn a_call_can_outlive_client_and_arguments() {
    let service = Service::script(vec![empty_page]).await;
    let call = {
        let client: Client = service.client();
        client.offers().list("acme").send()
    };
    tokio::spawn(call).await.unwrap().unwrap();
}
