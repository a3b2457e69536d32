//! Snapshots of folders, including the identity of each file.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};
use std::path::Path;

/// The state of a path.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Kind, permissions, inode number, and time of the last change.
    identity: (u32, u64, i64, i64),
    /// The content of a file, or the target of a link.
    content: Vec<u8>,
}

/// The states of all paths below a folder, by relative path.
pub(super) fn of(folder: &Path) -> BTreeMap<String, Entry> {
    let mut all = BTreeMap::new();
    collect(folder, "", &mut all);
    all
}

fn collect(folder: &Path, prefix: &str, all: &mut BTreeMap<String, Entry>) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("a folder can be read").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = format!("{prefix}{name}");
        let found = fs::symlink_metadata(&path).expect("it is there");
        let kind = found.file_type();
        let content = if kind.is_symlink() {
            let to = fs::read_link(&path).expect("a link can be read");
            to.into_os_string().into_encoded_bytes()
        } else if kind.is_file() {
            fs::read(&path).expect("a file can be read")
        } else {
            assert!(
                kind.is_dir() || kind.is_fifo() || kind.is_socket(),
                "no test makes anything else"
            );
            Vec::new()
        };
        let identity = (found.mode(), found.ino(), found.mtime(), found.mtime_nsec());
        all.insert(name.clone(), Entry { identity, content });
        if kind.is_dir() {
            collect(&path, &format!("{name}/"), all);
        }
    }
}
