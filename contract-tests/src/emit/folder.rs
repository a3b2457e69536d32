//! The folder of tests: `main.rs`, `support.rs` and a file for each finding. Edited files are never
//! overwritten.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use files::{Change, Entry, Folder, Place, hash};

use super::{Tests, code};

/// The start of the first line of a written file; the hash of the rest follows.
const MARK: &str = "// Written by `conformance --emit-tests`; an edited file is kept: ";

/// The file with the list of tests.
const MAIN: &str = "main.rs";

/// A folder for tests.
#[derive(Debug)]
pub struct TestFolder {
    place: Place,
    named: PathBuf,
}

/// The files that were written, and those that were kept because they had been edited.
#[derive(Debug, Default)]
pub struct Written {
    /// The modules of all tests in the folder.
    pub tests: Vec<String>,
    /// Files that were edited, and are kept.
    pub kept: Vec<PathBuf>,
}

impl TestFolder {
    /// Checks a folder before a long run, without writing anything. The folders of `inputs` are not
    /// allowed.
    ///
    /// # Errors
    /// Returns an error if the folder is not for output, or its `main.rs` or `support.rs` was not
    /// written by this program.
    pub fn new(named: &Path, inputs: &[&Path]) -> Result<Self> {
        let place = Place::new(named, inputs)?;
        if let Some(there) = place.open()? {
            for name in [MAIN, "support.rs"] {
                if there.read(name)?.is_some_and(|text| !is_ours(&text)) {
                    let error = files::Error::not_ours(there.path(name));
                    return Err(error).context(
                        "tests are written to a separate folder, such as tests/conformance",
                    );
                }
            }
        }
        let named = named.to_path_buf();
        Ok(Self { place, named })
    }

    /// Writes tests. Those of earlier runs and edited files are kept.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written, or was not written by this program.
    pub fn write(&self, tests: &Tests) -> Result<Written> {
        let cannot = || format!("cannot write tests to {}", self.named.display());
        let (folder, created) = self.place.create().with_context(cannot)?;
        self.replace(&folder, tests)
            .inspect_err(|_| Place::remove_empty(&created))
            .with_context(cannot)
    }

    fn replace(&self, folder: &Folder, tests: &Tests) -> Result<Written> {
        folder.recover()?;
        let mut written = Written::default();
        let mut modules = self.earlier()?;
        modules.extend(tests.files.iter().map(|test| test.module.clone()));
        let modules: Vec<String> = modules.into_iter().collect();
        let mut files = vec![
            (MAIN.to_owned(), code::main(&modules)?),
            ("support.rs".to_owned(), tests.support.clone()),
        ];
        for test in &tests.files {
            files.push((format!("{}.rs", test.module), test.text.clone()));
        }
        let mut changes = Vec::new();
        let files: Vec<(String, String)> = files
            .into_iter()
            .map(|(path, text)| (path, marked(&text)))
            .collect();
        for (path, text) in &files {
            match folder.entry(path)? {
                Entry::Nothing => changes.push(Change::Create(path, text)),
                Entry::File if folder.read(path)?.is_some_and(|old| !is_ours(&old)) => {
                    written.kept.push(folder.path(path));
                }
                _ => changes.push(Change::Replace(path, text)),
            }
        }
        folder.commit(&changes)?;
        written.tests = modules;
        Ok(written)
    }

    /// Returns the modules of existing tests, edited or not.
    fn earlier(&self) -> Result<BTreeSet<String>> {
        let mut modules = BTreeSet::new();
        for entry in std::fs::read_dir(&self.named)? {
            let name = entry?.file_name();
            let module = name.to_str().and_then(|name| name.strip_suffix(".rs"));
            let module = module.filter(|name| !matches!(*name, "main" | "support"));
            // The name ends with the id of a finding.
            let is_test = |name: &&str| {
                let id = name.rsplit('_').next().unwrap_or_default();
                let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
                id.len() == 12
                    && id.chars().all(|c| c.is_ascii_hexdigit())
                    && name.starts_with(|c: char| c.is_ascii_lowercase())
                    && name.chars().all(is_word)
            };
            modules.extend(module.filter(is_test).map(str::to_owned));
        }
        Ok(modules)
    }
}

fn marked(text: &str) -> String {
    format!("{MARK}{}\n\n{text}", hash(text.as_bytes()))
}

/// Returns whether a file is unchanged since it was written.
fn is_ours(text: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(text) else {
        return false;
    };
    let Some((own, rest)) = text
        .strip_prefix(MARK)
        .and_then(|rest| rest.split_once("\n\n"))
    else {
        return false;
    };
    own == hash(rest.as_bytes())
}
