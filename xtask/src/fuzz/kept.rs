//! Reads cases from files.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde::de::DeserializeOwned;

/// Returns the files of the kept cases, in order.
///
/// # Errors
/// Returns an error if the folder cannot be read.
pub(super) fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Ok(Vec::new());
    };
    let paths: std::io::Result<Vec<_>> = entries.map(|entry| Ok(entry?.path())).collect();
    let mut paths = paths.context("cannot read the kept cases")?;
    paths.sort();
    Ok(paths)
}

/// Returns cases with their names.
///
/// # Errors
/// Returns an error if a file cannot be read, or is not a case.
pub(super) fn read<T: DeserializeOwned>(paths: &[PathBuf]) -> Result<Vec<(String, T)>> {
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path);
        let text = text.with_context(|| format!("cannot read {}", path.display()))?;
        let case = serde_json::from_str(&text);
        let case = case.with_context(|| format!("{} is not a case", path.display()))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        Ok((name.into_owned(), case))
    };
    paths.iter().map(read).collect()
}
