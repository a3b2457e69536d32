//! `cargo xtask diff-truth`

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result};
use clap::Args;

use crate::programs::{self, MOCK};
use crate::project;

/// Mutate descriptions, and check the rules of `diff` against sample values.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 no break is silent, and at least 98 % of the reported ones are \
                  true; 1 otherwise.\n\nExamples:\n  \
                  cargo xtask diff-truth --mutations 1000 --seed 7\n  \
                  cargo xtask diff-truth --mutations 200 ../shared/corpus/museum31.yaml\n  \
                  cargo xtask diff-truth --surface --mutations 100\n  \
                  cargo xtask diff-truth --behavior --mutations 100"
)]
pub struct Arguments {
    /// The total number of mutations.
    #[arg(long, default_value_t = 300, value_name = "N")]
    mutations: u64,
    /// The seed of the mutations.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Also print a table with a row for each kind of change.
    #[arg(long)]
    table: bool,
    /// Check with compilers instead: programs that use every public symbol of the old SDK are
    /// compiled against the new one. This takes half a second for each mutation and language, and
    /// some seconds for Rust.
    #[arg(long, conflicts_with = "table")]
    surface: bool,
    /// With `--surface` or `--behavior`: the maximum number of SDKs that are compiled in Rust.
    #[arg(long, value_name = "N", default_value_t = 200)]
    crates: usize,
    /// Let SDKs of each old description, in five languages, call the mock of the new one: everything
    /// that no rule reports must work. This takes some seconds for each mutation.
    #[arg(long, conflicts_with_all = ["table", "surface"])]
    behavior: bool,
    /// The descriptions [default: that of the service, and those of the tests]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// The default descriptions.
const FILES: &[&str] = &[
    "spec/openapi.yaml",
    "spec/tests/diff/base.yaml",
    "diff-truth/tests/schemas.yaml",
    "diff-truth/tests/calls.yaml",
    "diff-truth/tests/inheritance.yaml",
    "diff-truth/tests/streams.yaml",
    "diff-truth/tests/shared.yaml",
    "diff-truth/tests/swagger.yaml",
];

/// Runs the program. It is a separate one, because the validator takes long to build, and no other
/// command needs it.
///
/// # Errors
/// Returns an error if it cannot be built or started.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut program = Command::new("cargo");
    program.args([
        "run",
        "--quiet",
        "--package",
        "diff-truth",
        "--manifest-path",
    ]);
    program.arg(project::root().join("Cargo.toml")).arg("--");
    program.arg(format!("--mutations={}", arguments.mutations));
    program.arg(format!("--seed={}", arguments.seed));
    if arguments.table {
        program.arg("--table");
    }
    if arguments.surface {
        program.arg("--surface").arg(project::path("target/sdk"));
        program.arg(format!("--crates={}", arguments.crates));
    }
    if arguments.behavior {
        programs::build(&[MOCK])?;
        program.arg("--behavior").arg(project::path("target/sdk"));
        program.arg("--mock").arg(MOCK.path());
        program.arg(format!("--crates={}", arguments.crates));
    }
    program.arg("--");
    match arguments.files.as_slice() {
        [] => program.args(FILES.iter().map(|file| project::path(file))),
        named => program.args(named),
    };
    let status = program.status().context("cargo cannot be started")?;
    Ok(ExitCode::from(
        u8::try_from(status.code().unwrap_or(1)).unwrap_or(1),
    ))
}
