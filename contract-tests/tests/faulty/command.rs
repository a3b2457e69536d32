//! Runs the harness against every faulty deployment, and reports which faults it found.

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use conformance::run::run;
use conformance_checks::check::Check;
use conformance_core::description::Description;
use conformance_engine::credentials::Credentials;
use conformance_engine::filter::Filter;
use conformance_engine::profile::Profile;
use conformance_engine::session::{Session, Setup};
use conformance_engine::trace::Trace;
use conformance_report::model::{Finding, Level, Report};
use futures_util::StreamExt as _;

use crate::deployment::Deployment;
use crate::fault::Fault;
use crate::groups::{Layers, groups};
use crate::limit::Limit;
use crate::open;
use crate::scope::{DESCRIBED, Scope};

/// The maximum number of deployments that are checked at once: checks mostly wait.
const AT_ONCE: usize = 4;

/// The check that waits two minutes for a token to expire. It starts first.
const LONGEST: &str = "token-expires";

/// Checks without a fault, with the reason.
const WITHOUT: [(&str, &str); 9] = [
    (
        "accepted-done",
        "the description accepts nothing for later; tests/services has faults for it",
    ),
    (
        "answers-open",
        "it judges the description, not a deployment",
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
    ("no-gateway-error", "it leaves undecided, and never fails"),
    ("tls-only", "a deployment on loopback may do without TLS"),
    (
        "token-pragma",
        "the sandbox leaves Pragma out, as OAuth 2.1 does: the healthy deployment has this finding",
    ),
    (
        "total-of-parts",
        "no resource has a total beside parts; tests/services has the fault",
    ),
];

/// The result of one fault.
struct Outcome {
    name: String,
    check: &'static str,
    /// Whether its check found the fault.
    found: bool,
    /// The other findings that fail a run.
    others: Vec<Finding>,
    requests: u64,
    /// After how many requests its check first found it.
    found_after: Option<u64>,
    took: Duration,
}

impl Outcome {
    /// Returns whether only the fault was found.
    const fn is_good(&self) -> bool {
        self.found && self.others.is_empty()
    }
}

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
        return runtime.block_on(footing(faults, &description, &words));
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
            tokio::spawn(judge_group(faults, description, scope, healthy))
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

/// The findings of a run, by ID.
type Found = BTreeSet<String>;

/// The findings about the healthy deployment, which do not indicate a fault.
async fn without_fault(description: &Arc<Description>) -> Arc<Found> {
    let none = [Fault::none()];
    let report = report(&none, Arc::clone(description), Scope::Full, 0).await;
    Arc::new(report.findings.into_iter().map(|one| one.id).collect())
}

/// Checks faults in one deployment, and separately if one may have hidden another.
async fn judge_group(
    faults: Vec<Fault>,
    description: Arc<Description>,
    scope: Scope,
    healthy: Arc<Found>,
) -> Vec<Outcome> {
    let judge = |faults| judge(faults, Arc::clone(&description), scope, &healthy);
    let outcomes = judge(&faults).await;
    if faults.len() == 1 || outcomes.iter().all(Outcome::is_good) {
        return outcomes;
    }
    let mut alone = Vec::new();
    for fault in &faults {
        let fault = std::slice::from_ref(fault);
        alone.extend(judge(fault).await);
    }
    alone
}

async fn judge(
    faults: &[Fault],
    description: Arc<Description>,
    scope: Scope,
    healthy: &Found,
) -> Vec<Outcome> {
    let start = Instant::now();
    let report = report(faults, description, scope, 0).await;
    let is_explained =
        |finding: &Finding| faults.iter().any(|fault| explains(fault, finding, &report));
    let fails = |finding: &&Finding| finding.level == Level::Violation && !is_explained(finding);
    let others: Vec<Finding> = report.findings.iter().filter(fails).cloned().collect();
    let outcomes = faults.iter().map(|fault| {
        let is_own = |one: &&Finding| one.check == fault.check && !healthy.contains(&one.id);
        let own = report.findings.iter().filter(is_own);
        let found_after = own.map(|one| one.seen_after).min();
        Outcome {
            name: fault.name.to_owned(),
            check: fault.check,
            found: found_after.is_some(),
            others: others.clone(),
            requests: report.counts.requests,
            found_after,
            took: start.elapsed(),
        }
    });
    outcomes.collect()
}

/// Returns whether a fault explains a finding.
fn explains(fault: &Fault, finding: &Finding, report: &Report) -> bool {
    // If the description repeats the requirement, a violation of it is not a false alarm.
    let is_described = || {
        let mut own = report
            .findings
            .iter()
            .filter(|one| one.check == fault.check);
        DESCRIBED.contains(&&*finding.check)
            && own.any(|own| own.operation.is_some() && own.operation == finding.operation)
    };
    fault.may_be_found_by(&finding.check) || is_described()
}

/// Checks a deployment with faults.
async fn report(
    faults: &[Fault],
    description: Arc<Description>,
    scope: Scope,
    seed: u64,
) -> Report {
    judged(faults, description, scope, seed, Trace::default())
        .await
        .0
}

/// Runs the harness like [`report`], and also returns the session.
pub(crate) async fn judged(
    faults: &[Fault],
    description: Arc<Description>,
    scope: Scope,
    seed: u64,
    trace: Trace,
) -> (Report, Session) {
    let layers = faults.iter().map(Fault::layer).collect();
    let deployment = Deployment::start(Box::new(Layers(layers))).await;
    let checks = scope.checks(faults);
    let mut setup = setup(&deployment, faults, description, &checks, seed);
    if !faults.iter().any(|fault| scope.has_plan(fault)) {
        without_plan(&mut setup);
    }
    setup.trace = trace;
    let session = setup.start().expect("a session");
    let report = run(&session, &[]).await.expect("a report");
    (report, session)
}

/// Sends a deployment the reads of a run, without a check, because some faults depend on earlier
/// valid requests.
pub(crate) async fn prime(deployment: &Deployment, fault: &Fault, description: Arc<Description>) {
    let fault = std::slice::from_ref(fault);
    let mut setup = setup(deployment, fault, description, &[], 0);
    without_plan(&mut setup);
    let session = setup.start().expect("a session");
    run(&session, &[]).await.expect("a report");
}

fn without_plan(setup: &mut Setup) {
    // No operation has this id.
    let nothing = Filter::Id(String::new());
    setup.profile.selection.operations.push(nothing);
}

fn setup(
    deployment: &Deployment,
    faults: &[Fault],
    description: Arc<Description>,
    checks: &[&'static Check],
    seed: u64,
) -> Setup {
    let variable = |name: &str| deployment.environment.get(name).cloned();
    let url = |name: &str| {
        variable(name)
            .expect("the sandbox says it")
            .parse()
            .expect("a URL")
    };
    let mut profile = Profile::new(url("MARKETPLACE_BASE_URL"));
    profile.auth_url = Some(url("MARKETPLACE_AUTH_URL"));
    profile
        .parameters
        .extend(variable("MARKETPLACE_ORG_ID").map(|org| ("orgId".to_owned(), org)));
    profile.cases = 2;
    profile.seed = seed;
    profile.shrinks = 20;
    profile.timeout = Duration::from_secs(20);
    profile.patience = Duration::from_secs(1);
    let credentials = Credentials::from_environment(description.service(), &variable);
    // The layer is a separate server, which repairs malformed messages.
    profile.risks.raw_sockets = faults.iter().any(|fault| fault.check == "framing-strict");
    let judges = checks.iter().map(|check| check.judge()).collect();
    let mut setup = Setup::new(description, profile, credentials, judges);
    for fault in faults {
        fault.prepare(&mut setup);
    }
    setup
}

fn print_outcome(outcome: &Outcome, table: bool) {
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
fn conclude(outcomes: &[Outcome], count: usize, uncovered: &BTreeSet<&'static str>) -> ExitCode {
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

/// Deviations where the interface is silent are never violations, and those from its statements
/// always are.
async fn footing(
    faults: Vec<Fault>,
    description: &Arc<Description>,
    words: &[&String],
) -> ExitCode {
    let is_selected =
        |fault: &Fault| words.is_empty() || words.iter().any(|word| fault.name.contains(*word));
    let stated = stated();
    let broken = faults
        .into_iter()
        .filter(|fault| stated.contains(fault.name));
    let all = open::variants()
        .into_iter()
        .chain(broken)
        .filter(is_selected);
    let tasks = all.map(|fault| {
        let description = Arc::clone(description);
        async move {
            let scope = if fault.check.is_empty() {
                Scope::Full
            } else {
                Scope::Section
            };
            let report = report(std::slice::from_ref(&fault), description, scope, 0).await;
            (fault, report)
        }
    });
    let mut stream = futures_util::stream::iter(tasks).buffer_unordered(AT_ONCE);
    let (mut passed, mut failed) = (0, 0);
    while let Some((fault, report)) = stream.next().await {
        let violations = report
            .findings
            .iter()
            .filter(|one| one.level == Level::Violation);
        let violations: Vec<_> = violations.collect();
        let holds = if fault.check.is_empty() {
            violations.is_empty()
        } else {
            violations.iter().any(|one| one.check == fault.check)
        };
        let word = if holds { "ok" } else { "FAILED" };
        println!("{word:7} {:42} {} violations", fault.name, violations.len());
        for one in violations.iter().filter(|_| fault.check.is_empty()) {
            println!("    {} ({}): {}", one.check, one.requirement, one.title);
            println!("        expected {}; got {}", one.expected, one.actual);
        }
        passed += u32::from(holds);
        failed += u32::from(!holds);
    }
    println!(
        "{} aspects that the interface leaves open were changed",
        open::count()
    );
    let verdict = if failed == 0 { "ok" } else { "FAILED" };
    println!(
        "test result: {verdict}. {passed} passed; {failed} failed; 0 ignored; 0 measured; 0 filtered out"
    );
    ExitCode::from(u8::from(failed > 0))
}

/// The faults that violate a statement of the interface (`spec/interface.yaml`).
fn stated() -> BTreeSet<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../spec/interface.yaml");
    let text = std::fs::read_to_string(path).expect("the table of statements");
    let table: serde_json::Value = yaml_serde::from_str(&text).expect("YAML");
    let statements = table["statements"].as_array().into_iter().flatten();
    let faults = statements.flat_map(|one| one["faults"].as_array().into_iter().flatten());
    faults
        .filter_map(|one| one.as_str().map(str::to_owned))
        .collect()
}

/// Without a fault, nothing is found, for any seed.
async fn healthy(description: &Arc<Description>, seeds: u64) -> ExitCode {
    let mut failed = 0;
    for seed in 0..seeds {
        let start = Instant::now();
        let report = report(&[Fault::none()], Arc::clone(description), Scope::Full, seed).await;
        let findings: Vec<&Finding> = report
            .findings
            .iter()
            .filter(|finding| matches!(finding.level, Level::Violation | Level::Assumed))
            .collect();
        println!(
            "seed {seed}: {} findings, {} requests, {:.1} s",
            findings.len(),
            report.counts.requests,
            start.elapsed().as_secs_f64()
        );
        for finding in &findings {
            println!(
                "    {} ({}): {}",
                finding.check, finding.requirement, finding.title
            );
            println!(
                "        expected {}; got {}",
                finding.expected, finding.actual
            );
        }
        failed += u64::from(!findings.is_empty());
    }
    let verdict = if failed == 0 { "ok" } else { "FAILED" };
    println!(
        "test result: {verdict}. {} passed; {failed} failed; 0 ignored; 0 measured; 0 filtered out",
        seeds - failed
    );
    ExitCode::from(u8::from(failed > 0))
}
