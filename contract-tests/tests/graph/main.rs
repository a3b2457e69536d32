//! The layers of the harness: which crate uses which, and which of its modules use each other.
//!
//! A crate uses only crates of the layers below it, and the top-level modules of a crate use each
//! other in one direction. The cycles that are left are listed in `cycles.txt`, edge by edge; the
//! list may only shrink. `UPDATE_GOLDEN=1 cargo test --test graph` removes what is gone and adds
//! nothing; `-- --nocapture` prints all edges with their counts.

mod cycles;
mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use source::{Crate, Module};

/// The crates, from the bottom up, each with the crates that it may use.
const LAYERS: &[(&str, &[&str])] = &[
    ("conformance-core", &[]),
    ("conformance-mock", &["conformance-core"]),
    ("conformance-report", &["conformance-core"]),
    (
        "conformance",
        &["conformance-core", "conformance-mock", "conformance-report"],
    ),
];

/// A use of one module by another, with the number of paths that lead there.
type Edges = BTreeMap<(Module, Module), usize>;

fn edges(crates: &[Crate]) -> Edges {
    let mut edges = Edges::new();
    for one in crates {
        for (from, to) in one.uses(crates) {
            if from != to {
                *edges.entry((from, to)).or_default() += 1;
            }
        }
    }
    edges
}

fn print(title: &str, edges: &BTreeMap<(String, String), usize>) -> String {
    let mut text = format!("{title}\n");
    for ((from, to), count) in edges {
        // A `String` takes everything that is written to it.
        let _ = writeln!(text, "  {from} -> {to}  {count}");
    }
    text
}

#[test]
fn crates_use_only_the_layers_below() {
    let crates = source::crates();
    let names: BTreeSet<_> = crates.iter().map(|one| one.name.as_str()).collect();
    let layers: BTreeSet<_> = LAYERS.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, layers, "every crate of the harness has its layer");
    for (at, (name, below)) in LAYERS.iter().enumerate() {
        let is_below = |used: &&str| LAYERS[..at].iter().any(|(name, _)| name == used);
        assert!(below.iter().all(is_below), "{name} is above what it uses");
    }

    let mut all: BTreeMap<(String, String), usize> = BTreeMap::new();
    for ((from, to), count) in edges(&crates) {
        if from.name != to.name {
            *all.entry((from.name, to.name)).or_default() += count;
        }
    }
    println!("{}", print("crates:", &all));
    let named = crates.iter().flat_map(|one| {
        let used = one.dependencies(&crates).into_iter();
        used.map(|used| (one.name.clone(), used))
    });
    for (name, used) in all.keys().cloned().chain(named) {
        let layer = LAYERS.iter().find(|(layer, _)| *layer == name);
        let (_, below) = layer.expect("a layer");
        assert!(below.contains(&used.as_str()), "{name} uses {used}");
    }
}

/// The mock is a program of its own: it is installed with the harness, which does not know it.
#[test]
fn only_its_program_uses_the_mock() {
    let edges = edges(&source::crates());
    let uses = edges.keys().filter(|(_, to)| to.name == "conformance-mock");
    let foreign = uses.filter(|(from, _)| from.name != "conformance-mock" && from.module != "bin");
    assert_eq!(foreign.count(), 0);
}

#[test]
fn modules_have_no_other_cycles_than_those_listed() {
    let crates = source::crates();
    let edges = edges(&crates);
    let mut all: BTreeMap<(String, String), usize> = BTreeMap::new();
    for ((from, to), count) in &edges {
        all.insert((from.to_string(), to.to_string()), *count);
    }
    println!("{}", print("modules:", &all));
    let graph: BTreeSet<_> = all.into_keys().collect();
    let found: BTreeSet<String> = cycles::edges_in_cycles(&graph)
        .into_iter()
        .map(|(from, to)| format!("{from} -> {to}"))
        .collect();

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/graph/cycles.txt");
    let text = fs::read_to_string(&path).expect("the list");
    let lines = text.lines().filter(|line| line.contains(" -> "));
    let listed: BTreeSet<String> = lines.map(str::to_owned).collect();
    let new: Vec<_> = found.difference(&listed).collect();
    assert!(
        new.is_empty(),
        "these are part of a cycle, and new: {new:#?}"
    );
    let gone: Vec<_> = listed.difference(&found).collect();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let kept = text
            .lines()
            .filter(|line| !gone.iter().any(|one| one == line));
        let kept: String = kept.flat_map(|line| [line, "\n"]).collect();
        fs::write(&path, kept).expect("written");
        return;
    }
    assert!(
        gone.is_empty(),
        "these are no longer part of a cycle: {gone:#?}; `UPDATE_GOLDEN=1 cargo test --test graph` \
         removes them"
    );
}
