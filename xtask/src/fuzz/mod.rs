//! `cargo xtask fuzz`: random inputs, and what must hold of all of them.

mod answers;
mod deployments;
mod explore;
mod kept;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::SystemTime;

use anyhow::{Result, ensure};
use clap::Args;

use crate::{clients, project};

/// The targets, as `fuzz/src/targets` names them: descriptions; an overlay and settings; texts of
/// documentation; JSON and YAML. Then those whose inputs are answers of servers: to the generated
/// clients, and to the harness.
const TARGETS: [&str; 6] = [
    "descriptions",
    "settings",
    "prose",
    "trees",
    ANSWERS,
    DEPLOYMENTS,
];
const ANSWERS: &str = "answers";
const DEPLOYMENTS: &str = "deployments";

/// Give the programs random inputs, and check that they survive them.
#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 nothing found, 1 faults.\n\nExamples:\n  \
                        cargo xtask fuzz --minutes 60\n  \
                        cargo xtask fuzz --target prose\n  \
                        cargo xtask fuzz --replay target/fuzz/faults/syntax-of-rs\n  \
                        cargo xtask fuzz --keep\n  \
                        cargo xtask fuzz --target answers --language go,java --seed 7 --first 41 --calls 1\n  \
                        cargo xtask fuzz --target deployments --seed 7 --calls 20")]
pub struct Arguments {
    /// What to fuzz. `answers` are hostile answers to the generated clients, `deployments` those to
    /// the harness.
    #[arg(long, value_name = "NAME", default_value = TARGETS[0], value_parser = TARGETS)]
    target: String,
    /// How long to run, in minutes.
    #[arg(long, default_value_t = 10, value_name = "N")]
    minutes: u64,
    /// Only check these inputs.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "keep")]
    replay: Vec<PathBuf>,
    /// Add inputs to `fuzz/kept` that reach new code, and stop. Not for `answers` and `deployments`.
    #[arg(long)]
    keep: bool,
    /// Only for `answers` and `deployments`: the seed from which calls and runs are drawn [default:
    /// from the clock]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Only for `answers` and `deployments`: the number of the first call or run.
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: u64,
    /// Only for `answers` and `deployments`: stop after this many calls in each language, or runs.
    #[arg(long, value_name = "N")]
    calls: Option<u64>,
    /// Only for `answers`: only these languages [default: all whose tools are installed]
    #[arg(long, value_name = "LANGUAGE", value_delimiter = ',', value_parser = clients::parse)]
    language: Vec<&'static str>,
}

impl Arguments {
    /// Returns the seed, and prints it.
    fn seed(&self) -> u64 {
        let clock = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let seed = self.seed.unwrap_or(clock.map_or(0, |now| now.as_secs()));
        anstream::println!("seed {seed}");
        seed
    }
}

/// The folders of a target.
struct Folders {
    /// The inputs that were found in all runs on this machine.
    found: PathBuf,
    /// The inputs that fuzzing starts from.
    seeds: PathBuf,
    /// The inputs in the repository.
    kept: PathBuf,
    /// The inputs that show a bug.
    faults: PathBuf,
    /// The input that is being checked.
    last: PathBuf,
}

impl Folders {
    fn new(target: &str) -> Result<Self> {
        Ok(Self {
            found: project::scratch(&format!("fuzz/found/{target}"))?,
            seeds: project::scratch(&format!("fuzz/seeds/{target}"))?,
            kept: project::root().join("fuzz/kept").join(target),
            faults: project::scratch("fuzz/faults")?,
            last: project::root().join(format!("target/fuzz/last-input-of-{target}")),
        })
    }
}

/// Runs the command.
///
/// # Errors
/// Returns an error if a program cannot be built or started.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let target = arguments.target.as_str();
    let is_drawn_here = matches!(target, ANSWERS | DEPLOYMENTS);
    let has_numbers = arguments.seed.is_some() || arguments.calls.is_some() || arguments.first > 0;
    ensure!(
        is_drawn_here || !has_numbers,
        "--seed, --first and --calls are only for --target {ANSWERS} and {DEPLOYMENTS}"
    );
    ensure!(
        target == ANSWERS || arguments.language.is_empty(),
        "--language is only for --target {ANSWERS}"
    );
    ensure!(
        !is_drawn_here || !arguments.keep,
        "--keep is not for --target {target}: put the file of a fault into fuzz/kept/{target}"
    );
    let folders = Folders::new(target)?;
    match target {
        ANSWERS => answers::run(arguments, &folders),
        DEPLOYMENTS => deployments::run(arguments, &folders),
        _ => explore::run(arguments, &folders),
    }
}
