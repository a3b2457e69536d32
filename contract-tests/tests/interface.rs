//! The table of the published interface (`spec/interface.yaml`) against the code and documents:
//! everything marked `stated` is in the interface, and every statement is used.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use conformance_core::catalogue::{Catalogue, Footing};
use serde::Deserialize;
use serde_json::Value;

#[derive(Debug, Deserialize)]
struct Table {
    statements: Vec<Statement>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Statement {
    id: String,
    says: String,
    #[serde(default)]
    expresses: Vec<String>,
    implements: Vec<PathBuf>,
    #[serde(default)]
    checks: Vec<String>,
    #[serde(default)]
    faults: Vec<String>,
    unchecked: Option<String>,
}

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    let path = project().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn table() -> BTreeMap<String, Statement> {
    let table: Table = yaml_serde::from_str(&read("spec/interface.yaml")).expect("a table");
    let number = table.statements.len();
    let all: BTreeMap<_, _> = table
        .statements
        .into_iter()
        .map(|one| (one.id.clone(), one))
        .collect();
    assert_eq!(all.len(), number, "two statements have one id");
    all
}

fn description() -> Value {
    yaml_serde::from_str(&read("spec/openapi.yaml")).expect("YAML")
}

/// Collects every place marked `stated`, with the statement that it cites.
fn stated(value: &Value, at: &str, found: &mut BTreeMap<String, String>) {
    let children: Vec<(String, &Value)> = match value {
        Value::Object(members) => {
            if members.get("x-provenance").and_then(Value::as_str) == Some("stated") {
                let source = members.get("x-source").and_then(Value::as_str);
                found.insert(at.to_owned(), source.unwrap_or_default().to_owned());
            }
            let escape = |name: &str| name.replace('~', "~0").replace('/', "~1");
            let all = members.iter();
            all.map(|(name, one)| (escape(name), one)).collect()
        }
        Value::Array(items) => {
            let all = items.iter().enumerate();
            all.map(|(index, one)| (index.to_string(), one)).collect()
        }
        _ => Vec::new(),
    };
    for (name, child) in children {
        stated(child, &format!("{at}/{name}"), found);
    }
}

#[test]
fn what_the_description_marks_as_stated_is_in_the_table_and_the_reverse() {
    let mut marked = BTreeMap::new();
    stated(&description(), "", &mut marked);
    let table = table();
    let all = table.values();
    let listed: BTreeMap<String, String> = all
        .flat_map(|one| {
            let places = one.expresses.iter();
            places.map(|place| (place.clone(), one.id.clone()))
        })
        .collect();
    assert_eq!(marked, listed);
}

#[test]
fn no_response_or_payload_of_the_five_operations_is_stated() {
    let mut marked = BTreeMap::new();
    stated(&description(), "", &mut marked);
    let open = marked
        .keys()
        .filter(|place| place.starts_with("/paths/~1org") && place.split('/').nth(4).is_some());
    assert_eq!(open.collect::<Vec<_>>(), Vec::<&String>::new());
}

#[test]
fn requirements_that_are_stated_cite_statements() {
    let table = table();
    let mut cited = BTreeSet::new();
    for row in &Catalogue::embedded().requirements {
        assert_eq!(
            row.provenance == Footing::Stated,
            !row.states.is_empty(),
            "{} is {:?} and cites {:?}",
            row.id,
            row.provenance,
            row.states
        );
        for id in &row.states {
            assert!(table.contains_key(id), "{} cites {id}", row.id);
            cited.insert(id.clone());
        }
    }
    assert!(cited.len() > 10);
}

#[test]
fn every_statement_is_implemented_and_checked_or_says_why_not() {
    let checks: BTreeSet<&str> = conformance_checks::all().map(|one| one.id).collect();
    let mut faults = String::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faulty");
    for entry in fs::read_dir(folder).expect("a folder") {
        faults += &fs::read_to_string(entry.expect("an entry").path()).expect("a text");
    }
    for one in table().values() {
        let id = &one.id;
        assert!(id.starts_with('§') && one.says.ends_with('.'), "{id}");
        assert!(!one.implements.is_empty(), "{id} is not implemented");
        for path in &one.implements {
            assert!(project().join(path).is_file(), "{id}: {}", path.display());
        }
        assert_ne!(
            one.checks.is_empty(),
            one.unchecked.is_none(),
            "{id} has checks, or a reason for none"
        );
        for check in &one.checks {
            assert!(checks.contains(check.as_str()), "{id}: no check {check}");
        }
        for fault in &one.faults {
            assert!(faults.contains(&format!("\"{fault}\"")), "{id}: {fault}");
        }
    }
}

/// Interface §1: paths are scoped to an organization.
#[test]
fn every_path_of_the_resource_host_is_scoped_to_an_organization() {
    let description = description();
    let paths = description["paths"].as_object().expect("paths");
    let own: Vec<_> = paths
        .iter()
        .filter(|(_, item)| item.get("servers").is_none())
        .collect();
    assert!(own.len() > 20);
    for (path, _) in own {
        assert!(
            path == "/org/{orgId}" || path.starts_with("/org/{orgId}/"),
            "{path}"
        );
    }
}
