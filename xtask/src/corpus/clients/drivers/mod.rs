//! The drivers: a program in each language that makes calls with the generated client.

mod go;
mod java;
mod python;
mod rust_glue;
mod rust_program;
mod typescript;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use generator::Target;

use super::super::documents::Document;
use super::super::languages::Tools;
use super::super::process::{self, End};
use super::outcomes_of;
use super::plan::Plan;
use crate::project;

/// A driver.
pub(super) struct Driver {
    pub(super) target: Target,
    /// Adds the driver to the generated code.
    prepare: fn(&Place<'_>) -> Result<()>,
    /// The commands that build and start it, in order.
    commands: fn(&Place<'_>) -> Result<Vec<Command>>,
}

/// The drivers of all languages.
pub(super) const DRIVERS: &[Driver] = &[
    rust_program::DRIVER,
    typescript::DRIVER,
    python::DRIVER,
    go::DRIVER,
    java::DRIVER,
];

/// The folders that a driver works with.
pub(super) struct Place<'a> {
    /// The code that was generated from the document.
    pub(super) generated: PathBuf,
    /// The folder of this run.
    pub(super) folder: PathBuf,
    /// The description.
    pub(super) document: &'a Document,
    /// What is kept from one document to the next.
    pub(super) shared: PathBuf,
    pub(super) tools: &'a Tools,
}

impl Place<'_> {
    fn package(&self, target: Target) -> PathBuf {
        self.generated.join(target.folder())
    }
}

impl Driver {
    /// Runs a driver. Returns its report, a line of JSON for each call.
    ///
    /// # Errors
    /// Returns an error if the driver does not build, or does not end.
    pub(super) fn run(
        &self,
        place: &Place<'_>,
        plan: &Plan,
        address: &str,
        limit: Duration,
    ) -> Result<String> {
        let name = self.target.name();
        let log = place.folder.join(format!("{name}.log"));
        let outcomes = outcomes_of(&place.folder, name);
        let start = Instant::now();
        (self.prepare)(place).with_context(|| name.to_owned())?;
        for mut command in (self.commands)(place)? {
            command
                .env("CLIENTS_BASE", address)
                .env("CLIENTS_CALLS", &plan.file)
                .env("CLIENTS_OUTCOMES", &outcomes);
            let left = limit.saturating_sub(start.elapsed());
            match process::run(&mut command, &log, None, left)? {
                End::Success => {}
                End::Failure => bail!("{name}: a program failed; {} says why", log.display()),
                End::TimeLimit => bail!("{name}: did not finish within {} s", limit.as_secs()),
            }
        }
        fs::read_to_string(outcomes).with_context(|| format!("{name}: there are no outcomes"))
    }
}

/// Returns the source of a driver in `acceptance/clients/drivers`.
fn source(name: &str) -> Result<String> {
    let path = project::root()
        .join("acceptance/clients/drivers")
        .join(name);
    fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
}

/// Writes a file of a driver.
fn write(path: &Path, text: &str) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
