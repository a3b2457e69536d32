//! Programs of this project that xtask builds and starts, without depending on them.

use std::ffi::OsString;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};

use crate::project;

/// The workspace of the programs that use generated code.
pub const WORKSPACE: &str = "contract-tests";

/// The packages whose programs are built here. Each build names all of them, because the features
/// of shared libraries follow from the named packages, and a library with other features is built
/// again.
const PACKAGES: [&str; 3] = ["client-calls", "conformance", "sandbox"];

/// A program that uses generated code.
#[derive(Debug, Clone, Copy)]
pub struct Program {
    /// The name of the binary.
    pub name: &'static str,
    /// Whether it is built with the profile `release`, for measurements.
    release: bool,
}

/// The reference deployment.
pub const SANDBOX: Program = Program::new("sandbox");

/// The harness.
pub const CONFORMANCE: Program = Program::new("conformance");

/// The mock of any description.
pub const MOCK: Program = Program::new("mock");

/// The generator of calls for generated clients.
pub const CLIENT_CALLS: Program = Program::new("client-calls");

impl Program {
    const fn new(name: &'static str) -> Self {
        Self {
            name,
            release: false,
        }
    }

    /// Returns the same program, built for measurements.
    #[must_use]
    pub const fn optimized(self) -> Self {
        Self {
            release: true,
            ..self
        }
    }

    /// Returns the path of the built program.
    #[must_use]
    pub fn path(self) -> PathBuf {
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or("target".into(), PathBuf::from);
        let profile = if self.release { "release" } else { "debug" };
        project::root().join(target).join(profile).join(self.name)
    }
}

/// Builds programs in one run of Cargo, which shows its progress on standard error.
///
/// # Errors
/// Returns an error if Cargo cannot be started, or a program does not compile.
pub fn build(programs: &[Program]) -> Result<()> {
    let release = programs.iter().any(|program| program.release);
    let mut command = cargo("build");
    for package in PACKAGES {
        command.args(["--package", package]);
    }
    for program in programs {
        command.args(["--bin", program.name]);
    }
    command.args(release.then_some("--release"));
    let status = command.status().context("cannot start cargo")?;
    let names: Vec<_> = programs.iter().map(|program| program.name).collect();
    ensure!(status.success(), "failed to build {}", names.join(" and "));
    Ok(())
}

/// Returns a loopback address that nothing listens on, for a program that must know its own before
/// it listens.
///
/// # Errors
/// Returns an error if no port is free.
pub fn free_address() -> Result<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0").context("no port is free")?;
    listener.local_addr().context("no port is free")
}

/// Returns a Cargo command in the workspace of the programs that use generated code.
#[must_use]
pub fn cargo(command: &str) -> Command {
    let mut cargo = Command::new("cargo");
    cargo
        .arg(command)
        .current_dir(project::root().join(WORKSPACE));
    cargo
}

/// A separate sandbox. Dropping this stops it.
#[derive(Debug)]
pub struct Sandbox {
    child: Child,
    _folder: tempfile::TempDir,
    /// The `MARKETPLACE_…` variables for its clients.
    pub environment: Vec<(String, String)>,
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        // The sandbox has no state to lose: its database is in memory.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Sandbox {
    /// Starts a sandbox that is already built, on free loopback ports, with a database in memory.
    ///
    /// # Errors
    /// Returns an error if it does not start within half a minute.
    pub fn start() -> Result<Self> {
        Self::of(SANDBOX)
    }

    /// Starts a sandbox as [`Self::start`] does, from a given build.
    ///
    /// # Errors
    /// Returns an error if it does not start within half a minute.
    pub fn of(program: Program) -> Result<Self> {
        let any = ["--listen", "127.0.0.1:0", "--auth-listen", "127.0.0.1:0"];
        Self::with(program, &any)
    }

    /// Starts a sandbox as [`Self::of`] does, with flags that say where it listens.
    ///
    /// # Errors
    /// Returns an error if it does not start within half a minute.
    pub fn with(program: Program, flags: &[&str]) -> Result<Self> {
        let folder = tempfile::tempdir().context("cannot make a folder")?;
        let file = folder.path().join("env");
        let child = Command::new(program.path())
            .args(flags)
            .args(["--database", "sqlite::memory:", "--allow-loopback-webhooks"])
            .args(["--log", "error", "--env-file"])
            .arg(&file)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            // It logs every refusal that the harness causes.
            .stderr(Stdio::null())
            .spawn()
            .context("cannot start the sandbox")?;
        let mut sandbox = Self {
            child,
            _folder: folder,
            environment: Vec::new(),
        };
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(30) {
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            if text.ends_with('\n') {
                sandbox.environment = variables(&text);
                return Ok(sandbox);
            }
            if let Some(status) = sandbox.child.try_wait()? {
                bail!("the sandbox has ended ({status}); `cargo xtask sandbox` shows why");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        bail!("the sandbox does not answer within 30 s")
    }
}

impl Sandbox {
    /// Returns its process id.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns a variable for its clients.
    ///
    /// # Errors
    /// Returns an error if the sandbox has not printed it.
    pub fn variable(&self, name: &str) -> Result<&str> {
        let mut all = self.environment.iter();
        let found = all.find(|(own, _)| own == name);
        let (_, value) = found.with_context(|| format!("the sandbox did not print {name}"))?;
        Ok(value)
    }
}

/// Returns the variables of a file of `export NAME='VALUE'` lines.
fn variables(text: &str) -> Vec<(String, String)> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("export "));
    let pairs = lines.filter_map(|line| line.split_once('='));
    pairs
        .map(|(name, value)| (name.to_owned(), value.trim_matches('\'').to_owned()))
        .collect()
}

/// Runs a built program with flags and variables. Returns its exit code.
///
/// # Errors
/// Returns an error if it cannot be started.
pub fn run(
    program: Program,
    flags: &[OsString],
    environment: &[(String, String)],
) -> Result<ExitCode> {
    let status = Command::new(program.path())
        .args(flags)
        .envs(environment.iter().map(|(name, value)| (name, value)))
        .status()
        .with_context(|| format!("cannot start {}", program.name))?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(ExitCode::from(code.unwrap_or(2)))
}
