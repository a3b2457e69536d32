//! Constructions that make readers stop: in comments, texts, templates and documents.
//!
//! `habits.toml` lists them with what to write in their place. `left.txt` counts, by folder, those that are still
//! there: the numbers may only shrink. `UPDATE_GOLDEN=1 cargo test -p xtask --test prose` lowers them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use regex::Regex;
use serde::Deserialize;

/// What is not written by hand, or is a text of others.
const LEFT_OUT: &[&str] = &[
    "generated/",
    "docs/reference/",
    "docs/man/",
    "docs/completions/",
    "docs/schemas/",
    "acceptance/mini/generated/",
    "acceptance/showcase/generated/",
    "fuzz/corpus/",
    "xtask/tests/prose/",
    "LICENSE-",
];

/// Endings of files that hold prose.
const READ: &[&str] = &[
    "rs", "md", "yaml", "yml", "toml", "ts", "mjs", "py", "go", "java", "html", "css", "js", "sh",
    "txt", "j2",
];

#[derive(Deserialize)]
struct Habits {
    habit: Vec<Habit>,
}

/// A construction to avoid.
#[derive(Deserialize)]
struct Habit {
    /// What it is called in `left.txt`.
    name: String,
    /// A regular expression, without regard to case.
    pattern: String,
    /// What to write in its place.
    instead: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The files of the repository that people read.
fn files() -> Vec<String> {
    let listed = Command::new("git")
        .args(["ls-files", "-z"])
        .current_dir(root())
        .output()
        .expect("git starts");
    assert!(listed.status.success(), "the tests run in a clone");
    let listed = String::from_utf8(listed.stdout).expect("names are text");
    let is_read = |name: &&str| {
        let end = name.rsplit('.').next().unwrap_or_default();
        READ.contains(&end)
            && !name.contains("/expected/")
            && !LEFT_OUT.iter().any(|start| name.starts_with(start))
    };
    let names = listed.split('\0').filter(is_read);
    names.map(str::to_owned).collect()
}

/// How often each habit is found in each folder at the top, and the places.
fn found(habits: &[Habit]) -> BTreeMap<(String, String), Vec<String>> {
    let patterns: Vec<Regex> = habits
        .iter()
        .map(|habit| Regex::new(&format!("(?i){}", habit.pattern)).expect("a pattern"))
        .collect();
    let mut found: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for name in files() {
        // A file that is listed may be gone from the work tree.
        let Ok(text) = std::fs::read_to_string(root().join(&name)) else {
            continue;
        };
        let folder = name.split_once('/').map_or(".", |(folder, _)| folder);
        for (habit, pattern) in habits.iter().zip(&patterns) {
            for hit in pattern.find_iter(&text) {
                let at = text[..hit.start()].matches('\n').count();
                let line = text.lines().nth(at).unwrap_or_default();
                let key = (habit.name.clone(), folder.to_owned());
                let place = format!("{name}:{}: {}", at + 1, line.trim());
                found.entry(key).or_default().push(place);
            }
        }
    }
    found
}

/// The counts of `left.txt`.
fn left(text: &str) -> BTreeMap<(String, String), usize> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let read = lines.map(|line| {
        let mut columns = line.split('\t');
        let mut next = || columns.next().expect("three columns").to_owned();
        let key = (next(), next());
        (key, next().parse().expect("a number"))
    });
    read.collect()
}

#[test]
fn no_habit_comes_back() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/prose");
    let habits = std::fs::read_to_string(here.join("habits.toml")).expect("the list is there");
    let habits: Habits = toml::from_str(&habits).expect("the list is TOML");
    let found = found(&habits.habit);
    let path = here.join("left.txt");
    let before = left(&std::fs::read_to_string(&path).unwrap_or_default());
    let mut more = String::new();
    for (key, places) in &found {
        let allowed = before.get(key).copied().unwrap_or(0);
        if places.len() > allowed {
            let instead = habits.habit.iter().find(|habit| habit.name == key.0);
            let instead = instead.map_or("", |habit| habit.instead.as_str());
            // A `String` takes everything that is written to it.
            let _ = writeln!(
                more,
                "{} in {}: {} of {allowed} allowed; write {instead}\n  {}",
                key.0,
                key.1,
                places.len(),
                places.join("\n  ")
            );
        }
    }
    let is_updated = std::env::var_os("UPDATE_GOLDEN").is_some();
    // The first list takes what is there.
    let is_first = is_updated && before.is_empty();
    assert!(more.is_empty() || is_first, "{more}");
    let now = found
        .iter()
        .map(|((habit, folder), places)| format!("{habit}\t{folder}\t{}\n", places.len()));
    let now = format!(
        "# How often each habit is left, by folder.\n{}",
        now.collect::<String>()
    );
    if is_updated {
        std::fs::write(&path, now).expect("it can be written");
        return;
    }
    let is_lower = before != left(&now);
    assert!(!is_lower, "there are fewer: UPDATE_GOLDEN=1 keeps it so");
}
