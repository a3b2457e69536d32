//! Events that a client reports in addition to responses.

use std::fmt;
use std::time::Duration;

use jiff::Timestamp;

use super::RawResponse;
use super::retry::http_date;

/// An observer of events other than responses. Every method does nothing by default. The methods
/// are called while a response is awaited, so they should return quickly.
pub trait Observer: fmt::Debug + Send + Sync {
    /// Called if a response announces that the operation is deprecated or will be removed.
    fn deprecated(&self, notice: &Deprecated<'_>) {
        let _ = notice;
    }

    /// Called if a response has properties that the description does not define. `pointers` are
    /// their JSON Pointers (RFC 6901).
    fn unknown_fields(&self, operation: &str, pointers: &[String]) {
        let _ = (operation, pointers);
    }

    /// Called before a request is retried.
    fn retried(&self, retry: &Retried<'_>) {
        let _ = retry;
    }
}

/// A request that is about to be retried.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Retried<'a> {
    /// The operationId, or `the token endpoint`.
    pub operation: &'a str,
    /// The number of attempts so far.
    pub attempt: u32,
    /// The status of the last response; `None` if no response came.
    pub status: Option<u16>,
    /// The delay before the next attempt.
    pub wait: Duration,
}

/// The deprecation of an operation, as announced by a response.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Deprecated<'a> {
    /// The operationId.
    pub operation: &'a str,
    /// `Deprecation` (RFC 9745): the date since which, or from which, it is deprecated.
    pub deprecation: Option<&'a str>,
    /// `Sunset` (RFC 8594): the date after which it will stop responding.
    pub sunset: Option<&'a str>,
    /// `Link` with the relation `deprecation`: information about the deprecation.
    pub deprecation_link: Option<&'a str>,
    /// `Link` with the relation `sunset`: information about the removal.
    pub sunset_link: Option<&'a str>,
}

impl<'a> Deprecated<'a> {
    /// Returns the deprecation that a response announces, if any.
    pub(super) fn find(operation: &'a str, raw: &'a RawResponse) -> Option<Self> {
        let notice = Self {
            operation,
            deprecation: raw.header("deprecation"),
            sunset: raw.header("sunset"),
            deprecation_link: link(raw, "deprecation"),
            sunset_link: link(raw, "sunset"),
        };
        let parts = [
            notice.deprecation,
            notice.sunset,
            notice.deprecation_link,
            notice.sunset_link,
        ];
        parts.iter().any(Option::is_some).then_some(notice)
    }

    /// Returns [`deprecation`](Self::deprecation) as a time, if it has the form `@` and seconds.
    #[must_use]
    pub fn deprecated_at(&self) -> Option<Timestamp> {
        let seconds = self.deprecation?.trim().strip_prefix('@')?;
        Timestamp::from_second(seconds.parse().ok()?).ok()
    }

    /// Returns [`sunset`](Self::sunset) as a time, if it is an IMF-fixdate.
    #[must_use]
    pub fn sunset_at(&self) -> Option<Timestamp> {
        http_date(self.sunset?.trim())
    }
}

/// Returns the target of the first `Link` with this relation (RFC 8288 §3).
pub(super) fn link<'a>(raw: &'a RawResponse, relation: &str) -> Option<&'a str> {
    let fields = raw.headers().get_all("link").into_iter();
    fields
        .filter_map(|field| field.to_str().ok())
        .find_map(|field| link_in(field, relation))
}

fn link_in<'a>(mut field: &'a str, relation: &str) -> Option<&'a str> {
    while let Some((target, rest)) = field
        .split_once('<')
        .and_then(|(_, rest)| rest.split_once('>'))
    {
        let (parameters, next) = rest.split_at(end_of_parameters(rest));
        if parameters
            .split(';')
            .any(|parameter| has_relation(parameter, relation))
        {
            return Some(target);
        }
        field = next;
    }
    None
}

/// Returns the position of the comma that ends the parameters of a link; a quoted comma does not.
fn end_of_parameters(text: &str) -> usize {
    let mut quoted = false;
    text.find(|character| {
        quoted ^= character == '"';
        character == ',' && !quoted
    })
    .unwrap_or(text.len())
}

fn has_relation(parameter: &str, relation: &str) -> bool {
    let Some((name, value)) = parameter.split_once('=') else {
        return false;
    };
    name.trim().eq_ignore_ascii_case("rel")
        && value
            .trim()
            .trim_matches('"')
            .split_ascii_whitespace()
            .any(|value| value.eq_ignore_ascii_case(relation))
}
