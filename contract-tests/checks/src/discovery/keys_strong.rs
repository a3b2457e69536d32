//! JWKS-04: RSA keys are long enough.

use crate::published::{keys, text};
use conformance_engine::expectation;
use serde_json::json;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::jose::decode;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "keys-strong",
    requirement: "JWKS-04",
    strength: None,
    about: "Every RSA key of the set has at least 2048 bits.",
    example: "{\"kty\": \"RSA\", \"n\": \"<128 bytes>\"}     (1024 bits)",
    fix: "Replace the key by one of at least 2048 bits, or by an elliptic curve.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// The minimum length in bits (RFC 7518 §3.3).
const LEAST: usize = 2048;

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let (keys, answer) = keys(session).await?;
    for key in keys.iter().filter(|key| text(key, "kty") == Some("RSA")) {
        let bits = text(key, "n").and_then(decode).map_or(0, |n| bits(&n));
        outcome.require(bits >= LEAST, &[answer.exchange()], || {
            Fault::new("an RSA key of the set has fewer than 2048 bits")
                .must(expectation::json(json!({ "properties": { "keys": { "items": { "properties": { "n": { "minLength": 342 } } } } } }))).expected("2048 bits or more (RFC 7518 §3.3)")
                .actual(format!("{bits} bits"))
                .pointer("/keys")
        });
    }
    if outcome.passed == 0 && outcome.failed.is_empty() {
        outcome.skip("the set has no RSA key");
    }
    Ok(())
}

/// Returns the length of a number in bits.
fn bits(number: &[u8]) -> usize {
    let start = number.iter().position(|byte| *byte != 0);
    start.map_or(0, |at| {
        (number.len() - at) * 8 - number[at].leading_zeros() as usize
    })
}

#[cfg(test)]
mod tests {
    use super::bits;

    #[test]
    fn leading_zeros_do_not_count() {
        for (number, expected) in [
            (&[][..], 0),
            (&[0, 0], 0),
            (&[1], 1),
            (&[0, 0x80, 0], 16),
            (&[0xff; 256], 2048),
            (&[0x7f; 256], 2047),
        ] {
            assert_eq!(bits(number), expected);
        }
    }
}
