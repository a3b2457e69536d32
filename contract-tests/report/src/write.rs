//! Writes every form of a report into a folder.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use files::{Change, Entry, Folder, Place};

use super::model::{Recorded, Report};
use super::{har, html, junit, markdown, sarif};
use crate::Explain;

/// The form by which a folder is known to hold a report of this program.
const MAIN: &str = "report.json";

/// The other forms.
const OTHERS: [&str; 5] = [
    "junit.xml",
    "report.sarif",
    "summary.md",
    "traffic.har",
    "report.html",
];

/// What else may be there, by name in the folder.
const FINDINGS: &str = "findings";

/// A folder for a report: new, or with an earlier report in it. Files of others stay.
#[derive(Debug)]
pub struct ReportFolder {
    place: Place,
    named: PathBuf,
}

impl ReportFolder {
    /// Looks at a folder, and writes nothing yet: before a long run, so that it does not end in
    /// nothing. The folders of `inputs` are not for reports.
    ///
    /// # Errors
    /// When the folder is not for output, or holds files of others where those of the report go.
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

    /// Writes files, by their paths in the folder, all or none of them.
    ///
    /// # Errors
    /// When one cannot be written, or is of someone else.
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

    /// Files that are there are those of an earlier report, if there is one.
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

/// Every form of a report, by the name of its file.
///
/// # Errors
/// When a form cannot be made of it.
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

/// Writes every form of a report into a folder. Returns the paths.
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
