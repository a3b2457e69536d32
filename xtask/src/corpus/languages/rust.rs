//! Rust: types, client and server are checked separately for each document, because a forgotten
//! dependency must not be satisfied by another document. Their format is that of `rustfmt`.

use std::fs::{self, File};
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context as _, Result};
use generator::Target;

use super::{Language, Place};
use crate::project;

pub(super) const LANGUAGE: Language = Language {
    target: Target::Rust,
    title: "Rust",
    // This program was built with Rust, so it is installed.
    missing: |_| None,
    prepare,
    commands,
    is_error: |line| {
        let is_compiler = line.starts_with("error") && !line.contains("could not compile");
        is_compiler || line.starts_with("Diff in ")
    },
};

/// Uses the dependency versions of this project. Each crate also gets a newer timestamp than the
/// previous document's crate with the same name, for which Cargo would otherwise mistake it.
fn prepare(place: &Place<'_>) -> Result<()> {
    let package = place.package(Target::Rust);
    for entry in fs::read_dir(&package).context("cannot read what was generated")? {
        let root = entry?.path().join("src/lib.rs");
        if root.is_file() {
            let file = File::options().append(true).open(&root);
            let newer = file.and_then(|file| file.set_modified(SystemTime::now()));
            newer.with_context(|| format!("cannot set the time of {}", root.display()))?;
        }
    }
    let lock = package.join("Cargo.lock");
    if !lock.exists() {
        let tested = project::root().join("contract-tests/Cargo.lock");
        fs::copy(tested, lock).context("cannot copy contract-tests/Cargo.lock")?;
    }
    Ok(())
}

fn commands(place: &Place<'_>) -> Vec<Command> {
    let mut check = Command::new("cargo");
    check
        .args(["check", "--quiet", "--workspace", "--color", "never"])
        // One folder for all, so that dependencies are built once.
        .env("CARGO_TARGET_DIR", place.shared.join("cargo"))
        // Incremental builds do not help, because everything changes.
        .env("CARGO_INCREMENTAL", "0")
        .current_dir(place.package(Target::Rust));
    let mut format = Command::new("cargo");
    format
        .args(["fmt", "--all", "--check"])
        .current_dir(place.package(Target::Rust));
    vec![check, format]
}
