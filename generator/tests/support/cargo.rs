//! Runs Cargo on generated crates.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::target::target_folder;

/// The profile settings of this project, so that its build results are reused.
const VERSIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../contract-tests/Cargo.lock");

/// Runs a command on the workspace in `folder`; its output is the error if it fails.
pub fn cargo(folder: &Path, arguments: &[&str]) -> Result<String, String> {
    fs::copy(VERSIONS, folder.join("Cargo.lock")).expect("the versions can be copied");
    // If the dependencies are there, no network is needed.
    run(folder, &["fetch", "--offline"]).or_else(|_| run(folder, &["fetch"]))?;
    run(folder, arguments)
}

fn run(folder: &Path, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .env("CARGO_TERM_COLOR", "never")
        .env("CARGO_TARGET_DIR", target_folder())
        .current_dir(folder)
        .output()
        .expect("cargo can be started");
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    if output.status.success() {
        Ok(text)
    } else {
        Err(text)
    }
}
