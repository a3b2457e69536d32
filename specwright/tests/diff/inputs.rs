//! Where descriptions are read from.

use std::process::Command;

use serde_json::Value;

use super::{Folder, description, stderr, stdout, thing};

/// A description in two files, one of them outside of its folder.
fn split(folder: &Folder, values: &[&str]) {
    let mut main = description(&["A", "B"], &Value::Null);
    main["components"]["schemas"]["Thing"] =
        serde_json::json!({"$ref": "../shared/thing.json#/Thing"});
    folder.write("api/openapi.json", main.to_string());
    let shared = serde_json::json!({"Thing": thing(values)});
    folder.write("shared/thing.json", shared.to_string());
}

fn git(folder: &Folder, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .args(["-c", "user.name=Test", "-c", "user.email=test@example.com"])
        .args([
            "-c",
            "init.defaultBranch=main",
            "-c",
            "commit.gpgsign=false",
        ])
        .args(arguments)
        .current_dir(folder.path())
        .output()
        .expect("git can be started");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    stdout(&output)
}

fn repository() -> Folder {
    let folder = Folder::new();
    split(&folder, &["on"]);
    git(&folder, &["init", "-q"]);
    git(&folder, &["add", "-A"]);
    git(&folder, &["commit", "-q", "-m", "one"]);
    split(&folder, &["on", "off"]);
    folder
}

#[test]
fn a_revision_is_read_with_the_files_that_it_refers_to() {
    let folder = repository();
    let before = git(&folder, &["status", "--porcelain=v2", "--branch"]);
    let old = "git:HEAD:api/openapi.json";
    let root = [old, "api/openapi.json", "--root", "."];
    let changes = folder.changes(&root);
    let [change] = changes.as_slice() else {
        panic!("{changes:?}");
    };
    assert_eq!(change["rule"], "response-property-enum-value-added");
    let place = change["old"].as_str().expect("a place");
    assert!(place.starts_with("shared/thing.json:"), "{place}");
    let place = change["new"].as_str().expect("a place");
    assert!(place.starts_with("shared/thing.json:"), "{place}");
    let same = folder.run(&[old, old, "--root", "/"]);
    assert_eq!(same.status.code(), Some(0), "{}", stderr(&same));
    git(&folder, &["add", "-A"]);
    let index = folder.run(&[old, "git::api/openapi.json", "--root", "."]);
    assert_eq!(index.status.code(), Some(1), "{}", stderr(&index));
    git(&folder, &["reset", "-q"]);
    assert_eq!(
        git(&folder, &["status", "--porcelain=v2", "--branch"]),
        before
    );
}

#[test]
fn references_stay_below_the_root() {
    let folder = repository();
    for (old, root, told) in [
        ("git:HEAD:api/openapi.json", None, "leaves the folder"),
        ("api/openapi.json", None, "leaves the folder"),
        (
            "git:HEAD:api/openapi.json",
            Some("shared"),
            "not below the folder of `--root`",
        ),
        (
            "api/openapi.json",
            Some("shared"),
            "not below the folder of `--root`",
        ),
        (
            "git:HEAD:none.json",
            None,
            "git has no file `HEAD:none.json`",
        ),
        ("git:none:api/openapi.json", None, "git has no file"),
        (
            "git:HEAD:../openapi.json",
            None,
            "leads out of the repository",
        ),
        ("git:openapi.json", None, "git:REVISION:PATH"),
    ] {
        let mut arguments = vec![old, old];
        if let Some(root) = root {
            arguments.extend(["--root", root]);
        }
        let output = folder.run(&arguments);
        assert_eq!(output.status.code(), Some(2), "{old} {root:?}");
        assert!(stderr(&output).contains(told), "{old}: {}", stderr(&output));
    }
}

#[test]
fn a_relative_path_of_a_revision_starts_at_the_working_directory() {
    let folder = repository();
    let output = Command::new(env!("CARGO_BIN_EXE_specwright"))
        .args([
            "diff",
            "git:HEAD:./openapi.json",
            "openapi.json",
            "--root",
            "..",
        ])
        .current_dir(folder.path().join("api"))
        .output()
        .expect("the program can be started");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
}

#[test]
fn one_side_comes_from_standard_input() {
    let folder = Folder::new();
    let old = description(&["A"], &thing(&["on"])).to_string();
    folder.write(
        "new.json",
        description(&["A"], &thing(&["on", "off"])).to_string(),
    );
    let output = folder.run_with(&["-", "new.json"], &old);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stdout(&output).contains("stdin:1:"), "{}", stdout(&output));
    let both = folder.run_with(&["-", "-"], &old);
    assert_eq!(both.status.code(), Some(2));
    let nothing = folder.run_with(&["-", "new.json"], "");
    assert_eq!(nothing.status.code(), Some(2), "{}", stderr(&nothing));
}

#[test]
fn only_what_is_selected_is_compared() {
    let folder = Folder::new();
    let write = |name: &str, values: &[&str]| {
        let mut edited = description(&["A", "B"], &thing(values));
        edited["paths"]["/B"]["get"]["responses"] =
            serde_json::json!({"204": {"description": "None"}});
        folder.write(name, edited.to_string());
    };
    write("old.json", &["on"]);
    write("new.json", &["on", "off"]);
    for (flags, code) in [
        (["--include", "path:/A"], 1),
        (["--include", "op:getB"], 0),
        (["--exclude", "op:*A"], 0),
        (["--include", "tag:none"], 2),
        (["--exclude", "nothing"], 2),
    ] {
        let output = folder.run(&["old.json", "new.json", flags[0], flags[1]]);
        assert_eq!(
            output.status.code(),
            Some(code),
            "{flags:?} {}",
            stderr(&output)
        );
    }
}
