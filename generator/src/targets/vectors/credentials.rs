//! The credentials of requests.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use spec::encode::percent;
use spec::model::{Location, Operation, Requirement, SecurityKind, SecurityScheme};

use super::request::Requests;
use crate::ir::security::kind;
use crate::json::Object;

/// Returns the secret for a scheme.
pub(super) fn secret(scheme: &str) -> String {
    format!("vector-{scheme}")
}

/// Returns the alternative that a client with all credentials chooses: the first of which it sends
/// every credential. A certificate belongs to the connection.
pub(super) fn chosen<'o>(
    requests: &Requests<'_>,
    operation: &'o Operation,
) -> Option<&'o Requirement> {
    let is_sent = |name: &str| {
        let scheme = requests.schemes.get(name);
        scheme.is_some_and(|scheme| kind(&scheme.kind).is_some())
    };
    let mut alternatives = operation.security.iter();
    let all = alternatives.clone();
    all.filter(|all| !all.schemes.is_empty())
        .find(|all| all.schemes.iter().all(|(name, _)| is_sent(name)))
        .or_else(|| alternatives.find(|all| !all.schemes.is_empty()))
}

/// Sends the secret of a scheme.
pub(super) fn send(
    scheme: &SecurityScheme,
    headers: &mut Object,
    cookies: &mut Vec<String>,
    query: &mut Vec<String>,
) {
    let secret = secret(&scheme.name);
    match &scheme.kind {
        SecurityKind::ApiKey {
            name,
            location,
            prefix,
        } => match location {
            Location::Query => query.push(format!("{}={}", percent(name), percent(&secret))),
            Location::Cookie => cookies.push(format!("{name}={secret}")),
            _ => {
                let prefix = prefix.as_ref().map(|prefix| format!("{prefix} "));
                let text = format!("{}{secret}", prefix.unwrap_or_default());
                headers.set(name.to_ascii_lowercase(), text);
            }
        },
        SecurityKind::Http { scheme, .. } if scheme == "basic" => {
            let pair = BASE64_STANDARD.encode(format!("vector:{secret}"));
            headers.set("authorization", format!("Basic {pair}"));
        }
        // The connection carries it.
        SecurityKind::MutualTls => {}
        _ => headers.set("authorization", format!("Bearer {secret}")),
    }
}
