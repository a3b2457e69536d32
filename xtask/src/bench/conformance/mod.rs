//! `cargo xtask bench conformance`: measures the harness in comparison with another tool and a load
//! generator, and against servers that do no work.

mod harness;
mod loopback;
mod peers;
mod recorded;
mod table;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use serde_json::json;

use self::harness::{Run, Start};
use self::recorded::Recorded;
use self::table::Row;
use super::null::{self, Canned};
use super::usage;
use crate::programs::{self, CONFORMANCE, SANDBOX, Sandbox};
use crate::project;
use crate::schemathesis::Schemathesis;

/// Measure the harness. All programs are release builds on this machine; each measured one gets a
/// separate sandbox, with a database in memory.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Requests of each random intent and operation in the long runs.
    #[arg(long, value_name = "N", default_value_t = 400)]
    cases: u32,
    /// How long Schemathesis runs, in seconds; 0 leaves it out.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    peer_seconds: u64,
    /// Print JSON instead of the table.
    #[arg(long)]
    json: bool,
}

/// The operation whose responses wait for the resolution of a webhook's host name.
const RESOLVES_NAMES: &str = "putWebhook";

/// All measurements.
#[derive(Debug, Default)]
struct Measured {
    rows: Vec<Row>,
    /// Milliseconds from the start of the process to the first finding of an easy fault.
    first_finding: Option<f64>,
    /// What could not be measured, and why.
    missing: Vec<String>,
}

/// Builds everything, and runs all measurements.
///
/// # Errors
/// Returns an error if the project's own programs cannot be built or measured; other tools may be
/// missing.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    programs::build(&[SANDBOX.optimized(), CONFORMANCE.optimized()])?;
    let folder = tempfile::tempdir().context("cannot make a folder")?;
    let mut measured = Measured::default();
    measured.rows.push(against_sandbox(
        "the harness, its usual run",
        &[],
        folder.path(),
    )?);
    let long = long_run(arguments.cases)?;
    let row = against_sandbox("the harness, a long run", &long, folder.path())?;
    measured.rows.push(row);
    measured.rows.push(against_null(&long, folder.path())?);
    measured.first_finding = Some(first_finding(folder.path())?);
    let time = Duration::from_secs(arguments.peer_seconds);
    if !time.is_zero() {
        let row = schemathesis(folder.path(), time);
        measured.add("Schemathesis", row);
    }
    let row = wrk();
    measured.add("wrk", row);
    measured.print(arguments.json);
    Ok(ExitCode::SUCCESS)
}

/// Returns the flags of a run with many requests, to all operations except the one whose responses
/// depend on the speed of the network.
fn long_run(cases: u32) -> Result<Vec<String>> {
    let loaded = spec::load(&project::root().join("spec/openapi.yaml"));
    let api = loaded.api.context("the description cannot be used")?;
    let cases = cases.to_string();
    let flags = [
        "--cases",
        &cases,
        "--max-requests",
        "10000000",
        "--max-time",
        "10m",
    ];
    let mut flags: Vec<String> = flags.into_iter().map(str::to_owned).collect();
    for operation in &api.operations {
        if operation.id != RESOLVES_NAMES {
            flags.extend(["--operation".to_owned(), operation.id.clone()]);
        }
    }
    Ok(flags)
}

/// Measures the harness against a sandbox. The sandbox has no fault, so any finding is an error of
/// the harness.
fn against_sandbox(name: &str, flags: &[String], folder: &Path) -> Result<Row> {
    let sandbox = Sandbox::of(SANDBOX.optimized())?;
    let before = usage::of(sandbox.id()).cpu_seconds;
    let run = Start {
        flags: flags.to_vec(),
        environment: &sandbox.environment,
        folder: folder.join("sandbox"),
    }
    .run()?;
    let server = usage::of(sandbox.id()).cpu_seconds - before;
    ensure!(run.requests() > 0, "{name}: nothing was sent");
    // The null server gives the same responses as this sandbox.
    let base = sandbox.variable("MARKETPLACE_BASE_URL")?;
    std::fs::write(folder.join("base"), base).context("cannot write")?;
    Ok(row(name, &run, server))
}

/// Measures the harness against responses from memory.
fn against_null(flags: &[String], folder: &Path) -> Result<Row> {
    let base = std::fs::read_to_string(folder.join("base")).context("cannot read")?;
    let recorded = Recorded::read(&folder.join("sandbox/traffic.har"), &base)?;
    let address = null::serve(move |asked| recorded.answer(asked))?;
    let report = std::fs::read_to_string(folder.join("sandbox/report.json"))?;
    let report: serde_json::Value = serde_json::from_str(&report)?;
    let org = &report["target"]["parameters"]["orgId"];
    let mut flags = flags.to_vec();
    flags.extend(static_bearer(folder, &format!("http://{address}"))?);
    flags.extend([
        "--org".to_owned(),
        org.as_str().unwrap_or_default().to_owned(),
    ]);
    let before = usage::of_self().cpu_seconds;
    let run = Start {
        flags,
        environment: &[],
        folder: folder.join("null"),
    }
    .run()?;
    let server = usage::of_self().cpu_seconds - before;
    Ok(row("the harness, answers from memory", &run, server))
}

/// Returns flags for checking an address with a token that no server has issued.
fn static_bearer(folder: &Path, address: &str) -> Result<Vec<String>> {
    let file = folder.join("credentials.toml");
    std::fs::write(&file, "[identities.ours]\nbearer = \"never-issued\"\n")
        .context("cannot write")?;
    let flags = ["--base-url", address, "--credentials"];
    let flags = flags.into_iter().map(str::to_owned);
    Ok(flags.chain([file.display().to_string()]).collect())
}

