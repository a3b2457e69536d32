//! Random lives of two organizations, in the sandbox and in a plain model of the description: after
//! each step they agree on the response, and at intervals on everything that can be read.
//!
//! `SANDBOX_MODEL_CASES` says how many lives, `SANDBOX_MODEL_SEED` which ones, and
//! `SANDBOX_TEST_DATABASE` on which server. What fails is shrunk and kept in
//! `proptest-regressions/model.txt`, and tried first from then on.

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
