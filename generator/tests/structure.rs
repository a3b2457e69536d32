//! The structure of the generator's source: modules have no cycles, decisions about schemas are
//! made in `ir`, and the files that CONTRIBUTING.md names exist.
//!
//! `cargo test -p generator --test structure -- --nocapture` prints the figures.

#[path = "support/folder.rs"]
mod folder;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src");

/// Targets that still distinguish kinds of schema themselves, with the maximum number of such
/// lines. The numbers may only decrease; a target that is not listed has none.
const DECIDING: &[(&str, usize)] = &[("mcp", 13)];

/// Returns every source file, by its path below `src`.
fn sources() -> BTreeMap<String, String> {
    let files = folder::files_below(Path::new(ROOT));
    files
        .into_iter()
        .filter(|(path, _)| path.rsplit('.').next() == Some("rs"))
        .collect()
}

/// Returns the module of a file.
fn module(path: &str) -> Vec<&str> {
    let path = path.trim_end_matches(".rs");
    let path = path.strip_suffix("/mod").unwrap_or(path);
    match path {
        "lib" => Vec::new(),
        path => path.split('/').collect(),
    }
}

/// Returns the target that a file belongs to.
fn target(path: &str) -> Option<&str> {
    let inside = path.strip_prefix("targets/")?;
    inside.split_once('/').map(|(target, _)| target)
}

/// Top-level modules do not depend on each other in a cycle: `ir` uses no target, targets do not
/// use each other, and neither do `code` and `output`.
#[test]
fn rooms_have_no_cycle() {
    let sources = sources();
    let known: BTreeSet<_> = sources.keys().map(|path| room(&module(path))).collect();
    let mut edges: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (path, text) in &sources {
        let from = room(&module(path));
        for used in uses(text, &module(path)) {
            let to = room(&used.iter().map(String::as_str).collect::<Vec<_>>());
            let both = !from.is_empty() && !to.is_empty() && known.contains(&to);
            if both && from != to {
                edges.entry(from.clone()).or_default().insert(to);
            }
        }
    }
    println!("rooms: {edges:#?}");
    let rooms: Vec<_> = edges.keys().cloned().collect();
    for room in rooms {
        assert!(
            !reaches(&edges, &room, &room),
            "`{room}` uses itself by a detour: {edges:#?}"
        );
    }
    let targets = edges
        .iter()
        .filter(|(room, _)| room.starts_with("targets::"));
    for (target, used) in targets {
        let other = used.iter().find(|room| room.starts_with("targets::"));
        assert!(other.is_none(), "{target} uses {other:?}");
    }
}

/// Returns the top-level folder or file that contains a module; each target is one. The code that
/// targets share is another, and its parent, the table of targets, is the root.
fn room(module: &[&str]) -> String {
    const SHARED: &[&str] = &["npm", "prose", "reference", "sources"];
    match module {
        [] | ["targets"] => String::new(),
        ["targets", shared, ..] if SHARED.contains(shared) => "shared".to_owned(),
        ["targets", target, ..] => format!("targets::{target}"),
        [first, ..] => (*first).to_owned(),
    }
}

/// Returns the modules that a file names by `crate::…`, or by `super::…` relative to it.
fn uses(text: &str, here: &[&str]) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for line in text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
    {
        for (at, _) in line.match_indices("crate::") {
            let path = words(&line[at + "crate::".len()..]);
            if path
                .first()
                .is_some_and(|first| first.starts_with(char::is_lowercase))
            {
                found.push(path);
            }
        }
        if let Some(path) = line.trim_start().strip_prefix("use super::") {
            let mut up = here.to_vec();
            up.pop();
            let mut rest = path;
            while let Some(further) = rest.strip_prefix("super::") {
                up.pop();
                rest = further;
            }
            let mut whole: Vec<_> = up.iter().map(|part| (*part).to_owned()).collect();
            whole.extend(words(rest));
            found.push(whole);
        }
    }
    found
}

/// Returns the segments of a path.
fn words(path: &str) -> Vec<String> {
    let end = path.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == ':'));
    let path = &path[..end.unwrap_or(path.len())];
    let words = path.split("::").filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

fn reaches(edges: &BTreeMap<String, BTreeSet<String>>, from: &str, to: &str) -> bool {
    let mut seen = BTreeSet::new();
    let mut queue: Vec<&str> = edges
        .get(from)
        .into_iter()
        .flatten()
        .map(String::as_str)
        .collect();
    while let Some(room) = queue.pop() {
        if room == to {
            return true;
        }
        if seen.insert(room) {
            queue.extend(edges.get(room).into_iter().flatten().map(String::as_str));
        }
    }
    false
}

/// Only `ir` distinguishes kinds of schema. If a kind is added, the compiler then lists what to do
/// there, and nowhere else.
#[test]
fn kinds_of_schema_are_decided_in_the_middle_end() {
    const KINDS: &[&str] = &[
        "Any",
        "Never",
        "Null",
        "Alias",
        "Boolean",
        "Integer",
        "Number",
        "String",
        "Enumeration",
        "Array",
        "Object",
        "Union",
    ];
    let mut lines: BTreeMap<String, usize> = BTreeMap::new();
    let mut matches: BTreeMap<String, usize> = BTreeMap::new();
    for (path, text) in &sources() {
        let room = target(path).unwrap_or_else(|| path.split('/').next().unwrap_or_default());
        *lines.entry(room.to_owned()).or_default() += text.lines().count();
        if !text.contains("spec::model") || path.starts_with("ir/") {
            continue;
        }
        let is_kind = |line: &&str| {
            KINDS.iter().any(|kind| {
                let mut places = line.match_indices("Kind::");
                places.any(|(at, _)| {
                    let own = line[..at].ends_with(|c: char| c.is_ascii_alphanumeric());
                    let rest = &line[at + "Kind::".len()..];
                    let is_one = rest.strip_prefix(kind).is_some_and(|behind| {
                        !behind.starts_with(|c: char| c.is_ascii_alphanumeric())
                    });
                    !own && is_one && !line.contains("runtime::Kind::")
                })
            })
        };
        let count = text.lines().filter(is_kind).count();
        *matches.entry(room.to_owned()).or_default() += count;
    }
    println!("lines: {lines:#?}\nlines that match on kinds of schema: {matches:#?}");
    for (room, count) in matches {
        let known = DECIDING.iter().find(|(deciding, _)| *deciding == room);
        let most = known.map_or(0, |(_, most)| *most);
        assert!(
            count <= most,
            "{room} decides about kinds of schema in {count} lines, not {most}"
        );
    }
}

/// Each file and folder that CONTRIBUTING.md names exists.
#[test]
fn files_to_touch_are_there() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = std::fs::read_to_string(project.join("CONTRIBUTING.md")).expect("it is there");
    let spans = text.split('`').skip(1).step_by(2);
    let paths = spans.filter(|span| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "/_.-".contains(c);
        span.starts_with("generator/") && span.chars().all(plain)
    });
    let mut count = 0;
    for path in paths {
        assert!(
            project.join(path).exists(),
            "CONTRIBUTING.md names `{path}`, which is not there"
        );
        count += 1;
    }
    assert!(count > 10, "CONTRIBUTING.md names files of the generator");
}

/// A name on the command line leads to one pass.
#[test]
fn passes_are_named_once() {
    let names: BTreeSet<_> = generator::ir::PASSES.iter().map(|pass| pass.name).collect();
    assert_eq!(
        names.len(),
        generator::ir::PASSES.len(),
        "two passes have the same name"
    );
}
