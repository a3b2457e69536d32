//! `cargo xtask sdks`: what users of the SDKs see of a call that fails, in every language side by side.
//!
//! A program in each language makes the same call of a service, which is first unavailable and then
//! refuses the request. `docs/sdks.md` shows the text of the error, the log, the trace that arrives
//! at the service, and the stack trace.

mod page;
mod service;
mod shown;

use std::fs;
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;

use self::service::Service;
use self::shown::Shown;
use crate::clients::{CLIENTS, Client, Program};
use crate::corpus::languages::Tools;
use crate::project;

const PAGE: &str = "docs/sdks.md";

const PROGRAM: Program = Program {
    name: "tour",
    class: "Tour",
    arguments: &[],
    node: &["--enable-source-maps"],
    java: &[],
};

/// The arguments of the command.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Only check that `docs/sdks.md` is current
    #[arg(long)]
    check: bool,
}

/// Runs the programs, and writes or checks the page. What it shows of languages whose tools are not
/// installed stays as it is.
///
/// # Errors
/// Returns an error if a program fails.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let folder = project::scratch("sdks")?;
    let tools = Tools::new();
    let clients = Program::clients(&[], &tools);
    Program::generate(&folder, &clients)?;
    PROGRAM.build()?;
    let mut all = Vec::new();
    for client in clients {
        let commands = client.commands(&PROGRAM, &folder, &tools)?;
        let shown = call(commands).with_context(|| format!("the program in {}", client.title()));
        all.push((client.title(), shown?));
    }
    let path = project::root().join(PAGE);
    let languages: Vec<_> = CLIENTS.iter().map(Client::title).collect();
    let known = fs::read_to_string(&path).with_context(|| format!("cannot read {PAGE}"))?;
    let text = page::with(&known, &languages, &all);
    if !arguments.check {
        fs::write(&path, text).with_context(|| format!("cannot write {PAGE}"))?;
        return Ok(ExitCode::SUCCESS);
    }
    let is_current = known == text;
    if !is_current {
        let found = folder.join("sdks.md");
        fs::write(&found, &text).context("cannot write the page that was found")?;
        anstream::eprintln!(
            "{PAGE} is not current: {}; compare it with {}, and run `cargo xtask sdks`",
            first_difference(&known, &text),
            found.display()
        );
    }
    Ok(ExitCode::from(u8::from(!is_current)))
}

/// Says in which line two different texts differ first, and how.
fn first_difference(known: &str, found: &str) -> String {
    let (mut known, mut found) = (known.lines(), found.lines());
    let mut number = 1;
    loop {
        let (old, new) = (known.next(), found.next());
        if old != new || old.is_none() {
            let shown =
                |line: Option<&str>| line.map_or("the end".into(), |line| format!("{line:?}"));
            return format!(
                "line {number} is {} where {} was found",
                shown(old),
                shown(new)
            );
        }
        number += 1;
    }
}

/// What a program prints.
#[derive(Deserialize)]
struct Printed {
    error: String,
    stack: String,
}

/// Builds and runs a program.
fn call(mut commands: Vec<Command>) -> Result<Shown> {
    let mut program = commands.pop().context("a program")?;
    for mut build in commands {
        let built = build.output().context("cannot start the compiler")?;
        ensure!(
            built.status.success(),
            "it does not compile: {}{}",
            String::from_utf8_lossy(&built.stdout),
            String::from_utf8_lossy(&built.stderr)
        );
    }
    let service = Service::start()?;
    let output = program
        .env("TOUR_BASE", service.address())
        .env("APICLIENT_LOG", "info")
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .output()
        .context("cannot start it")?;
    let log = String::from_utf8(output.stderr).context("the log is text")?;
    let printed = serde_json::from_slice(&output.stdout);
    let Printed { error, stack } =
        printed.with_context(|| format!("it prints no result: {log}"))?;
    Ok(Shown::new(&error, &log, &service.trace(), &stack))
}
