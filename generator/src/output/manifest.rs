//! The list of the files that were made, so that stale ones can be told from those of others.

use std::collections::BTreeSet;

/// The name of the list, in the folder of the output.
pub const MANIFEST: &str = "MANIFEST";

const HEADER: &str = "# Files made by `cargo xtask codegen`. Those not listed are left alone.";

pub(super) fn print(files: &BTreeSet<String>) -> String {
    let mut text = format!("{HEADER}\n");
    for file in files {
        text.push_str(file);
        text.push('\n');
    }
    text
}

/// Paths that lead elsewhere are no entries: the list may have been tampered with, and what it
/// names is removed.
pub(super) fn parse(text: &str) -> BTreeSet<String> {
    let plain = |line: &&str| {
        !line.is_empty()
            && !line.starts_with('#')
            && line
                .split('/')
                .all(|part| !part.is_empty() && part != "." && part != "..")
    };
    text.lines().filter(plain).map(str::to_owned).collect()
}
