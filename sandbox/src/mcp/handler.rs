//! The methods of the MCP protocol.

use std::borrow::Cow;

use axum::http::StatusCode;
use axum::http::request::Parts;
use rmcp::model::{
    CacheScope, CallToolRequestMethod, CallToolRequestParams, CallToolResponse, CallToolResult,
    CompleteRequestMethod, CompleteRequestParams, CompleteResult, ConstString as _, CustomRequest,
    CustomResult, DiscoverResult, ErrorCode, ErrorData, Implementation, ListPromptsRequestMethod,
    ListPromptsResult, ListResourceTemplatesRequestMethod, ListResourceTemplatesResult,
    ListResourcesRequestMethod, ListResourcesResult, ListToolsRequestMethod, ListToolsResult,
    PaginatedRequestParams, ProtocolVersion, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use tower::ServiceExt as _;

use super::binding::Host;
use super::caller::Caller;
use super::catalog::{Catalog, Entry};
use super::negotiate::REVISIONS;
use super::{Hosts, answer, request};
use crate::failure::{Place, problem};
use crate::principal::Verified;

/// How long clients may cache the list of tools, which only changes with a new deployment.
const FRESH_MS: u64 = 60 * 60 * 1000;

const INSTRUCTIONS: &str = "\
Each tool is one operation of a REST API that automates selling on cloud marketplaces: products, \
private offers, agreements, entitlements, metered usage and its reports, buyers, referrals, \
disbursements, events and webhooks. Most tools take `orgId`, the identifier of your own \
organization; those of other organizations are not found. Lists come in pages: pass `nextOffset` \
of one page as `offset` of the next, until it is null. When something is wrong, the result has \
`isError` and a problem (RFC 9457) as its text: `detail` says what is wrong and what would be \
right, `errors` says where. Amounts of money and quantities are decimal numbers.";

/// The tools, and the hosts that serve their operations.
#[derive(Debug, Clone)]
pub(super) struct Tools {
    catalog: &'static Catalog,
    hosts: Hosts,
}

impl Tools {
    pub(super) const fn new(catalog: &'static Catalog, hosts: Hosts) -> Self {
        Self { catalog, hosts }
    }

    /// Returns the scopes that a tool needs, if there is such a tool and it needs any.
    pub(super) fn scopes(&self, tool: &str) -> Option<&[String]> {
        self.catalog.find(tool)?.binding.scopes()
    }

    async fn call(
        &self,
        entry: &Entry,
        params: CallToolRequestParams,
        caller: &Caller,
    ) -> anyhow::Result<CallToolResult> {
        let arguments = params.arguments.unwrap_or_default();
        let arguments = serde_json::Value::Object(arguments);
        if let Some(refused) = unfit(entry, &arguments) {
            return Ok(refused);
        }
        let serde_json::Value::Object(arguments) = arguments else {
            return Ok(answer::error(StatusCode::BAD_REQUEST, ""));
        };
        let mut request = request::build(&entry.binding, &arguments, &caller.token)?;
        let extensions = request.extensions_mut();
        extensions.insert(Verified::new(caller.principal.clone()));
        if let Some(peer) = caller.peer {
            extensions.insert(peer);
        }
        let router = match entry.binding.server {
            Host::Resource => &self.hosts.resource,
            Host::Token => &self.hosts.token,
        };
        let response = router.clone().oneshot(request).await?;
        answer::read(&entry.binding, response).await
    }
}

/// Returns what is wrong with arguments, in the words of the operation. Values are not repeated,
/// because some are secrets.
fn unfit(entry: &Entry, arguments: &serde_json::Value) -> Option<CallToolResult> {
    let faults: Vec<_> = entry
        .arguments
        .iter_errors(arguments)
        .take(10)
        .map(|fault| {
            let place = Place::Body(fault.instance_path().to_string());
            (place, fault.masked().to_string())
        })
        .collect();
    if faults.is_empty() {
        return None;
    }
    let detail = "The arguments do not fit the input schema of the tool.".to_owned();
    let mut refused = problem(400, "bad-request", Some(detail));
    refused.errors = Some(
        faults
            .into_iter()
            .map(|(at, why)| crate::failure::at(at, why))
            .collect(),
    );
    let text = serde_json::to_string(&refused).unwrap_or_default();
    Some(answer::error(StatusCode::BAD_REQUEST, &text))
}

impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().build();
        let mut name = Implementation::new("marketplace-sandbox", env!("CARGO_PKG_VERSION"));
        name.title = Some("Cloud Marketplace Automation Service (sandbox)".to_owned());
        ServerConfig::new(capabilities)
            .with_server_info(name)
            .with_protocol_version(ProtocolVersion::V_2025_11_25)
            .with_instructions(INSTRUCTIONS)
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(REVISIONS)
    }

    async fn discover(&self, _: RequestContext<RoleServer>) -> Result<DiscoverResult, ErrorData> {
        let result = DiscoverResult::from_server_info(REVISIONS.to_vec(), self.get_info());
        Ok(result
            .with_ttl_ms(FRESH_MS)
            .with_cache_scope(CacheScope::Public))
    }

    /// Returns all tools on one page, so there are no cursors.
    async fn list_tools(
        &self,
        params: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        if params.is_some_and(|params| params.cursor.is_some()) {
            return Err(ErrorData::invalid_params("There is no such cursor", None));
        }
        let mut result = ListToolsResult::with_all_items(self.catalog.tools().to_vec());
        if context.protocol_version() >= Some(ProtocolVersion::V_2026_07_28) {
            result.ttl_ms = Some(FRESH_MS);
            result.cache_scope = Some(CacheScope::Public);
        }
        Ok(result)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let mut tools = self.catalog.tools().iter();
        tools.find(|tool| tool.name == name).cloned()
    }

    async fn call_tool(
        &self,
        params: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(entry) = self.catalog.find(&params.name) else {
            let message = format!("Unknown tool: {}", params.name);
            return Err(ErrorData::invalid_params(message, None));
        };
        let caller = context.extensions.get::<Parts>();
        let caller = caller.and_then(|parts| parts.extensions.get::<Caller>());
        let Some(caller) = caller else {
            return Err(ErrorData::internal_error("The caller is unknown", None));
        };
        let called = self.call(entry, params, caller).await;
        called.map(CallToolResponse::from).map_err(|error| {
            tracing::error!(error = format!("{error:#}"), "a tool failed");
            ErrorData::internal_error("The tool failed", None)
        })
    }

    /// Handles a method that `rmcp` does not know, or whose parameters it could not parse.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let known = [
            "initialize",
            "server/discover",
            CallToolRequestMethod::VALUE,
            ListToolsRequestMethod::VALUE,
        ];
        if known.contains(&request.method.as_str()) {
            let text = "The parameters are not those of the method";
            return Err(ErrorData::invalid_params(text, None));
        }
        let code = ErrorCode::METHOD_NOT_FOUND;
        Err(ErrorData::new(code, "Method not found", None))
    }

    // An unsupported method must not exist, instead of returning nothing.

    async fn complete(
        &self,
        _: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        Err(ErrorData::method_not_found::<CompleteRequestMethod>())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Err(ErrorData::method_not_found::<ListPromptsRequestMethod>())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Err(ErrorData::method_not_found::<ListResourcesRequestMethod>())
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Err(ErrorData::method_not_found::<
            ListResourceTemplatesRequestMethod,
        >())
    }
}
