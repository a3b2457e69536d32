//! The sources of documents: the project's tests, and real descriptions next to it.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crate::tree::{self, Tree};

/// Larger files are not used, because each input takes time.
pub const MOST_BYTES: u64 = 32 << 10;

/// The largest value that is inserted into other documents, in values.
const MOST_VALUES: usize = 200;

/// The maximum number of values that are kept for one property name.
const MOST_OF_NAME: usize = 64;

/// Returns the folder of this crate.
#[must_use]
pub fn home() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the descriptions of the tests, and small real ones from `../shared/corpus` if that
/// exists.
#[must_use]
pub fn seeds() -> Vec<PathBuf> {
    let project = home().join("..");
    let mut seeds = descriptions(&project.join("generator/tests/cases"), 2);
    seeds.extend(descriptions(&project.join("spec/tests/broken"), 2));
    seeds.extend(descriptions(&project.join("../shared/corpus"), 1));
    seeds.push(project.join("acceptance/mini/openapi.yaml"));
    seeds.retain(|path| fs::metadata(path).is_ok_and(|facts| facts.len() <= MOST_BYTES));
    seeds
}

/// Parts of documents, by the name of their property.
#[derive(Debug, Default)]
pub struct Pool {
    /// A name for each value, so that keywords are drawn more often than property names.
    pub names: Vec<String>,
    values: HashMap<String, Vec<Tree>>,
}

/// The parts of all seeds, and of this project's description.
pub static POOL: LazyLock<Pool> = LazyLock::new(|| {
    let mut pool = Pool::default();
    let own = home().join("../spec/openapi.yaml");
    for path in seeds().into_iter().chain([own]) {
        if let Some(tree) = fs::read(&path).ok().as_deref().and_then(tree::read) {
            pool.gather(&tree);
        }
    }
    pool
});

impl Pool {
    fn gather(&mut self, tree: &Tree) {
        if let Tree::Object(members) = tree {
            for (name, value) in members {
                self.add(name, value);
            }
        }
        for child in tree.children() {
            self.gather(child);
        }
    }

    fn add(&mut self, name: &str, value: &Tree) {
        if value.size() > MOST_VALUES {
            return;
        }
        let values = self.values.entry(name.to_owned()).or_default();
        if values.len() < MOST_OF_NAME {
            values.push(value.clone());
            self.names.push(name.to_owned());
        }
    }

    /// Returns the values of properties with this name.
    #[must_use]
    pub fn values(&self, name: &str) -> &[Tree] {
        self.values.get(name).map_or(&[], Vec::as_slice)
    }
}

/// Returns the descriptions in a folder, and in folders this many levels below.
fn descriptions(folder: &Path, levels: usize) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in entries(folder) {
        let extension = path.extension().and_then(|extension| extension.to_str());
        if path.is_dir() {
            if levels > 1 && !path.ends_with("expected") {
                found.extend(descriptions(&path, levels - 1));
            }
        } else if matches!(extension, Some("yaml" | "json")) && !path.ends_with("codegen.yaml") {
            found.push(path);
        }
    }
    found
}

pub(crate) fn files_below(folder: &Path) -> Vec<PathBuf> {
    let (folders, mut files): (Vec<_>, Vec<_>) =
        entries(folder).into_iter().partition(|path| path.is_dir());
    files.extend(folders.iter().flat_map(|folder| files_below(folder)));
    files
}

/// Returns the contents of a folder, by name; empty if it is missing.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}
