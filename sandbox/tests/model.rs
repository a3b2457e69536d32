//! Random sequences of steps for two organizations, in the sandbox and in a simple model of the
//! description. After each step both must agree on the response, and at intervals on everything
//! that can be read.
//!
//! `SANDBOX_MODEL_CASES` sets the number of sequences, `SANDBOX_MODEL_SEED` the seed, and
//! `SANDBOX_TEST_DATABASE` the server. A failure is minimized and stored in
//! `proptest-regressions/model.txt`, and tried first in later runs.

mod agreement;
mod clock;
mod conformance;
mod exact;
mod life;
mod lists;
mod offers;
mod products;
mod state;
mod steps;
mod unify;
mod usage;

use proptest::test_runner::{Config, FileFailurePersistence, RngSeed};
use proptest_state_machine::prop_state_machine;

use self::conformance::Conformance;

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

fn config() -> Config {
    let cases = number("SANDBOX_MODEL_CASES").unwrap_or(100);
    Config {
        cases: u32::try_from(cases).unwrap_or(u32::MAX),
        rng_seed: RngSeed::Fixed(number("SANDBOX_MODEL_SEED").unwrap_or(1)),
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(
            "proptest-regressions/model.txt",
        ))),
        max_shrink_iters: 1000,
        ..Config::default()
    }
}

prop_state_machine! {
    #![proptest_config(config())]

    #[test]
    fn the_sandbox_does_what_the_description_says(sequential 1..100 => Conformance);
}
