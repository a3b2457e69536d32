//! Identifiers and secrets.

use std::fmt::Write as _;

use ring::digest;
use ring::rand::{SecureRandom as _, SystemRandom};

/// Generates identifiers.
#[derive(Debug, Clone, Default)]
pub enum Ids {
    /// From 80 random bits, so that instances never generate the same.
    #[default]
    Random,
    /// From a seed, always the same; for the seeded data.
    Seeded {
        /// The seed, which is combined with the number.
        seed: String,
        /// How many were generated.
        made: u64,
        /// Identifiers to return first, with their prefixes.
        known: Vec<(&'static str, &'static str)>,
    },
}

impl Ids {
    /// Returns the next one, such as `offer-…`.
    pub fn next(&mut self, prefix: &str) -> String {
        let Self::Seeded { seed, made, known } = self else {
            return id(prefix);
        };
        if let Some(index) = known.iter().position(|(of, _)| *of == prefix) {
            return known.remove(index).1.to_owned();
        }
        *made += 1;
        let digits = hash(&format!("{seed} {prefix} {made}"));
        format!("{prefix}-{}", &digits[..12])
    }
}

/// Returns a new identifier of 80 random bits.
#[must_use]
pub fn id(prefix: &str) -> String {
    format!("{prefix}-{}", hex(&random::<10>()))
}

/// Returns a new secret of 256 random bits, with a prefix that people and scanners recognize.
#[must_use]
pub fn secret(prefix: &str) -> String {
    format!("{prefix}_{}", hex(&random::<32>()))
}

/// Returns the stored form of a secret. A fast hash is enough, because secrets are long and random.
#[must_use]
pub fn hash(secret: &str) -> String {
    hex(digest::digest(&digest::SHA256, secret.as_bytes()).as_ref())
}

/// Returns random bytes.
///
/// # Panics
/// Panics if the operating system provides none.
#[must_use]
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    SystemRandom::new()
        .fill(&mut bytes)
        .expect("the operating system gives random bytes");
    bytes
}

/// Formats bytes as lowercase hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}
