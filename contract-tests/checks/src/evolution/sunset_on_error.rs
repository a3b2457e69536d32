//! DEP-01 b: errors of deprecated operations announce the sunset too.

use super::sunset_on_success::announced;
use crate::check::{Check, Run, Seen, Verdict};
use conformance_core::catalogue::Strength;

pub static CHECK: Check = Check {
    id: "sunset-on-error",
    requirement: "DEP-01",
    strength: Some(Strength::Should),
    about: "Every error response (4xx) of a deprecated operation has Sunset.",
    example: "> GET /old-report/unknown\n\
              < 404        (no Sunset)",
    fix: "Add the header in a layer that also sees errors, such as the router or the gateway.",
    run: Run::Exchange(check),
};

fn check(seen: &Seen<'_>) -> Verdict {
    if seen.response.status / 100 != 4 {
        return Verdict::NotApplicable;
    }
    announced(seen)
}
