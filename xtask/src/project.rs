//! Where the project's own files are.

use std::path::PathBuf;

/// The root of the project: the folder above this crate.
pub fn root() -> PathBuf {
    let manifest = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().map_or(manifest.clone(), PathBuf::from)
}

/// A path of the project as seen from where the user stands, as short as it can be.
pub fn path(relative: &str) -> PathBuf {
    let absolute = root().join(relative);
    let here = std::env::current_dir().unwrap_or_default();
    absolute
        .strip_prefix(&here)
        .map_or(absolute.clone(), PathBuf::from)
}

/// Whether a program is on the search path.
pub fn is_installed(program: &str) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}
