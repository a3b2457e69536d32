//! The languages: how their programs are built and started, and their goals.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

use super::Client;
use crate::project;

/// A language: how its programs are built and started.
pub(super) struct Language {
    pub(super) name: &'static str,
    /// A program that must be installed.
    pub(super) needs: &'static str,
    folder: &'static str,
    build: &'static str,
    /// The command, to which the client, the address, the method and the number of calls are
    /// appended.
    run: &'static str,
    /// The folder with the archive of the package, and the ending of its name; sources of Go
    /// modules have no archive.
    archive: (&'static str, &'static str),
    /// The CPU time of a call by hand, divided by that of the SDK, is at least this.
    pub(super) call_goal: f64,
}

/// The time to decode items with an SDK, divided by that of the language's own decoder, is at most
/// this.
pub(super) const DECODING_GOAL: f64 = 2.0;

/// The languages. Words are separated by spaces; `{target}` is the folder of build results.
pub(super) const LANGUAGES: &[Language] = &[
    Language {
        name: "TypeScript",
        needs: "node",
        folder: "acceptance/sdk/typescript",
        build: "sh bench.sh",
        run: "node {target}/sdk/typescript/bench/bench.mjs",
        archive: ("{target}/sdk/typescript/bench-package", ".tgz"),
        call_goal: 0.85,
    },
    Language {
        name: "Python",
        needs: "python3",
        folder: "acceptance/sdk/python",
        build: "sh bench.sh",
        run: "{target}/sdk/python/bench/bin/python bench.py",
        archive: ("{target}/sdk/python/bench-wheel", ".whl"),
        call_goal: 0.8,
    },
    Language {
        name: "Go",
        needs: "go",
        folder: "acceptance/sdk/go",
        build: "go build -o {target}/sdk/go/bench ./bench",
        run: "{target}/sdk/go/bench",
        archive: ("../../../generated/go", ".go"),
        call_goal: 0.85,
    },
    Language {
        name: "Java",
        needs: "mvn",
        folder: "acceptance/sdk/java",
        build: "sh bench.sh",
        run: "java -cp {target}/sdk/java/bench/* Bench",
        archive: ("{target}/sdk/java/build", ".jar"),
        call_goal: 0.85,
    },
];

impl Language {
    pub(super) fn build(&self) -> Result<()> {
        let status = self.command(self.build).status();
        let status = status.with_context(|| format!("cannot start `{}`", self.build))?;
        if !status.success() {
            bail!("`{}` in {} has failed", self.build, self.folder);
        }
        Ok(())
    }

    /// Runs a program, which prints how many seconds of CPU time its calls took.
    pub(super) fn once(
        &self,
        client: Client,
        url: &str,
        method: &str,
        calls: u32,
    ) -> Result<Duration> {
        let client = client.name();
        let output = self
            .command(self.run)
            .args([client, url, method, &calls.to_string()])
            .output()
            .with_context(|| format!("cannot start `{}`", self.run))?;
        if !output.status.success() {
            let errors = String::from_utf8_lossy(&output.stderr);
            bail!("the {} program ({client}) has failed: {errors}", self.name);
        }
        let text = String::from_utf8_lossy(&output.stdout);
        let seconds = text.trim().parse().ok();
        let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        time.with_context(|| format!("the {} program printed `{}`", self.name, text.trim()))
    }

    /// Returns the size of what users download, in bytes: the archive without its sources and its
    /// documentation, or the sources that are not tests.
    pub(super) fn package_size(&self) -> Result<u64> {
        let (folder, ending) = self.archive;
        let folder = project::root().join(self.folder).join(inserted(folder));
        let is_part = |path: &Path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let others = ["-sources.jar", "-javadoc.jar", "_test.go"];
            name.ends_with(ending) && !others.iter().any(|other| name.ends_with(other))
        };
        let mut size = 0;
        let entries = fs::read_dir(&folder);
        for entry in entries.with_context(|| format!("cannot read {}", folder.display()))? {
            let path = entry?.path();
            if is_part(&path) {
                size += path.metadata()?.len();
            }
        }
        Ok(size)
    }

    fn command(&self, line: &str) -> Command {
        let mut words = line.split(' ').map(inserted);
        let mut command = Command::new(words.next().unwrap_or_default());
        command
            .args(words)
            .current_dir(project::root().join(self.folder));
        command
    }
}

/// Returns the text with the folder of build results.
fn inserted(text: &str) -> String {
    let target = project::root().join("target");
    text.replace("{target}", &target.display().to_string())
}
