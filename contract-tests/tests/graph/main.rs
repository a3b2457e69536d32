//! The layers of the harness: dependencies between crates, and between their modules.
//!
//! A crate uses only crates of the layers below it, and the top-level modules of a crate have no
//! cyclic dependencies. `-- --nocapture` prints all edges with their counts.

mod cycles;
mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use source::{Crate, Module};

/// The crates, from the bottom up, each with the crates that it may use.
const LAYERS: &[(&str, &[&str])] = &[
    ("conformance-core", &[]),
    ("conformance-mock", &["conformance-core"]),
    ("conformance-report", &["conformance-core"]),
    ("conformance-engine", &["conformance-core"]),
    (
        "conformance-checks",
        &["conformance-core", "conformance-engine"],
    ),
    (
        "conformance",
        &[
            "conformance-checks",
            "conformance-core",
            "conformance-engine",
            "conformance-mock",
            "conformance-report",
        ],
    ),
];

/// A use of one module by another, with the number of paths.
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
        // Writing to a `String` cannot fail.
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

/// The mock is a separate program: it is installed with the harness, which does not depend on it.
#[test]
fn only_its_program_uses_the_mock() {
    let edges = edges(&source::crates());
    let uses = edges.keys().filter(|(_, to)| to.name == "conformance-mock");
    let foreign = uses.filter(|(from, _)| from.name != "conformance-mock" && from.module != "bin");
    assert_eq!(foreign.count(), 0);
}

#[test]
fn modules_have_no_cycles() {
    let mut all: BTreeMap<(String, String), usize> = BTreeMap::new();
    for ((from, to), count) in edges(&source::crates()) {
        all.insert((from.to_string(), to.to_string()), count);
    }
    println!("{}", print("modules:", &all));
    let graph: BTreeSet<_> = all.into_keys().collect();
    let found: Vec<String> = cycles::edges_in_cycles(&graph)
        .into_iter()
        .map(|(from, to)| format!("{from} -> {to}"))
        .collect();
    assert!(found.is_empty(), "these are part of a cycle: {found:#?}");
}
