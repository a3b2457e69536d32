//! Generates everything from a description in a separate process, so that exceeding time, memory or
//! stack does not affect the others.

use std::fs::{self, File};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use clap::Args;
use generator::{Config, FileTree, Target, output};
use serde::{Deserialize, Serialize};
use spec::{Api, Code, Diagnostic, Diagnostics, Severity, Sources};

use super::documents::Document;
use super::process::{self, End};
use crate::bench::usage;

/// The result for a description.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Generated {
    /// The number of operations in the model.
    pub(super) operations: usize,
    /// The number of named schemas in the model.
    pub(super) schemas: usize,
    /// The number of operations that return a list.
    #[serde(default)]
    pub(super) lists: usize,
    /// The number of lists whose items clients can iterate over.
    #[serde(default)]
    pub(super) iterators: usize,
    /// The targets that were generated.
    pub(super) targets: Vec<String>,
    /// The errors that prevented other targets, each with its place.
    pub(super) errors: Vec<Remark>,
    /// Constructs that a target does not support.
    pub(super) left_out: Vec<Remark>,
    /// Wall time for reading, generating and writing, in seconds.
    pub(super) seconds: f64,
    /// CPU time on all cores, in seconds.
    pub(super) cpu_seconds: f64,
    /// Peak resident memory, in MiB.
    pub(super) peak_mebibytes: f64,
}

/// A diagnostic about one or more places.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Remark {
    /// `file:line:column: message`, and what happens instead.
    pub(super) text: String,
    /// The number of places.
    pub(super) places: usize,
}

impl Remark {
    fn of(diagnostic: &Diagnostic, sources: &Sources) -> Self {
        let place = sources.locate(diagnostic.span);
        let message = one_line(&diagnostic.message);
        let label = diagnostic.label.as_deref().map(one_line);
        let label = label.map_or_else(String::new, |label| format!(": {label}"));
        Self {
            text: format!("{place}: {message}{label}"),
            places: 1 + diagnostic.also.len(),
        }
    }

    fn plain(text: impl Into<String>) -> Self {
        let (text, places) = (text.into(), 1);
        Self { text, places }
    }
}

/// Makes a message safe to print: one line without control characters, since it may contain text
/// from a description.
fn one_line(text: &str) -> String {
    const LONGEST: usize = 300;
    let visible = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().take(LONGEST).map(visible).collect()
}

impl Generated {
    /// Returns whether every target was generated.
    pub(super) fn is_complete(&self) -> bool {
        self.errors.is_empty() && self.targets.len() == Target::ALL.len()
    }

    /// Returns whether a target was generated.
    pub(super) fn has(&self, target: Target) -> bool {
        self.targets
            .iter()
            .any(|generated| generated == target.name())
    }
}

/// Generate everything from one description, in this process; `corpus` starts these.
#[derive(Debug, Args)]
pub struct Single {
    description: PathBuf,
    out: PathBuf,
    #[arg(long)]
    strict_constructs: bool,
}

/// Generates in a child process, into `folder`.
///
/// # Errors
/// Returns an error if it cannot be started, or the folder cannot be written.
pub(super) fn run(
    document: &Document,
    folder: &Path,
    strict_constructs: bool,
    limit: Duration,
) -> Result<Generated> {
    let program = crate::project::this_program().context("cannot find this program")?;
    let (log, answer) = (folder.join("generate.log"), folder.join("generate.json"));
    let _ = fs::remove_file(&log);
    let output =
        File::create(&answer).with_context(|| format!("cannot write {}", answer.display()))?;
    let start = Instant::now();
    let mut command = Command::new(program);
    command
        .arg("corpus-single")
        .args([&document.path, &folder.join("generated")])
        .args(strict_constructs.then_some("--strict-constructs"));
    let end = process::run(&mut command, &log, Some(output), limit)?;
    let text = fs::read_to_string(&answer).unwrap_or_default();
    let fault = match (end, serde_json::from_str(&text)) {
        (End::Success, Ok(generated)) => return Ok(generated),
        (End::TimeLimit, _) => format!("not generated within {} s", limit.as_secs()),
        _ => format!(
            "the generator ended without an answer; see {}",
            log.display()
        ),
    };
    Ok(Generated {
        errors: vec![Remark::plain(fault)],
        seconds: start.elapsed().as_secs_f64(),
        ..Generated::default()
    })
}

/// Generates everything, and prints the result as JSON.
///
/// # Errors
/// Returns an error if the configuration beside the description cannot be read, or nothing can be
/// written.
pub fn run_single(single: &Single) -> Result<ExitCode> {
    let start = Instant::now();
    let loaded = spec::load(&single.description);
    let sources = &loaded.documents.sources;
    let mut generated = Generated::default();
    let mut diagnostics = loaded.diagnostics;
    if let Some(api) = &loaded.api {
        generated.operations = api.operations.len();
        generated.schemas = api
            .schemas
            .iter()
            .filter(|schema| schema.name.is_some())
            .count();
        let config = Config::beside(&single.description).map_err(anyhow::Error::msg)?;
        let operations = api.operations.iter();
        generated.lists = operations.filter(|one| spec::is_list(api, one)).count();
        generated.iterators = generator::iterators(api, &config);
        generate(api, &config, &mut generated, &mut diagnostics, &single.out)?;
    }
    let unsupported = Code::UnsupportedConstruct;
    if single.strict_constructs && diagnostics.has(unsupported) {
        diagnostics.refuse(unsupported);
        generated.targets.clear();
    }
    generated
        .errors
        .extend(remarks(&diagnostics, sources, |one| {
            one.severity == Severity::Error
        }));
    generated.left_out = remarks(&diagnostics, sources, |one| one.code == unsupported);
    let usage = usage::of_self();
    generated.seconds = start.elapsed().as_secs_f64();
    generated.cpu_seconds = usage.cpu_seconds;
    generated.peak_mebibytes = usage.peak_mebibytes;
    anstream::println!("{}", serde_json::to_string(&generated)?);
    Ok(ExitCode::SUCCESS)
}

/// Returns diagnostics of a severity, by place.
fn remarks(
    diagnostics: &Diagnostics,
    sources: &Sources,
    is_wanted: impl Fn(&Diagnostic) -> bool,
) -> Vec<Remark> {
    let found = diagnostics.sorted().into_iter();
    let found = found.filter(|diagnostic| is_wanted(diagnostic));
    found
        .map(|diagnostic| Remark::of(diagnostic, sources))
        .collect()
}

/// Generates each target separately, so that one that fails does not hide the others.
fn generate(
    api: &Api,
    config: &Config,
    generated: &mut Generated,
    diagnostics: &mut Diagnostics,
    out: &Path,
) -> Result<()> {
    let mut all = FileTree::default();
    for target in Target::ALL {
        let result = catch_unwind(AssertUnwindSafe(|| {
            generator::generate(api, config, &[*target], diagnostics)
        }));
        let fault = match result {
            Ok(Ok(tree)) => {
                all.merge(tree);
                generated.targets.push(target.name().to_owned());
                continue;
            }
            Ok(Err(error)) => error.to_string(),
            Err(_) => "the generator has panicked; see generate.log".to_owned(),
        };
        let fault = format!("{}: {fault}", target.name());
        generated.errors.push(Remark::plain(fault));
    }
    let folders: Vec<_> = Target::ALL.iter().map(|target| target.folder()).collect();
    let changes = output::changes(&all, out, &folders)?;
    output::apply(&changes, out)?;
    Ok(())
}
