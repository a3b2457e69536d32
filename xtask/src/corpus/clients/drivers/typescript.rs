//! The TypeScript driver: it is compiled with the tests of the package, which find operations by
//! id.

use std::process::Command;

use anyhow::{Context as _, Result};
use generator::Target;

use super::{Driver, Place, source, write};

pub(super) const DRIVER: Driver = Driver {
    target: Target::TypeScript,
    prepare,
    commands,
};

fn prepare(place: &Place<'_>) -> Result<()> {
    let package = place.package(Target::TypeScript);
    write(
        &package.join("test/runtime/client.ts"),
        &source("client.ts")?,
    )
}

fn commands(place: &Place<'_>) -> Result<Vec<Command>> {
    let package = place.package(Target::TypeScript);
    let modules = place.tools.path("typescript/node_modules");
    let build = place.folder.join("typescript");
    let mut compile = Command::new(modules.join(".bin/tsc"));
    compile
        .args(["-p", "tsconfig.test.json", "--pretty", "false", "--outDir"])
        .arg(&build)
        .arg("--typeRoots")
        .arg(modules.join("@types"))
        .current_dir(&package);
    // Node.js decides on the kind of modules by the package's manifest.
    std::fs::create_dir_all(&build).context("cannot make a folder")?;
    std::fs::copy(package.join("package.json"), build.join("package.json"))
        .context("cannot copy package.json")?;
    let mut run = Command::new("node");
    run.arg(build.join("test/runtime/client.js"));
    Ok(vec![compile, run])
}
