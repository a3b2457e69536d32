//! Rust: types, client and server are checked, each document for itself: what a crate forgets to
//! depend on must not come from another one.

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
    // Whoever runs this has built it.
    missing: |_| None,
    prepare,
    commands,
    is_error: |line| line.starts_with("error") && !line.contains("could not compile"),
};

/// The versions are those that others of this project are built with; and each crate is newer than
/// the last document's crate of the same name, for which Cargo would take it otherwise.
fn prepare(place: &Place<'_>) -> Result<()> {
    let package = place.package(Target::Rust);
    for entry in fs::read_dir(&package).context("cannot read what was generated")? {
        let root = entry?.path().join("src/lib.rs");
        if root.is_file() {
            let file = File::options().append(true).open(&root);
            let newer = file.and_then(|file| file.set_modified(SystemTime::now()));
            newer.with_context(|| format!("cannot touch {}", root.display()))?;
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
        // One folder for all: their dependencies are built once.
        .env("CARGO_TARGET_DIR", place.shared.join("cargo"))
        // Nothing is checked again that has changed but little.
        .env("CARGO_INCREMENTAL", "0")
        .current_dir(place.package(Target::Rust));
    vec![check]
}
