//! Encodes public keys as in certificates (RFC 5280 §4.1, RFC 8017 §A.1.1, RFC 5480 §2, RFC 8410
//! §4). A server that confuses algorithms would use this text as an HMAC key.

use super::decode;
use crate::json::Json;

/// `1.2.840.113549.1.1.1` and NULL.
const RSA: &[u8] = &[
    0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00,
];
/// `1.2.840.10045.2.1` and `1.2.840.10045.3.1.7`.
const P256: &[u8] = &[
    0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D,
    0x03, 0x01, 0x07,
];
/// `1.3.101.112`.
const ED25519: &[u8] = &[0x06, 0x03, 0x2B, 0x65, 0x70];

/// Encodes a key of a set as a `SubjectPublicKeyInfo` in DER; `None` for an unsupported kind of
/// key.
#[must_use]
pub fn public_key(key: &Json) -> Option<Vec<u8>> {
    let text = |name: &str| key.get(name).and_then(Json::as_str);
    let member = |name: &str| decode(text(name)?);
    let (algorithm, bits) = match (text("kty")?, text("crv")) {
        ("RSA", _) => {
            let numbers = [integer(&member("n")?), integer(&member("e")?)].concat();
            (RSA, tagged(0x30, &numbers))
        }
        ("EC", Some("P-256")) => (P256, [vec![4], member("x")?, member("y")?].concat()),
        ("OKP", Some("Ed25519")) => (ED25519, member("x")?),
        _ => return None,
    };
    let bits = tagged(0x03, &[vec![0], bits].concat());
    Some(tagged(0x30, &[tagged(0x30, algorithm), bits].concat()))
}

/// Encodes a number that is not negative.
fn integer(bytes: &[u8]) -> Vec<u8> {
    let start = bytes
        .iter()
        .position(|byte| *byte != 0)
        .unwrap_or(bytes.len());
    let mut digits = bytes[start..].to_vec();
    if digits.first().is_none_or(|first| *first >= 0x80) {
        digits.insert(0, 0);
    }
    tagged(0x02, &digits)
}

/// Encodes a value with its tag and its length (X.690 §8.1).
fn tagged(tag: u8, content: &[u8]) -> Vec<u8> {
    let mut all = vec![tag];
    match u8::try_from(content.len()) {
        Ok(short) if short < 0x80 => all.push(short),
        _ => {
            let length = content.len().to_be_bytes();
            let start = length.iter().position(|byte| *byte != 0).unwrap_or(0);
            let length = &length[start..];
            // At most eight bytes.
            all.push(0x80 | u8::try_from(length.len()).unwrap_or(8));
            all.extend(length);
        }
    }
    all.extend(content);
    all
}

#[cfg(test)]
mod tests {
    use rsa::pkcs8::DecodePublicKey as _;
    use rsa::traits::PublicKeyParts as _;

    use super::public_key;
    use crate::jose::{decode, encode};
    use crate::json::Json;

    fn der(jwk: &str) -> Vec<u8> {
        public_key(&Json::parse(jwk.as_bytes()).unwrap()).unwrap()
    }

    /// The example of RFC 7515 §A.3.1, and the key as `openssl pkey -pubin -outform DER` writes it.
    #[test]
    fn an_elliptic_key_is_written_as_openssl_writes_it() {
        let jwk = r#"{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}"#;
        let expected = "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEf83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEXH8UTNG72bfocs3+257rn0s2ldbqkLJK2KRiMohYjlrQ";
        let expected = decode(&expected.replace('+', "-").replace('/', "_"));
        assert_eq!(expected, Some(der(jwk)));
    }

    #[test]
    fn the_library_reads_an_rsa_key_that_was_written() {
        let modulus = [vec![0xC5; 255], vec![0x01]].concat();
        let (n, e) = (encode(&modulus), encode([1, 0, 1]));
        let key = rsa::PublicKey::from_public_key_der(&der(&format!(
            r#"{{"kty":"RSA","n":"{n}","e":"{e}"}}"#
        )));
        let key = key.unwrap();
        assert_eq!(key.n_bytes().as_ref(), modulus);
        assert_eq!(key.e_bytes().as_ref(), [1, 0, 1]);
    }
}
