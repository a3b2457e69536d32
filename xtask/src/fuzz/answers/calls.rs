//! The calls in one language, and their faults.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use hostile::answers::{Case, Operation, Server};

use super::driver::Driver;
use super::{Arguments, PROGRAM, must};
use crate::clients::Client;
use crate::corpus::languages::Tools;
use crate::corpus::process::{self, End};

/// How long a call may take. The server and the client have limits of a few seconds, of which a call
/// can need many; and a response of the largest size in chunks of one byte takes more than a minute.
const PATIENCE: Duration = Duration::from_mins(4);

/// How many calls before may still send requests, which a busy machine delays.
const LATE: usize = 3;

/// The most memory of a program, in MiB.
const MEMORY: usize = 512;

/// The calls in one language.
pub(super) struct Run {
    title: &'static str,
    name: &'static str,
    server: Server,
    build: Vec<Command>,
    log: PathBuf,
    driver: Option<Driver>,
    start: Box<dyn Fn() -> Command + Send>,
    faults: PathBuf,
    seed: u64,
    found: Vec<String>,
    places: HashSet<String>,
    kinds: BTreeMap<String, usize>,
    calls: u64,
    /// The operations of the calls before, the last one first.
    before: VecDeque<&'static Operation>,
    slowest: (Duration, String),
    largest: (usize, String),
}

impl Run {
    /// Prepares the client of a language, and starts its server.
    pub(super) fn new(
        client: &'static Client,
        folder: &Path,
        tools: &Tools,
        faults: &Path,
        seed: u64,
    ) -> Result<Self> {
        let name = client.target.name();
        let log = folder.join(format!("{name}.log"));
        let _ = fs::remove_file(&log);
        let mut build = client.commands(&PROGRAM, folder, tools)?;
        let last = build.pop().context("a program is started")?;
        let server = Server::start().context("cannot start a server")?;
        let base = server.base().to_owned();
        let start = move || {
            let mut command = Command::new(last.get_program());
            command.args(last.get_args()).env("ANSWERS_BASE", &base);
            for (name, value) in last.get_envs() {
                if let Some(value) = value {
                    command.env(name, value);
                }
            }
            command
        };
        Ok(Self {
            title: client.title(),
            name,
            server,
            build,
            log,
            driver: None,
            start: Box::new(start),
            faults: faults.to_owned(),
            seed,
            found: Vec::new(),
            places: HashSet::new(),
            kinds: BTreeMap::new(),
            calls: 0,
            before: VecDeque::new(),
            slowest: Default::default(),
            largest: Default::default(),
        })
    }

    /// Makes the given calls, and then drawn ones. Returns a report, and whether there is no fault.
    pub(super) fn all(
        &mut self,
        cases: &[(String, Case)],
        arguments: &Arguments,
    ) -> Result<(String, bool)> {
        for command in &mut self.build {
            let end = process::run(command, &self.log, None, Duration::from_mins(10))?;
            if end != End::Success {
                bail!("{}: not built; {} says why", self.title, self.log.display());
            }
        }
        let start = Instant::now();
        for (name, case) in cases {
            self.one(0, name, case)?;
        }
        let time = Duration::from_secs(arguments.minutes * 60);
        let most = arguments.calls.unwrap_or(u64::MAX);
        let first = arguments.first;
        if arguments.replay.is_empty() {
            for number in first..first.saturating_add(most) {
                if arguments.calls.is_none() && start.elapsed() > time {
                    break;
                }
                let case = Case::draw(self.seed, number);
                self.one(number, &format!("call {number}"), &case)?;
            }
        }
        self.driver = None;
        Ok((self.report(start.elapsed()), self.found.is_empty()))
    }

    fn report(&self, time: Duration) -> String {
        let mut kinds: Vec<_> = self.kinds.iter().collect();
        kinds.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let kinds: Vec<_> = kinds
            .iter()
            .map(|(kind, count)| format!("{kind} {count}"))
            .collect();
        let mut text = format!(
            "{}: {} calls in {} s, {}; slowest {:.1} s ({}), largest {} MiB ({})\n  {}",
            self.title,
            self.calls,
            time.as_secs(),
            specwright::report::plural(self.found.len(), "fault"),
            self.slowest.0.as_secs_f64(),
            self.slowest.1,
            self.largest.0,
            self.largest.1,
            kinds.join(", "),
        );
        for fault in &self.found {
            let _ = write!(text, "\n  FAULT {fault}");
        }
        text
    }

    /// Makes one call, and checks it.
    fn one(&mut self, number: u64, shown: &str, case: &Case) -> Result<()> {
        let operation = Operation::named(&case.operation);
        let operation = operation.with_context(|| format!("there is no {}", case.operation))?;
        let mut driver = match self.driver.take() {
            Some(driver) => driver,
            None => Driver::start((self.start)(), &self.log)?,
        };
        self.server.answer(case.server());
        let start = Instant::now();
        let outcome = driver.call(number, operation.name, PATIENCE);
        let (spent, peak) = (start.elapsed(), driver.peak());
        self.calls += 1;
        if spent > self.slowest.0 {
            self.slowest = (spent, shown.to_owned());
            let path = self.log.with_extension("slowest.json");
            let text = serde_json::to_string_pretty(case).context("a case is JSON")?;
            fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        }
        if peak > self.largest.0 {
            self.largest = (peak, shown.to_owned());
        }
        let mut received = self.server.received();
        // A request that the client gave up may be read late on a busy machine.
        received.retain(|one| !must::is_of(&self.before, operation, one));
        self.before.truncate(LATE - 1);
        self.before.push_front(operation);
        let mut faults = must::requests(self.name, operation, case, &received);
        if peak > MEMORY {
            faults.push(("memory".to_owned(), format!("{peak} MiB")));
        }
        match outcome {
            Ok(outcome) => {
                let kind = if outcome.kind == "value" {
                    "value"
                } else {
                    &outcome.name
                };
                *self.kinds.entry(kind.to_owned()).or_default() += 1;
                faults.extend(must::outcome(&outcome));
                if peak <= MEMORY {
                    self.driver = Some(driver);
                }
            }
            Err(message) => {
                *self.kinds.entry("no outcome".to_owned()).or_default() += 1;
                faults.push((message, format!("{} says more", self.log.display())));
            }
        }
        for (place, message) in faults {
            self.keep(&place, &message, shown, case)?;
        }
        Ok(())
    }

    /// Stores the case of a fault, once for each place.
    fn keep(&mut self, place: &str, message: &str, shown: &str, case: &Case) -> Result<()> {
        if !self.places.insert(format!("{place} {}", case.operation)) {
            return Ok(());
        }
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let file: String = place.chars().take(60).map(plain).collect();
        let path = format!("answers-{}-{}-{file}.json", self.name, case.operation);
        let path = self.faults.join(path);
        let text = serde_json::to_string_pretty(case).context("a case is JSON")?;
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        let message: String = message.chars().take(300).collect();
        let fault = format!(
            "{place}: {} in {shown} of seed {}: {message:?}\n    --replay {}",
            case.operation,
            self.seed,
            path.display(),
        );
        anstream::println!("{}: {fault}", self.title);
        self.found.push(fault);
        Ok(())
    }
}