/// Returns the time until the first finding about a deployment that responds to everything with 500
/// and text.
fn first_finding(folder: &Path) -> Result<f64> {
    let fault = Canned::new(500, &[("content-type", "text/plain")], "out of order");
    let fault = Arc::new(fault);
    let address = null::serve(move |_| Arc::clone(&fault))?;
    let mut flags = static_bearer(folder, &format!("http://{address}"))?;
    flags.extend(["--org", "org-1", "--max-requests", "200"].map(str::to_owned));
    let run = Start {
        flags,
        environment: &[],
        folder: folder.join("faulty"),
    }
    .run()?;
    let first = run
        .first_finding
        .context("the harness did not find an easy fault")?;
    Ok(first.as_secs_f64() * 1_000.0)
}

fn row(name: &str, run: &Run, server_cpu: f64) -> Row {
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52")]
    let plan_rate = run
        .plan()
        .map(|(requests, seconds)| requests as f64 / seconds);
    Row {
        name: name.to_owned(),
        requests: run.requests(),
        wall: run.cost.wall.as_secs_f64(),
        plan_rate,
        cpu: Some(run.cost.usage.cpu_seconds),
        server_cpu: Some(server_cpu),
        peak: Some(run.cost.usage.peak_mebibytes),
        verdicts: Some(run.verdicts()),
        findings: Some(run.findings()),
    }
}

/// Measures Schemathesis against a sandbox, which counts the requests.
fn schemathesis(folder: &Path, time: Duration) -> Result<Row> {
    let program = Schemathesis::install()?;
    let sandbox = Sandbox::of(SANDBOX.optimized())?;
    let (before, answered) = (usage::of(sandbox.id()), loopback::answered(&sandbox)?);
    let cost = peers::schemathesis(&program, &sandbox, folder, time)?;
    let server = usage::of(sandbox.id()).cpu_seconds - before.cpu_seconds;
    Ok(Row {
        name: format!("Schemathesis {}", program.version),
        requests: loopback::answered(&sandbox)?.saturating_sub(answered),
        wall: cost.wall.as_secs_f64(),
        cpu: Some(cost.usage.cpu_seconds),
        server_cpu: Some(server),
        peak: Some(cost.usage.peak_mebibytes),
        ..Row::default()
    })
}

fn wrk() -> Result<Row> {
    const TIME: Duration = Duration::from_secs(5);
    let sandbox = Sandbox::of(SANDBOX.optimized())?;
    let before = usage::of(sandbox.id()).cpu_seconds;
    let rate = peers::wrk(&sandbox, TIME)?;
    let wall = TIME.as_secs_f64();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a count of requests"
    )]
    let requests = (rate * wall) as u64;
    Ok(Row {
        name: "wrk, one cheap GET".to_owned(),
        requests,
        wall,
        server_cpu: Some(usage::of(sandbox.id()).cpu_seconds - before),
        ..Row::default()
    })
}

impl Measured {
    /// Adds another tool; a missing one is reported, and is not an error.
    fn add(&mut self, name: &str, row: Result<Row>) {
        match row {
            Ok(row) => self.rows.push(row),
            Err(why) => self
                .missing
                .push(format!("{name} was not measured: {why:#}")),
        }
    }

    /// Returns the best rate of the harness against the sandbox, in relation to each other tool.
    fn ratios(&self) -> Vec<(String, f64)> {
        let (own, others): (Vec<&Row>, _) =
            (self.rows.iter()).partition(|row| row.cpu.is_some() && row.verdicts.is_some());
        let ours = own.get(1).map_or(0.0, |row| row.best_rate());
        let others = others.into_iter();
        others
            .map(|row| (row.name.clone(), ours / row.rate()))
            .collect()
    }

    fn print(&self, as_json: bool) {
        let cores = std::thread::available_parallelism().map_or(0, usize::from);
        if as_json {
            let rows: Vec<_> = self.rows.iter().map(Row::json).collect();
            let ratios: serde_json::Map<_, _> = (self.ratios().into_iter())
                .map(|(name, ratio)| (name, json!(ratio)))
                .collect();
            anstream::println!(
                "{:#}",
                json!({
                    "cores": cores,
                    "rows": rows,
                    "firstFindingMs": self.first_finding,
                    "ratesOverPeers": ratios,
                    "missing": self.missing,
                })
            );
            return;
        }
        anstream::println!("{cores} cores, which the programs and their servers share\n");
        table::print(&self.rows);
        if let Some(first) = self.first_finding {
            anstream::println!(
                "\nfirst finding of an easy fault: {first:.0} ms after the process began"
            );
        }
        for (name, ratio) in self.ratios() {
            anstream::println!(
                "the plan of the long run over {name}, in requests per second: {ratio:.2}"
            );
        }
        for missing in &self.missing {
            anstream::println!("MISSING: {missing}");
        }
        anstream::println!("{LEGEND}");
    }
}

const LEGEND: &str = "
plan/s: requests per second of the plan, which has many requests under way; the rest of a run asks
one after the other, and waits for webhooks. The long runs leave out putWebhook, whose answers wait
for the resolution of names. cpu ms/r: CPU of the program alone for each request,
its start and its report included; server ms: that of its server. Requests of Schemathesis are those
that the sandbox counted. Answers from memory are those that the sandbox gave to reads in the run
before; what is not among them is not found there, so there are findings.";
