//! The documents match the project, as far as that can be checked: dependencies between crates,
//! file names, commands and flags.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    root.canonicalize().expect("this is a clone")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn output(command: &mut Command) -> String {
    let output = command.output().expect("it starts");
    assert!(output.status.success(), "{command:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// Returns the files of the repository.
fn files() -> Vec<String> {
    let mut git = Command::new("git");
    let listed = output(git.args(["ls-files", "-z"]).current_dir(root()));
    listed.split('\0').map(str::to_owned).collect()
}

/// Returns the texts in backquotes, with their line numbers, without fenced blocks.
fn spans(text: &str) -> Vec<(usize, String)> {
    let mut is_fenced = false;
    let mut spans = Vec::new();
    for (at, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            is_fenced = !is_fenced;
        } else if !is_fenced {
            let inside = line.split('`').skip(1).step_by(2);
            spans.extend(inside.map(|span| (at + 1, span.to_owned())));
        }
    }
    spans
}

/// `a/{b,c}` names two paths.
fn alternatives(path: &str) -> Vec<String> {
    let parts = path
        .split_once('{')
        .and_then(|(start, rest)| Some((start, rest.split_once('}')?)));
    match parts {
        Some((start, (choices, end))) => {
            let paths = choices.split(',').map(|one| format!("{start}{one}{end}"));
            paths.collect()
        }
        None => vec![path.to_owned()],
    }
}

/// Returns whether a path, or the end of one, is a file or folder of the repository. `<name>`
/// stands for any name.
fn exists(path: &str, files: &[String]) -> bool {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let is_same = |part: &&str, own: &&str| part.contains('<') || part == own;
    files.iter().any(|file| {
        let own: Vec<&str> = file.split('/').collect();
        let mut windows = own.windows(parts.len());
        windows.any(|window| {
            parts
                .iter()
                .zip(window)
                .all(|(part, own)| is_same(part, own))
        })
    })
}

/// Returns whether a path is a result of a build or a run, which is not in the repository.
fn is_elsewhere(path: &str) -> bool {
    path.starts_with("target/") || path.starts_with("../") || path == "report.json"
}

#[test]
fn paths_that_are_named_exist() {
    let files = files();
    let mut missing = Vec::new();
    let mut count = 0;
    for document in ["ARCHITECTURE.md", "CONTRIBUTING.md"] {
        for (line, span) in spans(&read(document)) {
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "/_.-<>{},".contains(c);
            let ends = [".rs", ".toml", ".yaml", ".yml", ".md", ".json"];
            let is_path = span.chars().all(is_plain)
                && (span.contains('/') || ends.iter().any(|end| span.ends_with(end)));
            if !is_path || is_elsewhere(&span) {
                continue;
            }
            count += 1;
            for path in alternatives(&span) {
                if !exists(&path, &files) {
                    missing.push(format!("{document}:{line}: {path}"));
                }
            }
        }
    }
    assert!(count > 100, "the documents name paths: {count}");
    assert!(
        missing.is_empty(),
        "not in the repository:\n{}",
        missing.join("\n")
    );
}

/// A crate of the project.
struct Crate {
    folder: String,
    /// The folders of this project's crates that it depends on, without those of its tests.
    uses: BTreeSet<String>,
}

fn crates() -> Vec<Crate> {
    let root = root();
    let below = |path: &str| -> String {
        let path = Path::new(path).canonicalize().expect("it is there");
        let path = path.strip_prefix(&root).expect("it is in the project");
        path.to_str().expect("text").replace('\\', "/")
    };
    let mut crates = Vec::new();
    for workspace in ["", "contract-tests"] {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args([
            "metadata",
            "--no-deps",
            "--offline",
            "--format-version",
            "1",
        ]);
        let text = output(cargo.current_dir(root.join(workspace)));
        let metadata: Value = serde_json::from_str(&text).expect("JSON");
        for package in metadata["packages"].as_array().expect("a list") {
            let manifest = package["manifest_path"].as_str().expect("a path");
            let folder = Path::new(manifest).parent().expect("a folder");
            let dependencies = package["dependencies"].as_array().expect("a list");
            let used = dependencies.iter().filter(|one| one["kind"] != "dev");
            let used = used.filter_map(|one| one["path"].as_str());
            crates.push(Crate {
                folder: below(folder.to_str().expect("text")),
                uses: used.map(below).collect(),
            });
        }
    }
    crates
}

/// Returns the rows of the table of folders: a folder, and the folders that its crates may use.
fn table() -> Vec<(String, BTreeSet<String>)> {
    let text = read("ARCHITECTURE.md");
    let (_, section) = text.split_once("## Folders").expect("a section");
    let (section, _) = section.split_once("\n## ").expect("another section");
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let rows = rows.map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, folder, _, uses, _] = cells[..] else {
            panic!("{row}: three cells");
        };
        let uses = spans(uses);
        let uses = uses.iter().flat_map(|(_, span)| alternatives(span));
        let uses = uses.map(|path| path.trim_end_matches('/').to_owned());
        (folder.trim_matches(['`', '/']).to_owned(), uses.collect())
    });
    rows.collect()
}

