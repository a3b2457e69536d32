//! Decides where events may be sent: never into the network of the service (CWE-918).

use std::net::IpAddr;
use std::time::Duration;

use url::{Host, Url};

use super::address::{is_loopback, is_public};
use super::resolve::Lookup;

/// How long a registration waits for a name to be resolved.
const LOOKUP_TIME: Duration = Duration::from_secs(3);

/// The allowed addresses of webhooks.
#[derive(Debug, Clone, Default)]
pub struct Targets {
    /// Whether the machine itself is allowed, also with http; for tests and the console.
    pub allow_loopback: bool,
    /// How names are resolved.
    pub lookup: Lookup,
}

/// Why nothing may be sent to an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Not https.
    #[error("The address must use https.")]
    Scheme,
    /// A user name or password.
    #[error("The address must not carry user information; the signature authenticates deliveries.")]
    UserInformation,
    /// No host.
    #[error("The address must name a host.")]
    Host,
    /// A host that is not public, or may not be.
    #[error("The address must lead to a public host.")]
    NotPublic,
}

/// The addresses that a name may resolve to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// Public hosts.
    Public,
    /// Public hosts and the machine itself.
    PublicOrLoopback,
    /// The machine itself.
    Loopback,
}

impl Reach {
    pub(super) fn contains(self, address: IpAddr) -> bool {
        match self {
            Self::Public => is_public(address),
            Self::PublicOrLoopback => is_public(address) || is_loopback(address),
            Self::Loopback => is_loopback(address),
        }
    }
}

impl Targets {
    /// Allows public hosts, and the machine itself, also with http.
    #[must_use]
    pub fn with_loopback() -> Self {
        Self {
            allow_loopback: true,
            ..Self::default()
        }
    }

    /// Checks an address before it is registered. A name that does not resolve yet is allowed,
    /// because every attempt checks again.
    ///
    /// # Errors
    /// [`Refusal`]
    pub async fn check(&self, url: &Url) -> Result<(), Refusal> {
        let reach = self.check_form(url)?;
        let Some(Host::Domain(name)) = url.host() else {
            return Ok(());
        };
        let found = tokio::time::timeout(LOOKUP_TIME, self.lookup.addresses(name)).await;
        let addresses = found.ok().and_then(Result::ok).unwrap_or_default();
        if addresses.into_iter().all(|address| reach.contains(address)) {
            Ok(())
        } else {
            Err(Refusal::NotPublic)
        }
    }

    /// Checks the text of an address, and returns which addresses a name may resolve to. The URL
    /// parser has already normalized numeric addresses.
    pub(super) fn check_form(&self, url: &Url) -> Result<Reach, Refusal> {
        let reach = match (url.scheme(), self.allow_loopback) {
            ("https", false) => Reach::Public,
            ("https", true) => Reach::PublicOrLoopback,
            ("http", true) => Reach::Loopback,
            _ => return Err(Refusal::Scheme),
        };
        if !url.username().is_empty() || url.password().is_some() {
            return Err(Refusal::UserInformation);
        }
        let address = match url.host() {
            None => return Err(Refusal::Host),
            Some(Host::Domain(_)) => return Ok(reach),
            Some(Host::Ipv4(address)) => IpAddr::V4(address),
            Some(Host::Ipv6(address)) => IpAddr::V6(address),
        };
        if reach.contains(address) {
            Ok(reach)
        } else {
            Err(Refusal::NotPublic)
        }
    }
}
