//! Third-party programs, installed once in the folder of build results.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Returns the installation folder of a program.
fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("foreign")
        .join(name)
}

/// Tests that need the same program install it one after the other, even in different processes.
fn lock(name: &str) -> File {
    let file = folder(name).with_extension("lock");
    std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
    let file = File::create(file).expect("a file");
    file.lock().expect("a lock");
    file
}

/// Returns a file below `tests/`.
pub fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(path)
}

/// Returns the folder of programs in a Python environment with the packages of `requirements`
/// (below `tests/`); `None`, after printing a message, if Python is missing.
///
/// # Panics
/// Panics if an installed program does not work, or if it is missing in CI.
pub fn python(name: &str, requirements: &str) -> Option<PathBuf> {
    if !is_there("python3") {
        return skipped(name, "there is no python3");
    }
    let _lock = lock(name);
    let (folder, requirements) = (folder(name), file(requirements));
    let programs = folder.join("bin");
    let wanted = std::fs::read_to_string(&requirements).expect("the requirements");
    let installed = folder.join("installed.txt");
    if std::fs::read_to_string(&installed).is_ok_and(|installed| installed == wanted) {
        return Some(programs);
    }
    run(Command::new("python3")
        .args(["-m", "venv", "--clear"])
        .arg(&folder));
    let pip = [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--requirement",
    ];
    run(Command::new(programs.join("python"))
        .args(pip)
        .arg(&requirements));
    std::fs::write(&installed, wanted).expect("a mark");
    Some(programs)
}

/// Returns a copy of a folder below `tests/` with a `package.json`, with its packages installed;
/// `None`, after printing a message, if Node.js is missing.
///
/// # Panics
/// The same as for [`python`].
pub fn node(name: &str, sources: &str) -> Option<PathBuf> {
    if !is_there("node") || !is_there("npm") {
        return skipped(name, "there is no Node.js with npm");
    }
    let _lock = lock(name);
    let (folder, sources) = (folder(name), file(sources));
    std::fs::create_dir_all(&folder).expect("a folder");
    let installed = folder.join("installed.json");
    let wanted = std::fs::read_to_string(sources.join("package-lock.json")).expect("the lock");
    for entry in std::fs::read_dir(&sources).expect("the sources").flatten() {
        std::fs::copy(entry.path(), folder.join(entry.file_name())).expect("a copy");
    }
    if std::fs::read_to_string(&installed).is_ok_and(|installed| installed == wanted) {
        return Some(folder);
    }
    let npm = [
        "ci",
        "--no-audit",
        "--no-fund",
        "--ignore-scripts",
        "--loglevel=error",
    ];
    run(Command::new("npm").args(npm).current_dir(&folder));
    std::fs::write(&installed, wanted).expect("a mark");
    Some(folder)
}

/// Runs a program that must succeed, and shows its output if it does not.
///
/// # Panics
/// Panics if it fails.
pub fn run(command: &mut Command) -> Output {
    let output = command.output();
    // Only its name, because arguments may be secret.
    let program = command.get_program().display();
    let output = output.unwrap_or_else(|error| panic!("{program}: {error}"));
    assert!(
        output.status.success(),
        "{program}: {}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    output
}

/// Reports prominently that a test was skipped.
///
/// # Panics
/// Panics in CI, where nothing may be skipped.
pub fn skipped<T>(name: &str, why: &str) -> Option<T> {
    use std::io::Write as _;
    assert!(std::env::var_os("CI").is_none(), "{name}: {why}");
    // The test runner hides the output of `eprintln!`.
    let _ = writeln!(std::io::stderr(), "skipped: {name}: {why}");
    None
}

fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}
