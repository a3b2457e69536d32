//! `cargo xtask package`

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result, ensure};
use clap::{Args, ValueEnum};

use crate::programs::WORKSPACE;
use crate::project;

/// Put the programs into an archive that works without a clone.
#[derive(Debug, Args)]
#[command(
    after_help = "The archive has `specwright`, `conformance` and `mock` with their man pages, \
                        completions and licences, and a quick start. Its SHA-256 is beside it."
)]
pub struct Arguments {
    /// The target of the programs [default: this machine]
    #[arg(long, value_name = "TRIPLE")]
    target: Option<String>,
    /// The build profile: `dev` is quick, and leaves paths of this machine in the programs.
    #[arg(long, value_name = "PROFILE", default_value = "release")]
    profile: Profile,
    /// Where to write the archive [default: target/package]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Profile {
    Release,
    Dev,
}

/// Builds the programs and packs them.
///
/// # Errors
/// Returns an error if they cannot be built or packed.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let host = host()?;
    let built = Built {
        target: arguments.target.as_ref().unwrap_or(&host),
        is_cross: arguments.target.as_ref().is_some_and(|one| *one != host),
        profile: arguments.profile,
    };
    built.build("", &["specwright"], &["specwright"])?;
    // The same packages as in `programs::build`, so that libraries are not built again with other
    // features.
    let packages: &[&str] = match arguments.profile {
        Profile::Release => &["conformance"],
        Profile::Dev => &["conformance", "sandbox"],
    };
    built.build(WORKSPACE, packages, &["conformance", "mock"])?;
    let out = arguments.out.clone();
    let out = out.unwrap_or_else(|| project::path("target/package"));
    let mut packager = Command::new("cargo");
    packager.args(["run", "--quiet", "--package", "packager", "--manifest-path"]);
    packager.arg(project::root().join("Cargo.toml"));
    packager.arg("--").arg("--programs").arg(built.folder());
    packager
        .args(["--target", built.target])
        .arg("--out")
        .arg(out);
    for path in built.remapped() {
        packager.arg("--forbid").arg(path);
    }
    let status = packager.status().context("cannot start cargo")?;
    Ok(if status.success() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(2)
    })
}

/// The settings of a build.
struct Built<'a> {
    target: &'a str,
    /// Whether the target is not this machine.
    is_cross: bool,
    profile: Profile,
}

impl Built<'_> {
    fn build(&self, workspace: &str, packages: &[&str], programs: &[&str]) -> Result<()> {
        let mut cargo = Command::new("cargo");
        cargo.args(["build", "--locked"]);
        cargo.current_dir(project::root().join(workspace));
        for package in packages {
            cargo.args(["--package", package]);
        }
        for program in programs {
            cargo.args(["--bin", program]);
        }
        if self.profile == Profile::Release {
            // With a target, the flags apply only to the programs, not to build scripts.
            cargo.args(["--release", "--target", self.target]);
            cargo.env("CARGO_ENCODED_RUSTFLAGS", self.flags());
        } else if self.is_cross {
            cargo.args(["--target", self.target]);
        }
        let status = cargo.status().context("cannot start cargo")?;
        ensure!(
            status.success(),
            "failed to build {}",
            programs.join(" and ")
        );
        Ok(())
    }

    /// Returns the paths of this machine that no program may contain.
    fn remapped(&self) -> Vec<PathBuf> {
        if self.profile == Profile::Dev {
            return Vec::new();
        }
        vec![project::root(), cargo_home().join("registry/src")]
    }

    /// Returns compiler flags that shorten paths in panic messages, after the existing flags.
    fn flags(&self) -> OsString {
        const SEPARATOR: &str = "\u{1f}";
        let mut flags = match std::env::var("CARGO_ENCODED_RUSTFLAGS") {
            Ok(flags) => OsString::from(flags),
            Err(_) => {
                let flags = std::env::var("RUSTFLAGS").unwrap_or_default();
                let words: Vec<_> = flags.split_whitespace().collect();
                OsString::from(words.join(SEPARATOR))
            }
        };
        for (path, short) in self.remapped().iter().zip([".", "registry"]) {
            if !flags.is_empty() {
                flags.push(SEPARATOR);
            }
            flags.push("--remap-path-prefix=");
            flags.push(path);
            flags.push("=");
            flags.push(short);
        }
        flags
    }

    /// Returns the folder in which Cargo puts the programs.
    fn folder(&self) -> PathBuf {
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or("target".into(), PathBuf::from);
        let mut folder = project::root().join(target);
        if self.is_cross || self.profile == Profile::Release {
            folder.push(self.target);
        }
        folder.join(match self.profile {
            Profile::Release => "release",
            Profile::Dev => "debug",
        })
    }
}

/// Returns the folder in which Cargo keeps the sources of libraries.
fn cargo_home() -> PathBuf {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    home.unwrap_or_else(|| Path::new(".cargo").to_owned())
}

/// Returns the default target of this machine's compiler.
fn host() -> Result<String> {
    let output = Command::new("rustc")
        .arg("-vV")
        .output()
        .context("cannot start rustc")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc does not name its host")?.to_owned())
}
