//! The unavoidable cost of a generator: reading the description into a tree, and writing bytes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use clap::Args;

use super::files;
use crate::bench::measured::{self, Cost};

/// Read a description into a tree, and write as many files of the same sizes as a folder has.
#[derive(Debug, Args)]
pub struct Bare {
    spec: PathBuf,
    like: PathBuf,
    out: PathBuf,
}

/// Runs once.
///
/// # Errors
/// Returns an error if a file cannot be read or written.
pub fn run(arguments: &Bare) -> Result<ExitCode> {
    let text = fs::read_to_string(&arguments.spec).context("cannot read the description")?;
    let is_json = arguments
        .spec
        .extension()
        .is_some_and(|kind| kind == "json");
    let tree: serde_json::Value = if is_json {
        serde_json::from_str(&text).context("the description is not JSON")?
    } else {
        serde_yaml::from_str(&text).context("the description is not YAML")?
    };
    std::hint::black_box(&tree);
    for file in files(&arguments.like) {
        let size = file
            .metadata()
            .context("cannot read the size of a file")?
            .len();
        let path = arguments.out.join(file.strip_prefix(&arguments.like)?);
        let folder = path.parent().unwrap_or(&arguments.out);
        fs::create_dir_all(folder).context("cannot make a folder")?;
        fs::write(path, vec![b' '; usize::try_from(size)?]).context("cannot write a file")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Measures a run.
pub(super) fn measure(spec: &Path, like: &Path, out: &Path) -> Result<Cost> {
    super::empty(out)?;
    let program = crate::project::this_program().context("cannot find this program")?;
    let paths = [&program, spec, like, out].map(|path: &Path| path.display().to_string());
    let [program, spec, like, out] = paths;
    let command = [program, "bench".into(), "bare".into(), spec, like, out];
    measured::once(&command, &crate::project::root())
}
