//! Checks faulty deployments, and decides which faults were found.

use std::sync::Arc;
use std::time::Instant;

use conformance_core::description::Description;
use conformance_report::model::{Finding, Level, Report};

use crate::fault::Fault;
use crate::harness::report;
use crate::healthy::Found;
use crate::outcome::Outcome;
use crate::scope::{DESCRIBED, Scope};

/// Checks faults in one deployment, and separately if one may have hidden another.
pub(crate) async fn check_group(
    faults: Vec<Fault>,
    description: Arc<Description>,
    scope: Scope,
    healthy: Arc<Found>,
) -> Vec<Outcome> {
    let check = |faults| check(faults, Arc::clone(&description), scope, &healthy);
    let outcomes = check(&faults).await;
    if faults.len() == 1 || outcomes.iter().all(Outcome::is_good) {
        return outcomes;
    }
    let mut alone = Vec::new();
    for fault in &faults {
        let fault = std::slice::from_ref(fault);
        alone.extend(check(fault).await);
    }
    alone
}

/// Checks faults in one deployment.
async fn check(
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
