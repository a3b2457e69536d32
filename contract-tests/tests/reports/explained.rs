//! Every check has an explanation, and `docs/reference/checks.md` is up to date.

use std::collections::BTreeMap;

use conformance::explain;
use conformance_core::catalogue::Catalogue;

/// A shorter explanation is a stub.
const SHORTEST: usize = 20;

#[test]
fn every_check_has_all_parts_and_none_is_a_stub() {
    let all = explain::all();
    assert_eq!(all.len(), conformance_checks::all().count());
    let mut seen: BTreeMap<(&str, String), String> = BTreeMap::new();
    for one in all {
        for (part, text) in one.parts() {
            assert!(text.len() >= SHORTEST, "{}: {part}: {text:?}", one.id);
            // Several checks are for one requirement, whose statement and source they share.
            if matches!(part, "title" | "example" | "fix")
                && let Some(other) = seen.insert((part, text), one.id.clone())
            {
                panic!("{} and {other} have the same {part}", one.id);
            }
        }
        assert!(one.title.ends_with('.'), "{}: {}", one.id, one.title);
        assert!(one.fix.ends_with('.'), "{}: {}", one.id, one.fix);
    }
}

#[test]
fn every_requirement_with_a_check_is_explained_by_its_id() {
    for row in &Catalogue::embedded().requirements {
        let checks = conformance_checks::all().filter(|check| check.requirement == row.id);
        let explained = explain::of_requirement(&row.id.to_lowercase());
        assert_eq!(explained.len(), checks.count(), "{}", row.id);
    }
}

#[test]
fn the_page_of_the_reference_is_current() {
    let there = include_str!("../../../docs/reference/checks.md");
    assert!(there == explain::page(), "run `cargo xtask reference`");
}
