//! The Java driver: it is compiled with the package and with the test helpers that find operations.

use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};
use generator::Target;

use super::{Driver, Place, source, write};
use crate::corpus::languages::java::{collect, libraries};

pub(super) const DRIVER: Driver = Driver {
    target: Target::Java,
    prepare,
    commands,
};

/// The test helpers that the driver needs; the other tests need their libraries.
const TESTS: [&str; 2] = ["VectorArguments.java", "VectorCalls.java"];

fn prepare(place: &Place<'_>) -> Result<()> {
    let mut files = Vec::new();
    collect(&place.package(Target::Java).join("src"), &mut files)?;
    let is_test = |path: &Path| path.components().any(|part| part.as_os_str() == "test");
    files.retain(|path| !is_test(path) || TESTS.iter().any(|name| path.ends_with(name)));
    let package = package(&files)?;
    let text = source("ClientDriver.java")?.replacen("com.example.template", &package, 1);
    let driver = place.folder.join("ClientDriver.java");
    write(&driver, &text)?;
    files.push(driver);
    let mut list = String::new();
    for file in files {
        let _ = writeln!(list, "\"{}\"", file.display());
    }
    write(&place.folder.join("java.files"), &list)
}

/// Returns the package of the generated code.
fn package(files: &[PathBuf]) -> Result<String> {
    let calls = files
        .iter()
        .find(|path| path.file_name() == Some(OsStr::new(TESTS[1])));
    let text = fs::read_to_string(calls.context("there is no VectorCalls.java")?)?;
    let mut lines = text.lines();
    let found = lines.find_map(|line| line.strip_prefix("package ")?.strip_suffix(".runtime;"));
    found
        .map(str::to_owned)
        .context("VectorCalls.java has no package")
}

fn commands(place: &Place<'_>) -> Result<Vec<Command>> {
    let classes = place.folder.join("java.classes");
    let libraries = libraries(place.tools);
    let mut compile = Command::new("javac");
    compile
        .args([
            "-nowarn",
            "-proc:none",
            "--release",
            "17",
            "-encoding",
            "UTF-8",
            "-cp",
        ])
        .arg(&libraries)
        .arg("-d")
        .arg(&classes)
        .arg(format!("@{}", place.folder.join("java.files").display()));
    let text = fs::read_to_string(place.folder.join("ClientDriver.java"))?;
    let mut lines = text.lines();
    let package = lines.find_map(|line| line.strip_prefix("package ")?.strip_suffix(';'));
    let mut path = OsString::from(classes);
    path.push(":");
    path.push(libraries);
    let mut run = Command::new("java");
    run.arg("-cp").arg(path).arg(format!(
        "{}.ClientDriver",
        package.context("the driver has no package")?
    ));
    Ok(vec![compile, run])
}
