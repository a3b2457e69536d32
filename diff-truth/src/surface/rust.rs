//! Compiles Rust: a workspace with three crates for each pair, and one run of `cargo check`.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use generator::{Config, FileTree, Target};

use super::compile::{Compiler, put};

/// The versions of dependencies that the project is tested with.
const VERSIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../contract-tests/Cargo.lock");

/// The compiler of Rust.
pub struct Rust {
    /// The target folder, which is kept between runs.
    built: PathBuf,
}

impl Rust {
    /// Creates the compiler that builds this project.
    pub fn new(tools: &Path) -> Self {
        Self {
            built: tools.join("rust"),
        }
    }

    fn cargo(&self, folder: &Path) -> Command {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
        let mut command = Command::new(cargo);
        command
            .env("CARGO_TARGET_DIR", &self.built)
            .env("CARGO_TERM_COLOR", "never")
            .current_dir(folder);
        command
    }

    /// Removes the compiled packages, which no other run needs.
    fn tidy(&self) -> io::Result<()> {
        for folder in ["debug/deps", "debug/.fingerprint"] {
            for entry in fs::read_dir(self.built.join(folder))? {
                let path = entry?.path();
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                if !name.trim_start_matches("lib").starts_with("pair") {
                    continue;
                }
                if path.is_dir() {
                    fs::remove_dir_all(&path)?;
                } else {
                    fs::remove_file(&path)?;
                }
            }
        }
        Ok(())
    }
}

impl Compiler for Rust {
    fn target(&self) -> Target {
        Target::Rust
    }

    fn is_there(&self) -> bool {
        let version = self.cargo(Path::new(".")).arg("--version").output();
        version.is_ok_and(|output| output.status.success())
    }

    fn configure(&self, config: &mut Config, name: &str) {
        config.rust.types = format!("{name}-types");
        config.rust.client = format!("{name}-client");
    }

    fn prepare(&self, folder: &Path) -> io::Result<()> {
        fs::copy(VERSIONS, folder.join("Cargo.lock")).map(|_| ())
    }

    fn write(&self, folder: &Path, name: &str, tree: &FileTree) -> io::Result<()> {
        for (path, text) in tree.iter() {
            if ["types/", "client/", "uses/"]
                .iter()
                .any(|one| path.starts_with(one))
            {
                put(&folder.join(name).join(path), text)?;
            }
        }
        // TLS has no public symbols, and takes long to compile.
        let manifest = format!(
            "[package]\nname = \"{name}-uses\"\nedition = \"2024\"\n\n[dependencies.client]\n\
             package = \"{name}-client\"\npath = \"../client\"\ndefault-features = false\n\
             features = [\"full\", \"webhooks\"]\n"
        );
        put(&folder.join(name).join("uses/Cargo.toml"), &manifest)
    }

    fn run(&self, folder: &Path, names: &[String]) -> io::Result<String> {
        let members = names.iter().map(|name| format!("\"{name}/uses\""));
        let members: Vec<_> = members.collect();
        let manifest = format!(
            "[workspace]\nresolver = \"3\"\nmembers = [{}]\n\n[profile.dev]\ndebug = false\n\
             incremental = false\n",
            members.join(", ")
        );
        put(&folder.join("Cargo.toml"), &manifest)?;
        let fetched = self.cargo(folder).args(["fetch", "--offline"]).output()?;
        if !fetched.status.success() {
            self.cargo(folder).arg("fetch").output()?;
        }
        let output = self
            .cargo(folder)
            .args([
                "check",
                "--offline",
                "--workspace",
                "--keep-going",
                "--quiet",
            ])
            .args(["--message-format", "short"])
            .output()?;
        self.tidy()?;
        let printed = String::from_utf8_lossy(&output.stderr);
        let errors = printed.lines().filter(|line| line.contains(": error"));
        let errors: Vec<_> = errors.collect();
        if !output.status.success() && errors.is_empty() {
            return Err(io::Error::other(format!("cargo gave up: {printed}")));
        }
        Ok(errors.join("\n"))
    }

    fn uses(&self) -> &'static str {
        "uses/src/lib.rs"
    }
}
