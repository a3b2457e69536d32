//! Golden cases. Every folder in `tests/cases` is one: a description that shows one construct, with
//! its generated files in `expected`.
//!
//! `UPDATE_GOLDEN=1 cargo test -p generator --test golden` updates the expected files.

#[path = "support/cargo.rs"]
mod cargo;
#[path = "support/folder.rs"]
mod folder;
#[path = "support/target.rs"]
mod target;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use generator::output::{self, Change};
use generator::{Config, FileTree, Target};
use spec::diagnostic::{Style, render};

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases");
const DIAGNOSTICS: &str = "diagnostics.txt";

/// The description of this project, whose samples are compiled as well.
const MARKETPLACE: &str = "marketplace";

/// The targets whose files are compared in every case. Vectors are compared with an independent
/// server (`tests/vectors.rs`).
const KEPT: &[Target] = &[
    Target::Rust,
    Target::Mcp,
    Target::TypeScript,
    Target::Python,
    Target::Go,
    Target::Java,
];

/// The crates that are compiled here. The other languages have tests with their own tools.
const CRATES: &[Target] = &[Target::Rust];

/// A folder with a description.
struct Case {
    name: String,
    folder: PathBuf,
}

/// The files that are generated from a case.
#[derive(PartialEq)]
struct Made {
    tree: FileTree,
    diagnostics: String,
}

#[test]
fn golden_cases() {
    let update = std::env::var_os("UPDATE_GOLDEN").is_some();
    let mut failures = String::new();
    let made: Vec<_> = cases()
        .into_iter()
        .map(|case| (case.make(&case.config(), KEPT), case))
        .collect();
    let shared = shared(made.iter().map(|(made, _)| made));
    for (made, case) in &made {
        let (expected, actual) = (case.expected(), made.files(&shared));
        if update {
            case.write(&expected, &actual);
        } else if expected != actual {
            failures.push_str(&case.differences(&expected, &actual));
        }
    }
    assert!(
        failures.is_empty(),
        "{failures}\nIf this is what is wanted: UPDATE_GOLDEN=1 cargo test -p generator --test golden"
    );
}

#[test]
fn golden_cases_are_deterministic() {
    for case in cases() {
        let make = || case.make(&case.config(), Target::ALL);
        let again = make() == make();
        assert!(again, "{}: two runs make different files", case.name);
    }
}

/// Checks the grammar of what the formatter writes.
#[test]
fn rust_of_golden_cases_parses() {
    for case in cases() {
        for (path, text) in case.make(&case.config(), CRATES).tree.iter() {
            if Path::new(path).extension().is_some_and(|kind| kind == "rs") {
                let parsed = syn::parse_file(text);
                assert!(parsed.is_ok(), "{}: {path}: {:?}", case.name, parsed.err());
            }
        }
    }
}

#[test]
fn golden_outputs_compile() {
    let folder = target::target_folder().join("golden");
    let workspace = workspace();
    let changes = output::changes(&workspace, &folder, &["cases"]).expect("the folder is ours");
    output::apply(&changes, &folder).expect("the folder can be written");
    let clippy = [
        "clippy",
        "--offline",
        "--quiet",
        "--workspace",
        "--all-features",
        "--keep-going",
    ];
    let said = cargo::cargo(&folder, &[&clippy[..], &["--", "-D", "warnings"]].concat());
    let said = said.unwrap_or_else(|complaints| complaints);
    assert!(said.is_empty(), "{}", head(&said, 200));
}

/// Returns every crate of every case, each under a distinct name.
fn workspace() -> FileTree {
    let mut workspace = FileTree::default();
    let manifest = "[workspace]\nresolver = \"3\"\nmembers = [\"cases/*/*\"]\n\n\
                    [profile.dev]\ndebug = false\nincremental = false\n";
    workspace.insert("Cargo.toml", manifest);
    let marketplace = Case {
        name: MARKETPLACE.to_owned(),
        folder: Path::new(CASES).join("../../../spec"),
    };
    for case in cases().into_iter().chain([marketplace]) {
        let mut config = case.config();
        config.rust.types = format!("case-{}-types", case.name);
        config.rust.client = format!("case-{}-client", case.name);
        config.rust.server = format!("case-{}-server", case.name);
        for (path, text) in case.make(&config, CRATES).tree.iter() {
            let path = path.strip_prefix("rust/").unwrap_or_default();
            // Its server is compiled with the sandbox.
            let is_needed = case.name != MARKETPLACE || !path.starts_with("server/");
            if path.contains('/') && is_needed {
                workspace.insert(format!("cases/{}/{path}", case.name), text);
            }
        }
        for (path, text) in case.samples(&config).iter() {
            workspace.insert(format!("cases/{}/{path}", case.name), text);
        }
    }
    workspace
}

fn cases() -> Vec<Case> {
    let entries = fs::read_dir(CASES).expect("there are cases");
    let folders = entries.map(|entry| entry.expect("the folder can be read").path());
    let mut cases: Vec<_> = folders
        .filter(|path| path.is_dir())
        .map(Case::new)
        .collect();
    cases.sort_by(|one, other| one.name.cmp(&other.name));
    cases
}

impl Case {
    fn new(folder: PathBuf) -> Self {
        let name = folder.file_name().unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        Self { name, folder }
    }

    fn description(&self) -> PathBuf {
        let files = ["openapi.yaml", "openapi.json"].map(|name| self.folder.join(name));
        let found = files.into_iter().find(|path| path.is_file());
        found.unwrap_or_else(|| panic!("{}: there is no description", self.name))
    }

