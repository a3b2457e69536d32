//! Facts about one service that HTTP, OAuth, MCP and OpenAPI do not define.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;
use spec::Api;
use spec::model::{Location, Method};

/// The facts about a service.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Service {
    /// The title of its description.
    pub title: String,
    /// The prefix of environment variables.
    pub environment: String,
    /// The server variable for the address of the token host.
    pub token_host: Option<String>,
    /// The path parameter for the caller's organization.
    pub organization: Option<String>,
    /// The path of the token endpoint, if no security scheme names it.
    pub token_path: String,
    /// The end of the path of the MCP endpoint.
    pub mcp_path: String,
    /// The header field with a webhook's signature, in lower case.
    pub signature: Option<String>,
}

static SERVICE: LazyLock<Service> = LazyLock::new(|| {
    let text = include_str!("../../../spec/service.toml");
    toml::from_str(text).expect("spec/service.toml has the facts of a service; a test reads it")
});

/// The prefix of environment variables for any other service.
const ENVIRONMENT: &str = "CONFORMANCE_";

impl Service {
    /// Returns the service of this project, `spec/service.toml`.
    #[must_use]
    pub fn embedded() -> &'static Self {
        &SERVICE
    }

    /// Returns the facts for a description: those of this project's service if the title matches,
    /// otherwise those that the description implies.
    #[must_use]
    pub fn of(api: &Api) -> Self {
        let own = Self::embedded();
        if api.title == own.title {
            own.clone()
        } else {
            Self::described(api)
        }
    }

    /// Infers the facts from the description alone.
    #[must_use]
    pub fn described(api: &Api) -> Self {
        Self {
            title: api.title.clone(),
            environment: ENVIRONMENT.to_owned(),
            token_host: token_host(api),
            organization: organization(api),
            // Common names, used only if a token host or an MCP endpoint is configured.
            token_path: Self::embedded().token_path.clone(),
            mcp_path: Self::embedded().mcp_path.clone(),
            signature: signature(api),
        }
    }

    /// Returns the environment variable for a name: `BASE_URL` is the API's address.
    #[must_use]
    pub fn variable(&self, name: &str) -> String {
        format!("{}{name}", self.environment)
    }
}

/// Returns the variable that the servers of some operations begin with, and those of the API do
/// not.
fn token_host(api: &Api) -> Option<String> {
    let variable = |url: &str| {
        let (name, _) = url.strip_prefix('{')?.split_once('}')?;
        Some(name.to_owned())
    };
    let of_api: Vec<_> = api
        .servers
        .iter()
        .filter_map(|one| variable(&one.url))
        .collect();
    let servers = api.operations.iter().flat_map(|one| &one.servers);
    let mut own = servers.filter_map(|one| variable(&one.url));
    own.find(|name| !of_api.contains(name))
}

/// Returns the first variable of nearly all paths with variables, if what it names is neither
/// listed nor created.
fn organization(api: &Api) -> Option<String> {
    let of_api = || api.operations.iter().filter(|one| one.servers.is_empty());
    let mut starts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut all = 0;
    for operation in of_api() {
        if let Some(end) = operation.path.find('}') {
            all += 1;
            *starts.entry(&operation.path[..=end]).or_default() += 1;
        }
    }
    let (start, count) = starts.into_iter().max_by_key(|(_, count)| *count)?;
    let at = start.rfind("/{")?;
    let (collection, variable) = (&start[..at], &start[at + 2..start.len() - 1]);
    let is_managed = of_api().any(|one| {
        one.path.trim_end_matches('/') == collection
            && matches!(one.method, Method::Get | Method::Post)
    });
    let goes_on = of_api().any(|one| one.path.len() > start.len());
    let is_common = count >= 2 && count * 5 >= all * 4 && goes_on;
    let is_name = !variable.is_empty() && !variable.contains('{');
    (is_common && !is_managed && is_name).then(|| variable.to_owned())
}

/// Returns the header field of webhooks that mentions a signature.
fn signature(api: &Api) -> Option<String> {
    let operations = api.webhooks.iter().flat_map(|one| &one.operations);
    let fields = operations.flat_map(|one| &one.parameters);
    let mut names = fields
        .filter(|one| one.location == Location::Header)
        .map(|one| one.name.to_ascii_lowercase());
    names.find(|name| name.contains("signature"))
}
