//! Signatures of deliveries.

use ring::hmac;

use crate::ids;

/// Returns `sha256=` and the lowercase hexadecimal HMAC-SHA256 of the body, keyed by the UTF-8
/// bytes of the secret.
pub(super) fn sign(secret: &str, body: &[u8]) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    format!("sha256={}", ids::hex(hmac::sign(&key, body).as_ref()))
}

#[cfg(test)]
mod tests {
    use super::sign;

    /// The example in GitHub's documentation, which has the same form.
    #[test]
    fn known_value() {
        let signature = sign("It's a Secret to Everybody", b"Hello, World!");
        let expected = "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
        assert_eq!(signature, format!("sha256={expected}"));
    }
}
