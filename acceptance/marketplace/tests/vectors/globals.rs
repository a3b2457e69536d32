//! `globals.json`: parameters that a client sets for all calls.

use crate::data::count;

/// The description has no such parameters. `generator/tests/clients.rs` runs the vectors of a
/// description that has some.
#[test]
fn there_are_none() {
    assert_eq!(count("globals.json"), 0);
}
