//! The licenses of the libraries in the programs.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;

/// The workspaces and the packages whose programs are in the archive.
const WORKSPACES: [(&str, &str); 2] = [("", "specwright"), ("contract-tests", "conformance")];

/// What `cargo metadata` prints (the Cargo book, "cargo metadata").
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    id: String,
    license: Option<String>,
    /// `None` for a package of this project.
    source: Option<String>,
    manifest_path: PathBuf,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<DependencyKind>,
}

#[derive(Deserialize)]
struct DependencyKind {
    /// `None` for a normal dependency, which is not for a build script or a test.
    kind: Option<String>,
}

/// Returns the names, versions and licenses of all libraries in the programs, with the texts.
///
/// # Errors
/// Returns an error if Cargo does not report them.
pub fn of(root: &Path, target: &str) -> Result<String> {
    let mut packages = BTreeMap::new();
    for (workspace, package) in WORKSPACES {
        let metadata = metadata(&root.join(workspace), target)?;
        let used = used(&metadata.resolve, package, &metadata.packages)?;
        let others = metadata.packages.into_iter();
        let others = others.filter(|one| one.source.is_some() && used.contains(&one.id));
        packages.extend(others.map(|one| ((one.name.clone(), one.version.clone()), one)));
    }
    let mut text = String::from("The programs contain these libraries.\n\n");
    let mut licences: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for ((name, version), package) in &packages {
        let licence = package.license.as_deref().unwrap_or("see its text below");
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "{name} {version}: {licence}");
        for licence in texts(package) {
            licences
                .entry(licence)
                .or_default()
                .push(format!("{name} {version}"));
        }
    }
    for (licence, packages) in licences {
        let line = "-".repeat(80);
        let _ = write!(
            text,
            "\n{line}\n{}\n{line}\n\n{licence}\n",
            packages.join(", ")
        );
    }
    Ok(text)
}

fn metadata(workspace: &Path, target: &str) -> Result<Metadata> {
    let output = Command::new("cargo")
        .args([
            "metadata",
            "--locked",
            "--format-version",
            "1",
            "--filter-platform",
            target,
        ])
        .current_dir(workspace)
        .output()
        .context("cannot start cargo")?;
    ensure!(
        output.status.success(),
        "cargo metadata failed: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).context("cargo metadata printed something unknown")
}

/// Returns the ids of all dependencies of a package.
fn used(resolve: &Resolve, package: &str, packages: &[Package]) -> Result<BTreeSet<String>> {
    let nodes: HashMap<_, _> = resolve.nodes.iter().map(|node| (&node.id, node)).collect();
    let root = packages
        .iter()
        .find(|one| one.source.is_none() && one.name == package);
    let root = root.with_context(|| format!("there is no package {package}"))?;
    let mut waiting = vec![&root.id];
    let mut used = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if !used.insert(id.clone()) {
            continue;
        }
        let deps = nodes.get(id).into_iter().flat_map(|node| &node.deps);
        let own = deps.filter(|dep| dep.dep_kinds.iter().any(|one| one.kind.is_none()));
        waiting.extend(own.map(|dep| &dep.pkg));
    }
    Ok(used)
}

/// Returns the license files of a library, in the order of their names.
fn texts(package: &Package) -> Vec<String> {
    let folder = package.manifest_path.parent();
    let entries = folder.and_then(|folder| fs::read_dir(folder).ok());
    let mut paths: Vec<_> = entries
        .into_iter()
        .flatten()
        .flatten()
        .map(|one| one.path())
        .collect();
    paths.sort();
    let is_licence = |path: &&PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = name.to_uppercase();
        [
            "LICENSE",
            "LICENCE",
            "COPYING",
            "NOTICE",
            "COPYRIGHT",
            "UNLICENSE",
        ]
        .iter()
        .any(|start| name.starts_with(start))
    };
    let found = paths.iter().filter(is_licence);
    let texts = found.filter_map(|path| fs::read_to_string(path).ok());
    texts
        .map(|text| text.trim().replace("\r\n", "\n"))
        .collect()
}
