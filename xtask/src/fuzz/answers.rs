//! The target `answers`: a server answers calls of the generated clients with hostile answers, which
//! are drawn from a seed and the number of the call.
//!
//! Each call ends within a bound, with a value or an error that the client documents, and in bounded
//! memory. No secret is sent to another origin or repeated in an error, and no request is repeated
//! more often than the retry policy allows.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context as _, Result, bail};
use hostile::answers::{Case, Operation, Server};

use super::driver::Driver;
use super::must;
use super::{Arguments, Folders};
use crate::clients::{Client, Program};
use crate::corpus::languages::Tools;
use crate::corpus::process::{self, End};
use crate::project;

const PROGRAM: Program = Program {
    name: "answers",
    class: "Answers",
    arguments: &[],
    node: &[],
    // Without a limit the heap grows before it is collected.
    java: &["-Xmx320m"],
};

/// How long a call may take. The server and the client have limits of a few seconds, of which a call
/// can need many.
const PATIENCE: Duration = Duration::from_secs(90);

/// The most memory of a program, in MiB.
const MEMORY: usize = 512;

/// Runs the target.
///
/// # Errors
/// Returns an error if a program cannot be built.
pub(super) fn run(arguments: &Arguments, folders: &Folders) -> Result<ExitCode> {
    let folder = project::scratch("fuzz/answers")?;
    let tools = Tools::new();
    let clients = Program::clients(&arguments.language, &tools);
    Program::generate(&folder, &clients)?;
    if clients.iter().any(|client| client.target.name() == "rust") {
        PROGRAM.build()?;
    }
    let clock = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let seed = arguments
        .seed
        .unwrap_or(clock.map_or(0, |now| now.as_secs()));
    anstream::println!("seed {seed}");
    let cases = if arguments.replay.is_empty() {
        read(&kept(&folders.kept)?)?
    } else {
        read(&arguments.replay)?
    };
    let mut runs = Vec::new();
    for client in clients {
        runs.push(Run::new(client, &folder, &tools, &folders.faults, seed)?);
    }
    let reports = std::thread::scope(|scope| {
        let threads: Vec<_> = runs
            .into_iter()
            .map(|mut run| {
                let cases = &cases;
                scope.spawn(move || run.all(cases, arguments))
            })
            .collect();
        let joined = threads.into_iter().map(std::thread::ScopedJoinHandle::join);
        joined.collect::<Vec<_>>()
    });
    let mut is_good = true;
    for report in reports {
        let Ok(report) = report else {
            bail!("a thread has panicked");
        };
        let (text, good) = report?;
        anstream::println!("{text}");
        is_good &= good;
    }
    Ok(ExitCode::from(u8::from(!is_good)))
}

/// Returns the kept cases.
fn kept(folder: &Path) -> Result<Vec<PathBuf>> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Ok(Vec::new());
    };
    let paths: std::io::Result<Vec<_>> = entries.map(|entry| Ok(entry?.path())).collect();
    let mut paths = paths.context("cannot read the kept cases")?;
    paths.sort();
    Ok(paths)
}

fn read(paths: &[PathBuf]) -> Result<Vec<(String, Case)>> {
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path);
        let text = text.with_context(|| format!("cannot read {}", path.display()))?;
        let case = serde_json::from_str(&text);
        let case = case.with_context(|| format!("{} is not a case", path.display()))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        Ok((name.into_owned(), case))
    };
    paths.iter().map(read).collect()
}

/// The calls in one language.
struct Run {
    title: &'static str,
    name: &'static str,
    server: Server,
    build: Vec<Command>,
    log: PathBuf,
    driver: Option<Driver>,
    start: Box<dyn Fn() -> Result<Command> + Send>,
    faults: PathBuf,
    seed: u64,
    found: Vec<String>,
    places: HashSet<String>,
    kinds: BTreeMap<String, usize>,
    calls: u64,
    slowest: (Duration, String),
    largest: (usize, String),
}

impl Run {
    fn new(
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
            Ok(command)
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
            slowest: Default::default(),
            largest: Default::default(),
        })
    }

    /// Makes the given calls, and then drawn ones. Returns a report, and whether there is no fault.
    fn all(&mut self, cases: &[(String, Case)], arguments: &Arguments) -> Result<(String, bool)> {
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
            None => Driver::start((self.start)()?, &self.log)?,
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
        let received = self.server.received();
        let mut faults = must::requests(operation, case, &received);
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
