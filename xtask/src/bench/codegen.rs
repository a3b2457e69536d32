//! `cargo xtask bench codegen`

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::{Context as _, Result};
use clap::Args;
use generator::{Config, Target, output};
use serde_json::{Value, json};
use spec::Loaded;

use super::{peers, synthetic, usage};
use crate::project;

/// Measure generation.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Descriptions to measure [default: spec/openapi.yaml and synthetic ones]
    #[arg(long = "spec", value_name = "FILE")]
    specs: Vec<PathBuf>,
    /// Sizes of the synthetic descriptions, in operations.
    #[arg(long, value_delimiter = ',', default_value = "10,100,1000,10000")]
    sizes: Vec<usize>,
    /// How often each is run; the median is reported.
    #[arg(long, default_value_t = 5)]
    runs: usize,
    /// Also measure other generators on the same descriptions. They are installed below
    /// `target/peers`.
    #[arg(long)]
    peers: bool,
    /// With `--peers`: also measure `cargo check` of the generated code.
    #[arg(long, requires = "peers")]
    check: bool,
}

/// One run in a separate process.
#[derive(Debug, Args)]
pub struct Single {
    spec: PathBuf,
    out: PathBuf,
}

/// A description to measure.
pub(super) struct Subject {
    pub(super) name: String,
    pub(super) path: PathBuf,
}

/// Runs the command.
///
/// # Errors
/// Returns an error if a run fails.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    if arguments.peers {
        let subjects = subjects(arguments, folder.path())?;
        return peers::run(&subjects, arguments.runs, arguments.check);
    }
    anstream::println!(
        "{:<28} {:>6} {:>9} {:>9} {:>8} {:>9}   shares of a first run",
        "description",
        "ops",
        "first ms",
        "again ms",
        "cpu ms",
        "peak MiB"
    );
    for subject in subjects(arguments, folder.path())? {
        let mut first = Vec::new();
        let mut again = Vec::new();
        for run in 0..arguments.runs.max(1) {
            let out = folder
                .path()
                .join(format!("out-{}-{run}", subject.name.replace('/', "-")));
            first.push(single(&subject.path, &out)?);
            again.push(single(&subject.path, &out)?);
            std::fs::remove_dir_all(&out).context("cannot clear the output")?;
        }
        print(&subject, &median(first), &median(again));
    }
    anstream::println!(
        "\nfirst: into an empty folder; again: nothing to change. Medians of {} runs, each in a \
         separate process.",
        arguments.runs.max(1)
    );
    Ok(ExitCode::SUCCESS)
}

fn subjects(arguments: &Arguments, folder: &Path) -> Result<Vec<Subject>> {
    let mut subjects = Vec::new();
    for path in &arguments.specs {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let (name, path) = (name.into_owned(), path.clone());
        subjects.push(Subject { name, path });
    }
    if !subjects.is_empty() {
        return Ok(subjects);
    }
    let path = project::path("spec/openapi.yaml");
    let name = "spec/openapi.yaml".to_owned();
    subjects.push(Subject { name, path });
    for size in &arguments.sizes {
        let path = folder.join(format!("synthetic-{size}.yaml"));
        std::fs::write(&path, synthetic::description(*size)).context("cannot write")?;
        let name = format!("synthetic {size}");
        subjects.push(Subject { name, path });
    }
    Ok(subjects)
}

fn single(spec: &Path, out: &Path) -> Result<Value> {
    let program = project::this_program().context("cannot find this program")?;
    let output = Command::new(program)
        .args(["bench", "single"])
        .args([spec, out])
        .output()
        .context("cannot start this program")?;
    anyhow::ensure!(
        output.status.success(),
        "{}: {}",
        spec.display(),
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).context("the run printed something else")
}

/// Runs once, and prints the cost as JSON.
///
/// # Errors
/// Returns an error if the description cannot be used, or nothing can be written.
pub fn run_single(single: &Single) -> Result<ExitCode> {
    let started = Instant::now();
    let mut stages = serde_json::Map::new();
    let mut last = started;
    let mut stage = |name: &str| {
        let now = Instant::now();
        stages.insert(name.to_owned(), milliseconds(now - last).into());
        last = now;
    };
    let Loaded {
        api,
        mut diagnostics,
        ..
    } = spec::load(&single.spec);
    let api = api.context("the description cannot be used")?;
    stage("read");
    let config = Config::beside(&single.spec).map_err(anyhow::Error::msg)?;
    let tree = generator::generate(&api, &config, Target::ALL, &mut diagnostics)?;
    stage("generate");
    let folders: Vec<_> = Target::ALL.iter().map(|target| target.folder()).collect();
    let changes = output::changes(&tree, &single.out, &folders)?;
    stage("compare");
    output::apply(&changes, &single.out)?;
    stage("write");
    let usage = usage::of_self();
    let measured = json!({
        "operations": api.operations.len(),
        "wall": milliseconds(started.elapsed()),
        "cpu": usage.cpu_seconds * 1_000.0,
        "peak": usage.peak_mebibytes,
        "stages": stages,
    });
    anstream::println!("{measured}");
    Ok(ExitCode::SUCCESS)
}

fn milliseconds(duration: std::time::Duration) -> f64 {
    duration.as_secs_f64() * 1_000.0
}

/// Returns the run with the median wall time.
fn median(mut runs: Vec<Value>) -> Value {
    runs.sort_by(|one, other| wall(one).total_cmp(&wall(other)));
    let middle = runs.len() / 2;
    runs.swap_remove(middle)
}

fn wall(run: &Value) -> f64 {
    run["wall"].as_f64().unwrap_or_default()
}

fn print(subject: &Subject, first: &Value, again: &Value) {
    let number = |run: &Value, name: &str| run[name].as_f64().unwrap_or_default();
    let stages = first["stages"].as_object().into_iter().flatten();
    let shares: Vec<String> = ["read", "generate", "compare", "write"]
        .iter()
        .filter_map(|name| stages.clone().find(|(stage, _)| stage == name))
        .map(|(name, spent)| {
            let share = spent.as_f64().unwrap_or_default() / wall(first) * 100.0;
            format!("{name} {share:.0} %")
        })
        .collect();
    anstream::println!(
        "{:<28} {:>6} {:>9.1} {:>9.1} {:>8.0} {:>9.1}   {}",
        subject.name,
        first["operations"],
        wall(first),
        wall(again),
        number(first, "cpu"),
        number(first, "peak"),
        shares.join(", ")
    );
}
