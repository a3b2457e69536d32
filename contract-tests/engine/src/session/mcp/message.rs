//! Messages to an MCP endpoint, for the modern and the legacy era of the protocol.

use serde_json::{Value, json};

/// The revision of the modern era.
pub const MODERN: &str = "2026-07-28";

/// The newest revision of the legacy era.
pub const NEWEST_LEGACY: &str = "2025-11-25";

/// The header field with the protocol revision.
pub const VERSION: &str = "mcp-protocol-version";

/// The header field with the id of a session, in the legacy era.
pub const SESSION: &str = "mcp-session-id";

/// The prefix of the `_meta` properties that belong to the protocol.
const META: &str = "io.modelcontextprotocol";

/// A message that is being built.
#[derive(Debug, Clone)]
pub struct Message {
    /// The body.
    pub body: Value,
    /// The header fields of the transport.
    pub headers: Vec<(String, String)>,
}

impl Message {
    /// Returns a request of the modern era, with its metadata in `_meta` and in header fields.
    #[must_use]
    pub fn modern(id: u64, method: &str, params: Value) -> Self {
        let mut message = Self::bare(id, method, params);
        message.body["params"]["_meta"] = json!({
            format!("{META}/protocolVersion"): MODERN,
            format!("{META}/clientInfo"): client(),
            format!("{META}/clientCapabilities"): {},
        });
        let name = message.body["params"]["name"].as_str().map(str::to_owned);
        message = message.with(VERSION, MODERN).with("mcp-method", method);
        match name {
            Some(name) => message.with("mcp-name", &name),
            None => message,
        }
    }

    /// Returns a request of the legacy era.
    #[must_use]
    pub fn legacy(id: u64, method: &str, params: Value, revision: &str) -> Self {
        Self::bare(id, method, params).with(VERSION, revision)
    }

    /// Returns the request that begins a session of the legacy era.
    #[must_use]
    pub fn initialize(id: u64) -> Self {
        let params = json!({
            "protocolVersion": NEWEST_LEGACY, "capabilities": {}, "clientInfo": client(),
        });
        Self::bare(id, "initialize", params)
    }

    /// Returns a request that names no revision.
    #[must_use]
    pub fn bare(id: u64, method: &str, params: Value) -> Self {
        let mut body = json!({ "jsonrpc": "2.0", "id": id, "method": method });
        body["params"] = params;
        Self {
            body,
            headers: Vec::new(),
        }
    }

    /// Turns the message into a notification, which has no id.
    #[must_use]
    pub fn notification(mut self) -> Self {
        if let Some(members) = self.body.as_object_mut() {
            members.remove("id");
        }
        self
    }

    /// Sets another value of a header field.
    #[must_use]
    pub fn with(self, name: &str, value: &str) -> Self {
        let mut message = self.without(name);
        message.headers.push((name.to_owned(), value.to_owned()));
        message
    }

    /// Removes a header field.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        self.headers.retain(|(known, _)| known != name);
        self
    }

    /// Sets a property of `_meta`, or removes it if the value is null.
    #[must_use]
    pub fn with_meta(mut self, name: &str, value: Value) -> Self {
        if let Some(meta) = self.body["params"]["_meta"].as_object_mut() {
            match value {
                Value::Null => meta.remove(&format!("{META}/{name}")),
                value => meta.insert(format!("{META}/{name}"), value),
            };
        }
        self
    }

    /// Removes `_meta`.
    #[must_use]
    pub fn without_meta(mut self) -> Self {
        if let Some(params) = self.body["params"].as_object_mut() {
            params.remove("_meta");
        }
        self
    }
}

fn client() -> Value {
    json!({ "name": "conformance", "version": env!("CARGO_PKG_VERSION") })
}
