//! The list of generated files, which distinguishes stale and edited files from unrelated ones.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::OutputError;

/// The name of the list, in the output folder.
pub const MANIFEST: &str = "MANIFEST";

const HEADER: &str = "# Files made by `cargo xtask codegen`, each with the start of its SHA-256. \
                      Those not listed are left alone.";

/// The number of digits of a hash that are listed.
const DIGITS: usize = 16;

/// The length of a line without the path: the hash, a space and a line break.
pub(crate) const LINE: usize = DIGITS + 2;

/// The files by path, with the hashes of their texts; an older list has no hashes.
pub(super) type Files = BTreeMap<String, Option<String>>;

pub(super) fn print(files: &Files) -> String {
    let mut text = format!("{HEADER}\n");
    for (file, hash) in files {
        // Writing to a `String` cannot fail.
        let _ = match hash {
            Some(hash) => writeln!(text, "{hash} {file}"),
            None => writeln!(text, "{file}"),
        };
    }
    text
}

/// Parses the list. Paths that lead out of the folder are refused: the list may have been tampered
/// with, and the files in it are deleted.
pub(super) fn parse(text: &str) -> Result<Files, OutputError> {
    let mut files = Files::new();
    for (number, line) in text.lines().enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        // With an unresolved merge conflict, the list could claim unrelated files, or disown
        // generated ones.
        if ["<<<<<<<", "=======", ">>>>>>>", "|||||||"]
            .iter()
            .any(|mark| line.starts_with(mark))
        {
            return Err(OutputError::Manifest(number + 1));
        }
        let is_hash =
            |text: &str| text.len() == DIGITS && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let (hash, path) = match line.split_once(' ') {
            Some((hash, path)) if is_hash(hash) => (Some(hash.to_owned()), path),
            _ => (None, line),
        };
        let is_plain = path.split('/').all(|part| !matches!(part, "" | "." | ".."));
        if is_plain {
            files.insert(path.to_owned(), hash);
        }
    }
    Ok(files)
}
