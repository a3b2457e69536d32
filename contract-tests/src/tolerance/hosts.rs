//! Replaces addresses of the deployment in what is passed on: a client must not bypass the proxies,
//! and the deployment must not see the addresses of the proxies, for example in token requests.

use conformance_core::json::Json;

/// An address of the deployment and that of its proxy, both without a slash at the end.
#[derive(Debug, Clone)]
pub(super) struct Pair {
    pub(super) outside: String,
    pub(super) proxy: String,
}

/// Returns a text with the addresses of the deployment replaced by those of the proxies.
pub(super) fn inwards(text: &str, pairs: &[Pair]) -> String {
    let pairs = pairs.iter();
    pairs.fold(text.to_owned(), |text, pair| {
        replace(&text, &pair.outside, &pair.proxy)
    })
}

/// Returns a text with the addresses of the proxies replaced by those of the deployment, plain and
/// percent-encoded.
pub(super) fn outwards(text: &str, pairs: &[Pair]) -> String {
    let encoded = |text: &str| {
        let bytes = text.as_bytes();
        url::form_urlencoded::byte_serialize(bytes).collect::<String>()
    };
    let pairs = pairs.iter();
    pairs.fold(text.to_owned(), |text, pair| {
        let text = replace(&text, &pair.proxy, &pair.outside);
        replace(&text, &encoded(&pair.proxy), &encoded(&pair.outside))
    })
}

/// Replaces the addresses in every string of a document.
pub(super) fn document(value: &mut Json, pairs: &[Pair]) -> bool {
    match value {
        Json::String(text) => {
            let new = inwards(text, pairs);
            let changed = *new != **text;
            *text = new.into();
            changed
        }
        Json::Array(items) => items
            .iter_mut()
            .fold(false, |changed, item| document(item, pairs) | changed),
        Json::Object(members) => members
            .iter_mut()
            .fold(false, |changed, (_, item)| document(item, pairs) | changed),
        _ => false,
    }
}

/// Replaces an address wherever it is complete: `http://a.example` is neither in
/// `http://a.example.com` nor in `http://a.example:81`.
fn replace(text: &str, from: &str, to: &str) -> String {
    if from.is_empty() {
        return text.to_owned();
    }
    let mut new = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(from) {
        let after = &rest[at + from.len()..];
        let ends =
            !after.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | ':'));
        new.push_str(&rest[..at]);
        new.push_str(if ends { to } else { from });
        rest = after;
    }
    new.push_str(rest);
    new
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_addresses_are_replaced() {
        let pairs = [Pair {
            outside: "https://a.example".to_owned(),
            proxy: "http://127.0.0.1:81".to_owned(),
        }];
        for (text, wanted) in [
            ("https://a.example", "http://127.0.0.1:81"),
            ("x=\"https://a.example/y\"", "x=\"http://127.0.0.1:81/y\""),
            ("https://a.example.com/", "https://a.example.com/"),
            ("https://a.example:8443", "https://a.example:8443"),
            ("https://b.example", "https://b.example"),
        ] {
            assert_eq!(inwards(text, &pairs), wanted);
        }
        let form = "a=1&resource=http%3A%2F%2F127.0.0.1%3A81&b=2";
        let wanted = "a=1&resource=https%3A%2F%2Fa.example&b=2";
        assert_eq!(outwards(form, &pairs), wanted);
        assert_eq!(
            outwards("http://127.0.0.1:812", &pairs),
            "http://127.0.0.1:812"
        );
    }
}
