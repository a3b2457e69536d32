//! `--healthy`: runs of the harness against the deployment without a fault.

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use conformance_core::description::Description;
use conformance_report::model::{Finding, Level};

use crate::fault::Fault;
use crate::harness::report;
use crate::scope::Scope;

/// The findings of a run, by ID.
pub(crate) type Found = BTreeSet<String>;

/// The findings about the healthy deployment, which do not indicate a fault.
pub(crate) async fn without_fault(description: &Arc<Description>) -> Arc<Found> {
    let none = [Fault::none()];
    let report = report(&none, Arc::clone(description), Scope::Full, 0).await;
    Arc::new(report.findings.into_iter().map(|one| one.id).collect())
}

/// Without a fault, nothing is found, for any seed.
pub(crate) async fn healthy(description: &Arc<Description>, seeds: u64) -> ExitCode {
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
