//! The file of a check is named by its id, so that a finding leads to its source.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Files that are not named by an id, each with the ids of the checks in it.
const OTHERS: [(&str, &[&str]); 3] = [
    // Two checks read the same two lists of tools.
    (
        "mcp/tool_schemas.rs",
        &["mcp-tool-schemas-local", "mcp-tool-schemas-valid"],
    ),
    (
        "mcp/tools_stable.rs",
        &["mcp-tools-same-order", "mcp-tools-same-set"],
    ),
    // The file of this check has modules for its helpers.
    ("state/sums/mod.rs", &["total-of-parts"]),
];

fn sources(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, all);
        } else {
            all.push(path);
        }
    }
}

#[test]
fn files_of_checks_are_named_by_their_ids() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut found = BTreeSet::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a source");
        let lines = text.lines().map(str::trim);
        let ids: BTreeSet<&str> = lines
            .filter_map(|line| line.strip_prefix("id: \"")?.strip_suffix("\","))
            .collect();
        let name = file.strip_prefix(&root).expect("a file of the crate");
        let other = OTHERS.iter().find(|(own, _)| Path::new(own) == name);
        match other {
            Some((_, own)) => assert_eq!(ids, own.iter().copied().collect(), "{}", name.display()),
            None if ids.is_empty() => {}
            None => {
                let stem = file.file_stem().and_then(|stem| stem.to_str());
                let stem = stem.expect("a name").replace('_', "-");
                let own: Vec<&str> = ids.iter().copied().collect();
                assert_eq!(own, [stem.as_str()], "{} has this check", name.display());
            }
        }
        found.extend(ids.into_iter().map(str::to_owned));
    }
    let registered: BTreeSet<String> = conformance_checks::all()
        .map(|check| check.id.to_owned())
        .collect();
    assert_eq!(found, registered, "every check has its file");
}
