//! `--open`: deployments that differ in what the interface leaves open, and faults that violate its
//! statements.

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::sync::Arc;

use conformance_core::description::Description;
use conformance_report::model::Level;
use futures_util::StreamExt as _;

use crate::command::AT_ONCE;
use crate::fault::Fault;
use crate::harness::report;
use crate::open;
use crate::scope::Scope;

/// Deviations where the interface is silent are never violations, and those from its statements
/// always are.
pub(crate) async fn stated_and_open(
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
