//! The hand-written `runtime/`, of which every generated crate has a copy.

use super::HEADER;
use crate::FileTree;

const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/runtime_files.rs"));

/// Copies the runtime of the three crates.
pub(super) fn copy(tree: &mut FileTree) {
    for (path, text) in FILES {
        if let Some(path) = path.strip_prefix("rust/") {
            tree.insert(path, format!("{HEADER}{text}"));
        }
    }
}
