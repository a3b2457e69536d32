//! Proof keys for code exchange (RFC 7636), with the method S256 only.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest::{SHA256, digest};
use subtle::ConstantTimeEq as _;

/// Returns whether a text can be a challenge: the base64url of a SHA-256 (§4.2).
pub(super) fn is_challenge(text: &str) -> bool {
    URL_SAFE_NO_PAD
        .decode(text)
        .is_ok_and(|hash| hash.len() == SHA256.output_len())
}

/// Returns whether a text can be a verifier (§4.1).
pub(super) fn is_verifier(text: &str) -> bool {
    let legal = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    (43..=128).contains(&text.len()) && text.bytes().all(legal)
}

/// Returns whether the challenge was derived from the verifier (§4.6).
pub(super) fn proves(verifier: &str, challenge: &str) -> bool {
    let made = URL_SAFE_NO_PAD.encode(digest(&SHA256, verifier.as_bytes()));
    is_verifier(verifier) && made.as_bytes().ct_eq(challenge.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::{is_challenge, proves};

    /// The example of RFC 7636, appendix B.
    #[test]
    fn the_example_of_the_standard() {
        let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
        assert!(is_challenge(challenge));
        assert!(proves(
            "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
            challenge
        ));
        assert!(!proves(
            "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXK",
            challenge
        ));
        assert!(!proves(challenge, challenge), "plain is not spoken");
    }
}
