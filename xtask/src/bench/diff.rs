//! `cargo xtask bench diff`: measures the comparison of two descriptions.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Args;
use jiff::civil::date;
use spec::Api;
use spec::diff::{Policy, compare};

use super::usage;

/// Measure the comparison of two descriptions.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The old description, and the new one; give the same file twice to measure reading and
    /// walking.
    #[arg(value_name = "FILE", num_args = 2, required = true)]
    files: Vec<PathBuf>,
    /// How often it is done; the median is reported.
    #[arg(long, default_value_t = 5, value_name = "N")]
    times: usize,
}

/// Runs the command.
///
/// # Errors
/// Returns an error if a description cannot be used.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let [old, new] = arguments.files.as_slice() else {
        bail!("two descriptions are needed");
    };
    let (mut reading, mut comparing) = (Vec::new(), Vec::new());
    let mut changes = 0;
    for _ in 0..arguments.times.max(1) {
        let start = usage::of_self().cpu_seconds;
        let (before, after) = (read(old)?, read(new)?);
        let middle = usage::of_self().cpu_seconds;
        changes = compare(&before, &after, &Policy::on(date(2027, 1, 1))).len();
        reading.push(middle - start);
        comparing.push(usage::of_self().cpu_seconds - middle);
    }
    let (reading, comparing) = (median(reading), median(comparing));
    anstream::println!(
        "{changes} changes; CPU: reading both {reading:.2} s, comparing {comparing:.2} s; peak {:.0} MiB",
        usage::of_self().peak_mebibytes
    );
    Ok(ExitCode::SUCCESS)
}

fn read(path: &Path) -> Result<Api> {
    match spec::load(path).api {
        Some(api) => Ok(api),
        None => bail!("{} cannot be used", path.display()),
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}
