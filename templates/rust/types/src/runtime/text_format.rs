//! Formats of strings without a dedicated type.

use std::net::{Ipv4Addr, Ipv6Addr};

/// A format of strings that is validated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `email`: text before and after an `@`, without spaces. Only a mail server can check an
    /// address further.
    Email,
    /// `ipv4`: dotted decimal (RFC 2673 §3.2).
    Ipv4,
    /// `ipv6` (RFC 4291 §2.2).
    Ipv6,
}

impl Format {
    /// Returns the name of the format in a description.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Ipv4 => "ipv4",
            Self::Ipv6 => "ipv6",
        }
    }

    /// Returns whether a text has the format.
    #[must_use]
    pub fn matches(self, text: &str) -> bool {
        match self {
            Self::Email => is_email(text),
            Self::Ipv4 => text.parse::<Ipv4Addr>().is_ok(),
            Self::Ipv6 => text.parse::<Ipv6Addr>().is_ok(),
        }
    }
}

/// Checks an email address. The local part may be quoted and then contain `@` and spaces (RFC 5321
/// §4.1.2).
fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else {
        return false;
    };
    let is_quoted = local.len() > 2 && local.starts_with('"') && local.ends_with('"');
    let is_clean = |part: &str| !part.chars().any(|c| c.is_whitespace() || c.is_control());
    let is_local = !local.is_empty() && (is_quoted || is_clean(local));
    is_local && !domain.is_empty() && is_clean(domain)
}
