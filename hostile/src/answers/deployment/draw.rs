//! Draws hostile deployments.

use fastrand::Rng;

use super::{Case, Kind};

/// Flags of the harness that lead to other outputs.
const FLAGS: &[&[&str]] = &[
    &[],
    &[],
    &["--strict", "--history", "history.json"],
    &["--emit-tests", "tests"],
    &["--message-format", "json", "--events"],
    &["--message-format", "github"],
    &["--message-format", "sarif"],
];

impl Case {
    /// Draws the case with a number. The same seed and number give the same case.
    #[must_use]
    pub fn draw(descriptions: &[&str], seed: u64, number: u64) -> Self {
        let mut rng = Rng::with_seed(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let description = rng.choice(descriptions).copied().unwrap_or_default();
        let share = *rng.choice(&[1, 5, 15, 40, 80, 100]).unwrap_or(&1);
        let calm = *rng.choice(&[0, 5, 30, 150]).unwrap_or(&0);
        let kinds = if rng.u8(0..4) == 0 {
            Kind::ALL.to_vec()
        } else {
            let count = rng.usize(1..5);
            rng.choose_multiple(Kind::ALL, count)
        };
        let seed = rng.u64(..);
        // Alone, requests arrive in the same order each time.
        let concurrency = if rng.u8(0..4) == 0 { 4 } else { 1 };
        let flags = rng.choice(FLAGS).copied().unwrap_or_default();
        Self {
            description: description.to_owned(),
            seed,
            calm,
            share,
            kinds,
            concurrency,
            flags: flags.iter().map(|&flag| flag.to_owned()).collect(),
        }
    }
}
