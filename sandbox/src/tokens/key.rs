//! A key that signs access tokens (RFC 7518 §3).

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use jsonwebtoken::{Algorithm, DecodingKey};
use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _, RSA_PKCS1_SHA256, RsaKeyPair,
    RsaPublicKeyComponents,
};
use rsa::pkcs8::EncodePrivateKey as _;
use types::JsonWebKey;

/// The size of new RSA keys.
const RSA_BITS: usize = 2048;

/// Why there is no key.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KeyError {
    /// The database has failed.
    #[error("the keys of the token host cannot be read or written: {0}")]
    Database(#[from] sqlx::Error),
    /// The library has refused.
    #[error("the key {0} cannot be made or used; rotate the keys to get a new one")]
    Unusable(String),
}

/// The algorithm of a key. It belongs to the key, so that a token cannot choose it (RFC 8725 §3.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SigningAlgorithm {
    /// RSA with 2048 bits, which every client must know (RFC 9068 §2.1).
    #[default]
    Rs256,
    /// ECDSA on P-256.
    Es256,
}

impl SigningAlgorithm {
    /// Returns the name in `alg`.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Rs256 => "RS256",
            Self::Es256 => "ES256",
        }
    }

    pub(super) fn of(name: &str) -> Option<Self> {
        [Self::Rs256, Self::Es256]
            .into_iter()
            .find(|known| known.name() == name)
    }

    pub(super) const fn for_verification(self) -> Algorithm {
        match self {
            Self::Rs256 => Algorithm::RS256,
            Self::Es256 => Algorithm::ES256,
        }
    }

    /// Returns a new private key: PKCS #8, base64.
    pub(super) fn generate(self) -> Option<String> {
        let der = match self {
            Self::Rs256 => {
                let key = rsa::PrivateKey::new(&mut rand::rng(), RSA_BITS).ok()?;
                key.to_pkcs8_der().ok()?.as_bytes().to_vec()
            }
            Self::Es256 => {
                let random = SystemRandom::new();
                let der = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random);
                der.ok()?.as_ref().to_vec()
            }
        };
        Some(STANDARD.encode(der))
    }
}

/// A key.
pub(super) struct Key {
    pub(super) kid: String,
    pub(super) algorithm: SigningAlgorithm,
    pub(super) verification: DecodingKey,
    pair: Pair,
}

enum Pair {
    Rsa(Box<RsaKeyPair>),
    Ec(Box<EcdsaKeyPair>),
}

impl Key {
    /// Reads a key from the database.
    pub(super) fn read(kid: &str, algorithm: &str, private_key: &str) -> Result<Self, KeyError> {
        let unusable = || KeyError::Unusable(kid.to_owned());
        let algorithm = SigningAlgorithm::of(algorithm).ok_or_else(unusable)?;
        let der = STANDARD.decode(private_key).map_err(|_| unusable())?;
        let pair = Pair::read(algorithm, &der).ok_or_else(unusable)?;
        let verification = pair.verification();
        Ok(Self {
            kid: kid.to_owned(),
            algorithm,
            verification,
            pair,
        })
    }

    /// Returns the signature of a message, in JWS format (RFC 7518 §3.3, §3.4).
    pub(super) fn sign(&self, message: &[u8]) -> Result<Vec<u8>, KeyError> {
        let random = SystemRandom::new();
        let signature = match &self.pair {
            Pair::Rsa(pair) => {
                let mut signature = vec![0; pair.public().modulus_len()];
                pair.sign(&RSA_PKCS1_SHA256, &random, message, &mut signature)
                    .map(|()| signature)
            }
            Pair::Ec(pair) => pair.sign(&random, message).map(|it| it.as_ref().to_vec()),
        };
        signature.map_err(|_| KeyError::Unusable(self.kid.clone()))
    }

    /// Returns the public half (RFC 7517 §4).
    pub(super) fn public(&self) -> JsonWebKey {
        let encode = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        let kind = match &self.pair {
            Pair::Rsa(_) => "RSA",
            Pair::Ec(_) => "EC",
        };
        let mut key = JsonWebKey {
            kid: Some(self.kid.clone()),
            r#use: Some("sig".to_owned()),
            alg: Some(self.algorithm.name().to_owned()),
            ..JsonWebKey::new(kind)
        };
        match &self.pair {
            Pair::Rsa(pair) => {
                let RsaPublicKeyComponents { n, e } = rsa_parts(pair);
                (key.n, key.e) = (Some(encode(&n)), Some(encode(&e)));
            }
            Pair::Ec(pair) => {
                let (x, y) = ec_parts(pair);
                key.crv = Some("P-256".to_owned());
                (key.x, key.y) = (Some(encode(x)), Some(encode(y)));
            }
        }
        key
    }
}

impl Pair {
    fn read(algorithm: SigningAlgorithm, der: &[u8]) -> Option<Self> {
        match algorithm {
            SigningAlgorithm::Rs256 => RsaKeyPair::from_pkcs8(der)
                .ok()
                .map(Box::new)
                .map(Self::Rsa),
            SigningAlgorithm::Es256 => {
                let random = SystemRandom::new();
                let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, der, &random);
                pair.ok().map(Box::new).map(Self::Ec)
            }
        }
    }

    fn verification(&self) -> DecodingKey {
        match self {
            Self::Rsa(pair) => {
                let RsaPublicKeyComponents { n, e } = rsa_parts(pair);
                DecodingKey::from_rsa_raw_components(&n, &e)
            }
            Self::Ec(pair) => DecodingKey::from_ec_der(pair.public_key().as_ref()),
        }
    }
}

fn rsa_parts(pair: &RsaKeyPair) -> RsaPublicKeyComponents<Vec<u8>> {
    RsaPublicKeyComponents::from(pair.public())
}

/// Returns the coordinates of an uncompressed point: a byte 4, then both (SEC 1 §2.3.3).
fn ec_parts(pair: &EcdsaKeyPair) -> (&[u8], &[u8]) {
    let point = pair.public_key().as_ref();
    let coordinates = point.get(1..).unwrap_or_default();
    coordinates.split_at(coordinates.len() / 2)
}

/// Hides the private key.
impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { kid, algorithm, .. } = self;
        write!(f, "Key({kid}, {algorithm:?})")
    }
}
