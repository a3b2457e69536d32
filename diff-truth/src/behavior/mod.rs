//! Checks the rules against programs that run: SDKs of the old description call a mock of the new
//! one. Every call that works at a mock of the old description must work there as well, unless a
//! rule reports a break.

mod calls;
mod known;
mod language;
mod mock;
mod relay;
mod report;
#[path = "../../../xtask/src/corpus/clients/drivers/rust_glue.rs"]
mod rust_glue;
mod stage;

use std::io;
use std::path::Path;

use serde_json::Value;
use spec::diff::{Level, Policy, compare, uncompared};

use self::language::LANGUAGES;
pub use self::report::BehaviorReport;
use self::stage::{Ran, Stage};
use crate::campaign::pair;
use crate::surface::{Draw, read};

/// The programs to run.
#[derive(Debug, Clone, Copy)]
pub struct Programs<'p> {
    /// The folder with the tools of each language.
    pub tools: &'p Path,
    /// The program of the mock.
    pub mock: &'p Path,
    /// The maximum number of SDKs that are built in Rust: each takes seconds.
    pub crates: usize,
}

/// Mutates descriptions, and lets the SDKs of each old one call a mock of the new one.
///
/// # Errors
/// When files cannot be written, or a program cannot be started.
pub fn behavior(
    descriptions: &[(String, Value)],
    draw: Draw,
    policy: &Policy,
    programs: Programs<'_>,
) -> io::Result<BehaviorReport> {
    let (found, missing): (Vec<_>, Vec<_>) = LANGUAGES
        .iter()
        .partition(|language| language.is_there(programs.tools));
    let mut report = BehaviorReport {
        missing: missing.iter().map(|one| one.target.name()).collect(),
        ..BehaviorReport::default()
    };
    let mut stage = Stage::new(programs, found)?;
    // The SDKs of unchanged descriptions come first, because each of them calls the mocks of many
    // mutations. That of a mutation calls one.
    for undone in [false, true] {
        for (name, description) in descriptions {
            if !undone && !own(&mut stage, name, description, &mut report)? {
                continue;
            }
            for number in 0..draw.mutations {
                let Some(made) = pair(description, draw.seed, number) else {
                    continue;
                };
                let (sides, end) = if undone {
                    ([&made.new, &made.old], ", undone")
                } else {
                    ([&made.old, &made.new], "")
                };
                let what = format!("{name} #{number} {}{end}", made.made.join(" and "));
                one(&mut stage, &what, sides, policy, &mut report)?;
            }
        }
    }
    Ok(report)
}

/// Runs the SDKs of a description at two mocks of it. Returns false if one of these cannot be
/// created.
fn own(
    stage: &mut Stage,
    name: &str,
    description: &Value,
    report: &mut BehaviorReport,
) -> io::Result<bool> {
    let Some((api, _)) = read(description) else {
        return Ok(false);
    };
    match stage.run(&api, [description, description])? {
        Ran::Calls(calls) => {
            report.own(name, &calls);
            Ok(true)
        }
        Ran::Unusable => Ok(false),
    }
}

/// Runs the SDKs of one pair, and adds the result to the report.
fn one(
    stage: &mut Stage,
    what: &str,
    [before, after]: [&Value; 2],
    policy: &Policy,
    report: &mut BehaviorReport,
) -> io::Result<()> {
    let (Some(old), Some(new)) = (read(before), read(after)) else {
        report.unusable += 1;
        return Ok(());
    };
    if !uncompared(&old.1, &new.1).is_empty() {
        report.unusable += 1;
        return Ok(());
    }
    let changes = compare(&old.0, &new.0, policy);
    let reported = changes.iter().any(|change| change.level > Level::Info);
    match stage.run(&old.0, [before, after])? {
        Ran::Calls(calls) => report.add(what, reported, &calls),
        Ran::Unusable => report.unusable += 1,
    }
    Ok(())
}
