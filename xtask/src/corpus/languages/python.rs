//! Python: the types are checked with the configuration of the package (`strict`), and every module
//! is imported.

use std::process::Command;

use generator::Target;

use super::{Language, Place};

/// Imports every module of the package, and builds every model.
const IMPORT: &str = include_str!("import.py");

pub(super) const LANGUAGE: Language = Language {
    target: Target::Python,
    title: "Python",
    missing: |tools| {
        let there = tools.has("python/venv/requirements.txt");
        (!there).then_some("`sh acceptance/sdk/python/venv.sh` installs its tools")
    },
    prepare: |_| Ok(()),
    commands,
    is_error,
};

fn commands(place: &Place<'_>) -> Vec<Command> {
    let package = place.package(Target::Python);
    let programs = place.tools.path("python/venv/bin");
    let mut check = Command::new(programs.join("mypy"));
    check
        // The declarations of libraries are cached for all documents.
        .arg("--cache-dir")
        .arg(place.shared.join("mypy"))
        .args(["--python-version", "3.10", "--no-error-summary"])
        .args(["--no-color-output", "src", "tests"])
        .current_dir(&package);
    let mut import = Command::new(programs.join("python"));
    import
        .args(["-c", IMPORT])
        .env("PYTHONPATH", package.join("src"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .current_dir(&package);
    vec![check, import]
}

/// Returns whether a line is an error of the type checker, or the last line of a traceback.
fn is_error(line: &str) -> bool {
    let raised = line.split(':').next().unwrap_or_default();
    line.contains(": error: ") || raised.ends_with("Error")
}
