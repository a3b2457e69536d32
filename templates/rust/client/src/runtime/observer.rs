//! Events of a client other than responses.

use std::fmt;
use std::time::Duration;

use jiff::Timestamp;

use super::RawResponse;
use super::retry::http_date;

/// Told of what a client notices besides responses. Every method does nothing by default; all are
/// called while a response is waited for, so none should take long.
pub trait Observer: fmt::Debug + Send + Sync {
    /// A response announces that the operation is deprecated or will stop responding.
    fn deprecated(&self, notice: &Deprecated<'_>) {
        let _ = notice;
    }

    /// A response has members that the description does not define; `pointers` are JSON Pointers
    /// (RFC 6901) to them.
    fn unknown_fields(&self, operation: &str, pointers: &[String]) {
        let _ = (operation, pointers);
    }

    /// A request is about to be sent again.
    fn retried(&self, retry: &Retried<'_>) {
        let _ = retry;
    }
}

/// A request that is about to be sent again.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Retried<'a> {
    /// The operationId, or `the token endpoint`.
    pub operation: &'a str,
    /// How often the request was sent so far.
    pub attempt: u32,
    /// The status of the last response; `None` if no response came.
    pub status: Option<u16>,
    /// How long is waited before.
    pub wait: Duration,
}

/// What a response says about the end of its operation's life.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Deprecated<'a> {
    /// The operationId.
    pub operation: &'a str,
    /// `Deprecation` (RFC 9745): since when it is deprecated, or from when on it will be.
    pub deprecation: Option<&'a str>,
    /// `Sunset` (RFC 8594): when it will stop responding.
    pub sunset: Option<&'a str>,
    /// `Link` with the relation `deprecation`: about the deprecation.
    pub deprecation_link: Option<&'a str>,
    /// `Link` with the relation `sunset`: about the end.
    pub sunset_link: Option<&'a str>,
}

impl<'a> Deprecated<'a> {
    /// Returns what a response announces; `None` if that is nothing.
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

    /// [`deprecation`](Self::deprecation) as a time, if it is written as `@` and seconds.
    #[must_use]
    pub fn deprecated_at(&self) -> Option<Timestamp> {
        let seconds = self.deprecation?.trim().strip_prefix('@')?;
        Timestamp::from_second(seconds.parse().ok()?).ok()
    }

    /// [`sunset`](Self::sunset) as a time, if it is an IMF-fixdate.
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

/// A comma ends a link's parameters, unless it is quoted.
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
