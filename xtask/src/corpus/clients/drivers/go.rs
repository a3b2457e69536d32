//! The Go driver: a test of the package, which finds operations by id.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};
use generator::Target;

use super::{Driver, Place, source, write};

pub(super) const DRIVER: Driver = Driver {
    target: Target::Go,
    prepare,
    commands,
};

fn prepare(place: &Place<'_>) -> Result<()> {
    let package = place.package(Target::Go);
    let clause = package_clause(&package)?;
    let text = source("client_test.go")?.replacen("package sdk", &clause, 1);
    write(&package.join("client_test.go"), &text)
}

/// Returns the package clause of the generated code.
fn package_clause(package: &Path) -> Result<String> {
    let text = fs::read_to_string(package.join("client.go")).context("there is no client.go")?;
    let mut lines = text.lines();
    let clause = lines.find(|line| line.starts_with("package "));
    clause
        .map(str::to_owned)
        .context("client.go has no package")
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "the commands of other languages can fail to be made"
)]
fn commands(place: &Place<'_>) -> Result<Vec<Command>> {
    let test = place.folder.join("go.test");
    let mut compile = Command::new("go");
    compile
        .args(["test", "-c", "-o"])
        .arg(&test)
        .arg(".")
        // Nothing is downloaded: the module has no dependencies.
        .env("GOTOOLCHAIN", "local")
        .env("GOPROXY", "off")
        .env("GOFLAGS", "-buildvcs=false")
        .current_dir(place.package(Target::Go));
    let mut run = Command::new("sh");
    // A call that fails also fails its test; the outcomes contain the details.
    run.args(["-c", "\"$0\" -test.run '^TestClient$' || true"])
        .arg(test);
    Ok(vec![compile, run])
}
