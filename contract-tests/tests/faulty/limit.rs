//! The deadline for starting groups of faults, if the time for all tests is limited.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// `cargo xtask test --within MINUTES` sets it, in seconds since 1970.
const UNTIL: &str = "TESTS_UNTIL";

/// The deadline for starting groups of faults.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limit(Option<SystemTime>);

impl Limit {
    /// Returns the deadline in the environment, if set.
    pub(crate) fn from_environment() -> Self {
        let seconds = std::env::var(UNTIL).ok();
        let seconds = seconds.map(|text| text.parse().expect("TESTS_UNTIL is in seconds"));
        Self(seconds.map(|seconds| UNIX_EPOCH + Duration::from_secs(seconds)))
    }

    /// Returns whether the deadline has passed.
    pub(crate) fn is_reached(self) -> bool {
        self.0.is_some_and(|until| SystemTime::now() > until)
    }
}
