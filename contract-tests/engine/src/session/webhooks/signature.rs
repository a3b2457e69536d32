//! Signatures of deliveries (interface §6).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hyper::header::HeaderValue;
use ring::hmac;

use super::Delivery;
use conformance_core::service::Service;

/// Returns the header field with the signature of a delivery.
#[must_use]
pub fn field<'d>(service: &Service, delivery: &'d Delivery) -> Option<&'d HeaderValue> {
    delivery.headers.get(service.signature.as_ref()?)
}

/// Returns whether one of a delivery's signatures is the HMAC-SHA256 of its body with a secret, in
/// an accepted form: `sha256=` and lowercase hexadecimal, hexadecimal alone, or Base64.
#[must_use]
pub fn verifies(service: &Service, delivery: &Delivery, secret: &str) -> bool {
    let Some(name) = &service.signature else {
        return false;
    };
    let tag = tag(secret, &delivery.body);
    let mut fields = delivery.headers.get_all(name).iter();
    fields.any(|field| field.to_str().is_ok_and(|text| is_form_of(text, &tag)))
}

/// Computes the HMAC-SHA256 of a text, keyed by the UTF-8 bytes of the secret.
#[must_use]
pub fn tag(secret: &str, text: &[u8]) -> Vec<u8> {
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    hmac::sign(&key, text).as_ref().to_vec()
}

/// Returns whether a text is an accepted form of the HMAC.
#[must_use]
pub fn is_form_of(text: &str, tag: &[u8]) -> bool {
    let text = text.trim();
    let hex: String = tag.iter().flat_map(|byte| hex(*byte)).collect();
    match text.strip_prefix("sha256=") {
        Some(rest) => rest == hex,
        None => text.eq_ignore_ascii_case(&hex) || text == STANDARD.encode(tag),
    }
}

fn hex(byte: u8) -> [char; 2] {
    let digit = |value: u8| char::from_digit(u32::from(value), 16).unwrap_or('0');
    [digit(byte >> 4), digit(byte & 15)]
}

#[cfg(test)]
mod tests {
    use super::{is_form_of, tag};

    /// The example in GitHub's documentation on validating webhook deliveries.
    const HEX: &str = "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";

    #[test]
    fn forms() {
        let tag = tag("It's a Secret to Everybody", b"Hello, World!");
        for (text, expected) in [
            (format!("sha256={HEX}"), true),
            (format!(" sha256={HEX} "), true),
            (HEX.to_owned(), true),
            (HEX.to_uppercase(), true),
            (
                "dXEH6g6yUJ/CESIczphLijdXC211hsIsRvQ3nIsEPhc=".to_owned(),
                true,
            ),
            (format!("sha256={}", HEX.to_uppercase()), false),
            (format!("sha1={HEX}"), false),
            (format!("sha256={}", &HEX[..62]), false),
            (String::new(), false),
            ("sha256=".to_owned(), false),
        ] {
            assert_eq!(is_form_of(&text, &tag), expected, "{text}");
        }
    }
}
