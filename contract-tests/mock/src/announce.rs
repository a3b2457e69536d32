//! Announces the deprecation and sunset of operations.

use jiff::Timestamp;
use spec::model::Operation;

use crate::reply::Reply;

/// Adds the announcements in the description (RFC 8594, RFC 9745).
pub(crate) fn announce(operation: &Operation, reply: &mut Reply) {
    /// A distant sunset, for descriptions that declare the field without a date.
    const DISTANT: &str = "Thu, 31 Dec 2099 23:59:59 GMT";
    let Some(deprecation) = &operation.deprecation else {
        return;
    };
    let declares = |name: &str| {
        let mut all = operation.responses.iter().flat_map(|one| &one.headers);
        all.any(|one| one.name.eq_ignore_ascii_case(name))
    };
    let moment = |text: &Option<String>| text.as_ref()?.parse::<Timestamp>().ok();
    match moment(&deprecation.sunset) {
        Some(end) => reply.set(
            "sunset",
            end.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string(),
        ),
        None if declares("sunset") => reply.set("sunset", DISTANT),
        None => {}
    }
    match moment(&deprecation.since) {
        Some(since) => reply.set("deprecation", format!("@{}", since.as_second())),
        None if declares("deprecation") => reply.set("deprecation", "@1735689600"),
        None => {}
    }
    let guide = deprecation.guide.as_deref();
    let is_plain = |guide: &&str| {
        guide
            .bytes()
            .all(|byte| (0x21..0x7f).contains(&byte) && byte != b'>')
    };
    if let Some(guide) = guide.filter(is_plain) {
        reply.headers.push((
            "link".to_owned(),
            format!("<{guide}>; rel=\"deprecation\"; type=\"text/html\""),
        ));
    }
}
