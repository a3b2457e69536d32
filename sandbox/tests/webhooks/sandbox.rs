//! The sandbox of a test: a database, the API, and workers.

use std::collections::HashMap;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use http_body_util::BodyExt as _;
use sandbox::delivery::{self, Backoff, Options, Targets};
use sandbox::resource::Resource;
use sandbox::store::Store;
use sandbox::tokens::AccessTokens;
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;
use tower::ServiceExt as _;
use types::runtime::DateTime;
use types::{
    ApiClient, ApiClientId, ApiClientRequired, ApiClientType, DisplayName, Event, EventType, OrgId,
    Scope,
};

use crate::support::{Database, database};

pub struct Sandbox {
    pub store: Store,
    router: Router,
    keys: HashMap<String, String>,
    _database: Option<Database>,
}

/// The organization of most tests.
pub const ORG: &str = "org-8f2c41";
pub const ALL: [&str; 3] = ["OFFER_ACCEPTED", "AGREEMENT_UPDATED", "DISBURSEMENT_MADE"];

impl Sandbox {
    pub async fn new() -> Self {
        Self::with(Targets::with_loopback()).await
    }

    /// Starts a sandbox on a separate database.
    pub async fn with(targets: Targets) -> Self {
        let database = database().await;
        let store = Store::open(database.url()).await.expect("a database");
        Self {
            _database: Some(database),
            ..Self::on(store, targets).await
        }
    }

    pub async fn on(store: Store, targets: Targets) -> Self {
        let resource = Resource::new(store.clone(), AccessTokens::new(store.clone(), addresses()));
        let router = resource
            .webhook_targets(targets)
            .router(server::runtime::Config::default())
            .0;
        let mut sandbox = Self {
            store,
            router,
            keys: HashMap::new(),
            _database: None,
        };
        sandbox.organization(ORG).await;
        sandbox
    }

    /// Adds an organization, with a key that allows all operations on webhooks.
    pub async fn organization(&mut self, org: &str) {
        sqlx::query("INSERT INTO organizations (id, position, document) VALUES ($1, 0, $2)")
            .bind(org)
            .bind(json!({ "id": org, "name": "Harbor" }).to_string())
            .execute(self.store.writes())
            .await
            .expect("an organization");
        let key = format!("key-of-{org}");
        let client = ApiClient::new(ApiClientRequired {
            id: ApiClientId("cli-1".to_owned()),
            org_id: OrgId(org.to_owned()),
            name: DisplayName("Test".to_owned()),
            r#type: ApiClientType::ApiKey,
            scopes: vec![Scope::from("webhooks:read"), Scope::from("webhooks:write")],
            creation_time: DateTime::now(),
        });
        let mut work = self
            .store
            .change(org)
            .await
            .expect("work")
            .expect("an organization");
        sandbox::api_clients::insert(&mut work, &client, Some(&key))
            .await
            .expect("a key");
        work.commit().await.expect("a commit");
        self.keys.insert(org.to_owned(), key);
    }

    pub async fn call_of(
        &self,
        org: &str,
        method: &str,
        path: &str,
        body: Option<Value>,
    ) -> (u16, Value) {
        let request = Request::builder()
            .method(method)
            .uri(format!("/org/{org}{path}"))
            .header("Authorization", format!("Key {}", self.keys[org]));
        let request = match body {
            Some(body) => request
                .header("Content-Type", "application/json")
                .body(Body::from(body.to_string())),
            None => request.body(Body::empty()),
        };
        let request = request.expect("a request");
        let response = self
            .router
            .clone()
            .oneshot(request)
            .await
            .expect("an answer");
        let status = response.status().as_u16();
        let bytes = response
            .into_body()
            .collect()
            .await
            .expect("a body")
            .to_bytes();
        (
            status,
            serde_json::from_slice(&bytes).unwrap_or(Value::Null),
        )
    }

    pub async fn call(&self, method: &str, path: &str, body: Option<Value>) -> (u16, Value) {
        self.call_of(ORG, method, path, body).await
    }

