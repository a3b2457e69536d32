//! Embeds the parts of `templates/` that are copied as they are: every `runtime/` folder.
//!
//! One of Rust is written by the module, and copied as a single file: on most disks to make a
//! file costs more than to generate it, and a small description needs few others.

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
        let (name, file) = match name.strip_suffix("/mod.rs") {
            Some(module) => {
                let one = out.join(format!("{}.rs", module.replace('/', "_")));
                fs::write(&one, as_one_file(&file)).expect("cargo made the folder");
                (format!("{module}.rs"), one)
            }
            None if file.extension().is_some_and(|kind| kind == "rs") => continue,
            None => (name, file),
        };
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

/// A module of Rust with the modules that it declares inside it.
fn as_one_file(module: &Path) -> String {
    let text = fs::read_to_string(module).expect("it was found");
    let mut one = String::new();
    for line in text.lines() {
        let declared = line
            .strip_suffix(';')
            .and_then(|line| line.split_once("mod "));
        let Some((visibility, name)) = declared else {
            one.extend([line, "\n"]);
            continue;
        };
        let inner = module.with_file_name(format!("{name}.rs"));
        let inner = fs::read_to_string(inner).expect("it is beside the module");
        one.extend([visibility, "mod ", name, " {\n"]);
        for line in inner.lines() {
            let indent = if line.is_empty() { "" } else { "    " };
            one.extend([indent, line, "\n"]);
        }
        one.push_str("}\n\n");
    }
    one.replace("\n\n\n", "\n\n")
}
