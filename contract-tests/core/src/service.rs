//! What belongs to one service, and not to HTTP, OAuth, MCP or OpenAPI.

use std::sync::LazyLock;

use serde::Deserialize;

/// The facts of a service.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Service {
    /// What the names of environment variables begin with.
    pub environment: String,
    /// The server variable that is the address of the token host.
    pub token_host: String,
    /// The path parameter that is the organization of the caller.
    pub organization: String,
    /// The path of the token endpoint, where no security scheme names it.
    pub token_path: String,
    /// The end of the path of the MCP endpoint.
    pub mcp_path: String,
    /// The header field that a webhook is signed in, in lower case.
    pub signature: String,
}

static SERVICE: LazyLock<Service> = LazyLock::new(|| {
    let text = include_str!("../../../spec/service.toml");
    toml::from_str(text).expect("spec/service.toml has the facts of a service; a test reads it")
});

impl Service {
    /// The service of this project, `spec/service.toml`.
    #[must_use]
    pub fn embedded() -> &'static Self {
        &SERVICE
    }

    /// The environment variable of a name: `BASE_URL` is that of the API's address.
    #[must_use]
    pub fn variable(&self, name: &str) -> String {
        format!("{}{name}", self.environment)
    }
}
