//! Runs one step of the tests.

use std::collections::HashMap;
use std::io::pipe;
use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result};

use super::count::Count;
use super::executables::{self, Executable};
use super::output::{self, Output};
use super::steps::{Need, Step, Work};
use crate::programs::{SANDBOX, Sandbox};
use crate::project;

/// The time limit of a step. Without it, a step that hangs would hide the results of all others.
const LIMIT: Duration = Duration::from_mins(45);
/// How long a step may continue once it starts no further tests, if it has had `LEAST`.
const AFTER: Duration = Duration::from_mins(6);
/// The time that every step has, however late it starts.
const LEAST: Duration = Duration::from_mins(20);

/// How a step has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Passed,
    Failed,
    Skipped,
}

/// The result of a step.
pub(super) struct Ended {
    pub(super) verdict: Verdict,
    pub(super) count: Count,
    /// The output of the step, or why it was not run.
    pub(super) said: String,
    pub(super) cpu: Duration,
}

impl Ended {
    /// Returns the result of a step that another one prevents.
    pub(super) fn not_run(why: &str, because: Verdict) -> Self {
        Self {
            verdict: because,
            count: Count::default(),
            said: format!("not run: {why}\n"),
            cpu: Duration::ZERO,
        }
    }

    /// Prints the output of the step at once, because other steps run in parallel.
    pub(super) fn print(&self, name: &str, elapsed: Duration) {
        let verdict = match self.verdict {
            Verdict::Passed => "passed",
            Verdict::Failed => "FAILED",
            Verdict::Skipped => "SKIPPED",
        };
        let (seconds, cpu) = (elapsed.as_secs(), self.cpu.as_secs());
        anstream::println!(
            "{}== {name}: {verdict}, {seconds} s ({cpu} s of CPU)",
            self.said
        );
    }
}

/// Runs steps with the test programs that were built.
pub(super) struct Runner {
    /// Whether a missing language is a failure.
    pub(super) all_languages: bool,
    /// When suites that can be shortened stop starting tests, in seconds since 1970.
    until: Option<u64>,
    /// The test programs by workspace, and whether a step has run them.
    built: Mutex<HashMap<&'static str, Vec<(Executable, bool)>>>,
}

impl Runner {
    pub(super) fn new(all_languages: bool, until: Option<u64>) -> Self {
        Self {
            all_languages,
            until,
            built: Mutex::default(),
        }
    }

    /// Runs a step.
    ///
    /// # Errors
    /// Returns an error if a program cannot be started.
    pub(super) fn run(&self, step: &'static Step) -> Result<Ended> {
        if let Some(why) = step.missing() {
            let verdict = if step.language && self.all_languages {
                Verdict::Failed
            } else {
                Verdict::Skipped
            };
            return Ok(Ended::not_run(&why, verdict));
        }
        match step.work {
            Work::Build(workspace) => self.build(workspace),
            Work::Command(words) => {
                let mut words = words.split_whitespace();
                let program = words.next().context("a step has a program")?;
                let mut command = if program == "xtask" {
                    Command::new(project::this_program().context("failed to find this program")?)
                } else {
                    Command::new(program)
                };
                command
                    .args(words)
                    .current_dir(project::root().join(step.folder));
                self.execute(step, command)
            }
            Work::Tests { .. } => self.tests(step),
        }
    }

    fn build(&self, workspace: &'static str) -> Result<Ended> {
        let built = executables::build(workspace)?;
        let (verdict, said) = match built.programs {
            Ok(all) => {
                let all = all.into_iter().map(|one| (one, false)).collect();
                self.lock().insert(workspace, all);
                (Verdict::Passed, String::new())
            }
            Err(said) => (Verdict::Failed, said),
        };
        let count = Count::of_step(verdict == Verdict::Passed);
        Ok(Ended {
            verdict,
            count,
            said,
            cpu: built.cpu,
        })
    }

