//! Verifies signatures against the keys of a set (RFC 7518 §3).

use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ECDSA_P384_SHA384_FIXED, ED25519, EcdsaVerificationAlgorithm,
    RSA_PKCS1_2048_8192_SHA256, RSA_PKCS1_2048_8192_SHA384, RSA_PKCS1_2048_8192_SHA512,
    RSA_PSS_2048_8192_SHA256, RSA_PSS_2048_8192_SHA384, RSA_PSS_2048_8192_SHA512, RsaParameters,
    RsaPublicKeyComponents, UnparsedPublicKey,
};

use super::{Jws, decode};
use crate::json::Json;

/// The result of a verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verified {
    /// A key of the set verifies the signature.
    Yes,
    /// No key of the set verifies the signature.
    No,
    /// The algorithm is not supported here.
    Unknown,
}

/// Verifies the signature of a token against the key that it names or, if it names none, against
/// every key of the set.
#[must_use]
pub fn verify(jws: &Jws, keys: &[Json]) -> Verified {
    let Some(algorithm) = jws.header_text("alg").and_then(Algorithm::of) else {
        return Verified::Unknown;
    };
    let kid = jws.header_text("kid");
    let named = |key: &&Json| kid.is_none() || key.get("kid").and_then(Json::as_str) == kid;
    let mut keys = keys.iter().filter(named);
    if keys.any(|key| algorithm.verify(jws, key).is_some()) {
        Verified::Yes
    } else {
        Verified::No
    }
}

enum Algorithm {
    Rsa(&'static RsaParameters),
    Ecdsa(&'static EcdsaVerificationAlgorithm),
    Ed25519,
}

impl Algorithm {
    fn of(name: &str) -> Option<Self> {
        Some(match name {
            "RS256" => Self::Rsa(&RSA_PKCS1_2048_8192_SHA256),
            "RS384" => Self::Rsa(&RSA_PKCS1_2048_8192_SHA384),
            "RS512" => Self::Rsa(&RSA_PKCS1_2048_8192_SHA512),
            "PS256" => Self::Rsa(&RSA_PSS_2048_8192_SHA256),
            "PS384" => Self::Rsa(&RSA_PSS_2048_8192_SHA384),
            "PS512" => Self::Rsa(&RSA_PSS_2048_8192_SHA512),
            "ES256" => Self::Ecdsa(&ECDSA_P256_SHA256_FIXED),
            "ES384" => Self::Ecdsa(&ECDSA_P384_SHA384_FIXED),
            "EdDSA" | "Ed25519" => Self::Ed25519,
            _ => return None,
        })
    }

    /// Returns `Some` if the key made the signature.
    fn verify(&self, jws: &Jws, key: &Json) -> Option<()> {
        let member = |name: &str| decode(key.get(name)?.as_str()?);
        let (message, signature) = (jws.signed.as_bytes(), &jws.signature);
        match self {
            Self::Rsa(parameters) => {
                let key = RsaPublicKeyComponents {
                    n: member("n")?,
                    e: member("e")?,
                };
                key.verify(parameters, message, signature).ok()
            }
            Self::Ecdsa(algorithm) => {
                // An uncompressed point (SEC 1 §2.3.3).
                let mut point = vec![4];
                point.extend(member("x")?);
                point.extend(member("y")?);
                let key = UnparsedPublicKey::new(*algorithm, point);
                key.verify(message, signature).ok()
            }
            Self::Ed25519 => {
                let key = UnparsedPublicKey::new(&ED25519, member("x")?);
                key.verify(message, signature).ok()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Verified, verify};
    use crate::jose::Jws;
    use crate::json::Json;

    /// The example of RFC 7515 §A.3.
    const TOKEN: &str = "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q";
    const KEY: &str = r#"{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}"#;

    #[test]
    fn the_example_of_the_standard_verifies_and_a_changed_one_does_not() {
        let key = Json::parse(KEY.as_bytes()).unwrap();
        let good = Jws::parse(TOKEN).unwrap();
        assert_eq!(verify(&good, std::slice::from_ref(&key)), Verified::Yes);
        assert_eq!(good.seconds("exp"), Some(1_300_819_380));
        let mut bad = good.clone();
        bad.signed.push('x');
        assert_eq!(verify(&bad, &[key]), Verified::No);
        assert_eq!(verify(&good, &[]), Verified::No);
    }

    #[test]
    fn what_is_no_token_is_none() {
        for text in ["", ".", "..", "a.b.c", "e30.e30", "e30.W10.", "e30.e30.!"] {
            assert!(Jws::parse(text).is_none(), "{text}");
        }
        assert!(Jws::parse("e30.e30.").is_some());
    }
}
