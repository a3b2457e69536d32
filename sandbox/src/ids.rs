//! Identifiers and secrets.

use std::fmt::Write as _;

use ring::digest;
use ring::rand::{SecureRandom as _, SystemRandom};

/// Generates identifiers.
#[derive(Debug, Clone, Default)]
pub enum Ids {
    /// From 80 random bits, so no two instances make the same.
    #[default]
    Random,
    /// From a seed, always the same: for seeds.
    Seeded {
        /// What they are derived from, in addition to their number.
        seed: String,
        /// How many were made.
        made: u64,
        /// Those that are to be given out first, with their prefixes.
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

/// A new secret of 256 random bits, with a prefix by which people and scanners know it.
#[must_use]
pub fn secret(prefix: &str) -> String {
    format!("{prefix}_{}", hex(&random::<32>()))
}

/// The form in which a secret is kept. It is long and random, so a fast hash serves.
#[must_use]
pub fn hash(secret: &str) -> String {
    hex(digest::digest(&digest::SHA256, secret.as_bytes()).as_ref())
}

/// Random bytes.
///
/// # Panics
/// When the operating system has none to give.
#[must_use]
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    SystemRandom::new()
        .fill(&mut bytes)
        .expect("the operating system gives random bytes");
    bytes
}

/// Lowercase hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}
