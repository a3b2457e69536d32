//! A deployment with known tokens, and messages to it.

use axum::routing::{get, post};
use axum::{Json, Router};
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use sandbox::delivery::Targets;
use sandbox::mcp::{self, BearerTokens, Hosts};
use sandbox::resource::Resource;
use sandbox::tokens::AccessTokens;
use sandbox::{CAST, Options, Principal, Sandbox};
use serde_json::{Value, json};
use server::runtime::{Config, Denied};
use types::Scope;

use crate::support::{Database, database};

pub const LEGACY: &str = "2025-11-25";
pub const MODERN: &str = "2026-07-28";

/// A deployment, with a token to call it.
pub struct Host {
    pub url: String,
    pub token: &'static str,
    client: Client,
    /// The deployment that has the data; it checks tokens itself.
    pub sandbox: Sandbox,
    _database: Database,
}

/// The tokens `all`, `reader` (only offers) and `other` (another organization) are valid.
struct FixedTokens;

impl BearerTokens for FixedTokens {
    async fn principal(&self, token: &str) -> Result<Principal, Denied> {
        let all = || {
            Scope::VALUES
                .iter()
                .map(|name| Scope::from(*name))
                .collect()
        };
        let (cast, scopes) = match token {
            "all" => (&CAST[0], all()),
            "other" => (&CAST[1], all()),
            "reader" => (&CAST[0], vec![Scope::OffersRead]),
            "down" => return Err(Denied::Unavailable),
            "expired" => return Err(Denied::InvalidBecause("It has \"expired\".".to_owned())),
            _ => return Err(Denied::Invalid),
        };
        Ok(Principal {
            org: cast.org.to_owned(),
            api_client: format!("cli-{}-app", cast.program),
            scopes,
            subject: None,
        })
    }
}

impl Host {
    pub async fn start() -> Self {
        let database = database().await;
        let options = Options::for_tests(database.url());
        let sandbox = Box::pin(Sandbox::start(&options)).await.unwrap();
        let store = sandbox.store().clone();
        let refusing = AccessTokens::new(store.clone(), sandbox.addresses().clone());
        let hosts = Hosts {
            resource: Resource::new(store, refusing)
                .webhook_targets(Targets::with_loopback())
                .router(Config::default())
                .0,
            token: token_host(),
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let auth_url = format!("http://{}", listener.local_addr().unwrap());
        let router = mcp::router(&auth_url, FixedTokens, hosts).unwrap();
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self {
            url: format!("{auth_url}/mcp"),
            token: "all",
            client: Client::builder().no_proxy().build().unwrap(),
            sandbox,
            _database: database,
        }
    }

    /// Returns a POST with the header fields of every message.
    pub fn post(&self) -> RequestBuilder {
        self.request(reqwest::Method::POST)
            .bearer_auth(self.token)
            .header("accept", "application/json, text/event-stream")
            .header("content-type", "application/json")
    }

    pub fn request(&self, method: reqwest::Method) -> RequestBuilder {
        self.client.request(method, &self.url)
    }

    /// Returns a request in the format of 2025-11-25.
    pub async fn legacy(&self, method: &str, params: Value) -> Answer {
        let body = json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params });
        let request = self.post().header("mcp-protocol-version", LEGACY);
        answer(request.body(body.to_string())).await
    }

    /// Returns a request in the format of 2026-07-28.
    pub async fn modern(&self, method: &str, params: Value) -> Answer {
        let mut request = self
            .post()
            .header("mcp-protocol-version", MODERN)
            .header("mcp-method", method);
        if let Some(name) = params["name"].as_str() {
            request = request.header("mcp-name", name);
        }
        let body = modern_body(method, params);
        answer(request.body(body.to_string())).await
    }

    /// Returns the result of a tool, in one of the eras.
    pub async fn tool(&self, era: &str, name: &str, arguments: Value) -> Value {
        let params = json!({ "name": name, "arguments": arguments });
        let answer = match era {
            MODERN => self.modern("tools/call", params).await,
            _ => self.legacy("tools/call", params).await,
        };
        assert_eq!(answer.status, StatusCode::OK, "{name}: {}", answer.body);
        assert_eq!(answer.body["id"], 7);
        let result = answer.body["result"].clone();
        assert!(result.is_object(), "{name}: {}", answer.body);
        result
    }
}

/// Returns a message with the `_meta` that 2026-07-28 requires.
pub fn modern_body(method: &str, mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    json!({ "jsonrpc": "2.0", "id": 7, "method": method, "params": params })
}

/// The response, or why none arrived.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub media_type: String,
    pub challenge: String,
    pub allow: String,
    /// The body as JSON; null if it is absent.
    pub body: Value,
}

pub async fn answer(request: RequestBuilder) -> Answer {
    read(request.send().await.unwrap()).await
}

async fn read(response: Response) -> Answer {
    let text = |name| match response.headers().get(name) {
        Some(value) => value.to_str().unwrap().to_owned(),
        None => String::new(),
    };
    assert!(!response.headers().contains_key("mcp-session-id"));
    let (status, media_type) = (response.status(), text("content-type"));
    let (challenge, allow) = (text("www-authenticate"), text("allow"));
    let body = response.text().await.unwrap();
    let body = match body.as_str() {
        "" => Value::Null,
        text => serde_json::from_str(text).expect("JSON"),
    };
    Answer {
        status,
        media_type,
        challenge,
        allow,
        body,
    }
}

/// Returns the tools of the token host with their arguments.
fn token_host() -> Router {
    let metadata = json!({
        "issuer": "http://127.0.0.1:8081",
        "authorization_endpoint": "http://127.0.0.1:8081/oauth2/authorize",
        "token_endpoint": "http://127.0.0.1:8081/oauth2/token",
        "jwks_uri": "http://127.0.0.1:8081/.well-known/jwks.json",
        "response_types_supported": ["code"],
        "grant_types_supported": ["client_credentials"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["client_secret_post"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["ES256"],
    });
    let token = post(|headers: axum::http::HeaderMap, form: String| async move {
        assert!(
            !headers.contains_key("authorization"),
            "no token goes there"
        );
        assert!(form.contains("grant_type=client_credentials"), "{form}");
        Json(json!({ "access_token": "t", "token_type": "Bearer", "expires_in": 3600 }))
    });
    let document = |document: Value| get(move || async move { Json(document) });
    Router::new()
        .route("/oauth2/token", token)
        .route(
            "/.well-known/openid-configuration",
            document(metadata.clone()),
        )
        .route(
            "/.well-known/oauth-authorization-server",
            document(metadata),
        )
        .route(
            "/.well-known/oauth-protected-resource",
            document(json!({ "resource": "http://127.0.0.1:8081" })),
        )
        .route("/.well-known/jwks.json", document(json!({ "keys": [] })))
}
