//! mdBook, which is installed below `target/` so that no tool of this project depends on it.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::project;

const VERSION: &str = "0.5.4";

/// Builds a book into a folder, whose contents are replaced.
///
/// # Errors
/// Returns an error if mdBook cannot be installed, or refuses the book.
pub fn build(book: &Path, out: &Path) -> Result<()> {
    let output = Command::new(installed()?)
        .arg("build")
        .arg(book)
        .arg("--dest-dir")
        .arg(out)
        .env("MDBOOK_LOG", "warn")
        .output()
        .context("cannot start mdBook")?;
    let said = String::from_utf8_lossy(&output.stderr);
    // A warning is about a page that would not be displayed as intended.
    ensure!(
        output.status.success() && said.trim().is_empty(),
        "mdBook cannot build {}: {}",
        book.display(),
        said.trim()
    );
    Ok(())
}

/// Returns the path of mdBook, which is installed if it is missing.
fn installed() -> Result<PathBuf> {
    let folder = project::scratch(&format!("tools/mdbook-{VERSION}"))?;
    let program = folder.join("bin/mdbook");
    if program.is_file() {
        return Ok(program);
    }
    anstream::eprintln!("installing mdBook {VERSION} into {}", folder.display());
    let status = Command::new("cargo")
        .args([
            "install",
            "mdbook",
            "--version",
            VERSION,
            "--locked",
            "--quiet",
        ])
        // Without its web server, and unoptimized, because building it takes longer than running
        // it.
        .args([
            "--no-default-features",
            "--features",
            "search",
            "--profile",
            "dev",
        ])
        .arg("--root")
        .arg(&folder)
        .env("CARGO_PROFILE_DEV_DEBUG", "false")
        // In a folder that Cargo removes afterwards.
        .env_remove("CARGO_TARGET_DIR")
        .status()
        .context("cannot start cargo")?;
    ensure!(
        status.success() && program.is_file(),
        "cannot install mdBook {VERSION}: the Rust registry has to be reachable once"
    );
    Ok(program)
}
