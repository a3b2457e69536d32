//! Server addresses and their variables.

use std::collections::BTreeMap;
use std::fmt;
use std::net::IpAddr;

use reqwest::Url;

/// The addresses of the servers, and the values of their variables.
#[derive(Debug, Clone, Default)]
pub(super) struct Servers {
    pub(super) variables: BTreeMap<String, String>,
    pub(super) replaced: BTreeMap<String, String>,
    pub(super) origin: Option<String>,
    /// Servers that receive no credentials unless the caller sets another address for them.
    pub(super) elsewhere: &'static [&'static str],
}

impl Servers {
    /// Returns the address of a server of the description, with its variables replaced.
    pub(super) fn resolve(&self, template: &str) -> Result<Url, ServerError> {
        let template = self.replaced.get(template).map_or(template, String::as_str);
        let address = self.expand(template)?;
        let url = self
            .parse(&address)
            .map_err(|reason| ServerError::invalid(&address, &reason))?;
        match flaw(&url) {
            Some(reason) => Err(ServerError::invalid(&address, reason)),
            None => Ok(url),
        }
    }

    /// Returns whether credentials may be sent to a server.
    pub(super) fn trusts(&self, template: &str) -> bool {
        !self.elsewhere.contains(&template) || self.replaced.contains_key(template)
    }

    /// Returns whether all variables of a template have values.
    pub(super) fn knows(&self, template: &str) -> bool {
        let template = self.replaced.get(template).map_or(template, String::as_str);
        self.expand(template).is_ok()
    }

    /// Replaces the `{variables}` of a template.
    pub(super) fn expand(&self, template: &str) -> Result<String, ServerError> {
        expand(template, |name| {
            self.variables.get(name).map(String::as_str)
        })
        .map_err(|name| ServerError::Variable(name.to_owned()))
    }

    fn parse(&self, address: &str) -> Result<Url, String> {
        let parsed = match &self.origin {
            Some(origin) => Url::parse(origin).and_then(|origin| origin.join(address)),
            None => Url::parse(address),
        };
        parsed.map_err(|error| error.to_string())
    }
}

/// Returns why a URL is not a valid server address, if it is not.
fn flaw(url: &Url) -> Option<&'static str> {
    if !matches!(url.scheme(), "http" | "https") {
        Some("its scheme is neither http nor https")
    } else if !url.username().is_empty() || url.password().is_some() {
        Some("it contains a user name or password; pass them as credentials")
    } else if url.query().is_some() || url.fragment().is_some() {
        Some("it has a query or a fragment")
    } else {
        None
    }
}

/// Replaces `{names}` by values in one pass, so that values are not expanded again.
///
/// # Errors
/// Returns the first name that has no value.
pub(super) fn expand<'v, 't>(
    template: &'t str,
    value: impl Fn(&str) -> Option<&'v str>,
) -> Result<String, &'t str> {
    let mut expanded = String::with_capacity(template.len() + 32);
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, behind)) = after.split_once('}') else {
            break;
        };
        expanded.push_str(before);
        expanded.push_str(value(name).ok_or(name)?);
        rest = behind;
    }
    expanded.push_str(rest);
    Ok(expanded)
}

/// Returns whether an address is a loopback address, which no proxy can reach.
pub(super) fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost"
        || host.ends_with(".localhost")
        || bare.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// An error returned if the address of a server is not usable.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ServerError {
    /// A variable of the address has no value.
    Variable(String),
    /// The address is not valid.
    Invalid {
        /// The address as it was given.
        address: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl ServerError {
    fn invalid(address: &str, reason: &str) -> Self {
        Self::Invalid {
            // The text before `@` may be a password.
            address: address.rsplit('@').next().unwrap_or_default().to_owned(),
            reason: reason.to_owned(),
        }
    }
}

impl fmt::Display for ServerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variable(name) => write!(f, "the server variable `{name}` has no value"),
            Self::Invalid { address, reason } => {
                write!(f, "`{address}` is not a valid server address: {reason}")
            }
        }
    }
}

impl std::error::Error for ServerError {}
