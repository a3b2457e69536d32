//! `cargo xtask diff-truth`

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use clap::Args;
use diff_truth::{Report, campaign, description};
use spec::diff::Policy;

use crate::project;

/// Change descriptions in many ways, and hold the rules of `diff` to what sample values prove.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 no break is silent, and at least 98 % of the reported ones are \
                  true; 1 otherwise.\n\nExamples:\n  \
                  cargo xtask diff-truth --mutations 1000 --seed 7\n  \
                  cargo xtask diff-truth --mutations 200 ../shared/corpus/museum31.yaml"
)]
pub struct Arguments {
    /// How many mutations there are in all.
    #[arg(long, default_value_t = 300, value_name = "N")]
    mutations: u64,
    /// Other seeds make other mutations.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// The descriptions [default: that of the service, and those of the tests]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// What is mutated unless files are named.
const FILES: &[&str] = &[
    "spec/openapi.yaml",
    "spec/tests/diff/base.yaml",
    "diff-truth/tests/schemas.yaml",
];

/// Runs the command.
///
/// # Errors
/// When a description cannot be read.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let files = match arguments.files.as_slice() {
        [] => FILES.iter().map(|file| project::path(file)).collect(),
        named => named.to_vec(),
    };
    let policy = Policy::on(jiff::civil::date(2027, 1, 1));
    let each = arguments.mutations.div_ceil(files.len().max(1) as u64);
    let mut report = Report::default();
    for file in &files {
        let name = file.display().to_string();
        let one = description(file).map_err(|error| anyhow!("{name}: {error}"))?;
        let run = (each, arguments.seed);
        campaign(&name, &one, run, &policy, &mut report);
    }
    anstream::println!("{report}");
    Ok(ExitCode::from(u8::from(!report.is_good())))
}
