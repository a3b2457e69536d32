//! Puts the programs, their licences, man pages, completions and a quick start into an archive.

mod archive;
mod contents;
mod notices;
mod paths;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use contents::Source;

/// Puts the programs into an archive that works without a clone.
#[derive(Debug, Parser)]
struct Arguments {
    /// The folder that the programs were built in.
    #[arg(long, value_name = "DIR")]
    programs: PathBuf,
    /// What they were built for, as `rustc -vV` names it.
    #[arg(long, value_name = "TRIPLE")]
    target: String,
    /// Where to write the archive and its checksum.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// A path that no program may contain; repeatable.
    #[arg(long = "forbid", value_name = "PATH")]
    forbidden: Vec<PathBuf>,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let name = format!(
        "marketplace-contract-tools-{}-{}",
        env!("CARGO_PKG_VERSION"),
        arguments.target
    );
    let source = Source {
        root: &root,
        programs: &arguments.programs,
        target: &arguments.target,
    };
    let file = format!("{name}.tar.gz");
    let archive = arguments.out.join(&file);
    let checksum = arguments.out.join(format!("{file}.sha256"));
    let is_sum = |text: &[u8]| text.ends_with(format!("  {file}\n").as_bytes());
    files::Place::new(&arguments.out, &[])?.create()?;
    // Checked before the work, which would be useless otherwise.
    files::check_file(&archive, archive::is_own)?;
    files::check_file(&checksum, is_sum)?;
    let entries = source.entries()?;
    for entry in entries.iter().filter(|entry| entry.is_program) {
        paths::check(entry, &arguments.forbidden)?;
    }
    let bytes = archive::pack(&name, &entries)?;
    let sum = format!("{}  {file}\n", archive::sha256(&bytes));
    files::write_file(&archive, &bytes, archive::is_own)?;
    files::write_file(&checksum, sum.as_bytes(), is_sum)?;
    println!(
        "{}: {} files, {:.1} MB\nSHA-256: {sum}",
        archive.display(),
        entries.len(),
        megabytes(bytes.len()),
    );
    Ok(())
}

/// For people, so a rounded number will do.
#[expect(
    clippy::cast_precision_loss,
    reason = "archives are smaller than 2^52 bytes"
)]
fn megabytes(bytes: usize) -> f64 {
    bytes as f64 / 1e6
}
