//! Cargo, run on generated crates.

use std::path::Path;
use std::process::Command;

use crate::target::target_folder;

/// Runs a command on the workspace in `folder`; what it says is an error where it failed.
pub fn cargo(folder: &Path, arguments: &[&str]) -> Result<String, String> {
    // Whoever has the dependencies needs no network.
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
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() {
        Ok(text)
    } else {
        Err(text)
    }
}
