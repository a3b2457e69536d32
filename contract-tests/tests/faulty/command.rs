//! Runs the faults that are selected on the command line, and reports which were found.

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::sync::Arc;

use conformance_core::description::Description;
use futures_util::StreamExt as _;

use crate::check::check_group;
use crate::fault::Fault;
use crate::groups::groups;
use crate::healthy::{healthy, without_fault};
use crate::limit::Limit;
use crate::outcome::{Outcome, conclude, print_outcome};
use crate::scope::Scope;
use crate::stated::stated_and_open;

/// The maximum number of deployments that are checked at once: checks mostly wait.
pub(crate) const AT_ONCE: usize = 4;

/// The check that waits two minutes for a token to expire. It starts first.
const LONGEST: &str = "token-expires";

/// Checks without a fault, with the reason.
const WITHOUT: [(&str, &str); 9] = [
    (
        "accepted-done",
        "no creation of the description responds with 202; tests/services has faults for it",
    ),
    (
        "answers-open",
        "it checks the description, not a deployment",
    ),
    (
        "head-without-content",
        "no server library sends content with HEAD",
    ),
    (
        "idempotency-key",
        "the description has no Idempotency-Key; tests/services has faults for it",
    ),
    (
        "no-content-is-none",
        "no server library sends content with 204",
    ),
    (
        "no-gateway-error",
        "it is inconclusive at most, and never fails",
    ),
    ("tls-only", "a deployment on loopback need not use TLS"),
    (
        "token-pragma",
        "the sandbox leaves Pragma out, as OAuth 2.1 does: the healthy deployment has this finding",
    ),
    (
        "total-of-parts",
        "no resource has a total next to its parts; tests/services has the fault",
    ),
];

/// Runs the faults that are selected on the command line.
pub(crate) fn main(faults: Vec<Fault>) -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&String> = arguments
        .iter()
        .filter(|word| !word.starts_with('-'))
        .collect();
    let scope = if arguments.iter().any(|word| word == "--full") {
        Scope::Full
    } else {
        Scope::Section
    };
    let table = arguments.iter().any(|word| word == "--table");
    if arguments.iter().any(|word| word == "--list") {
        return ExitCode::SUCCESS;
    }
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let description = Arc::new(Description::embedded().expect("the description is sound"));
    if let Some(at) = arguments.iter().position(|word| word == "--healthy") {
        let seeds = arguments
            .get(at + 1)
            .and_then(|number| number.parse().ok())
            .unwrap_or(20);
        return runtime.block_on(healthy(&description, seeds));
    }
    if arguments.iter().any(|word| word == "--open") {
        return runtime.block_on(stated_and_open(faults, &description, &words));
    }
    let uncovered: BTreeSet<&str> = uncovered(&faults)
        .into_iter()
        .filter(|id| !WITHOUT.iter().any(|(known, _)| known == id))
        .collect();
    let selected = faults.into_iter().filter(|fault| {
        words.is_empty()
            || words
                .iter()
                .any(|word| fault.name.contains(*word) || fault.check.contains(*word))
    });
    let mut selected: Vec<Fault> = selected.collect();
    selected.sort_by_key(|fault| fault.check != LONGEST);
    // Test steps pass no arguments, so the variable sets the number of faults.
    let drawn = std::env::var("FAULTY_EMITTED").ok();
    if drawn.is_some() || arguments.iter().any(|word| word == "--emitted") {
        let selected = crate::emitted::draw(selected, drawn.as_deref());
        return runtime.block_on(crate::emitted::run(selected, description));
    }
    let is_alone = scope == Scope::Full || arguments.iter().any(|word| word == "--alone");
    let mut together = if is_alone {
        selected.into_iter().map(|fault| vec![fault]).collect()
    } else {
        groups(selected)
    };
    // Random, so that a limit leaves out some of each section.
    together.sort_by_cached_key(|group| {
        let is_longest = group.iter().any(|fault| fault.check == LONGEST);
        (!is_longest, files::hash(group[0].name.as_bytes()))
    });
    let count = together.iter().map(Vec::len).sum();
    let limit = Limit::from_environment();
    let healthy = runtime.block_on(without_fault(&description));
    let tasks = together.into_iter().map(|faults| {
        let (description, healthy) = (Arc::clone(&description), Arc::clone(&healthy));
        async move {
            if limit.is_reached() {
                return Vec::new();
            }
            tokio::spawn(check_group(faults, description, scope, healthy))
                .await
                .expect("a verdict")
        }
    });
    let outcomes: Vec<Outcome> = runtime.block_on(async {
        futures_util::stream::iter(tasks)
            .buffer_unordered(AT_ONCE)
            .flat_map(futures_util::stream::iter)
            .inspect(|outcome| print_outcome(outcome, table))
            .collect()
            .await
    });
    let uncovered = if words.is_empty() {
        uncovered
    } else {
        BTreeSet::new()
    };
    conclude(&outcomes, count, &uncovered)
}

/// Returns the checks without a fault.
fn uncovered(faults: &[Fault]) -> BTreeSet<&'static str> {
    for fault in faults {
        let known = conformance_checks::all().any(|check| check.id == fault.check);
        assert!(known, "{}: there is no check `{}`", fault.name, fault.check);
    }
    let covered: BTreeSet<&str> = faults.iter().map(|fault| fault.check).collect();
    conformance_checks::all()
        .map(|check| check.id)
        .filter(|id| !covered.contains(id))
        .collect()
}
