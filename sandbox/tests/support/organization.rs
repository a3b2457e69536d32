//! An organization, as its programs see it.

use client::Client;
use serde_json::{Value, json};
use types::OrgId;

use super::{Reply, offer_of, product, usage, with_dimensions};

/// The lists of resources that can also be filtered by ID.
pub const COLLECTIONS: [&str; 10] = [
    "/product",
    "/offer",
    "/agreement",
    "/entitlement",
    "/buyer",
    "/referral",
    "/disbursement",
    "/event",
    "/usageRecordReport",
    "/apiClient",
];

/// An organization with its legacy API key.
#[derive(Clone)]
pub struct Organization {
    /// The id of the organization.
    pub id: OrgId,
    /// The generated client.
    pub client: Client,
    /// The API key.
    pub key: String,
    authorization: String,
    base: String,
    http: reqwest::Client,
}

impl Organization {
    /// Creates an organization that authenticates with its key.
    pub fn new(http: &reqwest::Client, base: &str, id: &str, key: &str) -> Self {
        let id = OrgId(id.to_owned());
        let client = Client::builder()
            .base_url(base)
            .api_key(key)
            .org_id(&id)
            .http_client(http.clone())
            .build();
        Self {
            id,
            client: client.expect("a client"),
            key: key.to_owned(),
            authorization: format!("Key {key}"),
            base: base.to_owned(),
            http: http.clone(),
        }
    }

    /// Returns a copy that uses an access token instead of the key.
    pub fn bearing(&self, token: &str) -> Self {
        let client = Client::builder()
            .base_url(&self.base)
            .oauth2(token)
            .org_id(&self.id)
            .http_client(self.http.clone())
            .build();
        Self {
            client: client.expect("a client"),
            authorization: format!("Bearer {token}"),
            ..self.clone()
        }
    }

    /// Returns a request with its credential. `path` is below the organization, or absolute if it
    /// names another organization.
    pub fn request(&self, method: &str, path: &str) -> reqwest::RequestBuilder {
        let method = reqwest::Method::from_bytes(method.as_bytes()).expect("a method");
        let url = if path.starts_with("/org/") {
            format!("{}{path}", self.base)
        } else {
            format!("{}/org/{}{path}", self.base, self.id.0)
        };
        let request = self.http.request(method, url);
        request.header("authorization", &self.authorization)
    }

    /// Sends a request, with a JSON body if one is given.
    pub async fn call(&self, method: &str, path: &str, body: Option<&Value>) -> Reply {
        let request = self.request(method, path);
        Reply::of(match body {
            None => request,
            Some(body) => request
                .header("content-type", "application/json")
                .body(body.to_string()),
        })
        .await
    }

    /// Sends a `GET`.
    pub async fn get(&self, path: &str) -> Reply {
        self.call("GET", path, None).await
    }

    /// Sends a `POST` with JSON.
    pub async fn post(&self, path: &str, body: Value) -> Reply {
        self.call("POST", path, Some(&body)).await
    }

    /// Sends a `POST` without a body.
    pub async fn act(&self, path: &str) -> Reply {
        self.call("POST", path, None).await
    }

    /// Sends a `PATCH` with JSON.
    pub async fn patch(&self, path: &str, body: Value) -> Reply {
        self.call("PATCH", path, Some(&body)).await
    }

    /// Sends a control: an action of a buyer or a partner on the organization's resources.
    pub async fn control(&self, path: &str) -> Reply {
        self.control_with(path, json!({})).await
    }

    /// Sends a control with JSON.
    pub async fn control_with(&self, path: &str, body: Value) -> Reply {
        let url = format!("{}/_sandbox/org/{}{path}", self.base, self.id.0);
        let request = self
            .http
            .post(url)
            .header("content-type", "application/json");
        Reply::of(request.body(body.to_string())).await
    }

    /// Returns every item of a list, page by page.
    pub async fn all(&self, path: &str) -> Vec<Value> {
        let (mut items, mut offset) = (Vec::new(), Some(0));
        let separator = if path.contains('?') { '&' } else { '?' };
        // No test creates more pages than this.
        for _ in 0..1000 {
            let Some(from) = offset else { return items };
            let page = self
                .get(&format!("{path}{separator}limit=1000&offset={from}"))
                .await
                .ok();
            items.extend(page["items"].as_array().expect("a list").iter().cloned());
            offset = page["nextOffset"].as_i64();
        }
        panic!("{path} has no end");
    }

    /// Returns a new draft of a product, metered by `calls` (0.002 USD) and `gb` (0.0001 USD).
    pub async fn draft_product(&self) -> String {
        self.post("/product", with_dimensions(product()))
            .await
            .member("id")
    }

    /// Returns a new published product.
    pub async fn published_product(&self) -> String {
        let id = self.draft_product().await;
        self.act(&format!("/product/{id}/publish")).await.ok();
        id
    }

    /// Returns a new draft of an offer for a published product.
    pub async fn draft_offer(&self) -> String {
        let product = self.published_product().await;
        self.post("/offer", offer_of(&product)).await.member("id")
    }

    /// Returns a new offer that waits for its buyer.
    pub async fn pending_offer(&self) -> String {
        let id = self.draft_offer().await;
        self.act(&format!("/offer/{id}/publish")).await.ok();
        id
    }

    /// Returns a new offer that its buyer has accepted.
    pub async fn accepted_offer(&self) -> Value {
        let id = self.pending_offer().await;
        self.accept(&id).await
    }

    /// Accepts an offer as its buyer.
    pub async fn accept(&self, offer: &str) -> Value {
        self.control(&format!("/offer/{offer}/accept")).await.ok()
    }

    /// Returns a new active entitlement.
    pub async fn entitlement(&self) -> String {
        let offer = self.accepted_offer().await;
        offer["entitlementId"]
            .as_str()
            .expect("an entitlement")
            .to_owned()
    }

    /// Submits one record of usage, with or without an ID.
    pub async fn submit(&self, entitlement: &str, id: Option<&str>, quantity: &str) -> Reply {
        let path = format!("/entitlement/{entitlement}/usageRecordGroup");
        self.post(&path, usage(id, quantity)).await
    }
}
