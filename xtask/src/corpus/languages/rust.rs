//! Rust: types, client and server are checked separately for each document, because a forgotten
//! dependency must not be satisfied by another document. The client must also compile with the feature
//! of one tag. The format is that of `rustfmt`.

use std::fs::{self, File};
use std::path::Path;
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
    let package = place.package(Target::Rust);
    let check = |arguments: &[&str]| {
        let mut command = Command::new("cargo");
        command
            .args(["check", "--quiet", "--color", "never"])
            .args(arguments)
            // One folder for all, so that dependencies are built once.
            .env("CARGO_TARGET_DIR", place.shared.join("cargo"))
            // Incremental builds do not help, because everything changes.
            .env("CARGO_INCREMENTAL", "0")
            .current_dir(&package);
        command
    };
    let mut commands = vec![check(&["--workspace"])];
    for tag in some_tags(&package) {
        let client = ["--manifest-path", "client/Cargo.toml"];
        let only = ["--no-default-features", "--features", &tag];
        commands.push(check(&[client.as_slice(), &only].concat()));
    }
    let mut format = Command::new("cargo");
    format
        .args(["fmt", "--all", "--check"])
        .current_dir(&package);
    commands.push(format);
    commands
}

/// Returns the features of the client's first and last tag.
fn some_tags(package: &Path) -> Vec<String> {
    let manifest = fs::read_to_string(package.join("client/Cargo.toml"));
    let manifest: toml::Table = manifest
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or_default();
    let features = manifest.get("features").and_then(toml::Value::as_table);
    let names = features.into_iter().flat_map(toml::Table::keys);
    let mut tags: Vec<_> = names.filter(|name| name.starts_with("tag-")).collect();
    tags.sort();
    let ends = [tags.first(), tags.get(1..).and_then(<[_]>::last)];
    ends.into_iter()
        .flatten()
        .map(ToString::to_string)
        .collect()
}