    fn tests(&self, step: &'static Step) -> Result<Ended> {
        let mut all = Ended {
            verdict: Verdict::Passed,
            count: Count::default(),
            said: String::new(),
            cpu: Duration::ZERO,
        };
        for one in self.choose(step) {
            let mut command = match step.within {
                None => Command::new(&one.path),
                Some(words) => {
                    let mut words = words.split_whitespace();
                    let mut command = Command::new(words.next().context("a program")?);
                    command.args(words).arg(&one.path);
                    command
                }
            };
            command
                .args(step.arguments.split_whitespace())
                .current_dir(&one.folder)
                .env("CARGO_MANIFEST_DIR", &one.folder);
            let ended = self.execute(step, command)?;
            if ended.verdict == Verdict::Failed {
                all.verdict = Verdict::Failed;
            }
            all.count.append(&ended.count);
            all.cpu += ended.cpu;
            all.said.push_str(&ended.said);
        }
        Ok(all)
    }

    /// Returns the test programs of a step, and marks them as run.
    fn choose(&self, step: &Step) -> Vec<Executable> {
        let Work::Tests { workspace, .. } = step.work else {
            return Vec::new();
        };
        let mut built = self.lock();
        let all = built.entry(workspace).or_default().iter_mut();
        let own = all.filter(|(one, _)| step.takes(one));
        own.map(|(one, is_run)| {
            *is_run = true;
            one.clone()
        })
        .collect()
    }

    /// Returns the test programs that no step has run.
    pub(super) fn left_out(&self) -> Vec<String> {
        let built = self.lock();
        let all = built.values().flatten().filter(|(_, is_run)| !is_run);
        all.map(|(one, _)| format!("{} of {}", one.target, one.package))
            .collect()
    }

    fn execute(&self, step: &Step, command: Command) -> Result<Ended> {
        execute(step, self.until, command)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<&'static str, Vec<(Executable, bool)>>> {
        self.built.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the time limit of a step, from the time until no further test is started.
fn limit(left: Option<Duration>) -> Duration {
    left.map_or(LIMIT, |left| (left + AFTER).clamp(LEAST, LIMIT))
}

/// Returns how much time is left until a moment, in seconds since 1970.
fn left(until: u64) -> Result<Duration> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?;
    Ok(Duration::from_secs(until).saturating_sub(now))
}

/// Settings of virtual machines that run for seconds: the optimizing compiler of Java takes more
/// time than it saves.
const BRIEF: &str = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

/// Runs a program of a step, with a sandbox if the step needs one.
fn execute(step: &Step, until: Option<u64>, mut command: Command) -> Result<Ended> {
    let is = |need| step.sandbox == Some(need);
    let sandbox = is(Need::Service).then(Sandbox::start).transpose()?;
    let environment = sandbox.iter().flat_map(|sandbox| &sandbox.environment);
    let program = is(Need::Program).then(|| SANDBOX.path());
    let limit = limit(until.map(left).transpose()?);
    let (output, writer) = pipe().context("failed to make a pipe")?;
    if std::env::var_os("MAVEN_OPTS").is_none() {
        command.env("MAVEN_OPTS", BRIEF);
    }
    command
        .envs(environment.map(|(name, value)| (name, value)))
        .envs(step.environment.iter().copied())
        .envs(program.map(|path| ("SANDBOX_PROGRAM", path)))
        .envs(until.map(|seconds| ("TESTS_UNTIL", seconds.to_string())))
        .stdout(writer.try_clone().context("failed to make a pipe")?)
        .stderr(writer);
    let name = Path::new(command.get_program()).display().to_string();
    let child = command
        .spawn()
        .with_context(|| format!("failed to start {name}"))?;
    // Otherwise its ends of the pipe would stay open.
    drop(command);
    let Output {
        said,
        mut count,
        succeeded,
        cpu,
    } = output::read(child, output, Instant::now() + limit)?;
    count.append(&Count::of_step(succeeded));
    let verdict = if succeeded {
        Verdict::Passed
    } else {
        Verdict::Failed
    };
    Ok(Ended {
        verdict,
        count,
        said,
        cpu,
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::limit;

    #[test]
    fn a_step_that_starts_late_is_not_cut_short() {
        let minutes = |left: Option<u64>| limit(left.map(Duration::from_mins)).as_secs() / 60;
        assert_eq!(minutes(None), 45);
        assert_eq!(minutes(Some(76)), 45);
        assert_eq!(minutes(Some(30)), 36);
        assert_eq!(minutes(Some(0)), 20);
    }
}
