//! Schemathesis, a tool that the harness is compared with: its pinned packages and their
//! installation.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::project;

/// The pinned packages and the setup of Schemathesis, which the sandbox's tests also use.
const FOLDER: &str = "sandbox/tests/schemathesis";

/// Schemathesis, installed.
#[derive(Debug)]
pub struct Schemathesis {
    program: PathBuf,
    /// The version of Schemathesis.
    pub version: String,
}

impl Schemathesis {
    /// Installs the pinned packages into a separate environment under `target/`, once.
    ///
    /// # Errors
    /// Returns an error if there is no Python, or the packages cannot be downloaded.
    pub fn install() -> Result<Self> {
        let requirements = project::root().join(FOLDER).join("requirements.txt");
        let wanted =
            std::fs::read_to_string(&requirements).context("cannot read its requirements file")?;
        let mut lines = wanted.lines();
        let version = lines.find_map(|line| line.strip_prefix("schemathesis=="));
        let version = version.context("its version is not pinned")?.to_owned();
        let folder = project::scratch("foreign/schemathesis")?;
        let mark = folder.join("installed.txt");
        let program = folder.join("bin/schemathesis");
        if !std::fs::read_to_string(&mark).is_ok_and(|installed| installed == wanted) {
            succeed(
                Command::new("python3")
                    .args(["-m", "venv", "--clear"])
                    .arg(&folder),
            )?;
            succeed(
                Command::new(folder.join("bin/python"))
                    .args([
                        "-m",
                        "pip",
                        "install",
                        "--quiet",
                        "--disable-pip-version-check",
                    ])
                    .arg("--requirement")
                    .arg(&requirements),
            )?;
            std::fs::write(&mark, &wanted).context("cannot write")?;
        }
        Ok(Self { program, version })
    }

    /// Returns the path of its program.
    #[must_use]
    pub fn program(&self) -> &Path {
        &self.program
    }

    /// The settings that the sandbox's tests use.
    #[must_use]
    pub fn settings() -> PathBuf {
        project::root().join(FOLDER).join("schemathesis.toml")
    }
}

fn succeed(command: &mut Command) -> Result<()> {
    let program = command.get_program().to_os_string();
    let output = command
        .output()
        .with_context(|| format!("cannot start {}", program.display()))?;
    let text = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{}: {text}", program.display());
    Ok(())
}
