//! Snapshots of the results of a suite.

use std::fs;
use std::path::Path;

/// Compares with the snapshot; `UPDATE_SUITES=1` updates it.
pub fn compare(path: &Path, now: &str) {
    if std::env::var_os("UPDATE_SUITES").is_some() {
        fs::write(path, now).expect("it can be written");
    }
    let before = fs::read_to_string(path).unwrap_or_default();
    let differs = before
        .lines()
        .zip(now.lines())
        .find(|(one, other)| one != other);
    assert!(
        before == now,
        "{}: {differs:?} (UPDATE_SUITES=1)",
        path.display()
    );
}
