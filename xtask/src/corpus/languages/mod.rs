//! The compilers of each language. The tools are those of the tests, from the same places.

mod go;
pub(crate) mod java;
mod python;
mod rust;
mod typescript;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::Result;
use generator::Target;
use serde::Serialize;

use super::process::{self, End};
use crate::project;

/// A language that packages are compiled in.
pub(crate) struct Language {
    /// Its target, whose name is the one on the command line.
    pub(crate) target: Target,
    /// Its name for people.
    pub(crate) title: &'static str,
    /// How to install the tools, if they are missing.
    pub(crate) missing: fn(&Tools) -> Option<&'static str>,
    /// Prepares what the programs need in addition to the generated code.
    prepare: fn(&Place) -> Result<()>,
    /// The programs that must succeed, in order.
    commands: fn(&Place) -> Vec<Command>,
    /// Returns whether a line of output begins an error.
    is_error: fn(&str) -> bool,
}

/// The languages, in the order of the columns.
pub(crate) const LANGUAGES: &[Language] = &[
    rust::LANGUAGE,
    typescript::LANGUAGE,
    python::LANGUAGE,
    go::LANGUAGE,
    java::LANGUAGE,
];

/// The locations of the tools that `acceptance/sdk` installs.
pub(crate) struct Tools {
    folder: PathBuf,
}

impl Tools {
    pub(crate) fn new() -> Self {
        let folder = project::root().join("target/sdk");
        Self { folder }
    }

    pub(crate) fn path(&self, relative: &str) -> PathBuf {
        self.folder.join(relative)
    }

    fn has(&self, relative: &str) -> bool {
        self.path(relative).exists()
    }
}

/// The generated code of one document, and the shared folder.
pub(super) struct Place<'a> {
    /// The folder of the document, below `target/corpus`.
    pub(super) folder: &'a Path,
    /// The folder that documents share.
    pub(super) shared: &'a Path,
    /// The tools.
    pub(super) tools: &'a Tools,
}

impl Place<'_> {
    /// Returns the package of a target.
    fn package(&self, target: Target) -> PathBuf {
        self.folder.join("generated").join(target.folder())
    }
}

/// The result for a package.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase", tag = "verdict")]
pub(super) enum Verdict {
    /// There is nothing to compile.
    NotGenerated,
    /// It compiles.
    Compiles { seconds: f64 },
    /// It does not.
    Fails { errors: usize, head: Vec<String> },
    /// The compiler took too long.
    TimeLimit,
}

impl Language {
    /// Compiles the package of a document, with the output in `<language>.log`.
    ///
    /// # Errors
    /// Returns an error if a program cannot be started.
    pub(super) fn compile(&self, place: &Place<'_>, limit: Duration) -> Result<Verdict> {
        let log = place.folder.join(format!("{}.log", self.target.name()));
        let _ = fs::remove_file(&log);
        let start = Instant::now();
        (self.prepare)(place)?;
        for mut command in (self.commands)(place) {
            let left = limit.saturating_sub(start.elapsed());
            match process::run(&mut command, &log, None, left)? {
                End::Success => {}
                End::TimeLimit => return Ok(Verdict::TimeLimit),
                End::Failure => return Ok(self.fault(&log)),
            }
        }
        let seconds = start.elapsed().as_secs_f64();
        Ok(Verdict::Compiles { seconds })
    }

    /// Returns the number of errors in a log, and the lines from the first one on.
    fn fault(&self, log: &Path) -> Verdict {
        const SHOWN: usize = 5;
        let bytes = fs::read(log).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let errors = text.lines().filter(|line| (self.is_error)(line)).count();
        let mut from = text
            .lines()
            .skip_while(|line| !(self.is_error)(line))
            .peekable();
        let head: Vec<_> = match from.peek() {
            Some(_) => from.take(SHOWN).map(str::to_owned).collect(),
            None => text.lines().take(SHOWN).map(str::to_owned).collect(),
        };
        let errors = errors.max(1);
        Verdict::Fails { errors, head }
    }
}
