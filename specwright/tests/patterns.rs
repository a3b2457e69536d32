//! Patterns in `codegen.yaml` that match no operation are refused at their place.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const DESCRIPTION: &str = "
openapi: 3.0.3
info: { title: T, version: '1' }
paths:
  /offers:
    get: { operationId: listOffers, tags: [Offers], responses: { '200': { description: o } } }
  /keys:
    post: { operationId: createKey, responses: { '201': { description: k } } }
";

fn check(settings: &str, arguments: &[&str]) -> Output {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let put = |name: &str, text: &str| {
        fs::write(Path::new(folder.path()).join(name), text).expect("there is room");
    };
    put("openapi.yaml", DESCRIPTION);
    put("codegen.yaml", settings);
    Command::new(env!("CARGO_BIN_EXE_specwright"))
        .args(["--color", "never", "generate", "--spec", "openapi.yaml"])
        .args(["--dry-run", "--quiet", "--target", "mcp"])
        .args(arguments)
        .current_dir(folder.path())
        .output()
        .expect("the program can be started")
}

#[test]
fn a_pattern_that_matches_no_operation_is_refused_at_its_place() {
    let table = [
        (
            "mcp:\n  exclude:\n    - op:createKey\n    - op:createKy\n",
            "4:7: `mcp.exclude: op:createKy`",
        ),
        (
            "mcp: {include: ['tag:Offers', 'tag:offers']}\n",
            "1:31: `mcp.include: tag:offers`",
        ),
        (
            "mcp: {include: ['path:/offers'], exclude: ['path:/key']}\n",
            "1:44: `mcp.exclude: path:/key`",
        ),
    ];
    for (settings, place) in table {
        let output = check(settings, &[]);
        assert_eq!(output.status.code(), Some(2), "{settings}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let wanted = format!("codegen.yaml:{place} matches no operation");
        assert!(said.contains(&wanted), "{settings}: {said}");
    }
}

#[test]
fn patterns_that_match_are_taken() {
    let settings = "mcp: {include: ['tag:Off*', 'path:/keys'], exclude: ['op:createKey']}\n";
    let output = check(settings, &[]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

/// The settings are for the whole description, of which the command line can select a part.
#[test]
fn a_part_of_the_description_may_lack_what_a_pattern_names() {
    let settings = "mcp: {exclude: ['op:createKey']}\n";
    let output = check(settings, &["--include", "tag:Offers"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}
