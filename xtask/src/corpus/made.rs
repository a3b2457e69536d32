//! What is generated from a description: everything, in a separate process, which may use up time,
//! memory or stack without taking the others with it.

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
pub(super) struct Made {
    /// Operations of the model.
    pub(super) operations: usize,
    /// Schemas of the model that have a name.
    pub(super) schemas: usize,
    /// The targets that were generated.
    pub(super) targets: Vec<String>,
    /// What stood in the way of the others: errors, each with its place.
    pub(super) errors: Vec<Remark>,
    /// Constructs that a target cannot express.
    pub(super) left_out: Vec<Remark>,
    /// Reading, generating and writing, in seconds of a clock.
    pub(super) seconds: f64,
    /// The same, in seconds of all cores.
    pub(super) cpu_seconds: f64,
    /// The most memory that was resident, in MiB.
    pub(super) peak_mebibytes: f64,
}

/// A diagnostic of one place, or of several.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Remark {
    /// `file:line:column: message`, and what happens instead.
    pub(super) text: String,
    /// At how many places.
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

/// Texts of a description end up in messages: a line stays a line, and steers no terminal.
fn one_line(text: &str) -> String {
    const LONGEST: usize = 300;
    let visible = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().take(LONGEST).map(visible).collect()
}

impl Made {
    /// Whether every target was generated.
    pub(super) fn is_complete(&self) -> bool {
        self.errors.is_empty() && self.targets.len() == Target::ALL.len()
    }

    /// Whether the files of a target are there.
    pub(super) fn has(&self, target: Target) -> bool {
        self.targets.iter().any(|made| made == target.name())
    }
}

/// Everything of one description, in this process; `corpus` starts these.
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
/// When it cannot be started, or the folder cannot be written.
pub(super) fn make(
    document: &Document,
    folder: &Path,
    strict_constructs: bool,
    limit: Duration,
) -> Result<Made> {
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
        (End::Success, Ok(made)) => return Ok(made),
        (End::TimeLimit, _) => format!("not generated within {} s", limit.as_secs()),
        _ => format!(
            "the generator ended without an answer; see {}",
            log.display()
        ),
    };
    Ok(Made {
        errors: vec![Remark::plain(fault)],
        seconds: start.elapsed().as_secs_f64(),
        ..Made::default()
    })
}

/// Generates everything, and prints the result as JSON.
///
/// # Errors
/// When the configuration beside the description cannot be read, or nothing can be written.
pub fn run_single(single: &Single) -> Result<ExitCode> {
    let start = Instant::now();
    let loaded = spec::load(&single.description);
    let sources = &loaded.documents.sources;
    let mut made = Made::default();
    let mut diagnostics = loaded.diagnostics;
    if let Some(api) = &loaded.api {
        made.operations = api.operations.len();
        made.schemas = api
            .schemas
            .iter()
            .filter(|schema| schema.name.is_some())
            .count();
        let config = Config::beside(&single.description).map_err(anyhow::Error::msg)?;
        generate(api, &config, &mut made, &mut diagnostics, &single.out)?;
    }
    let unsupported = Code::UnsupportedConstruct;
    if single.strict_constructs && diagnostics.has(unsupported) {
        diagnostics.refuse(unsupported);
        made.targets.clear();
    }
    made.errors.extend(remarks(&diagnostics, sources, |one| {
        one.severity == Severity::Error
    }));
    made.left_out = remarks(&diagnostics, sources, |one| one.code == unsupported);
    let usage = usage::of_self();
    made.seconds = start.elapsed().as_secs_f64();
    made.cpu_seconds = usage.cpu_seconds;
    made.peak_mebibytes = usage.peak_mebibytes;
    anstream::println!("{}", serde_json::to_string(&made)?);
    Ok(ExitCode::SUCCESS)
}

/// Diagnostics of the wanted kind, by place.
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

/// Each target for itself, so that one that fails does not hide the others.
fn generate(
    api: &Api,
    config: &Config,
    made: &mut Made,
    diagnostics: &mut Diagnostics,
    out: &Path,
) -> Result<()> {
    let mut all = FileTree::default();
    for target in Target::ALL {
        let generated = catch_unwind(AssertUnwindSafe(|| {
            generator::generate(api, config, &[*target], diagnostics)
        }));
        let fault = match generated {
            Ok(Ok(tree)) => {
                all.merge(tree);
                made.targets.push(target.name().to_owned());
                continue;
            }
            Ok(Err(error)) => error.to_string(),
            Err(_) => "the generator has panicked; see generate.log".to_owned(),
        };
        let fault = format!("{}: {fault}", target.name());
        made.errors.push(Remark::plain(fault));
    }
    let folders: Vec<_> = Target::ALL.iter().map(|target| target.folder()).collect();
    let changes = output::changes(&all, out, &folders)?;
    output::apply(&changes, out)?;
    Ok(())
}
