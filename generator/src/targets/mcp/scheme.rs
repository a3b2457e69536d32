//! The security schemes, with what a request needs of them.

use serde_json::{Value, json};
use spec::Api;
use spec::model::{Flow, SecurityKind};

use crate::json::Object;

/// Returns every scheme by its name, in the terms of OpenAPI.
pub(super) fn schemes(api: &Api) -> Object {
    let mut schemes = Object::new();
    for scheme in &api.security_schemes {
        schemes.set(&scheme.name, of_kind(&scheme.kind));
    }
    schemes
}

fn of_kind(kind: &SecurityKind) -> Object {
    let typed = |name: &str| Object::new().with("type", name);
    match kind {
        SecurityKind::ApiKey {
            name,
            location,
            prefix,
        } => typed("apiKey")
            .with("in", location.as_str())
            .with("name", name.as_str())
            .with_some("prefix", prefix.as_deref()),
        SecurityKind::Http { scheme, .. } => typed("http").with("scheme", scheme.as_str()),
        SecurityKind::OAuth2 { flows } => {
            let mut made = Object::new();
            for flow in flows {
                let kind = json!(flow.kind);
                made.set(kind.as_str().unwrap_or_default(), of_flow(flow));
            }
            typed("oauth2").with("flows", made)
        }
        SecurityKind::OpenIdConnect { url } => {
            typed("openIdConnect").with("openIdConnectUrl", url.as_str())
        }
        SecurityKind::MutualTls => typed("mutualTLS"),
    }
}

fn of_flow(flow: &Flow) -> Object {
    let scopes = flow.scopes.iter().map(|(scope, _)| scope.as_str());
    Object::new()
        .with_some("authorizationUrl", flow.authorization_url.as_deref())
        .with_some("tokenUrl", flow.token_url.as_deref())
        .with_some("refreshUrl", flow.refresh_url.as_deref())
        .with("scopes", scopes.map(Value::from).collect::<Vec<_>>())
}
