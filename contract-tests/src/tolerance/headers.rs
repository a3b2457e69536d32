//! Header fields that a deployment may add.

use hyper::HeaderMap;
use hyper::header::{HeaderName, HeaderValue};
use jiff::{SignedDuration, Timestamp};

use conformance_core::addition::Addition;

/// Adds header fields. Returns whether any was added.
pub(super) fn extend(headers: &mut HeaderMap, addition: Addition, now: Timestamp) -> bool {
    let (mut plain, mut ends) = (false, false);
    if matches!(addition, Addition::Headers | Addition::All) {
        let (name, value) = ("x-conformance-addition", "1, 2;of=\"all\"");
        headers.append(
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        );
        let (name, value) = ("server-timing", "conformance;dur=0.1");
        headers.append(
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        );
        plain = true;
    }
    let has_end = headers.contains_key("sunset") || headers.contains_key("deprecation");
    if matches!(addition, Addition::Sunset | Addition::All) && !has_end {
        ends = sunset(headers, now);
    }
    plain || ends
}

/// Announces a sunset in two years.
fn sunset(headers: &mut HeaderMap, now: Timestamp) -> bool {
    let day = 24 * 60 * 60;
    let Ok(end) = now.checked_add(SignedDuration::from_secs(730 * day)) else {
        return false;
    };
    let end = end.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string();
    let fields = [
        ("deprecation", format!("@{}", now.as_second())),
        ("sunset", end),
        (
            "link",
            "</docs/conformance-guide>; rel=\"deprecation\"".to_owned(),
        ),
    ];
    for (name, text) in fields {
        if let Ok(value) = HeaderValue::try_from(text) {
            headers.append(HeaderName::from_static(name), value);
        }
    }
    true
}
