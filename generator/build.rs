//! Embeds the parts of `templates/` that are copied as they are: every `runtime/` folder.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    let templates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../templates");
    println!("cargo::rerun-if-changed={}", templates.display());
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    let mut files = Vec::new();
    collect(&templates, &mut files);
    files.sort();
    let mut table = String::from("&[\n");
    for file in files {
        let name = file.strip_prefix(&templates).expect("it was found there");
        let name = name.to_string_lossy().replace('\\', "/");
        let path = file.canonicalize().expect("it was found");
        let path = path.to_string_lossy();
        writeln!(table, "    ({name:?}, include_str!({path:?})),").expect("memory does not end");
    }
    table.push(']');
    fs::write(out.join("runtime_files.rs"), table).expect("cargo made the folder");
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is part of the project") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.components().any(|part| part.as_os_str() == "runtime") {
            files.push(path);
        }
    }
}
