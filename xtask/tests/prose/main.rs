//! Finds unidiomatic constructions in comments, texts, templates and documents.
//!
//! `habits.toml` lists them with what to write instead, and `exceptions.toml` the few lines that
//! need one, each with a reason.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use regex::Regex;
use serde::Deserialize;

/// Files that are generated, or written by third parties.
const LEFT_OUT: &[&str] = &[
    "generated/",
    "docs/reference/",
    "docs/man/",
    "docs/completions/",
    "docs/schemas/",
    "acceptance/mini/generated/",
    "acceptance/showcase/generated/",
    "fuzz/kept/",
    "xtask/tests/prose/",
    "LICENSE-",
];

/// Endings of files that hold prose.
const READ: &[&str] = &[
    "rs", "md", "yaml", "yml", "toml", "ts", "mjs", "py", "go", "java", "html", "css", "js", "sh",
    "txt", "j2",
];

/// Files that contain control characters on purpose: random inputs, texts that clients and
/// diagnostics must escape, and line endings of Windows.
const WITH_CONTROLS: &[&str] = &[
    "fuzz/kept/",
    "generated/conformance-vectors/",
    "scaffold/tests/cases/crlf/",
    "spec/tests/broken/terminal-escapes-c1/",
];

#[derive(Deserialize)]
struct Habits {
    habit: Vec<Habit>,
}

/// A construction to avoid.
#[derive(Deserialize)]
struct Habit {
    /// Its name in messages.
    name: String,
    /// A regular expression, without regard to case.
    pattern: String,
    /// What to write instead.
    instead: String,
}

#[derive(Default, Deserialize)]
struct Exceptions {
    #[serde(default)]
    exception: Vec<Exception>,
}

/// A line that needs a listed construction.
#[derive(Deserialize)]
struct Exception {
    /// The file, from the root of the project.
    file: String,
    /// A part of the line.
    text: String,
    /// Why the line cannot be written differently.
    reason: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the tracked files of the repository.
fn files() -> Vec<String> {
    let listed = Command::new("git")
        .args(["ls-files", "-z"])
        .current_dir(root())
        .output()
        .expect("git starts");
    assert!(listed.status.success(), "the tests run in a clone");
    let listed = String::from_utf8(listed.stdout).expect("names are text");
    listed.split('\0').map(str::to_owned).collect()
}

/// Returns whether a file holds prose.
fn is_prose(name: &str) -> bool {
    let end = name.rsplit('.').next().unwrap_or_default();
    READ.contains(&end)
        && !name.contains("/expected/")
        && !LEFT_OUT.iter().any(|start| name.starts_with(start))
}

/// An occurrence of a habit.
struct Place<'h> {
    habit: &'h Habit,
    file: String,
    /// The line number, from 1.
    number: usize,
    line: String,
}

/// Returns every occurrence of a habit.
fn found(habits: &[Habit]) -> Vec<Place<'_>> {
    let patterns: Vec<Regex> = habits
        .iter()
        .map(|habit| Regex::new(&format!("(?i){}", habit.pattern)).expect("a pattern"))
        .collect();
    let mut found = Vec::new();
    for file in files().into_iter().filter(|name| is_prose(name)) {
        // A listed file may be missing from the work tree.
        let Ok(text) = std::fs::read_to_string(root().join(&file)) else {
            continue;
        };
        for (habit, pattern) in habits.iter().zip(&patterns) {
            for hit in pattern.find_iter(&text) {
                let at = text[..hit.start()].matches('\n').count();
                found.push(Place {
                    habit,
                    file: file.clone(),
                    number: at + 1,
                    line: text.lines().nth(at).unwrap_or_default().trim().to_owned(),
                });
            }
        }
    }
    found
}

fn list<T: serde::de::DeserializeOwned>(name: &str) -> T {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/prose");
    let text = std::fs::read_to_string(path.join(name)).expect("the list is there");
    toml::from_str(&text).expect("the list is TOML")
}

#[test]
fn no_habit_comes_back() {
    let habits: Habits = list("habits.toml");
    let exceptions: Exceptions = list("exceptions.toml");
    let found = found(&habits.habit);
    let allows = |one: &Exception, place: &Place<'_>| {
        one.file == place.file && place.line.contains(&one.text)
    };
    let mut wrong = String::new();
    for place in &found {
        if !exceptions.exception.iter().any(|one| allows(one, place)) {
            // Writing to a `String` cannot fail.
            let _ = writeln!(
                wrong,
                "{}:{}: {}\n  {}: write {}",
                place.file, place.number, place.line, place.habit.name, place.habit.instead
            );
        }
    }
    for one in &exceptions.exception {
        let (file, text) = (&one.file, &one.text);
        assert!(!one.reason.is_empty(), "{file}: `{text}` has no reason");
        let is_used = found.iter().any(|place| allows(one, place));
        assert!(
            is_used,
            "{file}: no line needs the exception `{text}`: remove it"
        );
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// A search-and-replace can leave invisible characters behind, which a review does not show.
#[test]
fn no_control_character_hides_in_a_text() {
    let mut wrong = String::new();
    let is_left_out = |name: &str| WITH_CONTROLS.iter().any(|start| name.starts_with(start));
    for file in files().into_iter().filter(|name| !is_left_out(name)) {
        // Images are not text, and a listed file may be missing from the work tree.
        let Ok(text) = std::fs::read_to_string(root().join(&file)) else {
            continue;
        };
        for (line, number) in text.split('\n').zip(1..) {
            let is_hidden = |c: &char| c.is_control() && *c != '\t';
            if let Some(hidden) = line.chars().find(is_hidden) {
                // Writing to a `String` cannot fail.
                let _ = writeln!(wrong, "{file}:{number}: {hidden:?}");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
