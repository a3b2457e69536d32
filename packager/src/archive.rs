//! A `.tar.gz` whose bytes depend only on its contents.

use std::fmt::Write as _;

use anyhow::{Context as _, Result};
use flate2::{Compression, GzBuilder};
use sha2::{Digest as _, Sha256};

use crate::contents::Entry;

/// The comment that marks our archives, which a second run may replace.
const COMMENT: &str = "marketplace-contract-tools";

/// Packs files below a folder of the given name.
///
/// # Errors
/// Returns an error if a path cannot be stored.
pub fn pack(name: &str, entries: &[Entry]) -> Result<Vec<u8>> {
    // No time stamp, and no operating system: RFC 1952, section 2.3.1.
    let gzip = GzBuilder::new().mtime(0).operating_system(255);
    let gzip = gzip
        .comment(COMMENT)
        .write(Vec::new(), Compression::default());
    let mut tar = tar::Builder::new(gzip);
    for entry in entries {
        let mut header = tar::Header::new_gnu();
        header.set_size(entry.bytes.len() as u64);
        header.set_mode(if entry.is_program { 0o755 } else { 0o644 });
        header.set_mtime(0);
        let path = format!("{name}/{}", entry.path);
        tar.append_data(&mut header, &path, entry.bytes.as_slice())
            .with_context(|| format!("cannot store {path}"))?;
    }
    let gzip = tar.into_inner().context("cannot finish the archive")?;
    gzip.finish().context("cannot finish the archive")
}

/// Returns whether bytes are an archive of [`pack`].
pub fn is_own(bytes: &[u8]) -> bool {
    // The header has ten bytes; without a file name, the comment follows it.
    bytes.starts_with(&[0x1f, 0x8b]) && bytes[2..].get(8..).is_some_and(starts_with_comment)
}

fn starts_with_comment(rest: &[u8]) -> bool {
    rest.strip_prefix(COMMENT.as_bytes())
        .is_some_and(|rest| rest.first() == Some(&0))
}

/// Returns the SHA-256 of bytes, hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in Sha256::digest(bytes) {
        // Writing to a `String` cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}
