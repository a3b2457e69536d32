//! Java: `javac` without a warning, and with well-formed documentation.

use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};
use generator::Target;

use super::{Language, Place, Tools};
use crate::project;

/// The libraries that the code is compiled against.
const LIBRARIES: [&str; 5] = [
    "jackson-core-2.19.2",
    "jackson-annotations-2.19.2",
    "jackson-databind-2.19.2",
    "opentelemetry-api-1.51.0",
    "opentelemetry-context-1.51.0",
];

pub(super) const LANGUAGE: Language = Language {
    target: Target::Java,
    title: "Java",
    missing: |tools| {
        if !project::is_installed("javac") {
            return Some("there is no `javac` on the search path");
        }
        let there = LIBRARIES.iter().all(|name| tools.has(&library(name)));
        (!there).then_some("`sh acceptance/sdk/java/tools.sh` gets its libraries")
    },
    prepare,
    commands,
    is_error: |line| line.contains(": error:") || line.contains(": warning:"),
};

fn library(name: &str) -> String {
    format!("java/tools/{name}.jar")
}

/// Writes the list of all sources, without those in `src/test`, which need the libraries of the
/// tests.
fn prepare(place: &Place<'_>) -> Result<()> {
    let mut files = Vec::new();
    collect(&place.package(Target::Java).join("src/main"), &mut files)?;
    let mut text = String::new();
    for file in files {
        let _ = writeln!(text, "\"{}\"", file.display());
    }
    fs::write(list(place), text).context("cannot write the list of sources")?;
    let classes = classes(place);
    if classes.is_dir() {
        fs::remove_dir_all(&classes).context("cannot clear the classes")?;
    }
    Ok(())
}

fn list(place: &Place<'_>) -> PathBuf {
    place.folder.join("java.files")
}

fn classes(place: &Place<'_>) -> PathBuf {
    place.folder.join("java.classes")
}

/// Returns the class path of the libraries.
pub(crate) fn libraries(tools: &Tools) -> OsString {
    let mut path = OsString::new();
    for name in LIBRARIES {
        if !path.is_empty() {
            path.push(":");
        }
        path.push(tools.path(&library(name)));
    }
    path
}

fn commands(place: &Place<'_>) -> Vec<Command> {
    let path = libraries(place.tools);
    let mut compile = Command::new("javac");
    compile
        .args(["-Xlint:all", "-Werror", "-proc:none", "--release", "17"])
        .args(["-Xdoclint:all,-missing", "-Xdoclint:missing/protected"])
        .args(["-encoding", "UTF-8", "-cp"])
        .arg(path)
        .arg("-d")
        .arg(classes(place))
        .arg(format!("@{}", list(place).display()));
    vec![compile]
}

/// Collects the sources below a folder.
pub(crate) fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    for entry in entries {
        let path = entry.context("cannot read a folder")?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension() == Some(OsStr::new("java")) {
            files.push(path);
        }
    }
    Ok(())
}