    pub async fn get(&self, path: &str) -> Value {
        let (status, body) = self.call("GET", path, None).await;
        assert_eq!(status, 200, "{body}");
        body
    }

    /// Registers a webhook for all event types.
    pub async fn register(&self, url: &str) -> Value {
        self.register_of(ORG, url).await
    }

    pub async fn register_of(&self, org: &str, url: &str) -> Value {
        let body = json!({ "url": url, "eventTypes": ALL });
        let (status, body) = self.call_of(org, "PUT", "/webhook", Some(body)).await;
        assert!(status == 200 || status == 201, "{status} {body}");
        body
    }

    pub async fn rotate(&self) -> Value {
        let (status, body) = self.call("POST", "/webhook/rotateSecret", None).await;
        assert_eq!(status, 200, "{body}");
        body
    }

    /// Returns the deliveries as the API lists them.
    pub async fn deliveries(&self) -> Vec<Value> {
        let page = self.get("/webhook/delivery").await;
        page["items"].as_array().expect("items").clone()
    }

    /// Waits until a delivery meets a condition.
    pub async fn wait_until(&self, delivery: &str, good: impl Fn(&Value) -> bool) -> Value {
        let mut last = Value::Null;
        for _ in 0..1000 {
            last = self.get(&format!("/webhook/delivery/{delivery}")).await;
            if good(&last) {
                return last;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("the delivery is still {last}");
    }

    /// Waits until no delivery is pending.
    pub async fn settle(&self) {
        for _ in 0..3000 {
            if delivery::pending(&self.store).await.expect("a count") == 0 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("still pending: {:#?}", self.deliveries().await);
    }

    /// Changes an agreement; returns the identifier of the event.
    pub async fn emit(&self, agreement: &str, text: &str) -> String {
        self.emit_of(ORG, agreement, text).await
    }

    pub async fn emit_of(&self, org: &str, agreement: &str, text: &str) -> String {
        let mut work = self
            .store
            .change(org)
            .await
            .expect("work")
            .expect("an organization");
        let event = event(org, agreement, text, work.now());
        delivery::enqueue(&mut work, &event)
            .await
            .expect("a place in the queue");
        work.commit().await.expect("a commit");
        serde_json::to_value(&event).expect("JSON")["id"]
            .as_str()
            .expect("an id")
            .to_owned()
    }
}

fn event(org: &str, agreement: &str, text: &str, now: jiff::Timestamp) -> Event {
    let event = delivery::made_up(org, &EventType::AgreementUpdated, now).expect("an event");
    let mut event = serde_json::to_value(event).expect("JSON");
    event["test"] = json!(false);
    event["data"]["agreement"]["id"] = json!(agreement);
    event["data"]["agreement"]["cancellationReason"] = json!(text);
    serde_json::from_value(event).expect("an event")
}

/// Fast retries, and loopback allowed.
pub fn options() -> Options {
    Options {
        targets: Targets::with_loopback(),
        backoff: Backoff {
            attempts: 4,
            first: Duration::from_millis(100),
            factor: 2,
            cap: Duration::from_secs(1),
        },
        timeout: Duration::from_secs(2),
        margin: Duration::from_millis(200),
        poll: Duration::from_millis(20),
        ..Options::default()
    }
}

/// A worker that stops with the test.
pub struct Worker {
    pub shutdown: CancellationToken,
    pub task: AbortOnDropHandle<()>,
}

pub fn work(sandbox: &Sandbox, options: Options) -> Worker {
    work_on(&sandbox.store, options)
}

pub fn work_on(store: &Store, options: Options) -> Worker {
    let shutdown = CancellationToken::new();
    let run = delivery::run(store.clone(), options, shutdown.clone());
    let run = async move { run.await.expect("a worker") };
    Worker {
        shutdown,
        task: AbortOnDropHandle::new(tokio::spawn(run)),
    }
}

/// Access tokens are not used here, so these addresses have no listener.
fn addresses() -> sandbox::Addresses {
    sandbox::Addresses {
        base_url: "http://127.0.0.1:1".to_owned(),
        auth_url: "http://127.0.0.1:2".to_owned(),
    }
}
