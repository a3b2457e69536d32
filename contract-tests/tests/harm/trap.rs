//! A service that a careless run damages, and runs against it.

use std::path::PathBuf;
use std::process::{Output, Stdio};
use std::time::Duration;

use serde_json::Value;
use tokio::process::Command;

use crate::server::{Answer, Answers, Running, start};
use crate::world::World;

/// A service with items of another client.
pub(crate) struct Trap {
    pub(crate) name: &'static str,
    pub(crate) description: &'static str,
    /// The prefix of all its paths.
    pub(crate) prefix: &'static str,
    /// Flags for each run.
    pub(crate) flags: &'static [&'static str],
    /// A TOML file of credentials.
    pub(crate) credentials: Option<&'static str>,
    pub(crate) seed: fn(&mut World),
    pub(crate) answers: Answers,
}

impl Trap {
    /// The defaults of a trap.
    pub(crate) const PLAIN: Self = Self {
        name: "",
        description: "",
        prefix: "",
        flags: &[],
        credentials: None,
        seed: |_| {},
        answers: |_, _| Answer::empty(404),
    };

    /// Starts the service with the items of another client.
    pub(crate) async fn start(&self) -> Running {
        let mut world = World::default();
        (self.seed)(&mut world);
        start(self.prefix, world, self.answers).await
    }
}

/// A run of the program.
pub(crate) struct Run {
    folder: tempfile::TempDir,
    arguments: Vec<String>,
}

/// The results of a run.
pub(crate) struct Outcome {
    pub(crate) output: Output,
    /// The report, if there is one.
    pub(crate) report: Option<Value>,
}

impl Run {
    pub(crate) fn of(trap: &Trap, base_url: &str, flags: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("openapi.yaml"), trap.description).expect("a file");
        let mut arguments = vec!["--base-url", base_url, "--spec", "openapi.yaml"];
        arguments.extend(["--report", "report", "--quiet"]);
        arguments.extend(trap.flags);
        arguments.extend(flags);
        let arguments = arguments.into_iter().map(str::to_owned).collect();
        Self { folder, arguments }
    }

    /// Gives the run the credentials of the trap.
    pub(crate) fn with_credentials(mut self, trap: &Trap) -> Self {
        if let Some(text) = trap.credentials {
            let file = self.path("credentials.toml");
            std::fs::write(file, text).expect("a file");
            let more = ["--credentials", "credentials.toml"].map(str::to_owned);
            self.arguments.extend(more);
        }
        self
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs the program to its end, with an interrupt after each of the pauses.
    pub(crate) async fn finish(&self, interrupts: &[Duration]) -> Outcome {
        self.finish_after(std::future::ready(()), interrupts).await
    }

    /// Returns a copy whose pauses start at an event.
    pub(crate) async fn finish_after(
        &self,
        happened: impl Future<Output = ()>,
        interrupts: &[Duration],
    ) -> Outcome {
        let mut child = Command::new(env!("CARGO_BIN_EXE_conformance"))
            .args(&self.arguments)
            .current_dir(self.folder.path())
            .env_clear()
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("the program starts");
        happened.await;
        for pause in interrupts {
            tokio::time::sleep(*pause).await;
            if let (Ok(None), Some(id)) = (child.try_wait(), child.id()) {
                interrupt(id);
            }
        }
        let output = child.wait_with_output();
        let output = tokio::time::timeout(Duration::from_mins(5), output).await;
        let output = output.unwrap_or_else(|_| panic!("the run ends: {:?}", self.arguments));
        let output = output.expect("its output");
        let report = std::fs::read(self.path("report/report.json")).ok();
        let report = report.map(|text| serde_json::from_slice(&text).expect("JSON"));
        Outcome { output, report }
    }
}

fn interrupt(id: u32) {
    let id = rustix::process::Pid::from_raw(id.cast_signed()).expect("a process");
    // It may have exited by itself.
    let _ = rustix::process::kill_process(id, rustix::process::Signal::INT);
}

impl Outcome {
    /// Returns a list of the report as texts; empty without a report.
    pub(crate) fn list(&self, member: &str) -> Vec<String> {
        let all = self
            .report
            .as_ref()
            .and_then(|report| report[member].as_array());
        let all = all.into_iter().flatten();
        all.map(|one| {
            one.as_str()
                .map_or_else(|| one.to_string(), ToOwned::to_owned)
        })
        .collect()
    }

    /// Returns the output.
    pub(crate) fn shown(&self) -> String {
        let text = [&self.output.stdout, &self.output.stderr];
        text.map(|text| String::from_utf8_lossy(text).into_owned())
            .join("\n")
    }

    /// Returns the items of the run that are neither ended nor listed as leftovers.
    pub(crate) fn unlisted(&self, world: &World) -> Vec<String> {
        let listed = self.list("leftovers");
        let names = |leftover: &String, address: &str| {
            let (collection, id) = address.rsplit_once('/').unwrap_or_default();
            let is_there = |text: &str| {
                let mut all = leftover.match_indices(text);
                all.any(|(at, _)| {
                    let after = leftover[at + text.len()..].chars().next();
                    after.is_none_or(|one| !one.is_alphanumeric())
                })
            };
            is_there(&format!("/{id}")) || is_there(&format!("{collection}:"))
        };
        let left = world.left().into_iter();
        left.filter(|address| !listed.iter().any(|one| names(one, address)))
            .collect()
    }
}
