//! Man pages and shell completions of the programs, from their command lines.
//!
//! They are committed in `docs/man/` and `docs/completions/`. Each program has a test that calls
//! [`assert_current`], so a flag cannot change without its documentation.

mod man;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Command;
use clap_complete::Shell;

/// The folder that paths of [`files`] are relative to: `docs/`.
#[must_use]
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs")
}

/// Returns the man pages and completions of a program, by their path below [`folder`].
#[must_use]
pub fn files(command: &Command) -> BTreeMap<String, Vec<u8>> {
    let name = command.get_name();
    let completions = SHELLS.into_iter().map(|(shell, extension)| {
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut command.clone(), name, &mut text);
        (format!("completions/{name}.{extension}"), text)
    });
    completions.chain(man::pages(command.clone())).collect()
}

/// The shells and the extensions of their files.
const SHELLS: [(Shell, &str); 4] = [
    (Shell::Bash, "bash"),
    (Shell::Fish, "fish"),
    (Shell::PowerShell, "ps1"),
    (Shell::Zsh, "zsh"),
];

/// Fails unless the committed files of a program match its command line. With `UPDATE_GOLDEN=1` it
/// writes them instead.
///
/// # Panics
/// Panics if a file is missing, differs or is left over, or cannot be read or written.
#[track_caller]
pub fn assert_current(command: &Command) {
    let expected = files(command);
    let left_over: Vec<_> = committed(command.get_name())
        .into_iter()
        .filter(|path| !expected.contains_key(path))
        .collect();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        update(&expected, &left_over);
        return;
    }
    let differs = |(path, text): &(&String, &Vec<u8>)| {
        fs::read(folder().join(path)).ok().as_ref() != Some(*text)
    };
    let stale: Vec<_> = expected
        .iter()
        .filter(differs)
        .map(|(path, _)| path)
        .collect();
    assert!(
        stale.is_empty() && left_over.is_empty(),
        "docs/ is not current: {stale:?} are missing or differ, {left_over:?} are left over; \
         run `UPDATE_GOLDEN=1 cargo test manuals` where this test is"
    );
}

fn update(expected: &BTreeMap<String, Vec<u8>>, left_over: &[String]) {
    for (path, text) in expected {
        fs::write(folder().join(path), text).unwrap_or_else(|error| panic!("{path}: {error}"));
    }
    for path in left_over {
        fs::remove_file(folder().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    }
}

/// Returns the committed files of a program: `mock.bash`, and `mock.1` with `mock-COMMAND.1`.
fn committed(program: &str) -> Vec<String> {
    let mut found = Vec::new();
    for kind in ["completions", "man"] {
        let entries = fs::read_dir(folder().join(kind)).expect("the folder is committed");
        for entry in entries {
            let name = entry.expect("the folder can be read").file_name();
            let name = name.to_string_lossy();
            let rest = name.strip_prefix(program);
            if rest.is_some_and(|rest| rest.starts_with(['.', '-'])) {
                found.push(format!("{kind}/{name}"));
            }
        }
    }
    found
}
