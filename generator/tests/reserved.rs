//! Names that the runtime of a package exports are reserved: no schema, tag or operation of a
//! description can have them in the same package.

#[path = "support/folder.rs"]
mod folder;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root(path)).expect(path)
}

/// Returns the names that are not in a list of the generator's source.
fn unreserved<'n>(names: &BTreeSet<&'n str>, list: &str) -> Vec<&'n str> {
    let list = read(list);
    let is_missing = |name: &&&str| !list.contains(&format!("\"{name}\""));
    names.iter().filter(is_missing).copied().collect()
}

#[test]
fn exports_of_typescript_are_reserved() {
    let index = read("../templates/typescript/src/runtime/index.ts");
    let braces = index.split('{').skip(1);
    let lists = braces.filter_map(|text| text.split('}').next());
    let names: BTreeSet<_> = lists
        .flat_map(|list| list.split(','))
        .map(|name| name.trim().trim_start_matches("type "))
        .filter(|name| !name.is_empty())
        .collect();
    assert!(names.len() > 50, "{names:?}");
    let missing = unreserved(&names, "src/targets/typescript/reserved.rs");
    assert_eq!(missing, Vec::<&str>::new());
}

#[test]
fn exports_of_go_are_reserved() {
    let files = folder::files_below(&root("../templates/go/runtime"));
    let sources = files
        .iter()
        .filter(|(path, _)| path.rsplit('.').next() == Some("go"))
        .filter(|(path, _)| !path.contains("_test."))
        .filter(|(path, _)| !path.contains('/'));
    let lines = sources.flat_map(|(_, text)| text.lines());
    let declared = lines.filter_map(|line| {
        let words = ["func ", "type ", "var ", "const "];
        let rest = words.iter().find_map(|word| line.strip_prefix(word))?;
        let end = rest.find(|one: char| !one.is_alphanumeric() && one != '_')?;
        Some(&rest[..end])
    });
    let names: BTreeSet<_> = declared
        .filter(|name| name.starts_with(char::is_uppercase))
        .collect();
    assert!(names.len() > 50, "{names:?}");
    let missing = unreserved(&names, "src/targets/go/names.rs");
    assert_eq!(missing, Vec::<&str>::new());
}
