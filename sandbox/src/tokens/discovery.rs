//! Discovery documents for clients (RFC 8414, RFC 9728, RFC 7517, OpenID Connect Discovery 1.0).

use std::str::FromStr as _;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde_json::Map;
use server::discovery::{
    GetAuthorizationServerMetadataRequest, GetAuthorizationServerMetadataResponse,
    GetJsonWebKeySetRequest, GetJsonWebKeySetResponse, GetOpenIdConfigurationRequest,
    GetOpenIdConfigurationResponse, GetProtectedResourceMetadataRequest,
    GetProtectedResourceMetadataResponse,
};
use server::runtime::{AnyStatus, Context};
use types::runtime::Uri;
use types::{
    AuthorizationServerMetadata, AuthorizationServerMetadataRequired, JsonWebKeySet,
    OpenIdConfiguration, Problem, ProtectedResourceMetadata, Scope,
};

use super::{Addresses, TokenHost};
use crate::failure::problem;

/// Returns the address of a resource's metadata (RFC 9728 §3.1): the path of the resource follows
/// the well-known one.
#[must_use]
pub fn protected_resource_url(resource: &str) -> String {
    let host = resource.find("://").map_or(0, |scheme| scheme + 3);
    let path = resource[host..]
        .find('/')
        .map_or(resource.len(), |path| host + path);
    let (origin, path) = resource.split_at(path);
    format!(
        "{origin}/.well-known/oauth-protected-resource{}",
        path.trim_end_matches('/')
    )
}

/// Returns the metadata of a resource whose tokens this host issues (RFC 9728 §2): the token host,
/// the MCP endpoint, or the resource host. `None` if an address is not a URI.
#[must_use]
pub fn protected_resource(
    addresses: &Addresses,
    resource: &str,
) -> Option<ProtectedResourceMetadata> {
    Some(ProtectedResourceMetadata {
        authorization_servers: Some(vec![uri(&addresses.auth_url)?]),
        bearer_methods_supported: Some(vec!["header".to_owned()]),
        scopes_supported: Some(scopes()),
        resource_name: Some("Cloud Marketplace Automation Service".to_owned()),
        ..ProtectedResourceMetadata::new(uri(resource)?)
    })
}

