//! Runs of the harness, and their faults.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result};
use hostile::answers::Request;
use hostile::answers::deployment::{Case, Deployment};

use super::must::{self, Fault, LIMIT, Seen};
use super::truth::Truth;
use crate::programs::CONFORMANCE;
use crate::project;
use crate::watch::{self, Cost};

/// All runs.
pub(super) struct Run {
    faults: PathBuf,
    seed: u64,
    found: Vec<String>,
    places: HashSet<String>,
    codes: BTreeMap<String, usize>,
    runs: usize,
    requests: usize,
    elsewhere: usize,
    slowest: (Duration, String),
    largest: (f64, String),
}

impl Run {
    pub(super) fn new(faults: &Path, seed: u64) -> Self {
        Self {
            faults: faults.to_owned(),
            seed,
            found: Vec::new(),
            places: HashSet::new(),
            codes: BTreeMap::new(),
            runs: 0,
            requests: 0,
            elsewhere: 0,
            slowest: Default::default(),
            largest: Default::default(),
        }
    }

    /// Adds a run.
    pub(super) fn add(&mut self, shown: &str, case: &Case, played: Played) -> Result<()> {
        self.count(shown, &played.cost, &played.received);
        for (place, message) in played.faults {
            self.keep(place, &message, shown, case)?;
        }
        Ok(())
    }

    fn count(&mut self, shown: &str, cost: &Cost, received: &[Request]) {
        let code = cost.status.and_then(|status| status.code());
        let code = code.map_or("none".to_owned(), |code| code.to_string());
        *self.codes.entry(code).or_default() += 1;
        self.runs += 1;
        self.requests += received.len();
        self.elsewhere += received.iter().filter(|one| one.elsewhere).count();
        if cost.wall > self.slowest.0 {
            self.slowest = (cost.wall, shown.to_owned());
        }
        if cost.usage.peak_mebibytes > self.largest.0 {
            self.largest = (cost.usage.peak_mebibytes, shown.to_owned());
        }
    }

    /// Stores the case of a fault, once for each place.
    fn keep(&mut self, place: &str, message: &str, shown: &str, case: &Case) -> Result<()> {
        let is_new = self.places.insert(place.to_owned());
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let file: String = format!("{place} {shown}").chars().map(plain).collect();
        let path = self.faults.join(format!("deployments-{file}.json"));
        if is_new {
            let text = serde_json::to_string_pretty(case).context("a case is JSON")?;
            fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        }
        let message: String = message.chars().take(300).collect();
        let mut fault = format!("{place}: {shown} of seed {}: {message:?}", self.seed);
        if is_new {
            let _ = write!(fault, "\n    --replay {}", path.display());
        }
        anstream::println!("{fault}");
        self.found.push(fault);
        Ok(())
    }

    /// Returns the report of all runs, and whether there is no fault.
    pub(super) fn report(&self, time: Duration) -> (String, bool) {
        let codes = self
            .codes
            .iter()
            .map(|(code, count)| format!("{code}: {count}"));
        let codes: Vec<_> = codes.collect();
        let text = format!(
            "deployments: {} runs with {} requests in {} s ({} to other origins), {}; exit codes \
             {}; slowest {:.1} s ({}), largest {:.0} MiB ({})",
            self.runs,
            self.requests,
            time.as_secs(),
            self.elsewhere,
            specwright::report::plural(self.found.len(), "fault"),
            codes.join(", "),
            self.slowest.0.as_secs_f64(),
            self.slowest.1,
            self.largest.0,
            self.largest.1,
        );
        (text, self.found.is_empty())
    }
}

/// A run that has ended.
pub(super) struct Played {
    cost: Cost,
    received: Vec<Request>,
    faults: Vec<Fault>,
}

/// Runs the harness once, and checks what it does and writes. The folder of a run with faults stays.
pub(super) fn play(shown: &str, case: &Case) -> Result<Played> {
    let all = project::scratch("fuzz/deployments")?;
    let folder = tempfile::tempdir_in(&all).context("cannot make a folder")?;
    let deployment = Deployment::start().context("cannot start a server")?;
    let truth = Truth::start(&case.description, deployment.addresses(), folder.path())?;
    deployment.lie(case, truth.addresses);
    let written = folder.path().join("written");
    fs::create_dir(&written).context("cannot make a folder")?;
    let files = ["out", "err"].map(|name| folder.path().join(name));
    let [out, err] = [create(&files[0])?, create(&files[1])?];
    let mut command = harness(case, &truth);
    command.current_dir(&written);
    command.stdin(Stdio::null()).stdout(out).stderr(err);
    let cost = watch::run(&mut command, LIMIT)?;
    let mut secrets = truth.secrets.clone();
    drop(truth);
    let received = deployment.received();
    // A token that was not used may be unknown to the harness.
    let tokens = deployment.tokens().into_iter();
    secrets.extend(tokens.filter(|token| is_used(token, &received)));
    let mut output = String::new();
    for file in &files {
        let bytes = fs::read(file).context("cannot read an output")?;
        output.push_str(&String::from_utf8_lossy(&bytes));
    }
    let faults = must::check(&Seen {
        cost: &cost,
        output: &output,
        folder: &written,
        received: &received,
        secrets: &secrets,
    });
    if !faults.is_empty() {
        let kept = all.join(shown.replace(' ', "-"));
        let _ = fs::remove_dir_all(&kept);
        let _ = fs::rename(folder.path(), kept);
    }
    Ok(Played {
        cost,
        received,
        faults,
    })
}

fn create(path: &Path) -> Result<File> {
    File::create(path).with_context(|| format!("cannot write {}", path.display()))
}

fn is_used(token: &str, received: &[Request]) -> bool {
    let credentials = received.iter().filter_map(|one| one.field("authorization"));
    let mut tokens = credentials.filter_map(|value| value.strip_prefix("Bearer "));
    tokens.any(|used| used == token)
}

fn harness(case: &Case, truth: &Truth) -> Command {
    let mut command = Command::new(CONFORMANCE.path());
    // Only the variables of the run.
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("MARKETPLACE_") {
            command.env_remove(name);
        }
    }
    let limits = [
        "--max-time",
        "20s",
        "--max-requests",
        "1500",
        "--timeout",
        "2s",
    ];
    command
        .args(limits)
        .args(["--seed", &case.seed.to_string()])
        .args(["--concurrency", &case.concurrency.to_string()])
        .args(&case.flags)
        .args(["--report", "report"])
        .args(&truth.flags)
        .envs(truth.variables.iter().map(|(name, value)| (name, value)));
    command
}
