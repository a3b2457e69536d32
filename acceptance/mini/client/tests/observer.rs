//! What an observer receives.

mod support;

use std::sync::{Arc, Mutex};

use client::runtime::{Deprecated, Retried};
use client::{Client, Observer};
use serde_json::json;
use support::{Reply, Service, offer};

#[derive(Debug, Clone, Default)]
struct Notes(Arc<Mutex<Vec<String>>>);

impl Notes {
    fn add(&self, note: String) {
        self.0.lock().unwrap().push(note);
    }

    fn all(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

impl Observer for Notes {
    fn deprecated(&self, notice: &Deprecated<'_>) {
        let texts = [
            notice.deprecation,
            notice.sunset,
            notice.deprecation_link,
            notice.sunset_link,
        ];
        let times =
            [notice.deprecated_at(), notice.sunset_at()].map(|at| at.map(|at| at.to_string()));
        self.add(format!("{} {texts:?} {times:?}", notice.operation));
    }

    fn unknown_fields(&self, operation: &str, pointers: &[String]) {
        self.add(format!("{operation} {pointers:?}"));
    }

    fn retried(&self, retry: &Retried<'_>) {
        self.add(format!(
            "{} {} {:?}",
            retry.operation, retry.attempt, retry.status
        ));
    }
}

fn observed(service: &Service) -> (Client, Notes) {
    let notes = Notes::default();
    (
        service.builder().observer(notes.clone()).build().unwrap(),
        notes,
    )
}

#[tokio::test]
async fn deprecation_is_told_of_any_answer() {
    let service = Service::script(vec![|| {
        Reply::problem(404)
            .header("Deprecation", "@1767225600")
            .header("Sunset", "Fri, 31 Dec 2027 23:59:59 GMT")
            .header(
                "Link",
                "<https://a.example/?a,b>; title=\"a, <b>\"; rel=next",
            )
            .header(
                "Link",
                "</other>; rel=prev, </gone>; type=\"text/html\"; rel=\"help SUNSET\"",
            )
    }])
    .await;
    let (client, notes) = observed(&service);
    assert!(client.offers().cancel("acme", "o1").await.is_err());
    assert_eq!(
        notes.all(),
        [
            "cancelOffer [Some(\"@1767225600\"), Some(\"Fri, 31 Dec 2027 23:59:59 GMT\"), None, \
          Some(\"/gone\")] [Some(\"2026-01-01T00:00:00Z\"), Some(\"2027-12-31T23:59:59Z\")]"
        ]
    );
}

#[tokio::test]
async fn dates_of_other_forms_are_no_times() {
    let service = Service::script(vec![|| Reply::empty(204).header("Sunset", "2027-12-31")]).await;
    let (client, notes) = observed(&service);
    client.offers().cancel("acme", "o1").await.unwrap();
    assert_eq!(
        notes.all(),
        ["cancelOffer [None, Some(\"2027-12-31\"), None, None] [None, None]"]
    );
}

#[tokio::test]
async fn unknown_fields_are_told_with_their_places() {
    let service = Service::start(|_| {
        let mut unknown = offer("o1");
        unknown["colour"] = json!("red");
        Reply::json(
            200,
            &json!({"items": [unknown], "nextOffset": null, "total/count": 1}),
        )
    });
    let service = service.await;
    let (client, notes) = observed(&service);
    client.offers().list("acme").await.unwrap();
    assert_eq!(
        notes.all(),
        ["listOffers [\"/items/0/colour\", \"/total~1count\"]"]
    );
}

#[tokio::test]
async fn retries_are_reported() {
    let service = Service::script(vec![|| Reply::problem(503), || Reply::Hangup]).await;
    let (client, notes) = observed(&service);
    assert!(client.offers().list("acme").await.is_err());
    assert_eq!(notes.all(), ["listOffers 1 Some(503)", "listOffers 2 None"]);
}

#[tokio::test]
async fn an_ordinary_response_causes_no_report() {
    let service = Service::script(vec![support::empty_page]).await;
    let (client, notes) = observed(&service);
    client.offers().list("acme").await.unwrap();
    assert!(notes.all().is_empty());
}
