//! Public suites, which are kept outside of the repository, and the expected result of each case.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// Returns the folder of a suite; `None`, after printing a message, if it is missing.
pub fn folder(name: &str) -> Option<PathBuf> {
    let folder = Path::new("../../shared/suites").join(name);
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: there is no {}", folder.display());
    None
}

/// Returns the files with an extension below a folder, in order.
pub fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut queue = vec![folder.to_path_buf()];
    while let Some(folder) = queue.pop() {
        let entries = fs::read_dir(&folder).expect("the suite can be listed");
        for entry in entries {
            let path = entry.expect("the suite can be listed").path();
            if path.is_dir() {
                queue.push(path);
            } else if path.extension().is_some_and(|known| known == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Cases that are expected to fail for one reason.
#[derive(Deserialize)]
struct Expected {
    reason: String,
    cases: BTreeSet<String>,
}

/// The results of the cases of a suite.
pub struct Report {
    file: PathBuf,
    /// For each part of the suite, the number of cases and of failures.
    counts: BTreeMap<&'static str, (usize, usize)>,
    failures: BTreeMap<String, String>,
    keys: BTreeSet<String>,
}

impl Report {
    /// `file` lists the cases that are expected to fail.
    pub fn new(file: &str) -> Self {
        Self {
            file: Path::new(file).to_path_buf(),
            counts: BTreeMap::new(),
            failures: BTreeMap::new(),
            keys: BTreeSet::new(),
        }
    }

    /// Adds a case and its errors.
    pub fn add(&mut self, part: &'static str, key: String, failure: Option<String>) {
        let (all, failed) = self.counts.entry(part).or_default();
        *all += 1;
        *failed += usize::from(failure.is_some());
        if let Some(failure) = failure {
            self.failures.insert(key.clone(), failure);
        }
        self.keys.insert(key);
    }

    /// Compares the failures with the expected ones, and the counts with the documentation.
    pub fn check(&self, title: &str) {
        let text = fs::read_to_string(&self.file).unwrap_or_default();
        let expected: Vec<Expected> = serde_yaml::from_str(&text).expect("a list of cases");
        let mut listed = BTreeSet::new();
        for one in &expected {
            assert!(one.reason.len() > 20, "no reason: {}", one.reason);
            for case in &one.cases {
                assert!(listed.insert(case), "listed twice: {case}");
                assert!(self.keys.contains(case), "no such case: {case}");
            }
        }
        let unexpected: Vec<_> = self
            .failures
            .iter()
            .filter(|(case, _)| !listed.contains(case))
            .map(|(case, why)| format!("{case}\n{why}"))
            .collect();
        assert!(
            unexpected.is_empty(),
            "{} cases fail:\n{}",
            unexpected.len(),
            unexpected.join("\n\n")
        );
        let passing: Vec<_> = listed
            .into_iter()
            .filter(|case| !self.failures.contains_key(*case))
            .collect();
        assert!(
            passing.is_empty(),
            "these pass, and are listed: {passing:#?}"
        );
        self.check_counts(title);
    }

    /// `UPDATE_SUITES=1` updates the counts in the page.
    fn check_counts(&self, title: &str) {
        let path = Path::new("../docs/conformance-of-the-reader.md");
        let mut page = fs::read_to_string(path).expect("the page is there");
        for (part, (all, failed)) in &self.counts {
            let start = format!("| {title} | {part} | ");
            let row = format!("{start}{all} | {} |", all - failed);
            let old = page.lines().find(|line| line.starts_with(&start));
            let old = old.unwrap_or_else(|| panic!("the page has no row {start}"));
            if std::env::var_os("UPDATE_SUITES").is_some() {
                page = page.replace(old, &row);
                fs::write(path, &page).expect("the page can be written");
            } else {
                assert_eq!(old, row, "UPDATE_SUITES=1 writes {}", path.display());
            }
        }
    }
}
