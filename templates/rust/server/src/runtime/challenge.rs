//! `WWW-Authenticate` (RFC 9110 §11.6.1).

use axum::http::HeaderValue;
use axum::http::header::WWW_AUTHENTICATE;

use super::authenticator::Demand;
use super::{Carrier, Config, Rejection};

/// The reason that a bearer token is rejected (RFC 6750 §3.1).
#[derive(Debug, Clone)]
pub(super) struct BearerError {
    pub(super) code: &'static str,
    pub(super) description: Option<String>,
}

impl Rejection {
    /// Adds a challenge for each way in which a credential can be sent.
    pub(super) fn challenged<'d>(
        mut self,
        demands: impl Iterator<Item = &'d Demand>,
        error: Option<&BearerError>,
        config: &Config,
    ) -> Self {
        let mut carriers = Vec::new();
        for demand in demands.filter(|demand| demand.carrier != Carrier::Unseen) {
            if !carriers.contains(&demand.carrier) {
                carriers.push(demand.carrier);
                self = self.challenge(&challenge(demand, error, config));
            }
        }
        if carriers.is_empty() {
            self = self.challenge(&bearer(&[], error, config));
        }
        self
    }

    fn challenge(self, text: &str) -> Self {
        match HeaderValue::from_str(text) {
            Ok(value) => self.header(WWW_AUTHENTICATE, value),
            Err(_) => self,
        }
    }
}

fn challenge(demand: &Demand, error: Option<&BearerError>, config: &Config) -> String {
    let realm = quoted(&config.realm);
    match demand.carrier {
        Carrier::Bearer | Carrier::Unseen => bearer(demand.scopes, error, config),
        Carrier::Basic => format!("Basic realm=\"{realm}\", charset=\"UTF-8\""),
        Carrier::Http(scheme) => format!("{scheme} realm=\"{realm}\""),
        Carrier::Header(name) => api_key(&realm, "header", name),
        Carrier::Query(name) => api_key(&realm, "query", name),
        Carrier::Cookie(name) => api_key(&realm, "cookie", name),
    }
}

/// Returns a challenge for an API key. No scheme is registered for API keys, but a 401 must have a
/// challenge.
fn api_key(realm: &str, place: &str, name: &str) -> String {
    let name = quoted(name);
    format!("ApiKey realm=\"{realm}\", in=\"{place}\", name=\"{name}\"")
}

/// Returns a `Bearer` challenge (RFC 6750 §3), with `resource_metadata` (RFC 9728 §5.1).
fn bearer(scopes: &[&str], error: Option<&BearerError>, config: &Config) -> String {
    let mut parameters = vec![("realm", config.realm.clone())];
    if let Some(error) = error {
        parameters.push(("error", error.code.to_owned()));
        let description = error.description.clone();
        parameters.extend(description.map(|text| ("error_description", text)));
    }
    if !scopes.is_empty() {
        parameters.push(("scope", scopes.join(" ")));
    }
    let metadata = config.resource_metadata.clone();
    parameters.extend(metadata.map(|address| ("resource_metadata", address)));
    let parameters: Vec<_> = parameters
        .iter()
        .map(|(name, value)| format!("{name}=\"{}\"", quoted(value)))
        .collect();
    format!("Bearer {}", parameters.join(", "))
}

/// Removes all characters that RFC 6750 §3 does not allow in a value, so that no escapes are
/// needed.
fn quoted(text: &str) -> String {
    let legal = |character: &char| matches!(character, ' '..='~') && !"\"\\".contains(*character);
    text.chars().filter(legal).collect()
}
