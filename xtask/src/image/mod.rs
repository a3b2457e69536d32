//! `cargo xtask image`

mod root;

use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use rustix::process::{Pid, Signal, kill_process};

use self::root::Root;
use crate::project;

/// The name of the image.
const IMAGE: &str = "marketplace-contract-tools";

/// Build the container image, and try its programs.
#[derive(Debug, Args)]
#[command(
    after_help = "With Docker or Podman, the Dockerfile is built. Without, the archive is made and laid \
                  out in an empty folder as the Dockerfile says, which needs root, Linux and a C \
                  compiler for musl (`musl-gcc`)."
)]
pub struct Arguments {
    /// An archive of `cargo xtask package` for musl to use instead of a new one; only without a
    /// container engine.
    #[arg(long, value_name = "FILE")]
    archive: Option<PathBuf>,
}

/// Where the programs of the image run.
enum Place {
    /// In containers, which this container engine runs.
    Engine(&'static str),
    /// In a folder that is their root.
    Root(Root),
}

/// Builds the image, and tries it.
///
/// # Errors
/// Returns an error if it cannot be built, or a program in it fails.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let place = match engine() {
        Some(engine) => {
            let mut build = Command::new(engine);
            build.args(["build", "--tag", IMAGE, "."]);
            succeed(build.current_dir(project::root()))?;
            Place::Engine(engine)
        }
        None => {
            anstream::eprintln!("no container engine answers: taking its steps on this machine");
            Place::Root(Root::lay_out(arguments.archive.as_deref())?)
        }
    };
    place.try_out()?;
    anstream::println!("the programs of the image generate code, serve a mock and check it");
    Ok(ExitCode::SUCCESS)
}

/// Returns the first container engine that works.
fn engine() -> Option<&'static str> {
    let answers = |engine: &&str| {
        let mut info = Command::new(engine);
        info.arg("info").stdout(Stdio::null()).stderr(Stdio::null());
        info.status().is_ok_and(|status| status.success())
    };
    ["docker", "podman"].into_iter().find(answers)
}

impl Place {
    fn command(&self, program: &str) -> Command {
        match self {
            Self::Engine(engine) => {
                let mut command = Command::new(engine);
                command.args(["run", "--rm", "--network", "host", IMAGE, program]);
                command
            }
            Self::Root(root) => root.command(program),
        }
    }

    /// Generates code, and checks a mock, both with the built-in description.
    fn try_out(&self) -> Result<()> {
        succeed(self.command("specwright").args([
            "generate",
            "--quiet",
            "--out",
            "/data/generated",
        ]))?;
        let mut mock = self.command("mock");
        let mock = Mock::start(mock.args(["--listen", "127.0.0.1:0"]))?;
        let mut conformance = self.command("conformance");
        conformance.args(["--base-url", &mock.base_url, "--read-only", "--quiet"]);
        // The mock has no token host, so the requests to one are left out.
        conformance.args(["--report", "/data/report"]);
        succeed(conformance.args(["--only", "body-valid", "--cases", "1"]))
    }
}

/// A running mock. Dropping this stops it.
struct Mock {
    child: Child,
    base_url: String,
}

impl Mock {
    fn start(command: &mut Command) -> Result<Self> {
        let mut child = command
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start the mock")?;
        let out = child
            .stdout
            .take()
            .context("the mock has no standard output")?;
        let mut mock = Self {
            child,
            base_url: String::new(),
        };
        BufReader::new(out).read_line(&mut mock.base_url)?;
        mock.base_url = mock.base_url.trim().to_owned();
        ensure!(
            mock.base_url.starts_with("http://"),
            "the mock does not name its address"
        );
        Ok(mock)
    }
}

impl Drop for Mock {
    fn drop(&mut self) {
        // An engine forwards this signal, but not SIGKILL.
        let id = Pid::from_child(&self.child);
        if kill_process(id, Signal::TERM).is_ok() {
            let _ = self.child.wait();
        }
    }
}

fn succeed(command: &mut Command) -> Result<()> {
    let status = command
        .status()
        .with_context(|| format!("cannot start {command:?}"))?;
    ensure!(status.success(), "{command:?} ended with {status}");
    Ok(())
}