/// Returns the metadata of the MCP endpoint.
pub(super) async fn mcp_metadata(State(host): State<TokenHost>) -> Response {
    let metadata = protected_resource(&host.addresses, &host.addresses.mcp());
    match metadata.and_then(|metadata| serde_json::to_string(&metadata).ok()) {
        Some(text) => ([(CONTENT_TYPE, "application/json")], text).into_response(),
        None => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

impl server::Discovery for TokenHost {
    async fn get_open_id_configuration(
        &self,
        _: Context,
        _: GetOpenIdConfigurationRequest,
    ) -> GetOpenIdConfigurationResponse {
        match metadata(&self.addresses).and_then(open_id) {
            Some(metadata) => GetOpenIdConfigurationResponse::Ok(metadata),
            None => GetOpenIdConfigurationResponse::Default(FAILED, failed("not a URI")),
        }
    }

    async fn get_authorization_server_metadata(
        &self,
        _: Context,
        _: GetAuthorizationServerMetadataRequest,
    ) -> GetAuthorizationServerMetadataResponse {
        match metadata(&self.addresses) {
            Some(metadata) => GetAuthorizationServerMetadataResponse::Ok(metadata),
            None => GetAuthorizationServerMetadataResponse::Default(FAILED, failed("not a URI")),
        }
    }

    async fn get_protected_resource_metadata(
        &self,
        _: Context,
        _: GetProtectedResourceMetadataRequest,
    ) -> GetProtectedResourceMetadataResponse {
        match protected_resource(&self.addresses, &self.addresses.auth_url) {
            Some(metadata) => GetProtectedResourceMetadataResponse::Ok(metadata),
            None => GetProtectedResourceMetadataResponse::Default(FAILED, failed("not a URI")),
        }
    }

    async fn get_json_web_key_set(
        &self,
        _: Context,
        _: GetJsonWebKeySetRequest,
    ) -> GetJsonWebKeySetResponse {
        // The first key is generated on demand, also for this request.
        let keys = match self.keys.current().await {
            Ok(_) => self.keys.published().await,
            Err(error) => Err(error),
        };
        match keys {
            Ok(keys) => GetJsonWebKeySetResponse::Ok(JsonWebKeySet {
                keys: keys.iter().map(|key| key.public()).collect(),
                unknown: Map::new(),
            }),
            Err(error) => GetJsonWebKeySetResponse::Default(FAILED, failed(&error.to_string())),
        }
    }
}

/// Returns the metadata of the authorization server (RFC 8414 §2).
fn metadata(addresses: &Addresses) -> Option<AuthorizationServerMetadata> {
    let at = |path: &str| uri(&addresses.of(path));
    let texts = |texts: &[&str]| {
        texts
            .iter()
            .map(|text| (*text).to_owned())
            .collect::<Vec<_>>()
    };
    let audiences = addresses.audiences();
    let audiences: Option<Vec<_>> = audiences.iter().map(|one| uri(one)).collect();
    let audiences = audiences?;
    let metadata = AuthorizationServerMetadata {
        jwks_uri: Some(at("/.well-known/jwks.json")?),
        scopes_supported: Some(scopes()),
        token_endpoint_auth_methods_supported: Some(texts(&["client_secret_post", "none"])),
        authorization_response_iss_parameter_supported: Some(true),
        response_modes_supported: Some(texts(&["query"])),
        revocation_endpoint: Some(at("/oauth2/revoke")?),
        revocation_endpoint_auth_methods_supported: Some(texts(&["client_secret_post", "none"])),
        introspection_endpoint: Some(at("/oauth2/introspect")?),
        introspection_endpoint_auth_methods_supported: Some(texts(&["client_secret_post"])),
        protected_resources: Some(audiences),
        ..AuthorizationServerMetadata::new(AuthorizationServerMetadataRequired {
            issuer: at("")?,
            authorization_endpoint: at("/oauth2/authorize")?,
            token_endpoint: at("/oauth2/token")?,
            response_types_supported: texts(&["code"]),
            grant_types_supported: texts(&[
                "client_credentials",
                "refresh_token",
                "authorization_code",
            ]),
            code_challenge_methods_supported: texts(&["S256"]),
        })
    };
    Some(metadata)
}

/// Adds what OpenID Connect Discovery §3 requires. No ID tokens are issued, since there is no scope
/// `openid`.
fn open_id(metadata: AuthorizationServerMetadata) -> Option<OpenIdConfiguration> {
    Some(OpenIdConfiguration {
        issuer: metadata.issuer,
        authorization_endpoint: metadata.authorization_endpoint,
        token_endpoint: metadata.token_endpoint,
        jwks_uri: metadata.jwks_uri?,
        scopes_supported: metadata.scopes_supported,
        response_types_supported: metadata.response_types_supported,
        grant_types_supported: metadata.grant_types_supported,
        token_endpoint_auth_methods_supported: metadata.token_endpoint_auth_methods_supported,
        code_challenge_methods_supported: metadata.code_challenge_methods_supported,
        service_documentation: metadata.service_documentation,
        authorization_response_iss_parameter_supported: metadata
            .authorization_response_iss_parameter_supported,
        response_modes_supported: metadata.response_modes_supported,
        revocation_endpoint: metadata.revocation_endpoint,
        revocation_endpoint_auth_methods_supported: metadata
            .revocation_endpoint_auth_methods_supported,
        introspection_endpoint: metadata.introspection_endpoint,
        introspection_endpoint_auth_methods_supported: metadata
            .introspection_endpoint_auth_methods_supported,
        protected_resources: metadata.protected_resources,
        userinfo_endpoint: None,
        subject_types_supported: vec!["public".to_owned()],
        id_token_signing_alg_values_supported: vec!["RS256".to_owned(), "ES256".to_owned()],
        claims_supported: None,
        unknown: metadata.unknown,
    })
}

fn scopes() -> Vec<String> {
    Scope::VALUES
        .iter()
        .map(|scope| (*scope).to_owned())
        .collect()
}

fn uri(text: &str) -> Option<Uri> {
    Uri::from_str(text).ok()
}

/// 500 (RFC 9110 §15.6.1).
const FAILED: AnyStatus = match AnyStatus::new(500) {
    Some(status) => status,
    None => unreachable!(),
};

fn failed(error: &str) -> Problem {
    tracing::error!(
        error,
        "a discovery document cannot be made; check the configured addresses"
    );
    problem(500, "internal-error", None)
}
