//! Finds programs that no longer compile. A program uses every public symbol of an old SDK, and is
//! compiled against the new one.

mod compile;
mod go;
mod java;
mod python;
mod report;
mod rust;
mod typescript;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, absolute};
use std::rc::Rc;

use generator::{Config, FileTree, Target};
use serde_json::Value;
use spec::diff::{Category, Change, Level, Policy, compare, uncompared};
use spec::{Api, Diagnostics};

use self::compile::{Batch, Compiler};
use crate::campaign::pair;

pub(crate) use self::compile::put;
pub use self::report::SurfaceReport;

/// A pair of descriptions whose SDKs are compared.
struct Candidate {
    what: String,
    /// The warnings, errors and type changes that `diff` reports.
    reported: Vec<String>,
    /// The reported type changes, if no request or response breaks.
    types: Vec<String>,
    /// The first error of each language in which the old program no longer compiles.
    broken: BTreeMap<&'static str, String>,
    /// The old and the new description.
    sides: [Rc<Api>; 2],
    /// Whether every language in which the programs differ was tried.
    is_complete: bool,
}

impl Candidate {
    /// Returns whether a compiler has already shown that a program breaks.
    fn is_settled(&self) -> bool {
        !self.broken.is_empty()
    }

    /// Returns whether only a type change is reported, and no compiler has shown it yet.
    fn is_doubted(&self) -> bool {
        !self.is_settled() && !self.types.is_empty()
    }
}

/// The number of mutations of each description, and their seed.
#[derive(Debug, Clone, Copy)]
pub struct Draw {
    /// The number of mutations.
    pub mutations: u64,
    /// The seed.
    pub seed: u64,
}

/// The compilers and their folders.
#[derive(Debug, Clone, Copy)]
pub struct Compilers<'p> {
    /// Where the tools of each language are installed.
    pub tools: &'p Path,
    /// The folder that packages are generated into.
    pub folder: &'p Path,
    /// The maximum number of pairs in Rust, where each takes seconds.
    pub crates: usize,
}

/// Mutates descriptions, generates SDKs into a folder, and compiles them.
///
/// # Errors
/// When files cannot be written or a compiler cannot be started.
pub fn surface(
    descriptions: &[(String, Value)],
    draw: Draw,
    policy: &Policy,
    compilers: Compilers<'_>,
) -> io::Result<SurfaceReport> {
    // Compilers run in the folder, so relative paths would be wrong.
    let (folder, tools) = (&absolute(compilers.folder)?, &absolute(compilers.tools)?);
    let crates = compilers.crates;
    let compilers: Vec<Box<dyn Compiler>> = vec![
        Box::new(typescript::TypeScript::new(tools)),
        Box::new(go::Go),
        Box::new(python::Python::new(tools)),
        Box::new(java::Java::new(tools)),
        // The slowest one comes last, and starts with the pairs that no other one has decided.
        Box::new(rust::Rust::new(tools)),
    ];
    let (found, missing): (Vec<_>, Vec<_>) = compilers.into_iter().partition(|one| one.is_there());
    let mut report = SurfaceReport {
        missing: missing.iter().map(|one| one.target().name()).collect(),
        ..SurfaceReport::default()
    };
    let owns: Vec<_> = descriptions
        .iter()
        .filter_map(|(_, description)| Some(read(description)?.0))
        .collect();
    let mut candidates = candidates(descriptions, draw, policy, &mut report);
    for compiler in found {
        let is_slow = compiler.target() == Target::Rust;
        let most = if is_slow { crates } else { usize::MAX };
        let batch = Batch::new(folder, compiler, most)?;
        compile(batch, &owns, &mut candidates, &mut report)?;
    }
    for mut candidate in candidates {
        candidate.is_complete &= report.missing.is_empty();
        report.add(candidate);
    }
    Ok(report)
}

/// Mutates the descriptions, and compares each pair in both directions.
fn candidates(
    descriptions: &[(String, Value)],
    draw: Draw,
    policy: &Policy,
    report: &mut SurfaceReport,
) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for (name, description) in descriptions {
        for number in 0..draw.mutations {
            let Some(made) = pair(description, draw.seed, number) else {
                continue;
            };
            let (Some(old), Some(new)) = (read(&made.old), read(&made.new)) else {
                report.unusable += 2;
                continue;
            };
            let [old, new] = [old, new].map(|(api, diagnostics)| (Rc::new(api), diagnostics));
            for (before, after, undone) in [(&old, &new, ""), (&new, &old, ", undone")] {
                let what = format!("{name} #{number} {}{undone}", made.made.join(" and "));
                if !uncompared(&before.1, &after.1).is_empty() {
                    report.unusable += 1;
                    continue;
                }
                let changes = compare(&before.0, &after.0, policy);
                let sides = [before.0.clone(), after.0.clone()];
                candidates.push(candidate(what, &changes, sides));
            }
        }
    }
    candidates
}

/// Compiles the packages of one language: each with its own program, and all pairs that there is
/// room for.
fn compile(
    mut batch: Batch,
    owns: &[Api],
    candidates: &mut [Candidate],
    report: &mut SurfaceReport,
) -> io::Result<()> {
    let language = batch.language();
    for own in owns {
        batch.add(None, own, own)?;
    }
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by_key(|index| {
        let candidate = candidates.get(*index);
        let doubted = candidate.is_some_and(Candidate::is_doubted);
        let settled = candidate.is_some_and(Candidate::is_settled);
        (!doubted, settled)
    });
    for index in order {
        if let Some(candidate) = candidates.get_mut(index) {
            let [old, new] = candidate.sides.clone();
            candidate.is_complete &= batch.add(Some(index), &old, &new)?;
        }
    }
    report.compiled.push((language, batch.len()));
    for (index, error) in batch.compile()? {
        match index.and_then(|index| candidates.get_mut(index)) {
            Some(candidate) => {
                candidate.broken.insert(language, error);
            }
            None => report.faults.push(format!("{language}: {error}")),
        }
    }
    Ok(())
}

/// Returns whether a program may no longer compile that uses every symbol, as servers do that build
/// responses.
const fn retypes(change: &Change) -> bool {
    change.retypes || change.rebuilds
}

fn candidate(what: String, changes: &[Change], sides: [Rc<Api>; 2]) -> Candidate {
    let show = |change: &Change| format!("{} at {}: {}", change.rule, change.at, change.text);
    let reported = changes
        .iter()
        .filter(|change| change.level > Level::Info || retypes(change));
    let errors = changes
        .iter()
        .any(|change| change.level == Level::Error && change.category == Category::Wire);
    // If requests or responses break, programs break when they run.
    let types = changes.iter().filter(|change| retypes(change) && !errors);
    Candidate {
        what,
        reported: reported.map(show).collect(),
        types: types.map(show).collect(),
        broken: BTreeMap::new(),
        sides,
        is_complete: true,
    }
}

/// Returns the model of a description, and its diagnostics.
pub(crate) fn read(description: &Value) -> Option<(Api, Diagnostics)> {
    let loaded = spec::load_text("openapi.json", description.to_string());
    Some((loaded.api?, loaded.diagnostics))
}

/// Returns the files of a package; `None` if it cannot be generated.
pub(crate) fn package(target: Target, api: &Api, config: &Config) -> Option<FileTree> {
    let mut diagnostics = Diagnostics::default();
    generator::generate(api, config, &[target], &mut diagnostics).ok()
}
