//! The result of each fault, as it is printed.

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::time::Duration;

use conformance_report::model::Finding;

/// The result of one fault.
pub(crate) struct Outcome {
    pub(crate) name: String,
    pub(crate) check: &'static str,
    /// Whether its check found the fault.
    pub(crate) found: bool,
    /// The other findings that fail a run.
    pub(crate) others: Vec<Finding>,
    pub(crate) requests: u64,
    /// After how many requests its check first found it.
    pub(crate) found_after: Option<u64>,
    pub(crate) took: Duration,
}

impl Outcome {
    /// Returns whether only the fault was found.
    pub(crate) const fn is_good(&self) -> bool {
        self.found && self.others.is_empty()
    }
}

pub(crate) fn print_outcome(outcome: &Outcome, table: bool) {
    let (found, others) = (outcome.found, outcome.others.len());
    let word = match (found, others) {
        (true, 0) => "found",
        (true, _) => "FOUND WITH OTHERS",
        (false, _) => "MISSED",
    };
    if table || !found || others > 0 {
        println!(
            "{word:17} {:42} {:34} {:6} requests {:6.1} s",
            outcome.name,
            outcome.check,
            outcome.requests,
            outcome.took.as_secs_f64()
        );
    }
    for other in &outcome.others {
        println!(
            "    {} ({}): {}",
            other.check, other.requirement, other.title
        );
        println!("        expected {}; got {}", other.expected, other.actual);
    }
}

/// Prints after how many requests the faults were found: the median, and what nine of ten need at
/// most.
fn print_first_findings(outcomes: &[Outcome]) {
    let mut needed: Vec<u64> = outcomes.iter().filter_map(|one| one.found_after).collect();
    needed.sort_unstable();
    let share = |percent: usize| needed.get((needed.len() * percent).div_ceil(100).max(1) - 1);
    if let (Some(median), Some(most)) = (share(50), share(90)) {
        println!("requests to the first true finding: {median} (median), {most} (90th percentile)");
    }
}

/// Prints what was found of `count` faults.
pub(crate) fn conclude(
    outcomes: &[Outcome],
    count: usize,
    uncovered: &BTreeSet<&'static str>,
) -> ExitCode {
    let missed = outcomes.iter().filter(|outcome| !outcome.found).count();
    let noisy = outcomes
        .iter()
        .filter(|outcome| !outcome.others.is_empty())
        .count();
    let failed = outcomes.iter().filter(|one| !one.is_good()).count();
    let found = outcomes.len() - missed;
    println!(
        "\n{found} of {} faults found, {noisy} with false alarms beside",
        outcomes.len()
    );
    print_first_findings(outcomes);
    let left_out = count - outcomes.len();
    if left_out > 0 {
        println!("{left_out} faults left out: the time for the tests is over");
    }
    if !uncovered.is_empty() {
        println!(
            "checks that no fault is for: {}",
            uncovered.iter().copied().collect::<Vec<_>>().join(", ")
        );
    }
    let verdict = if failed == 0 { "ok" } else { "FAILED" };
    println!(
        "test result: {verdict}. {} passed; {failed} failed; {left_out} ignored; 0 measured; 0 filtered out",
        outcomes.len() - failed
    );
    ExitCode::from(u8::from(failed > 0 || !uncovered.is_empty()))
}
