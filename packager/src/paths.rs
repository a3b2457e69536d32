//! Checks that no program contains a path of the machine that built it.

use std::path::PathBuf;

use anyhow::{Result, ensure};

use crate::contents::Entry;

/// Searches for paths in a program.
///
/// # Errors
/// Returns an error if the program contains one of them.
pub fn check(program: &Entry, forbidden: &[PathBuf]) -> Result<()> {
    for path in forbidden {
        let needle = path.as_os_str().as_encoded_bytes();
        let found = program
            .bytes
            .windows(needle.len().max(1))
            .position(|window| window == needle);
        let context = found.map(|at| surroundings(&program.bytes, at));
        ensure!(
            found.is_none(),
            "{} contains a path of this machine: {}; build it with `--remap-path-prefix`, as \
             `cargo xtask package` does",
            program.path,
            context.unwrap_or_default()
        );
    }
    Ok(())
}

/// Returns the printable text around a place in a program.
fn surroundings(bytes: &[u8], at: usize) -> String {
    const SHOWN: usize = 120;
    let rest = bytes[at..].iter().take(SHOWN);
    let printable = rest.take_while(|byte| byte.is_ascii_graphic());
    printable.map(|byte| char::from(*byte)).collect()
}
