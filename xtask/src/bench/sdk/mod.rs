//! `cargo xtask bench sdk`: compares each SDK with a client written by hand for the same calls, in
//! the same language, against a server that does no work.

mod language;
mod service;
mod table;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;

use self::language::{LANGUAGES, Language};
use self::service::Service;
use crate::project;

/// Measure the SDKs: the CPU time of a call, of pages of 100 and 1,000 items, and of their decoding;
/// the time from the start of the process to the first call; and the size of the package.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The number of calls in each measured run; half as many calls come before it as a warm-up.
    /// Pages are fewer: a twentieth of 100 items, a hundredth of 1,000.
    #[arg(long, value_name = "N", default_value_t = 3_000)]
    calls: u32,
    /// The number of runs of each program, of which the best is reported.
    #[arg(long, value_name = "N", default_value_t = 5)]
    runs: u32,
    /// The languages; all that are installed by default.
    #[arg(long = "language", value_name = "NAME")]
    languages: Vec<String>,
    /// Exit with 1 if a ratio misses its goal by more than a tenth.
    #[arg(long)]
    check: bool,
    /// Print JSON instead of the table.
    #[arg(long)]
    json: bool,
}

/// The two clients in every program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Client {
    Sdk,
    ByHand,
}

impl Client {
    /// Returns its name in the programs.
    const fn name(self) -> &'static str {
        match self {
            Self::Sdk => "sdk",
            Self::ByHand => "minimal",
        }
    }
}

/// The measurements of one client. Times are CPU time of the process, but for `start`.
#[derive(Debug, Clone, Copy)]
struct Measured {
    /// From the start of the process to the end of its first call.
    start: Duration,
    call: Duration,
    page_of_100: Duration,
    page_of_1000: Duration,
}

impl Measured {
    /// Returns the time to decode 1,000 items: what the longer page takes in addition.
    fn decoding(&self) -> Duration {
        self.page_of_1000.saturating_sub(self.page_of_100) * 10 / 9
    }
}

/// The measurements of a language.
struct Row {
    language: &'static Language,
    sdk: Measured,
    by_hand: Measured,
    /// The size of the package's archive in bytes.
    package: u64,
}

/// Builds and measures all clients.
///
/// # Errors
/// Returns an error if a program cannot be built, or fails.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let service = Service::start()?;
    let mut rows = Vec::new();
    for language in LANGUAGES {
        let name = language.name.to_ascii_lowercase();
        if !arguments.languages.is_empty() && !arguments.languages.contains(&name) {
            continue;
        }
        if !project::is_installed(language.needs) {
            let (name, needs) = (language.name, language.needs);
            anstream::eprintln!("{name}: LEFT OUT, there is no {needs}");
            continue;
        }
        language.build()?;
        rows.push(Row {
            language,
            sdk: measure(language, Client::Sdk, &service, arguments)?,
            by_hand: measure(language, Client::ByHand, &service, arguments)?,
            package: language.package_size()?,
        });
    }
    let reached = table::print(&rows, arguments.json);
    let failed = arguments.check && !reached;
    Ok(ExitCode::from(u8::from(failed)))
}

/// Returns the best of several runs, because disturbances only make a run slower.
fn measure(
    language: &Language,
    client: Client,
    service: &Service,
    arguments: &Arguments,
) -> Result<Measured> {
    let mut best: Option<Measured> = None;
    for _ in 0..arguments.runs.max(1) {
        let started = Instant::now();
        language.once(client, &service.item, "get", 1)?;
        let start = started.elapsed();
        let each = |address, method, calls: u32| -> Result<Duration> {
            let calls = calls.max(1);
            Ok(language.once(client, address, method, calls)? / calls)
        };
        let calls = arguments.calls;
        let run = Measured {
            start,
            call: each(&service.item, "get", calls)?,
            page_of_100: each(&service.page_of_100, "list", calls / 20)?,
            page_of_1000: each(&service.page_of_1000, "list", calls / 100)?,
        };
        best = Some(best.map_or(run, |best| Measured {
            start: best.start.min(run.start),
            call: best.call.min(run.call),
            page_of_100: best.page_of_100.min(run.page_of_100),
            page_of_1000: best.page_of_1000.min(run.page_of_1000),
        }));
    }
    best.ok_or_else(|| anyhow::anyhow!("nothing was measured"))
}
