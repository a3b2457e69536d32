//! Finds the edges of a graph that are part of a cycle.

use std::collections::BTreeSet;

type Edge = (String, String);

/// The edges that are part of a cycle: those whose end leads back to their start.
pub fn edges_in_cycles(edges: &BTreeSet<Edge>) -> BTreeSet<Edge> {
    let mut found = BTreeSet::new();
    for edge in edges {
        if reached(edges, &edge.1).contains(&edge.0) {
            found.insert(edge.clone());
        }
    }
    found
}

/// Returns the nodes that are reachable from a node, including the node.
fn reached(edges: &BTreeSet<Edge>, start: &str) -> BTreeSet<String> {
    let mut seen = BTreeSet::from([start.to_owned()]);
    let mut open = vec![start.to_owned()];
    while let Some(node) = open.pop() {
        for (_, next) in edges.iter().filter(|(from, _)| *from == node) {
            if seen.insert(next.clone()) {
                open.push(next.clone());
            }
        }
    }
    seen
}

#[test]
fn finds_cycles_and_nothing_else() {
    let edges = [("a", "b"), ("b", "c"), ("c", "b"), ("c", "d"), ("e", "a")];
    let edges = edges.map(|(from, to)| (from.to_owned(), to.to_owned()));
    let found = edges_in_cycles(&BTreeSet::from(edges));
    let expected = [("b", "c"), ("c", "b")];
    let expected = expected.map(|(from, to)| (from.to_owned(), to.to_owned()));
    assert_eq!(found, BTreeSet::from(expected));
}
