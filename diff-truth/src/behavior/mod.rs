//! What programs notice when they run: the SDK of the old description calls the mock of the new one.
//! What works at the mock of the old description, and of which no rule says that it breaks, must work
//! there as well.

mod mock;
mod report;

use std::fs;
use std::io;
use std::path::{Path, PathBuf, absolute};
use std::process::Command;

use generator::{Config, Target};
use serde::Deserialize;
use serde_json::Value;
use spec::Api;
use spec::diff::{Level, Policy, compare, uncompared};

use self::mock::Mock;
pub use self::report::BehaviorReport;
use crate::campaign::pair;
use crate::surface::{Draw, package, put, read};

/// The program that calls the mocks.
const DRIVER: &str = include_str!("driver.py");

/// What is run.
#[derive(Debug, Clone, Copy)]
pub struct Programs<'p> {
    /// The folder where the tools of the languages are.
    pub tools: &'p Path,
    /// The mock.
    pub mock: &'p Path,
}

/// The outcome of the calls of one SDK.
#[derive(Debug, Deserialize)]
struct Calls {
    /// How many were made.
    made: usize,
    /// How many work at the mock of the old description.
    works: usize,
    /// The first that does not work at the mock of the new one.
    broken: Vec<String>,
}

/// Mutates descriptions, and lets the SDK of each old one call the mock of the new one.
///
/// # Errors
/// When files cannot be written, or a program cannot be started.
pub fn behavior(
    descriptions: &[(String, Value)],
    draw: Draw,
    policy: &Policy,
    programs: Programs<'_>,
) -> io::Result<BehaviorReport> {
    let stage = Stage {
        folder: absolute(programs.tools.join("behavior"))?,
        python: absolute(programs.tools.join("python/venv/bin/python"))?,
        mock: absolute(programs.mock)?,
    };
    let mut report = BehaviorReport::default();
    for (name, description) in descriptions {
        let Some((own, _)) = read(description) else {
            continue;
        };
        match stage.run(&own, [description, description])? {
            Ran::Calls(calls) => report.own(name, &calls),
            Ran::Unusable => continue,
            Ran::Fault(fault) => report.faults.push(format!("{name}: {fault}")),
        }
        for number in 0..draw.mutations {
            let Some(made) = pair(description, draw.seed, number) else {
                continue;
            };
            for (before, after, undone) in [
                (&made.old, &made.new, ""),
                (&made.new, &made.old, ", undone"),
            ] {
                let what = format!("{name} #{number} {}{undone}", made.made.join(" and "));
                let (Some(old), Some(new)) = (read(before), read(after)) else {
                    report.unusable += 1;
                    continue;
                };
                if !uncompared(&old.1, &new.1).is_empty() {
                    report.unusable += 1;
                    continue;
                }
                let changes = compare(&old.0, &new.0, policy);
                let told = changes.iter().any(|change| change.level > Level::Info);
                match stage.run(&old.0, [before, after])? {
                    Ran::Calls(calls) => report.add(&what, told, &calls),
                    Ran::Unusable => report.unusable += 1,
                    Ran::Fault(fault) => report.faults.push(format!("{what}: {fault}")),
                }
            }
        }
    }
    Ok(report)
}

/// The outcome of a pair.
enum Ran {
    Calls(Calls),
    /// Nothing can be generated from a description, or the mock cannot serve it.
    Unusable,
    /// The program that makes the calls gave up.
    Fault(String),
}

struct Stage {
    folder: PathBuf,
    python: PathBuf,
    mock: PathBuf,
}

impl Stage {
    fn run(&self, old: &Api, [before, after]: [&Value; 2]) -> io::Result<Ran> {
        if self.folder.exists() {
            fs::remove_dir_all(&self.folder)?;
        }
        fs::create_dir_all(&self.folder)?;
        let mut config = Config::default();
        "sdk".clone_into(&mut config.python.module);
        for target in [Target::Python, Target::Vectors] {
            let Some(tree) = package(target, old, &config) else {
                return Ok(Ran::Unusable);
            };
            for (path, text) in tree.iter() {
                put(&self.folder.join(path), text)?;
            }
        }
        put(&self.folder.join("driver.py"), DRIVER)?;
        let start = |name, description| Mock::start(&self.mock, &self.folder, name, description);
        let (Some(old), Some(new)) = (start("old", before)?, start("new", after)?) else {
            return Ok(Ran::Unusable);
        };
        let package = self.folder.join(Target::Python.folder());
        let path = std::env::join_paths([package.join("src"), package.join("tests")]);
        let output = Command::new(&self.python)
            .arg("driver.py")
            .args([&old.base, &old.credentials.display().to_string()])
            .args([&new.base, &new.credentials.display().to_string()])
            .env("PYTHONPATH", path.map_err(io::Error::other)?)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env(
                "CONFORMANCE_VECTORS",
                self.folder.join(Target::Vectors.folder()),
            )
            .current_dir(&self.folder)
            .output()?;
        let calls = serde_json::from_slice(&output.stdout);
        Ok(calls.map_or_else(
            |_| {
                let said = String::from_utf8_lossy(&output.stderr);
                let last = said.lines().last().unwrap_or_default();
                Ran::Fault(last.to_owned())
            },
            Ran::Calls,
        ))
    }
}