#[test]
fn crates_use_what_the_table_of_folders_says() {
    let table = table();
    assert!(table.len() > 15, "a table of folders");
    let is_in = |path: &str, folder: &str| {
        let rest = path.strip_prefix(folder);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let mut used: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for one in &crates() {
        let row = table.iter().find(|(folder, _)| is_in(&one.folder, folder));
        let (folder, allowed) = row.unwrap_or_else(|| panic!("no row for {}", one.folder));
        for other in &one.uses {
            // Every crate may use the shared features of libraries.
            if is_in(other, folder) || other.ends_with("shared-features") {
                continue;
            }
            let by = allowed.iter().find(|allowed| is_in(other, allowed));
            let by = by
                .unwrap_or_else(|| panic!("{} uses {other}, which {folder}/ may not", one.folder));
            used.entry(folder).or_default().insert(by);
        }
    }
    for (folder, allowed) in &table {
        for by in allowed {
            let is_crate = root().join(by).join("Cargo.toml").is_file();
            let is_used = used
                .get(folder.as_str())
                .is_some_and(|used| used.contains(by.as_str()));
            // Data, such as `generated/mcp`, is not a dependency.
            assert!(!is_crate || is_used, "{folder}/ does not use {by}");
        }
    }
}

/// The documents that show commands.
fn documents() -> Vec<String> {
    let mut documents = files();
    documents.retain(|path| {
        let is_document = !path.contains('/') || path.starts_with("docs/");
        let is_written = !path.starts_with("docs/reference/") && path != "CHANGELOG.md";
        let is_markdown = Path::new(path.as_str()).extension() == Some("md".as_ref());
        is_markdown && is_document && is_written
    });
    documents
}

/// Returns the commands in a document: shell lines, and texts in backquotes that begin with a
/// program.
fn commands(text: &str) -> Vec<String> {
    let continued = text.replace("\\\n", " ");
    let shown = continued
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("$ "));
    let mut commands: Vec<String> = shown.map(str::to_owned).collect();
    let spans = spans(text).into_iter().map(|(_, span)| span);
    commands.extend(spans);
    commands
}

/// Returns the name of a command, as in its manual or in `cargo xtask`, and its flags.
fn parse<'a>(command: &'a str, subcommands: &BTreeSet<String>) -> Option<(String, Vec<&'a str>)> {
    const PROGRAMS: [&str; 3] = ["specwright", "conformance", "mock"];
    let words: Vec<&str> = command.split_whitespace().collect();
    let xtask = words.windows(2).position(|two| two == ["cargo", "xtask"]);
    let words = &words[xtask.map_or(0, |at| at + 2)..];
    // `cargo xtask conformance` and `cargo xtask mock` start these programs.
    let program = words.iter().position(|word| PROGRAMS.contains(word));
    let program = program.filter(|at| xtask.is_none() || *at == 0);
    let (name, rest) = match (program, xtask) {
        (Some(at), _) => {
            let rest = &words[at + 1..];
            let long = rest.first().map(|next| format!("{}-{next}", words[at]));
            let long = long.filter(|name| subcommands.contains(name));
            (long.unwrap_or_else(|| words[at].to_owned()), rest)
        }
        (None, Some(_)) => {
            let name = words.first()?;
            // The measurements are built with optimizations before they can print their flags.
            let rest = if *name == "bench" { &[] } else { &words[1..] };
            (format!("xtask {name}"), rest)
        }
        (None, None) => return None,
    };
    if name.ends_with('…') || rest.first() == Some(&"…") {
        return None;
    }
    let own = rest
        .iter()
        .take_while(|word| !["--", "|", "&&", ";", "&", ">"].contains(word));
    let flags = own.filter(|word| word.starts_with("--"));
    let flags = flags.map(|flag| {
        let end = flag.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
        &flag[..end.unwrap_or(flag.len())]
    });
    Some((name, flags.collect()))
}

/// Returns the manuals, which tests keep current, as plain text by the names of their commands.
fn manuals() -> BTreeMap<String, String> {
    let pages = files()
        .into_iter()
        .filter(|path| path.starts_with("docs/man/"));
    let pages = pages.filter_map(|path| {
        let name = path
            .strip_prefix("docs/man/")?
            .strip_suffix(".1")?
            .to_owned();
        Some((name, read(&path).replace("\\-", "-")))
    });
    pages.collect()
}

fn has_flag(manual: &str, flag: &str) -> bool {
    let mut places = manual.match_indices(flag);
    places.any(|(at, _)| {
        let after = manual[at + flag.len()..].chars().next();
        !after.is_some_and(|c| c.is_ascii_alphanumeric() || c == '-')
    })
}

#[test]
fn commands_and_flags_exist() {
    let manuals = manuals();
    let subcommands: BTreeSet<String> = manuals.keys().cloned().collect();
    let xtask = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        output(command.args(arguments))
    };
    let all = xtask(&["--help"]);
    let names: BTreeSet<&str> = all
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next())
        .collect();
    let mut helps: BTreeMap<String, String> = BTreeMap::new();
    let mut faults = Vec::new();
    let mut count = 0;
    for document in documents() {
        for command in commands(&read(&document)) {
            let Some((name, flags)) = parse(&command, &subcommands) else {
                continue;
            };
            let manual = match name.strip_prefix("xtask ") {
                // Its flags belong to a program that has no manual.
                Some("sandbox") => continue,
                Some(own) if names.contains(own) => helps
                    .entry(own.to_owned())
                    .or_insert_with(|| xtask(&[own, "--help"])),
                Some(_) => {
                    faults.push(format!("{document}: `{command}`: there is no such command"));
                    continue;
                }
                None => &manuals[&name],
            };
            count += 1;
            let missing = flags.into_iter().filter(|flag| !has_flag(manual, flag));
            faults.extend(
                missing.map(|flag| format!("{document}: `{command}`: {name} has no {flag}")),
            );
        }
    }
    assert!(count > 100, "the documents show commands: {count}");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
