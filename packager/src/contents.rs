//! The contents of the archive.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};

use crate::notices;

/// A file of the archive.
#[derive(Debug)]
pub struct Entry {
    /// Its path below the archive's folder.
    pub path: String,
    /// The contents of the file.
    pub bytes: Vec<u8>,
    /// Whether it is executable.
    pub is_program: bool,
}

/// The sources of the files.
#[derive(Debug)]
pub struct Source<'a> {
    /// The root of the project.
    pub root: &'a Path,
    /// The folder that the programs were built in.
    pub programs: &'a Path,
    /// The target that they were built for.
    pub target: &'a str,
}

const PROGRAMS: [&str; 3] = ["conformance", "mock", "specwright"];

/// Files of the project and their paths in the archive.
const FILES: [(&str, &str); 5] = [
    ("packager/README.md", "README.md"),
    ("CHANGELOG.md", "CHANGELOG.md"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("spec/openapi.yaml", "openapi.yaml"),
];

/// Folders of the project and their paths in the archive.
const FOLDERS: [(&str, &str); 2] = [
    ("docs/completions", "completions"),
    ("docs/man", "share/man/man1"),
];

impl Source<'_> {
    /// Reads all files of the archive, in the order of their paths.
    ///
    /// # Errors
    /// Returns an error if one of them is missing or cannot be read.
    pub fn entries(&self) -> Result<Vec<Entry>> {
        let mut entries = Vec::new();
        let suffix = if self.target.contains("windows") {
            ".exe"
        } else {
            ""
        };
        for program in PROGRAMS {
            let name = format!("{program}{suffix}");
            let bytes = read(&self.programs.join(&name))?;
            entries.push(Entry {
                path: format!("bin/{name}"),
                bytes,
                is_program: true,
            });
        }
        for (from, path) in FILES {
            entries.push(text(path.to_owned(), read(&self.root.join(from))?));
        }
        for (from, to) in FOLDERS {
            self.add_folder(from, to, &mut entries)?;
        }
        let notices = notices::of(self.root, self.target)?;
        entries.push(text("THIRD-PARTY.txt".to_owned(), notices.into_bytes()));
        entries.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(entries)
    }

    fn add_folder(&self, from: &str, to: &str, entries: &mut Vec<Entry>) -> Result<()> {
        let folder = self.root.join(from);
        let before = entries.len();
        let files = fs::read_dir(&folder);
        for file in files.with_context(|| format!("cannot read {}", folder.display()))? {
            let path = file?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            entries.push(text(format!("{to}/{name}"), read(&path)?));
        }
        ensure!(entries.len() > before, "{} is empty", folder.display());
        Ok(())
    }
}

const fn text(path: String, bytes: Vec<u8>) -> Entry {
    Entry {
        path,
        bytes,
        is_program: false,
    }
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}
