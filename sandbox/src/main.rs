//! Runs the sandbox.

use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;

use clap::parser::ValueSource;
use clap::{CommandFactory as _, FromArgMatches as _, Parser};
use sandbox::{Addresses, Options, Sandbox, observe};
use tokio::signal::unix::{Signal, SignalKind, signal};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The Cloud Marketplace Automation Service, for development and experiments.
#[derive(Debug, Parser)]
#[command(name = "sandbox", version, bin_name = "cargo xtask sandbox")]
struct Arguments {
    #[command(flatten)]
    options: Options,
}

/// The exit code of a program that was ended by a second signal.
const INTERRUPTED: u8 = 130;

fn main() -> anyhow::Result<ExitCode> {
    let mut command = Arguments::command();
    let matches = command.get_matches_mut();
    let options = Arguments::from_arg_matches(&matches)?.options;
    if options.print_env {
        let addresses = options.addresses(options.listen, options.auth_listen);
        write(&sandbox::exports(&addresses, options.seed))?;
        return Ok(ExitCode::SUCCESS);
    }
    let seed_is_given = matches.value_source("seed") != Some(ValueSource::DefaultValue);
    if let Some(refusal) = options.refusal(seed_is_given) {
        command
            .error(clap::error::ErrorKind::ValueValidation, refusal)
            .exit();
    }
    observe::log::start(&options)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(run(&options))
}

async fn run(options: &Options) -> anyhow::Result<ExitCode> {
    // Signals are handled from now on, so that none is lost.
    let mut signals = Signals::new()?;
    if let Some(file) = &options.env_file {
        files::check_file(file, sandbox::is_exports)?;
    }
    let sandbox = Sandbox::start(options).await?;
    let exports = sandbox.exports().await?;
    if let Some(file) = &options.env_file {
        files::write_file(file, exports.as_bytes(), sandbox::is_exports)?;
    }
    announce(options, sandbox.addresses(), &exports)?;
    let name = signals.next().await;
    tracing::info!(signal = name, "stopping; once more to stop at once");
    tokio::select! {
        () = sandbox.stop() => tracing::info!("stopped"),
        _ = signals.next() => {
            tracing::warn!("stopped at once");
            return Ok(ExitCode::from(INTERRUPTED));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the addresses for people, and the variables to export for programs.
fn announce(options: &Options, addresses: &Addresses, exports: &str) -> std::io::Result<()> {
    let Addresses { base_url, auth_url } = addresses;
    tracing::info!(base_url, auth_url, "ready");
    if !options.is_local() {
        tracing::warn!("other machines can reach it, so the controls and the console are off");
    }
    if !std::io::stdout().is_terminal() {
        return write(exports);
    }
    let console = if options.is_local() {
        format!("{base_url}/console")
    } else {
        "off, since other machines can reach the sandbox".to_owned()
    };
    write(&format!(
        "\n  The marketplace is open.\n\n  \
         REST API    {base_url}\n  \
         Tokens      {auth_url}\n  \
         Reference   {base_url}/docs\n  \
         Console     {console}\n\n  \
         For your shell:\n\n{exports}\n  \
         Ctrl+C stops it.\n\n"
    ))
}

/// A closed pipe is not a failure.
fn write(text: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// The signals that stop the program.
struct Signals {
    interrupted: Signal,
    terminated: Signal,
}

impl Signals {
    fn new() -> std::io::Result<Self> {
        Ok(Self {
            interrupted: signal(SignalKind::interrupt())?,
            terminated: signal(SignalKind::terminate())?,
        })
    }

    /// Returns the next one.
    async fn next(&mut self) -> &'static str {
        tokio::select! {
            _ = self.interrupted.recv() => "SIGINT",
            _ = self.terminated.recv() => "SIGTERM",
        }
    }
}
