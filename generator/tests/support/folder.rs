//! Folders as maps of files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Returns every file below a folder by its path, with `/` between folders; empty if there is no
/// folder.
pub fn files_below(folder: &Path) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    collect(folder, "", &mut files);
    files
}

fn collect(folder: &Path, prefix: &str, files: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("a folder can be read").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            collect(&path, &format!("{prefix}{name}/"), files);
        } else {
            let text = fs::read_to_string(&path).expect("a generated file is text");
            files.insert(format!("{prefix}{name}"), text);
        }
    }
}
