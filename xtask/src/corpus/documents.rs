//! Finds the descriptions in a folder: files with an `openapi` or `swagger` field. A folder inside it is a
//! description with several files, of which only the one with that field is the root.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

/// The maximum depth of folders.
const DEEPEST: usize = 16;
/// The maximum size of a file, in bytes.
const LARGEST: u64 = 256 << 20;

/// A description.
#[derive(Debug, Clone)]
pub(super) struct Document {
    /// Its unique name in the table and below `target/corpus`.
    pub(super) name: String,
    /// Its root file.
    pub(super) path: PathBuf,
}

impl Document {
    /// Returns whether its name contains one of the words, or there are no words.
    pub(super) fn is_meant(&self, words: &[String]) -> bool {
        words.is_empty() || words.iter().any(|word| self.name.contains(word.as_str()))
    }
}

/// Returns the descriptions below a folder, by name.
///
/// # Errors
/// Returns an error if a folder or a file cannot be read.
pub(super) fn find(folder: &Path) -> Result<Vec<Document>> {
    let mut paths = Vec::new();
    let mut folders = vec![(folder.to_owned(), 0)];
    while let Some((next, depth)) = folders.pop() {
        let entries =
            fs::read_dir(&next).with_context(|| format!("cannot read {}", next.display()))?;
        for entry in entries {
            let entry = entry.with_context(|| format!("cannot read {}", next.display()))?;
            // Symbolic links are not followed, because they could form a cycle.
            let kind = entry.file_type().context("cannot read a folder")?;
            let path = entry.path();
            if kind.is_dir() && depth < DEEPEST {
                folders.push((path, depth + 1));
            } else if kind.is_file() && is_description(&path)? {
                paths.push(path);
            }
        }
    }
    paths.sort();
    Ok(named(folder, paths))
}

/// Names each document by its path in the folder, without the part that all share.
fn named(folder: &Path, paths: Vec<PathBuf>) -> Vec<Document> {
    let mut taken = BTreeSet::new();
    let mut documents = Vec::new();
    for path in paths {
        let inside = path.strip_prefix(folder).unwrap_or(&path);
        let short = match (inside.file_stem(), inside.parent()) {
            (Some(stem), Some(parent)) if stem == "openapi" && parent != Path::new("") => {
                parent.to_owned()
            }
            _ => inside.with_extension(""),
        };
        let candidates = [short, inside.to_owned()];
        let mut names = candidates.iter().map(|path| joined(path));
        if let Some(name) = names.find(|name| taken.insert(name.to_lowercase())) {
            documents.push(Document { name, path });
        }
    }
    documents
}

/// Returns the name of a folder for a path, without separators or a leading dot.
fn joined(path: &Path) -> String {
    let text = path.to_string_lossy();
    let joined: String = text
        .chars()
        .map(|c| if c == '/' || c == '\\' { '-' } else { c })
        .collect();
    joined.trim_start_matches('.').to_owned()
}

fn is_description(path: &Path) -> Result<bool> {
    let extension = path.extension().unwrap_or_default();
    let known = ["json", "yaml", "yml"].iter().any(|one| extension == *one);
    let reading = || format!("cannot read {}", path.display());
    if !known || fs::metadata(path).with_context(reading)?.len() > LARGEST {
        return Ok(false);
    }
    let bytes = fs::read(path).with_context(reading)?;
    Ok(has_version(&String::from_utf8_lossy(&bytes)))
}

/// The fields with the version of OpenAPI that a description follows: since 3.0, and before.
const VERSIONS: [&str; 2] = ["openapi", "swagger"];

/// Returns whether there is a version, or a text cannot be parsed and might have one: the generator then
/// reports what is wrong.
fn has_version(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.starts_with('{') {
        return match serde_json::from_str::<serde_json::Value>(text) {
            Ok(document) => VERSIONS.iter().any(|name| document.get(name).is_some()),
            Err(_) => VERSIONS
                .iter()
                .any(|name| text.contains(&format!("\"{name}\""))),
        };
    }
    text.lines().any(|line| {
        let (name, rest) = line.split_once(':').unwrap_or_default();
        let is_end = rest.is_empty() || rest.starts_with([' ', '\t']);
        is_end && VERSIONS.contains(&name.trim_end().trim_matches(['"', '\'']))
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{find, has_version};

    #[test]
    fn a_version_makes_a_description() {
        let cases = [
            ("openapi: 3.0.3\ninfo: {}\n", true),
            ("# notes\n'openapi' : 3.1.0\n", true),
            ("\u{feff}{ \"openapi\": \"3.0.0\" }", true),
            ("{ \"openapi\": \"3.0.0\", }", true),
            ("{ \"info\": { \"openapi\": \"3.0.0\" } }", false),
            ("info:\n  openapi: 3.0.3\n", false),
            ("openapi:3.0.3\n", false),
            ("swagger: '2.0'\n", true),
            ("{ \"swagger\": \"2.0\" }", true),
            ("", false),
        ];
        for (text, expected) in cases {
            assert_eq!(has_version(text), expected, "{text:?}");
        }
    }

    #[test]
    fn names_are_short_and_differ() {
        let folder = tempfile::tempdir().expect("a folder");
        let files = [
            "pets.json",
            "pets.yaml",
            "large/openapi.yaml",
            "large/parts/pet.yaml",
            "deep/v2/api.yml",
            "INDEX.tsv",
        ];
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
            let text = if file.contains("parts") {
                "type: object\n"
            } else {
                "openapi: 3.0.3\n"
            };
            fs::write(path, text).expect("a file");
        }
        let found = find(folder.path()).expect("descriptions");
        let names: Vec<_> = found
            .iter()
            .map(|document| document.name.as_str())
            .collect();
        assert_eq!(names, ["deep-v2-api", "large", "pets", "pets.yaml"]);
    }
}
