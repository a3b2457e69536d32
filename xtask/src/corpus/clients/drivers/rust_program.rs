//! The Rust driver: a program next to the generated crates.

use std::fs;
use std::process::Command;

use anyhow::{Context as _, Result};
use generator::config::KeepUnknown;
use generator::{Config, Target};

use super::rust_glue::{DEPENDENCIES, glue};
use super::{Driver, Place, source, write};
use crate::project;

pub(super) const DRIVER: Driver = Driver {
    target: Target::Rust,
    prepare,
    commands,
};

fn prepare(place: &Place<'_>) -> Result<()> {
    let loaded = spec::load(&place.document.path);
    let api = loaded.api.context("the description cannot be read")?;
    let mut config = Config::beside(&place.document.path).map_err(anyhow::Error::msg)?;
    // Responses are compared with what was sent, so nothing may be dropped.
    config.keep_unknown = KeepUnknown::All;
    let view = Target::Rust.view(&api, &config, None);
    let folder = place.folder.join("rust");
    let mut diagnostics = loaded.diagnostics;
    let tree = generator::generate(&api, &config, &[Target::Rust], &mut diagnostics);
    for (path, text) in tree.context("Rust cannot be generated")?.iter() {
        write(&folder.join("generated").join(path), text)?;
    }
    let client = folder
        .join("generated")
        .join(Target::Rust.folder())
        .join("client");
    let manifest = format!(
        "[workspace]\n\n[package]\nname = \"driver\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [profile.dev]\ndebug = false\nincremental = false\n\n\
         [dependencies]\nclient = {{ package = {:?}, path = {:?}, default-features = false, features = [\"full\"] }}\n\
         {DEPENDENCIES}",
        name_of(&fs::read_to_string(client.join("Cargo.toml"))?)?,
        client.display().to_string(),
    );
    write(&folder.join("Cargo.toml"), &manifest)?;
    let tested = project::root().join("contract-tests/Cargo.lock");
    fs::copy(tested, folder.join("Cargo.lock")).context("cannot copy contract-tests/Cargo.lock")?;
    write(&folder.join("src/main.rs"), &source("client.rs")?)?;
    write(&folder.join("src/glue.rs"), &glue(&api, view)?)
}

/// Returns the name of a package.
fn name_of(manifest: &str) -> Result<String> {
    let mut lines = manifest.lines();
    let name = lines.find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
    name.map(str::to_owned).context("a package without a name")
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "the commands of other languages can fail to be made"
)]
fn commands(place: &Place<'_>) -> Result<Vec<Command>> {
    let mut run = Command::new("cargo");
    run.args(["run", "--quiet", "--offline", "--color", "never"])
        // One folder for all documents, so that dependencies are built once.
        .env("CARGO_TARGET_DIR", place.shared.join("cargo-clients"))
        .current_dir(place.folder.join("rust"));
    Ok(vec![run])
}
