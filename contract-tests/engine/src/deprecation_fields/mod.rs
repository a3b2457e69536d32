//! What a response says about the sunset of its operation: `Deprecation` (RFC 9745), `Sunset` (RFC
//! 8594) and links to a guide.

mod http_date;
mod link;

use hyper::HeaderMap;
use jiff::Timestamp;

pub use self::http_date::{HttpDate, a_year_after};
pub use self::link::guide;

/// A valid value of `Deprecation`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Since {
    /// A Structured Fields date, `@1767225600` (RFC 9651 §3.3.7).
    At(Timestamp),
    /// `true` or an HTTP-date, the syntax of older drafts of RFC 9745.
    OlderDraft(Option<Timestamp>),
}

/// Returns the value of `Sunset`, if there is one.
///
/// # Errors
/// Returns what is wrong: the field is repeated, or is not a date.
pub fn sunset(headers: &HeaderMap) -> Option<Result<HttpDate, &'static str>> {
    Some(single(headers, "sunset")?.and_then(HttpDate::parse))
}

/// Returns the value of `Deprecation`, if there is one.
///
/// # Errors
/// Returns what is wrong: the field is repeated, or is not a Structured Fields date.
pub fn deprecation(headers: &HeaderMap) -> Option<Result<Since, &'static str>> {
    Some(single(headers, "deprecation")?.and_then(since))
}

/// Returns whether a response announces a deprecation or a sunset.
#[must_use]
pub fn announces(headers: &HeaderMap) -> bool {
    headers.contains_key("sunset") || headers.contains_key("deprecation")
}

/// Returns the value of a field that may be sent once.
fn single<'h>(headers: &'h HeaderMap, name: &str) -> Option<Result<&'h str, &'static str>> {
    let mut all = headers.get_all(name).iter();
    let first = all.next()?;
    if all.next().is_some() {
        return Some(Err("the field is sent more than once"));
    }
    let text = first.to_str();
    Some(text.map(str::trim).map_err(|_| "it is not visible ASCII"))
}

/// A Structured Fields item of type Date: `@` and an integer of at most 15 digits (RFC 9651 §3.3.1,
/// §3.3.7). Parameters of the item have no meaning (RFC 9745 §2.1).
fn since(text: &str) -> Result<Since, &'static str> {
    if text == "true" || text == "?1" {
        return Ok(Since::OlderDraft(None));
    }
    if let Ok(date) = HttpDate::parse(text) {
        return Ok(Since::OlderDraft(Some(date.at)));
    }
    let bad = "it is not `@` and an integer";
    let item = text.split(';').next().unwrap_or_default();
    let number = item.strip_prefix('@').ok_or(bad)?;
    let digits = number.strip_prefix('-').unwrap_or(number);
    let is_integer =
        matches!(digits.len(), 1..=15) && digits.bytes().all(|byte| byte.is_ascii_digit());
    let seconds = number.parse().ok().filter(|_| is_integer).ok_or(bad)?;
    let at = Timestamp::from_second(seconds).map_err(|_| "its date is out of range")?;
    Ok(Since::At(at))
}

#[cfg(test)]
mod tests {
    use hyper::header::HeaderValue;

    use super::*;

    #[test]
    fn a_deprecation_is_one_date_of_structured_fields() {
        let rows = [
            ("@1767225600", true),
            ("@0", true),
            ("@-1", true),
            ("@1767225600;note=\"x\"", true),
            ("1767225600", false),
            ("@+1", false),
            ("@1.5", false),
            ("@", false),
            ("@1, @2", false),
            ("@9999999999999999", false),
            ("@999999999999999", false),
            ("yes", false),
        ];
        for (text, wanted) in rows {
            let read = matches!(since(text), Ok(Since::At(_)));
            assert_eq!(read, wanted, "{text}");
        }
        assert_eq!(since("true"), Ok(Since::OlderDraft(None)));
        let older = since("Fri, 31 Dec 2027 23:59:59 GMT");
        assert!(matches!(older, Ok(Since::OlderDraft(Some(_)))));
    }

    #[test]
    fn a_field_that_is_repeated_is_not_one_date() {
        let date = HeaderValue::from_static("Fri, 31 Dec 2027 23:59:59 GMT");
        let mut headers = HeaderMap::new();
        assert!(sunset(&headers).is_none());
        headers.append("sunset", date.clone());
        assert!(sunset(&headers).is_some_and(|read| read.is_ok()));
        headers.append("sunset", date);
        assert!(sunset(&headers).is_some_and(|read| read.is_err()));
    }
}
