//! The program in a folder that is not a clone of the project.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// A minimal description.
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

#[test]
fn a_version_is_as_high_as_the_changes_ask_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("there is room");
    let version = |text: &str| write("codegen.yaml", &format!("package: {{version: '{text}'}}\n"));
    let on = [
        "--spec",
        "shop.yaml",
        "--target",
        "typescript",
        "--out",
        "sdk",
    ];
    let generate = || assert_ends(&run(folder, &[&["generate"][..], &on].concat()), 0, &[]);
    let since = |released: &str| {
        let more = ["--since", "old.yaml", "--released", released];
        run(folder, &[&["check"][..], &on, &more].concat())
    };
    write("old.yaml", SMALL);
    write("shop.yaml", SMALL);
    version("1.2.0");
    generate();
    assert_ends(&since("1.2.0"), 0, &["is current"]);
    assert_ends(
        &since("1.2.1"),
        1,
        &["ask for no new version, so 1.2.1 or higher"],
    );
    write("shop.yaml", &SMALL.replace("version: '1'", "version: '2'"));
    generate();
    assert_ends(
        &since("1.2.0"),
        1,
        &["ask for a patch version, so 1.2.1 or higher"],
    );
    let more = "/stock:\n    get:\n      operationId: getStock\n      responses: {'204': {description: None}}\n";
    write("shop.yaml", &format!("{SMALL}  {more}"));
    generate();
    assert_ends(&since("1.2.0"), 1, &["1.3.0 or higher"]);
    assert_ends(&since("0.2.0"), 0, &[]);
    write("shop.yaml", &SMALL.replace("getCart", "readCart"));
    generate();
    assert_ends(
        &since("1.2.0"),
        1,
        &["ask for a major version, so 2.0.0 or higher"],
    );
    version("2.0.0");
    generate();
    assert_ends(&since("1.2.0"), 0, &["is current"]);
    version("0.3.0");
    generate();
    assert_ends(&since("0.2.7"), 0, &[]);
    assert_ends(&since("0.3.0"), 1, &["0.4.0 or higher"]);
    assert_ends(
        &since("one"),
        2,
        &["`one` is not a version such as `1.2.0`"],
    );
    // Clients only read a response; servers, whose stubs are in Rust, build it.
    let stock = |names: &str| {
        let properties = "properties: {at: {type: string}, on: {type: string}}";
        let schema = format!("{{type: object, required: [{names}], {properties}}}");
        let content = format!("{{application/json: {{schema: {schema}}}}}");
        format!(
            "{SMALL}  /stock:\n    get:\n      operationId: getStock\n      responses: {{'200': {{description: All, content: {content}}}}}\n"
        )
    };
    write("old.yaml", &stock("at").replace(", on: {type: string}", ""));
    write("shop.yaml", &stock("at, on"));
    version("1.3.0");
    for (target, code, told) in [
        ("typescript", 0, "is current"),
        ("rust", 1, "ask for a major version, so 2.0.0 or higher"),
    ] {
        let on = ["--spec", "shop.yaml", "--target", target, "--out", target];
        assert_ends(&run(folder, &[&["generate"][..], &on].concat()), 0, &[]);
        let more = ["--since", "old.yaml", "--released", "1.2.0"];
        let checked = run(folder, &[&["check"][..], &on, &more].concat());
        assert_ends(&checked, code, &[told]);
    }
    let late = ["generate", "--since", "old.yaml", "--released", "1.2.0"];
    assert_ends(&run(folder, &late), 2, &["`--since` is for `--check`"]);
}
