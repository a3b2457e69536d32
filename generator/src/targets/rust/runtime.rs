//! The hand-written files that every generated crate has a copy of.

use crate::FileTree;

const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/runtime_files.rs"));

/// Copies the runtime of one crate (`types`, `client` or `server`).
pub(super) fn copy(name: &str, tree: &mut FileTree) {
    let folder = format!("rust/{name}/");
    for (path, text) in FILES {
        if let Some(path) = path.strip_prefix(&folder) {
            tree.insert(path, format!("{}{text}", super::HEADER));
        }
    }
}
