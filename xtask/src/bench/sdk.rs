//! `cargo xtask bench sdk`: compares each SDK with a client written by hand for the measured call,
//! in the same language, against a server that does no work.

use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use clap::Args;
use serde_json::{Value, json};

use super::null::{Canned, serve};
use crate::project;

/// Measure the SDKs: sequential calls per second, and the time from the start of the process to the
/// first call.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The number of calls in each measured run; half as many calls come before it as a warm-up.
    #[arg(long, value_name = "N", default_value_t = 3_000)]
    calls: u32,
    /// The number of runs of each program, of which the best is reported.
    #[arg(long, value_name = "N", default_value_t = 5)]
    runs: u32,
    /// Print JSON instead of the table.
    #[arg(long)]
    json: bool,
}

/// A language: how its two programs are built and started.
struct Language {
    name: &'static str,
    /// A program that must be installed.
    needs: &'static str,
    folder: &'static str,
    build: &'static str,
    /// The command, to which the client, the address and the number of calls are appended.
    run: &'static str,
}

/// The languages. Words are separated by spaces; `{target}` is the folder of build results.
const LANGUAGES: &[Language] = &[
    Language {
        name: "TypeScript",
        needs: "node",
        folder: "acceptance/sdk/typescript",
        build: "sh bench.sh",
        run: "node {target}/sdk/typescript/bench/bench.mjs",
    },
    Language {
        name: "Python",
        needs: "python3",
        folder: "acceptance/sdk/python",
        build: "sh bench.sh",
        run: "{target}/sdk/python/bench/bin/python bench.py",
    },
    Language {
        name: "Go",
        needs: "go",
        folder: "acceptance/sdk/go",
        build: "go build -o {target}/sdk/go/bench ./bench",
        run: "{target}/sdk/go/bench",
    },
    Language {
        name: "Java",
        needs: "mvn",
        folder: "acceptance/sdk/java",
        build: "sh bench.sh",
        run: "java -cp {target}/sdk/java/bench/* Bench",
    },
];

/// The two clients in every program.
const CLIENTS: [&str; 2] = ["sdk", "minimal"];

/// The measurements of one client.
#[derive(Debug, Clone, Copy)]
struct Measured {
    calls_per_second: f64,
    start: Duration,
}

/// Builds and measures all clients.
///
/// # Errors
/// Returns an error if a program cannot be built, or fails.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let canned = canned()?;
    let address = serve(move |_| Arc::clone(&canned))?;
    let url = format!("http://{address}");
    let mut rows = Vec::new();
    for language in LANGUAGES {
        if !project::is_installed(language.needs) {
            anstream::eprintln!(
                "{}: LEFT OUT, there is no {}",
                language.name,
                language.needs
            );
            continue;
        }
        language.build()?;
        let mut measured = Vec::new();
        for client in CLIENTS {
            measured.push(language.measure(client, &url, arguments)?);
        }
        rows.push((language.name, measured));
    }
    print(&rows, arguments.json);
    Ok(ExitCode::SUCCESS)
}

/// Returns one offer, from the example of the description.
fn canned() -> Result<Arc<Canned>> {
    let loaded = spec::load(&project::root().join("spec/openapi.yaml"));
    let api = loaded.api.context("the description cannot be used")?;
    let operation = api.operation("getOffer").context("there is no getOffer")?;
    let mut examples = operation
        .responses
        .iter()
        .filter(|response| response.status.is_success())
        .flat_map(|response| &response.content)
        .flat_map(|media| &media.examples);
    let example = examples.next().context("getOffer has no example")?;
    let fields = [("content-type", "application/json")];
    Ok(Arc::new(Canned::new(
        200,
        &fields,
        &example.value.to_string(),
    )))
}

impl Language {
    fn build(&self) -> Result<()> {
        let status = self.command(self.build).status();
        let status = status.with_context(|| format!("cannot start `{}`", self.build))?;
        if !status.success() {
            bail!("`{}` in {} has failed", self.build, self.folder);
        }
        Ok(())
    }

    /// Returns the best of several runs, because disturbances only make a run slower.
    fn measure(&self, client: &str, url: &str, arguments: &Arguments) -> Result<Measured> {
        let mut best = Measured {
            calls_per_second: 0.0,
            start: Duration::MAX,
        };
        for _ in 0..arguments.runs.max(1) {
            let started = Instant::now();
            self.once(client, url, 0)?;
            best.start = best.start.min(started.elapsed());
            let seconds = self.once(client, url, arguments.calls)?;
            let rate = f64::from(arguments.calls) / seconds;
            best.calls_per_second = best.calls_per_second.max(rate);
        }
        Ok(best)
    }

    /// Runs a program, which prints how many seconds its calls took.
    fn once(&self, client: &str, url: &str, calls: u32) -> Result<f64> {
        let output = self
            .command(self.run)
            .args([client, url, &calls.to_string()])
            .output()
            .with_context(|| format!("cannot start `{}`", self.run))?;
        if !output.status.success() {
            let errors = String::from_utf8_lossy(&output.stderr);
            bail!("the {} program ({client}) has failed: {errors}", self.name);
        }
        let text = String::from_utf8_lossy(&output.stdout);
        let seconds = text.trim().parse();
        seconds.with_context(|| format!("the {} program printed `{}`", self.name, text.trim()))
    }

    fn command(&self, line: &str) -> Command {
        let target: PathBuf = project::root().join("target");
        let target = target.display().to_string();
        let mut words = line
            .split(' ')
            .map(|word| word.replace("{target}", &target));
        let mut command = Command::new(words.next().unwrap_or_default());
        command
            .args(words)
            .current_dir(project::root().join(self.folder));
        command
    }
}

fn print(rows: &[(&str, Vec<Measured>)], as_json: bool) {
    let milliseconds = |duration: Duration| duration.as_secs_f64() * 1_000.0;
    if as_json {
        let rows: Vec<Value> = rows
            .iter()
            .flat_map(|(name, measured)| {
                CLIENTS.iter().zip(measured).map(move |(client, measured)| {
                    json!({
                        "language": name,
                        "client": client,
                        "callsPerSecond": measured.calls_per_second,
                        "startMs": milliseconds(measured.start),
                    })
                })
            })
            .collect();
        anstream::println!("{}", Value::Array(rows));
        return;
    }
    anstream::println!(
        "{:<12} {:>14} {:>14} {:>7} {:>12} {:>12} {:>7}",
        "",
        "SDK calls/s",
        "by hand",
        "ratio",
        "SDK start ms",
        "by hand",
        "ratio"
    );
    for (name, measured) in rows {
        let [sdk, minimal] = measured.as_slice() else {
            continue;
        };
        let (start, least) = (milliseconds(sdk.start), milliseconds(minimal.start));
        anstream::println!(
            "{name:<12} {:>14.0} {:>14.0} {:>7.2} {start:>12.0} {least:>12.0} {:>7.2}",
            sdk.calls_per_second,
            minimal.calls_per_second,
            sdk.calls_per_second / minimal.calls_per_second,
            start / least,
        );
    }
}
