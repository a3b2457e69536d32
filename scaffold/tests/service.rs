//! New server crates: `tests/new-crate` is the one for the shared description.
//!
//! `UPDATE_GOLDEN=1 cargo test -p scaffold --test service` updates it.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use generator::Config;
use scaffold::service::{Error, Input, Plan};
use scaffold::{FindingKind, Naming, Stubs};
use spec::Api;

const NEW: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/new-crate");

/// A tag and an operation that the shared description does not have.
const MORE: &str = "paths:
  /label:
    get:
      operationId: listLabels
      tags: [Labels]
      responses: {'204': {description: None.}}
  /health/history:
    get:
      operationId: getHistory
      tags: [Health]
      responses: {'204': {description: None.}}
";

fn api(change: impl Fn(&str) -> String) -> Api {
    let text = fs::read_to_string(Path::new(support::CASES).join("openapi.yaml"));
    let loaded = spec::load_text("openapi.yaml", change(&text.expect("a description")));
    loaded.api.expect("it is valid")
}

fn plan(folder: &Path, api: &Api) -> Result<Plan, Error> {
    let config = Config::default();
    let stubs = Stubs::new(api, &config).expect("it can be generated");
    let server = folder.with_file_name("generated").join("rust/server");
    Plan::new(
        folder,
        &Input {
            api,
            config: &config,
            stubs: &stubs,
            naming: &Naming::of_package(&config.rust.server),
            server: &server,
            inputs: &[],
        },
    )
}

fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut folders = vec![String::new()];
    while let Some(below) = folders.pop() {
        for entry in fs::read_dir(folder.join(&below)).expect("a folder") {
            let entry = entry.expect("an entry");
            let name = format!("{below}{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                folders.push(format!("{name}/"));
            } else {
                let text = fs::read_to_string(entry.path()).expect("text");
                files.insert(name, text);
            }
        }
    }
    files
}

#[test]
fn a_new_crate_has_all_files_and_another_run_changes_none() {
    let outer = tempfile::tempdir().expect("a folder");
    let folder = outer.path().join("my-server");
    let api = api(str::to_owned);
    plan(&folder, &api)
        .expect("a plan")
        .apply()
        .expect("it is written");
    let written = files(&folder);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        for (path, text) in &written {
            let path = Path::new(NEW).join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("it can be written");
        }
    }
    assert_eq!(written, files(Path::new(NEW)));
    let again = plan(&folder, &api).expect("a plan");
    assert_eq!((again.writes, again.notes), (Vec::new(), Vec::new()));
}

#[test]
fn another_run_adds_methods_and_tags_and_leaves_the_rest() {
    let outer = tempfile::tempdir().expect("a folder");
    let folder = outer.path().join("my-server");
    let old = api(str::to_owned);
    plan(&folder, &old)
        .expect("a plan")
        .apply()
        .expect("it is written");
    // The user's own layout.
    fs::create_dir(folder.join("src/deep")).expect("a folder");
    fs::rename(
        folder.join("src/health.rs"),
        folder.join("src/deep/other.rs"),
    )
    .expect("it moves");
    fs::remove_file(folder.join("tests/starts.rs")).expect("it goes");
    let before = files(&folder);
    let new = api(|text| text.replace("paths:\n", MORE));
    let plan = plan(&folder, &new).expect("a plan");
    let paths: Vec<_> = plan
        .writes
        .iter()
        .map(|write| (&*write.path, write.is_new))
        .collect();
    let expected = [
        ("src/deep/other.rs", false),
        ("src/labels.rs", true),
        ("src/main.rs", false),
    ];
    assert_eq!(paths, expected);
    assert_eq!(plan.notes, Vec::<String>::new());
    plan.apply().expect("it is written");
    let after = files(&folder);
    for (path, text) in &before {
        let piece = support::insertion(text, &after[path]);
        let piece = piece.unwrap_or_else(|| panic!("{path} has lost bytes"));
        assert!(
            piece.is_empty() || expected.iter().any(|(one, _)| one == path),
            "{path}"
        );
    }
    assert!(after["src/main.rs"].contains("mod service;\nmod labels;\n"));
    assert!(after["src/deep/other.rs"].contains("async fn get_history("));
    assert!(after["src/labels.rs"].contains("impl server::Labels for Service {\n"));
}

#[test]
fn removed_operations_are_reported() {
    let outer = tempfile::tempdir().expect("a folder");
    let folder = outer.path().join("my-server");
    let old = api(|text| text.replace("paths:\n", MORE));
    plan(&folder, &old)
        .expect("a plan")
        .apply()
        .expect("it is written");
    let plan = plan(&folder, &api(str::to_owned)).expect("a plan");
    assert_eq!(plan.writes, Vec::new());
    let findings = plan
        .implementations
        .iter()
        .flat_map(|(_, updated)| &updated.findings);
    let kinds: Vec<_> = findings.map(|finding| finding.kind.clone()).collect();
    let removed = FindingKind::Removed {
        operation: "Health::get_history".to_owned(),
        moved_to: None,
    };
    assert_eq!(kinds, [removed]);
}

#[test]
fn folders_of_others_are_refused() {
    let outer = tempfile::tempdir().expect("a folder");
    let api = api(str::to_owned);
    let folder = outer.path().join("theirs");
    fs::create_dir(&folder).expect("a folder");
    fs::write(folder.join("notes.txt"), "mine").expect("a file");
    assert!(matches!(plan(&folder, &api), Err(Error::NotOurs(_))));
    fs::write(folder.join("Cargo.toml"), "[package]\nname = \"theirs\"\n").expect("a file");
    assert!(matches!(plan(&folder, &api), Err(Error::NotOurs(_))));
    fs::write(folder.join("Cargo.toml"), "[package").expect("a file");
    assert!(matches!(plan(&folder, &api), Err(Error::Manifest(..))));
    for service in ["7", "'a; b'"] {
        let text = format!("[package.metadata.scaffold]\nservice = {service}\n");
        fs::write(folder.join("Cargo.toml"), text).expect("a file");
        assert!(matches!(plan(&folder, &api), Err(Error::Manifest(..))));
    }
    let file = folder.join("notes.txt");
    assert!(matches!(plan(&file, &api), Err(Error::Files(_))));
    assert_eq!(files(&folder).len(), 2);
}

#[test]
fn a_file_that_does_not_parse_stops_the_run() {
    let outer = tempfile::tempdir().expect("a folder");
    let folder = outer.path().join("my-server");
    let api = api(str::to_owned);
    plan(&folder, &api)
        .expect("a plan")
        .apply()
        .expect("it is written");
    fs::write(folder.join("src/files.rs"), "fn a() {}\nfn {").expect("a file");
    let error = plan(&folder, &api).expect_err("it is not Rust").to_string();
    assert!(error.contains("files.rs:2:4: "), "{error}");
}
