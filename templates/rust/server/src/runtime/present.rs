//! Extracts the credentials of a request.

use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, COOKIE, HeaderValue};
use base64::Engine as _;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use percent_encoding::percent_decode_str;

use super::{Carrier, Context, Proof, Secret};

/// The reason that a credential cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unreadable {
    /// The credential is malformed.
    Malformed,
    /// The credential was sent twice.
    Repeated,
}

type Presented = Result<Option<Proof>, Unreadable>;

impl Carrier {
    /// Returns the credential that a request carries in this way.
    pub(super) fn presented(self, context: &Context) -> Presented {
        let headers = &context.headers;
        let query = context.uri.query().unwrap_or_default();
        match self {
            Self::Bearer => bearer(headers, query),
            Self::Basic => authorization(headers, "Basic", basic),
            Self::Http(scheme) => authorization(headers, scheme, key),
            Self::Header(name) => one(headers.get_all(name).iter().map(text)),
            Self::Query(name) => one(query_values(query, name)),
            Self::Cookie(name) => one(cookies(headers, name)),
            Self::Unseen => Ok(None),
        }
    }

    /// Returns whether this is the whole `Authorization` header field, with any scheme.
    pub(super) const fn is_any_authorization(self) -> bool {
        matches!(self, Self::Header(name) if name.eq_ignore_ascii_case("authorization"))
    }

    /// Returns whether this is the `Authorization` header field with a particular scheme.
    pub(super) const fn is_authorization(self) -> bool {
        matches!(self, Self::Bearer | Self::Basic | Self::Http(_))
    }

    /// Returns whether clients send this credential without being asked to.
    pub(super) const fn is_ambient(self) -> bool {
        matches!(self, Self::Cookie(_))
    }
}

/// Returns a bearer token. A second token in the query is an error (RFC 6750 §2); a token only in
/// the query is ignored (RFC 9700 §4.3.2).
fn bearer(headers: &HeaderMap, query: &str) -> Presented {
    let presented = authorization(headers, "Bearer", token)?;
    let also_in_query = query_values(query, "access_token").next().is_some();
    if presented.is_some() && also_in_query {
        return Err(Unreadable::Repeated);
    }
    Ok(presented)
}

/// Reads `Authorization` (RFC 9110 §11.6.2) if it has the given scheme, ignoring case.
fn authorization(headers: &HeaderMap, scheme: &str, read: fn(&str) -> Option<Proof>) -> Presented {
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let Some(value) = values.next() else {
        return Ok(None);
    };
    if values.next().is_some() {
        return Err(Unreadable::Repeated);
    }
    let value = text(value).ok_or(Unreadable::Malformed)?;
    let (sent, credential) = value.split_once(' ').unwrap_or((&value, ""));
    if !sent.eq_ignore_ascii_case(scheme) {
        return Ok(None);
    }
    read(credential.trim())
        .map(Some)
        .ok_or(Unreadable::Malformed)
}

/// Reads a bearer token (`b64token`, RFC 6750 §2.1).
fn token(text: &str) -> Option<Proof> {
    let body = text.trim_end_matches('=');
    let legal = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/".contains(&byte);
    (!body.is_empty() && body.bytes().all(legal)).then(|| Proof::Bearer(Secret::new(text)))
}

fn key(text: &str) -> Option<Proof> {
    let legal = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
    legal.then(|| Proof::Key(Secret::new(text)))
}

/// Reads a user name and password (RFC 7617 §2).
fn basic(text: &str) -> Option<Proof> {
    const STANDARD: GeneralPurpose = GeneralPurpose::new(
        &base64::alphabet::STANDARD,
        GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
    );
    let decoded = String::from_utf8(STANDARD.decode(text).ok()?).ok()?;
    let (user, password) = decoded.split_once(':')?;
    let legal = !decoded.contains(|character: char| character.is_control());
    legal.then(|| Proof::Basic {
        user: user.to_owned(),
        password: Secret::new(password),
    })
}

/// Returns the only API key among the values; empty values do not count.
fn one(values: impl Iterator<Item = Option<String>>) -> Presented {
    let mut values = values.filter(|value| value.as_deref() != Some(""));
    let Some(value) = values.next() else {
        return Ok(None);
    };
    if values.next().is_some() {
        return Err(Unreadable::Repeated);
    }
    let value = value.ok_or(Unreadable::Malformed)?;
    Ok(Some(Proof::Key(Secret::new(value))))
}

fn text(value: &HeaderValue) -> Option<String> {
    value.to_str().ok().map(|text| text.trim().to_owned())
}

fn query_values(query: &str, name: &str) -> impl Iterator<Item = Option<String>> {
    query.split('&').filter_map(move |pair| {
        let (found, value) = pair.split_once('=').unwrap_or((pair, ""));
        (decoded(found).as_deref() == Some(name)).then(|| decoded(value))
    })
}

fn decoded(text: &str) -> Option<String> {
    let text = text.replace('+', " ");
    Some(percent_decode_str(&text).decode_utf8().ok()?.into_owned())
}

/// Returns the values of a cookie (RFC 6265 §4.2.1). HTTP/2 may split the cookies over several
/// header fields (RFC 9113 §8.2.3).
fn cookies(headers: &HeaderMap, name: &str) -> impl Iterator<Item = Option<String>> {
    headers.get_all(COOKIE).into_iter().flat_map(move |header| {
        let text = text(header).unwrap_or_default();
        let pairs = text
            .split(';')
            .filter_map(|pair| pair.trim().split_once('='));
        let values = pairs.filter(|(found, _)| *found == name);
        values
            .map(|(_, value)| Some(value.to_owned()))
            .collect::<Vec<_>>()
    })
}