    fn config(&self) -> Config {
        let config = Config::beside(&self.description());
        let mut config = config.unwrap_or_else(|error| panic!("{error}"));
        // The cases show what the default leaves out, too.
        config.mcp.output_schemas = true;
        config.mcp.secrets = true;
        config
    }

    /// Returns a crate with the sample of every operation.
    fn samples(&self, config: &Config) -> FileTree {
        let loaded = spec::load(&self.description());
        let api = loaded.api.as_ref();
        let program = api.and_then(|api| Target::Rust.sample_program(api, config));
        let mut program = program.expect("a language has samples");
        let manifest = format!(
            "[package]\nname = \"case-{}-samples\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
             [dependencies]\nclient = {{ package = \"{}\", path = \"../client\" }}\n",
            self.name, config.rust.client
        );
        program.insert("samples/Cargo.toml", manifest);
        program
    }

    fn make(&self, config: &Config, targets: &[Target]) -> Made {
        let mut loaded = spec::load(&self.description());
        let diagnostics = &mut loaded.diagnostics;
        let tree = loaded.api.as_ref().map(|api| {
            let tree = generator::generate(api, config, targets, diagnostics);
            tree.unwrap_or_else(|error| panic!("{}: {error}", self.name))
        });
        let sorted = loaded.diagnostics.sorted();
        let complaints = sorted
            .iter()
            .map(|complaint| render(complaint, &loaded.documents.sources, Style::Plain));
        let here = format!("{}/", self.folder.display());
        let diagnostics: Vec<_> = complaints
            .map(|text| text.replace(&here, "") + "\n")
            .collect();
        Made {
            tree: tree.unwrap_or_else(|| panic!("{}:\n{}", self.name, diagnostics.join("\n"))),
            diagnostics: diagnostics.join("\n"),
        }
    }

    /// Returns the other files in the folder of the description.
    fn expected(&self) -> BTreeMap<String, String> {
        let files = folder::files_below(&self.folder).into_iter();
        files
            .filter(|(path, _)| path.starts_with("expected/") || path == DIAGNOSTICS)
            .collect()
    }

    fn write(&self, expected: &BTreeMap<String, String>, actual: &BTreeMap<String, String>) {
        for stale in expected.keys().filter(|path| !actual.contains_key(*path)) {
            fs::remove_file(self.folder.join(stale)).expect("it is there");
        }
        for (path, text) in actual
            .iter()
            .filter(|(path, text)| expected.get(*path) != Some(text))
        {
            let path = self.folder.join(path);
            fs::create_dir_all(path.parent().unwrap_or(Path::new("")))
                .expect("folders can be made");
            fs::write(&path, text).expect("files can be written");
        }
    }

    fn differences(
        &self,
        expected: &BTreeMap<String, String>,
        actual: &BTreeMap<String, String>,
    ) -> String {
        const LINES: usize = 40;
        let mut text = format!("== {}\n", self.name);
        for (path, now) in actual
            .iter()
            .filter(|(path, text)| expected.get(*path) != Some(text))
        {
            let old = expected.get(path).cloned().unwrap_or_default();
            text.push_str(&output::unified(&Change::Update {
                path: path.into(),
                old,
                text: now.into(),
            }));
        }
        for path in expected.keys().filter(|path| !actual.contains_key(*path)) {
            let path = path.into();
            text.push_str(&output::unified(&Change::Remove { path }));
        }
        head(&text, LINES)
    }
}

/// Returns the files that do not depend on the description: runtimes, and files that are the same
/// in more than half of the cases. Expecting them in every case would only make diffs longer.
fn shared<'m>(all: impl ExactSizeIterator<Item = &'m Made>) -> HashSet<&'m str> {
    let half = all.len() / 2;
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for made in all {
        let texts: HashSet<_> = made.tree.iter().map(|(_, text)| text).collect();
        for text in texts {
            *counts.entry(text).or_default() += 1;
        }
    }
    let frequent = counts.into_iter().filter(|(_, count)| *count > half);
    frequent.map(|(text, _)| text).collect()
}

impl Made {
    /// Returns the files that depend on the description: no manifests, no READMEs, and no files
    /// that are the same in other cases.
    fn files(&self, shared: &HashSet<&str>) -> BTreeMap<String, String> {
        let decided = |path: &str, text: &str| {
            let is_runtime = path.contains("/runtime/") || path.ends_with("/runtime.rs");
            !is_runtime && !is_package_file(path) && !shared.contains(text)
        };
        let files = self.tree.iter().filter(|(path, text)| decided(path, text));
        let mut files: BTreeMap<_, _> = files
            .map(|(path, text)| (format!("expected/{path}"), text.to_owned()))
            .collect();
        if !self.diagnostics.is_empty() {
            files.insert(DIAGNOSTICS.to_owned(), self.diagnostics.clone());
        }
        files
    }
}

/// Returns whether a file describes the package as a whole.
fn is_package_file(path: &str) -> bool {
    const NAMES: &[&str] = &["LICENSE", "README.md", "package.json", "pom.xml", "go.mod"];
    let name = path.rsplit('/').next().unwrap_or_default();
    name.contains(".toml") || name.starts_with("tsconfig") || NAMES.contains(&name)
}

fn head(text: &str, lines: usize) -> String {
    let shown: Vec<_> = text.lines().take(lines).collect();
    let rest = if text.lines().count() > lines {
        "\n…"
    } else {
        ""
    };
    format!("{}{rest}\n", shown.join("\n"))
}
