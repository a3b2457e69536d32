//! The callers, and their credentials.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::style::{Auth, Style};
use crate::server::{Asked, field};

/// The tenants, and their tokens or secrets.
pub(super) const TENANTS: [(&str, &str); 2] =
    [("acme", "acme-5e1f0c77aa"), ("bolt", "bolt-90d2b41e66")];
const PASSWORD: &str = "open-5e1f0c77aa";
const SEAL: &str = "seal-11d2b41e66";
/// The header field or query parameter with a tenant or a key.
const TENANT: &str = "X-Tenant";
const KEY: &str = "api_key";

/// Returns whether the callers belong to unrelated tenants.
pub(super) const fn has_tenants(style: &Style) -> bool {
    matches!(style.auth, Auth::Bearer | Auth::Tenant | Auth::Issued)
}

/// Returns the file of credentials for the harness.
pub(super) fn credentials(style: &Style) -> Option<String> {
    let one = |lines: &str| Some(format!("[identities.ours]\n{lines}\n"));
    let each = |lines: &dyn Fn(&str, &str) -> String| {
        let all = TENANTS.iter().map(|(name, secret)| {
            let lines = lines(name, secret);
            format!("[identities.{name}]\n{lines}\n")
        });
        Some(all.collect::<String>())
    };
    match style.auth {
        Auth::Open => None,
        Auth::Bearer => each(&|_, token| format!("bearer = \"{token}\"")),
        Auth::Tenant => each(&|name, token| {
            format!("bearer = \"{token}\"\nparameters = {{ \"{TENANT}\" = \"{name}\" }}")
        }),
        Auth::Issued => {
            each(&|name, secret| format!("client_id = \"{name}\"\nclient_secret = \"{secret}\""))
        }
        Auth::Basic => one(&format!("user = \"ada\"\npassword = \"{PASSWORD}\"")),
        Auth::Cookie | Auth::Key | Auth::QueryKey => one(&format!("api_key = \"{PASSWORD}\"")),
        Auth::Keys => one(&format!(
            "keys = {{ app = \"{PASSWORD}\", seal = \"{SEAL}\" }}"
        )),
    }
}

/// Returns the security schemes of the description.
pub(super) fn schemes(style: &Style) -> Value {
    let key = |place: &str, name: &str| json!({ "type": "apiKey", "in": place, "name": name });
    match style.auth {
        Auth::Open => json!({}),
        Auth::Bearer | Auth::Tenant => json!({ "token": { "type": "http", "scheme": "bearer" } }),
        Auth::Issued => {
            let url = format!("https://{}.example{}/oauth/token", style.name, style.prefix);
            let flow = json!({ "tokenUrl": url, "scopes": {} });
            json!({ "clients": { "type": "oauth2", "flows": { "clientCredentials": flow } } })
        }
        Auth::Basic => json!({ "login": { "type": "http", "scheme": "basic" } }),
        Auth::Cookie => json!({ "session": key("cookie", "SESSION") }),
        Auth::Key => json!({ "key": key("header", "X-Api-Key") }),
        Auth::QueryKey => json!({ "key": key("query", KEY) }),
        Auth::Keys => json!({ "app": key("header", "X-App"), "seal": key("header", "X-Seal") }),
    }
}

/// The parameters that every operation has.
pub(super) fn parameters(style: &Style) -> Vec<Value> {
    let tenant = json!({
        "name": TENANT, "in": "header", "required": true, "description": "The tenant that is asked for.",
        "schema": { "type": "string", "pattern": "^[a-z]{2,20}$" }
    });
    let is_due = style.auth == Auth::Tenant;
    is_due.then_some(tenant).into_iter().collect()
}

/// Returns the tenant in a header field of a request; empty if it is missing.
pub(super) fn named<'h>(style: &Style, headers: &'h hyper::HeaderMap) -> &'h str {
    match style.auth {
        Auth::Tenant => field(headers, TENANT),
        _ => "",
    }
}

/// Returns the tenant of a request, or the challenge. `issued` are the tokens that were issued.
pub(super) fn authorize(
    style: &Style,
    asked: &Asked<'_>,
    issued: &BTreeMap<String, String>,
) -> Result<String, &'static str> {
    let is = |name: &str, wanted: &str| field(asked.headers, name) == wanted;
    let ours = |found: bool| found.then(|| TENANTS[0].0.to_owned());
    let given = field(asked.headers, "authorization");
    let (scheme, rest) = given.split_once(' ').unwrap_or((given, ""));
    let found = match style.auth {
        Auth::Open => ours(true),
        Auth::Issued if asked.operation == "issueToken" => ours(true),
        Auth::Bearer | Auth::Tenant if scheme.eq_ignore_ascii_case("bearer") => {
            let mut all = TENANTS.iter();
            let found = all.find(|(_, token)| *token == rest);
            found.map(|(name, _)| (*name).to_owned())
        }
        Auth::Issued if scheme.eq_ignore_ascii_case("bearer") => issued.get(rest).cloned(),
        Auth::Basic if scheme.eq_ignore_ascii_case("basic") => {
            ours(rest == STANDARD.encode(format!("ada:{PASSWORD}")))
        }
        Auth::Cookie => {
            let mut all = field(asked.headers, "cookie").split("; ");
            ours(all.any(|pair| pair == format!("SESSION={PASSWORD}")))
        }
        Auth::Key => ours(is("x-api-key", PASSWORD)),
        Auth::QueryKey => {
            let mut all = url::form_urlencoded::parse(asked.query.as_bytes());
            ours(all.any(|(name, value)| name == KEY && value == PASSWORD))
        }
        Auth::Keys => ours(is("x-app", PASSWORD) && is("x-seal", SEAL)),
        _ => None,
    };
    found.ok_or(match style.auth {
        Auth::Bearer | Auth::Tenant | Auth::Issued if rest.is_empty() => "Bearer realm=\"styled\"",
        Auth::Bearer | Auth::Tenant | Auth::Issued => {
            "Bearer realm=\"styled\", error=\"invalid_token\""
        }
        Auth::Basic => "Basic realm=\"styled\", charset=\"UTF-8\"",
        _ => "Key realm=\"styled\"",
    })
}
