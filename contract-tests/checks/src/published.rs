//! Documents that the token host and the MCP endpoint publish about themselves.

use url::Url;

use conformance_core::exchange::Host;
use conformance_core::json::Json;
use conformance_engine::session::{Answer, Session, Stop};

/// The path of the authorization server's metadata (RFC 8414 §3).
pub const AUTHORIZATION_SERVER: &str = "/.well-known/oauth-authorization-server";
/// The path of the OpenID Connect document (Discovery 1.0 §4).
pub const OPENID: &str = "/.well-known/openid-configuration";
/// The path of a protected resource's metadata (RFC 9728 §3).
pub const PROTECTED_RESOURCE: &str = "/.well-known/oauth-protected-resource";
/// The path of the MCP endpoint's metadata, which the endpoint's path follows (RFC 9728 §3.1).
pub const MCP_RESOURCE: &str = "/.well-known/oauth-protected-resource/mcp";
/// The path of the keys that verify tokens (interface §4).
pub const KEY_SET: &str = "/.well-known/jwks.json";

/// Returns a document of the token host, which is a JSON object.
///
/// # Errors
/// Returns an error if there is no token host, or no such document, which another check reports.
pub async fn document(session: &Session, path: &str) -> Result<Answer, Stop> {
    session.token_request()?;
    let answer = session.raw(Host::Token, "GET", path).send().await?;
    let answer = answer.success()?;
    if answer.body()?.as_object().is_none() {
        return Err(Stop::Undecided(format!("{path} is not a JSON object")));
    }
    Ok(answer)
}

/// Returns a property that is a string.
#[must_use]
pub fn text<'j>(body: &'j Json, name: &str) -> Option<&'j str> {
    body.get(name)?.as_str()
}

/// Returns the strings of a property that is an array; `None` if it is absent or not an array.
#[must_use]
pub fn texts<'j>(body: &'j Json, name: &str) -> Option<Vec<&'j str>> {
    let items = body.get(name)?.as_array()?;
    Some(items.iter().filter_map(Json::as_str).collect())
}

/// Returns the keys of the set.
///
/// # Errors
/// Returns an error if the document is not a key set, which another check reports.
pub async fn keys(session: &Session) -> Result<(Vec<Json>, Answer), Stop> {
    let answer = document(session, KEY_SET).await?;
    let keys = answer.body()?.get("keys").and_then(Json::as_array);
    let keys = keys.map(<[Json]>::to_vec);
    let keys = keys.ok_or_else(|| Stop::Undecided("the key set has no keys".to_owned()))?;
    Ok((keys, answer))
}

/// Returns the host and target of an address, if it belongs to the deployment. Nothing is fetched
/// from other hosts, whatever the deployment says.
#[must_use]
pub fn local_target(session: &Session, address: &str) -> Option<(Host, String)> {
    let url = Url::parse(address).ok()?;
    let plain = url.username().is_empty() && url.password().is_none();
    let found = [Host::Token, Host::Resource].into_iter().find_map(|host| {
        let own = Url::parse(session.address(host)?).ok()?;
        let rest = url.path().strip_prefix(own.path().trim_end_matches('/'))?;
        let same = own.origin() == url.origin() && rest.starts_with('/');
        same.then(|| (host, rest.to_owned()))
    })?;
    let (host, path) = found;
    let target = match url.query() {
        Some(query) => format!("{path}?{query}"),
        None => path,
    };
    plain.then_some((host, target))
}
