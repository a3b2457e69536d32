//! A running sandbox.

use std::time::Duration;

use sandbox::{CAST, Credentials, Options, Sandbox};
use serde_json::{Value, json};

use super::{Database, Organization, Reply, Tokens, database};

/// A sandbox with its two seeded organizations, and controls for buyers, partners and the clock.
pub struct World {
    sandbox: Sandbox,
    http: reqwest::Client,
    /// The organization under test.
    pub own: Organization,
    /// An organization that it must not see.
    pub other: Organization,
    _database: Database,
}

/// Runs a test on a separate sandbox.
pub async fn with_world(test: impl AsyncFnOnce(&World)) {
    let world = World::start(database().await).await;
    test(&world).await;
    world.stop().await;
}

impl World {
    /// Starts a sandbox on a database.
    pub async fn start(database: Database) -> Self {
        let options = Options::for_tests(database.url());
        let sandbox = Sandbox::start(&options).await.expect("the sandbox starts");
        let http = reqwest::Client::builder()
            .no_proxy()
            .timeout(Duration::from_secs(30))
            .build()
            .expect("a client");
        let base = &sandbox.addresses().base_url;
        let [own, other] = [&CAST[0], &CAST[1]].map(|cast| {
            let key = Credentials::of(cast, options.seed).api_key;
            Organization::new(&http, base, cast.org, &key)
        });
        Self {
            http,
            own,
            other,
            sandbox,
            _database: database,
        }
    }

    /// Returns the sandbox.
    pub const fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    /// Returns the token host.
    pub const fn tokens(&self) -> Tokens<'_> {
        Tokens {
            http: &self.http,
            addresses: self.sandbox.addresses(),
        }
    }

    /// Returns a token of the own organization that may only read offers.
    pub async fn reader(&self) -> String {
        let reader = Credentials::of(&CAST[0], 1);
        let (id, secret) = (&reader.reader_id, &reader.reader_secret);
        self.tokens()
            .request(id, secret, None)
            .await
            .member("access_token")
    }

    /// Returns an organization that was created in addition to the seeded ones.
    pub fn organization(&self, id: &str, key: &str) -> Organization {
        Organization::new(&self.http, &self.sandbox.addresses().base_url, id, key)
    }

    /// Returns a request without credentials.
    pub fn request(&self, method: &str, path: &str) -> reqwest::RequestBuilder {
        let method = reqwest::Method::from_bytes(method.as_bytes()).expect("a method");
        let url = format!("{}{path}", self.sandbox.addresses().base_url);
        self.http.request(method, url)
    }

    /// Returns the marketplace's current time.
    pub async fn now(&self) -> jiff::Timestamp {
        now(&Reply::of(self.request("GET", "/_sandbox/clock")).await)
    }

    /// Moves the marketplace's clock by a duration of ISO 8601.
    pub async fn advance(&self, by: &str) -> jiff::Timestamp {
        let request = self
            .request("POST", "/_sandbox/clock")
            .header("content-type", "application/json")
            .body(json!({ "advance": by }).to_string());
        now(&Reply::of(request).await)
    }

    /// Returns the current time plus this many hours, in the format of the API.
    pub async fn hours_ahead(&self, hours: i64) -> String {
        (self.now().await + jiff::SignedDuration::from_hours(hours)).to_string()
    }

    /// Completes requests in progress, and stops.
    pub async fn stop(self) {
        self.sandbox.stop().await;
    }
}

fn now(reply: &Reply) -> jiff::Timestamp {
    let text = reply.body["now"].as_str().map(str::parse);
    match text {
        Some(Ok(now)) => now,
        _ => panic!("no time: {reply:?}"),
    }
}

/// Returns a member of a document, as text.
pub fn text(value: &Value, member: &str) -> String {
    value[member]
        .as_str()
        .unwrap_or_else(|| panic!("`{member}` is missing in {value}"))
        .to_owned()
}

/// Returns a port that is free now. If two tests get the same port, the later one fails to start.
pub fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("an address").port()
}
