//! Helpers of the tests.
#![allow(dead_code, reason = "not every test file needs all of it")]

use std::path::Path;

use generator::Config;
use scaffold::Stubs;

/// The folder of the cases, with the description that they share.
pub const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases");

/// Returns the traits of the shared description.
pub fn stubs() -> Stubs {
    let loaded = spec::load(&Path::new(CASES).join("openapi.yaml"));
    let api = loaded.api.expect("the description is valid");
    Stubs::new(&api, &Config::default()).expect("it can be generated")
}

/// Returns whether a text is another one with some bytes left out.
pub fn is_subsequence(short: &str, long: &str) -> bool {
    let mut rest = long.bytes();
    short.bytes().all(|byte| rest.any(|other| other == byte))
}

/// Returns the text that was inserted to change one text into another, if it is a single piece.
pub fn insertion<'n>(old: &str, new: &'n str) -> Option<&'n str> {
    let pairs = old.bytes().zip(new.bytes());
    let start = pairs.take_while(|(one, other)| one == other).count();
    let added = new.len().checked_sub(old.len())?;
    // If the piece begins like the text that follows it, its start may have been found too late.
    let starts = (start.saturating_sub(added)..=start).rev();
    let mut starts = starts.filter(|at| new.is_char_boundary(*at));
    starts.find_map(|at| {
        let (before, rest) = new.split_at(at);
        let (piece, after) = rest.split_at_checked(added)?;
        (old.starts_with(before) && old[at..] == *after).then_some(piece)
    })
}
