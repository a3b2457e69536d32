//! The program in a folder that is not a clone of the project.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// A description that is as small as one can be.
const SMALL: &str = "openapi: 3.0.3\n\
                     info: {title: Shop, version: '1'}\n\
                     paths:\n  \
                       /cart:\n    \
                         get:\n      \
                           operationId: getCart\n      \
                           responses: {'204': {description: Empty}}\n";

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_specwright"))
        .args(["--color", "never"])
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program can be started")
}

#[track_caller]
fn assert_ends(output: &Output, code: i32, words: &[&str]) {
    let said = [output.stdout.as_slice(), &output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert_eq!(output.status.code(), Some(code), "{said}");
    for word in words {
        assert!(said.contains(word), "no {word:?} in: {said}");
    }
}

#[test]
fn the_description_of_the_service_is_built_in() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    assert_ends(&run(folder, &["generate"]), 0, &["54/54 operations"]);
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../generated/MANIFEST");
    let made = fs::read(folder.join("generated/MANIFEST")).expect("it was generated");
    assert_eq!(made, fs::read(own).expect("it is committed"));
    assert_ends(&run(folder, &["check"]), 0, &["is current"]);
    let list = run(folder, &["inspect", "--operation", "listOffers"]);
    assert_ends(&list, 0, &["\"/org/{orgId}/offer\""]);
}

#[test]
fn any_description_is_generated_checked_compared_and_inspected() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("shop.yaml"), SMALL).expect("there is room");
    let on = [
        "--spec",
        "shop.yaml",
        "--target",
        "typescript",
        "--out",
        "sdk",
    ];
    let with = |command: &'static str| [&[command], &on[..]].concat();
    assert_ends(
        &run(folder, &with("check")),
        1,
        &["run `specwright generate`"],
    );
    assert_ends(&run(folder, &with("generate")), 0, &["1/1 operations"]);
    assert_ends(&run(folder, &with("check")), 0, &["is current"]);
    fs::write(
        folder.join("new.yaml"),
        SMALL.replace("getCart", "readCart"),
    )
    .expect("room");
    assert_ends(
        &run(folder, &["diff", "shop.yaml", "shop.yaml"]),
        0,
        &["0 errors"],
    );
    fs::write(folder.join("less.yaml"), SMALL.replace("get:", "put:")).expect("room");
    assert_ends(
        &run(folder, &["diff", "shop.yaml", "less.yaml"]),
        1,
        &["shop.yaml:6"],
    );
    assert_ends(
        &run(folder, &["inspect", "--spec", "new.yaml"]),
        0,
        &["readCart"],
    );
    assert_ends(
        &run(folder, &["generate", "--spec", "none.yaml"]),
        2,
        &["none.yaml"],
    );
}
