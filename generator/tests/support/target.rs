//! Where build results are.

use std::path::{Path, PathBuf};

/// The folder of build results, where tools of other languages are installed too.
pub fn target_folder() -> PathBuf {
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    temporary
        .parent()
        .map(Path::to_path_buf)
        .expect("it is below the target folder")
}
