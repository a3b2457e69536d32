//! Writes every form of a report into a folder.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use super::model::{Recorded, Report};
use super::{har, html, junit, markdown, sarif};

/// Writes `report.json`, `junit.xml`, `report.sarif`, `summary.md`, `traffic.har` and
/// `report.html`; makes the folder. A file is there whole or not at all. Returns the paths.
pub fn write(dir: &Path, report: &Report, samples: &[Recorded]) -> Result<Vec<PathBuf>> {
    fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    let files = [
        ("report.json", report.to_json()?),
        ("junit.xml", junit::render(report)?),
        ("report.sarif", sarif::render(report)?),
        ("summary.md", markdown::render(report)),
        ("traffic.har", har::render(report, samples)?),
        ("report.html", html::render(report)?),
    ];
    let files = files.into_iter();
    files
        .map(|(name, text)| replace(dir, name, &text))
        .collect()
}

/// Writes beside the file first, so that nobody reads a half.
fn replace(dir: &Path, name: &str, text: &str) -> Result<PathBuf> {
    let path = dir.join(name);
    let beside = dir.join(format!(".{name}.{}", std::process::id()));
    let written = fs::write(&beside, text).and_then(|()| fs::rename(&beside, &path));
    if written.is_err() {
        // The first failure is the one to tell.
        let _ = fs::remove_file(&beside);
    }
    written.with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}
