//! The bytes that a run may generate. All targets take from them.

use std::path::Path;

use generator::{Config, FileTree, GenerateError, Target, generate_within};
use spec::{Api, Diagnostics};

fn marketplace() -> Api {
    let description = Path::new(env!("CARGO_MANIFEST_DIR")).join("../spec/openapi.yaml");
    spec::load(&description).api.expect("it is read")
}

fn made(api: &Api, targets: &[Target], most: usize) -> (Result<FileTree, GenerateError>, usize) {
    let mut found = Diagnostics::default();
    let tree = generate_within(most, api, &Config::default(), targets, &mut found);
    (tree, found.iter().count())
}

#[test]
fn a_run_is_whole_or_too_large() {
    let api = marketplace();
    let one_by_one = Target::ALL.iter().map(std::slice::from_ref);
    for targets in one_by_one.chain([Target::ALL]) {
        let (whole, _) = made(&api, targets, usize::MAX);
        let whole = whole.expect("there is room for everything");
        let (again, _) = made(&api, targets, whole.bytes());
        assert_eq!(again.expect("there is room enough"), whole, "{targets:?}");
        for most in [0, whole.bytes() / 2, whole.bytes() / 100 * 95] {
            let (none, found) = made(&api, targets, most);
            let is_refused = matches!(none, Err(GenerateError::TooLarge));
            assert!(is_refused, "{targets:?} in {most} bytes");
            assert_eq!(found, 0, "{targets:?}: which target ends first is chance");
        }
    }
}
