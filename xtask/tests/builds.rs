//! A fresh clone builds each library only once: both workspaces have the same profile, the same
//! versions and, because of `shared-features`, the same features.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde::Deserialize;

/// The workspace of the tools, and that of what is built on generated code.
const TOOLS: &str = "";
const SERVICES: &str = "contract-tests";

fn read(workspace: &str, file: &str) -> toml::Table {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = fs::read_to_string(root.join(workspace).join(file)).expect("a file");
    text.parse().expect("TOML")
}

#[derive(Deserialize)]
struct Lock {
    package: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
}

fn versions(workspace: &str) -> BTreeMap<String, BTreeSet<String>> {
    let lock: Lock = read(workspace, "Cargo.lock")
        .try_into()
        .expect("a lock file");
    let mut all: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for package in lock.package {
        all.entry(package.name).or_default().insert(package.version);
    }
    all
}

#[test]
fn both_workspaces_lock_the_same_versions() {
    let (tools, services) = (versions(TOOLS), versions(SERVICES));
    let differ = tools.iter().filter(|(name, own)| {
        let other = services.get(*name);
        other.is_some_and(|other| !own.is_subset(other) && !other.is_subset(own))
    });
    let differ: Vec<_> = differ
        .map(|(name, own)| (name, own, &services[name]))
        .collect();
    assert!(
        differ.is_empty(),
        "{differ:#?}; `cargo update --package NAME --precise VERSION` in one of the two"
    );
}

#[test]
fn both_workspaces_have_the_same_profile() {
    let profile = |workspace| {
        let mut profile = read(workspace, "Cargo.toml")["profile"]["dev"].clone();
        let table = profile.as_table_mut().expect("a table");
        let packages = table.remove("package").expect("packages");
        (profile, packages.as_table().expect("a table").clone())
    };
    let ((tools, shared), (services, all)) = (profile(TOOLS), profile(SERVICES));
    assert_eq!(tools, services);
    // Cargo warns about packages that a workspace does not have, so some are named in one only.
    let locked = versions(SERVICES);
    for (name, setting) in shared.iter().filter(|(name, _)| locked.contains_key(*name)) {
        assert_eq!(all.get(name), Some(setting), "{name}");
    }
    let versions = versions(TOOLS);
    for name in all.keys().filter(|name| versions.contains_key(*name)) {
        assert!(
            shared.contains_key(name),
            "{name} is optimized in {SERVICES} only"
        );
    }
}
