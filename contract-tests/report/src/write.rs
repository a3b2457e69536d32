//! Writes a report in every format into a folder.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use files::{Change, Entry, Folder, Place};

use super::model::{Recorded, Report};
use super::{har, html, junit, markdown, sarif};
use crate::Explain;

/// The file by which a folder with a report of this program is recognized.
const MAIN: &str = "report.json";

/// The files with the other formats.
const OTHERS: [&str; 5] = [
    "junit.xml",
    "report.sarif",
    "summary.md",
    "traffic.har",
    "report.html",
];

/// The folder with the findings.
const FINDINGS: &str = "findings";

/// A folder for a report: new, or with an earlier report in it. Other files stay.
#[derive(Debug)]
pub struct ReportFolder {
    place: Place,
    named: PathBuf,
}

impl ReportFolder {
    /// Checks a folder before a long run, without writing anything. The folders of `inputs` are not
    /// allowed.
    ///
    /// # Errors
    /// Returns an error if the folder is not for output, or other files have the names of the
    /// report's files.
    pub fn new(named: &Path, inputs: &[&Path]) -> Result<Self> {
        let place = Place::new(named, inputs)?;
        let folder = Self {
            place,
            named: named.to_path_buf(),
        };
        if let Some(there) = folder.place.open()? {
            Self::check(&there, OTHERS.iter().copied())?;
            match there.entry(FINDINGS)? {
                Entry::Nothing | Entry::Folder => {}
                Entry::File => bail!("{} is a file", there.path(FINDINGS).display()),
                Entry::Other(what) => bail!("{} is {what}", there.path(FINDINGS).display()),
            }
        }
        Ok(folder)
    }

    /// Writes files, by their paths in the folder, atomically.
    ///
    /// # Errors
    /// Returns an error if one cannot be written, or would replace a file that is not the report's.
    pub fn write(&self, files: &[(String, String)]) -> Result<Vec<PathBuf>> {
        let cannot = || format!("cannot write the report {}", self.named.display());
        let (folder, created) = self.place.create().with_context(cannot)?;
        if let Err(error) = Self::replace(&folder, files) {
            Place::remove_empty(&created);
            return Err(error).with_context(cannot);
        }
        Ok(files.iter().map(|(path, _)| folder.path(path)).collect())
    }

    fn replace(folder: &Folder, files: &[(String, String)]) -> Result<()> {
        folder.recover()?;
        Self::check(folder, files.iter().map(|(path, _)| path.as_str()))?;
        let mut changes = Vec::new();
        for (path, text) in files {
            changes.push(match folder.entry(path)? {
                Entry::Nothing => Change::Create(path, text),
                _ => Change::Replace(path, text),
            });
        }
        Ok(folder.commit(&changes)?)
    }

    /// Checks that existing files belong to an earlier report.
    fn check<'p>(folder: &Folder, paths: impl Iterator<Item = &'p str>) -> Result<()> {
        let main = folder.read(MAIN)?;
        let has_report = main.as_deref().is_some_and(is_report);
        if main.is_some() && !has_report {
            return Err(files::Error::not_ours(folder.path(MAIN)).into());
        }
        for path in paths {
            match folder.entry(path)? {
                Entry::File if !has_report => {
                    return Err(files::Error::not_ours(folder.path(path)).into());
                }
                Entry::Nothing | Entry::File => {}
                Entry::Folder => bail!("{} is a folder", folder.path(path).display()),
                Entry::Other(what) => bail!("{} is {what}", folder.path(path).display()),
            }
        }
        Ok(())
    }
}

fn is_report(text: &[u8]) -> bool {
    let schema = serde_json::from_slice::<super::json::Header>(text);
    schema.is_ok_and(|header| header.is_report())
}

/// Returns a report in every format, by file name.
///
/// # Errors
/// Returns an error if a format cannot be created.
pub fn forms(
    report: &Report,
    samples: &[Recorded],
    explain: Explain,
) -> Result<Vec<(String, String)>> {
    let [junit, sarif, markdown, har, html] = OTHERS.map(str::to_owned);
    Ok(vec![
        (MAIN.to_owned(), report.to_json()?),
        (junit, junit::render(report)?),
        (sarif, sarif::render(report, explain)?),
        (markdown, markdown::render(report)),
        (har, har::render(report, samples)?),
        (html, html::render(report)?),
    ])
}

/// Writes a report in every format into a folder. Returns the paths.
///
/// # Errors
/// See [`ReportFolder`].
pub fn write(
    dir: &Path,
    report: &Report,
    samples: &[Recorded],
    explain: Explain,
) -> Result<Vec<PathBuf>> {
    ReportFolder::new(dir, &[])?.write(&forms(report, samples, explain)?)
}
