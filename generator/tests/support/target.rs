//! The folder of build results.

use std::path::{Path, PathBuf};

/// Returns the folder of build results, in which tools of other languages are also installed.
pub fn target_folder() -> PathBuf {
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    temporary
        .parent()
        .map(Path::to_path_buf)
        .expect("it is below the target folder")
}
