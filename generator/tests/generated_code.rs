//! The excerpts in `docs/generated-code.md` are up to date.
//!
//! An excerpt is a fenced block below a comment that names its file. Its first and last lines mark
//! the part of the file that it shows.
//! `UPDATE_GOLDEN=1 cargo test -p generator --test generated_code` updates the lines in between.

use std::fs;
use std::path::Path;

use generator::{Config, FileTree, Target};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

#[test]
fn excerpts_are_what_is_generated() {
    let page = Path::new(ROOT).join("docs/generated-code.md");
    let text = fs::read_to_string(&page).expect("the page is part of the project");
    let (current, excerpts) = with_current_excerpts(&text, &generated());
    assert!(excerpts >= 2 * LANGUAGES.len(), "an excerpt is missing");
    for language in LANGUAGES {
        assert!(current.contains(&format!("<!-- {language}/")), "{language}");
    }
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&page, current).expect("the page can be written");
    } else {
        let help = "UPDATE_GOLDEN=1 cargo test -p generator --test generated_code";
        assert_eq!(text, current, "out of date: {help}");
    }
}

const LANGUAGES: &[&str] = &["rust", "typescript", "python", "go", "java"];

fn generated() -> FileTree {
    let description = Path::new(ROOT).join("spec/openapi.yaml");
    let mut loaded = spec::load(&description);
    let config = Config::beside(&description).expect("the settings are sound");
    let api = loaded.api.expect("the description is sound");
    generator::generate(&api, &config, Target::ALL, &mut loaded.diagnostics).expect("it generates")
}

/// Returns the page with up-to-date excerpts, and their number.
fn with_current_excerpts(text: &str, tree: &FileTree) -> (String, usize) {
    let mut page = String::new();
    let mut excerpts = 0;
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        page.extend([line, "\n"]);
        let marked = line.strip_prefix("<!-- ");
        let Some(path) = marked.and_then(|rest| rest.strip_suffix(" -->")) else {
            continue;
        };
        let fence = lines.next().expect("a block follows");
        assert!(fence.starts_with("```"), "{path}: a block follows");
        let shown: Vec<_> = lines.by_ref().take_while(|line| *line != "```").collect();
        page.extend([fence, "\n"]);
        page.push_str(&excerpt(path, &shown, tree));
        page.push_str("```\n");
        excerpts += 1;
    }
    (page, excerpts)
}

/// Returns the lines of a file from the first to the last that are shown, without their common
/// indentation.
fn excerpt(path: &str, shown: &[&str], tree: &FileTree) -> String {
    let mut files = tree.iter();
    let (_, text) = files
        .find(|(known, _)| *known == path)
        .unwrap_or_else(|| panic!("{path} is not generated"));
    let [first, .., last] = shown else {
        panic!("{path}: an excerpt has a first and a last line");
    };
    let lines: Vec<_> = text.lines().collect();
    let start = lines.iter().position(|line| line.trim_start() == *first);
    let start = start.unwrap_or_else(|| panic!("{path} has no line `{first}`"));
    let indent = lines[start].len() - lines[start].trim_start().len();
    let inner = |line: &str| line.get(indent..).unwrap_or_default().to_owned();
    let rest = lines[start..].iter().map(|line| inner(line));
    let rest: Vec<_> = rest.collect();
    let end = rest.iter().skip(1).position(|line| line == last);
    let end = end.unwrap_or_else(|| panic!("{path} has no line `{last}` after `{first}`"));
    rest[..=end + 1].join("\n") + "\n"
}
