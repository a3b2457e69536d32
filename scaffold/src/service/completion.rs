//! Completes a crate of an earlier run.

use std::collections::BTreeMap;
use std::path::Path;

use files::{Folder, Place};

use super::{Error, Input, Plan, Write, manifest, module};
use crate::{FindingKind, update};

const MANIFEST: &str = "Cargo.toml";
const MAIN: &str = "src/main.rs";

/// Plans the missing methods and files of a crate.
pub(super) fn plan(
    place: Place,
    opened: &Folder,
    folder: &Path,
    input: &Input<'_>,
) -> Result<Plan, Error> {
    let Some(text) = read(opened, MANIFEST)? else {
        return Err(Error::NotOurs(folder.to_path_buf()));
    };
    let metadata =
        manifest::read(&text).map_err(|message| Error::Manifest(opened.path(MANIFEST), message))?;
    let Some(metadata) = metadata else {
        return Err(Error::NotOurs(folder.to_path_buf()));
    };
    let old = sources(opened, folder)?;
    let mut new = old.clone();
    let mut plan = Plan {
        place,
        writes: Vec::new(),
        implementations: Vec::new(),
        notes: Vec::new(),
    };
    let mut implemented = Vec::new();
    for (path, text) in &mut new {
        let updated = update(text, input.stubs, None, input.naming)
            .map_err(|error| Error::Parse(opened.path(path), error))?;
        implemented.extend(updated.traits.iter().cloned());
        implemented.extend(updated.findings.iter().filter_map(|one| match &one.kind {
            FindingKind::MacroAround { implements } => Some(implements.clone()),
            _ => None,
        }));
        text.clone_from(&updated.text);
        if !updated.traits.is_empty() || !updated.findings.is_empty() {
            plan.implementations.push((path.clone(), updated));
        }
    }
    plan.add_tags(&mut new, &implemented, input, &metadata.service)?;
    plan.writes
        .extend(new.into_iter().filter_map(|(path, text)| {
            let is_new = match old.get(&path) {
                Some(old) if *old == text => return None,
                other => other.is_none(),
            };
            Some(Write { path, text, is_new })
        }));
    Ok(plan)
}

impl Plan {
    /// Adds a file for each trait that no file implements.
    fn add_tags(
        &mut self,
        sources: &mut BTreeMap<String, String>,
        implemented: &[String],
        input: &Input<'_>,
        service: &str,
    ) -> Result<(), Error> {
        let lacks = |name: &String| !implemented.contains(name);
        for stub in input.stubs.iter().filter(|stub| lacks(&stub.name())) {
            let (name, module) = (stub.name(), stub.module());
            let path = format!("src/{module}.rs");
            if sources.contains_key(&path) {
                let note = format!("{path} exists, and does not implement `{name}`: add it there");
                self.notes.push(note);
                continue;
            }
            let updated = module::print(stub, input.stubs, input.naming, service)?;
            sources.insert(path.clone(), updated.text.clone());
            self.implementations.push((path, updated));
            match sources
                .get(MAIN)
                .and_then(|main| module::declare(main, stub))
            {
                Some(main) => drop(sources.insert(MAIN.to_owned(), main)),
                None => self
                    .notes
                    .push(format!("add `mod {};` to your crate", stub.module)),
            }
        }
        Ok(())
    }
}

/// Returns the Rust files below `src`, by their path in the crate.
fn sources(opened: &Folder, folder: &Path) -> Result<BTreeMap<String, String>, Error> {
    let mut sources = BTreeMap::new();
    let mut folders = vec!["src".to_owned()];
    while let Some(below) = folders.pop() {
        for (path, is_folder) in entries(&folder.join(&below), &below)? {
            if is_folder {
                folders.push(path);
            } else if let Some(text) = read(opened, &path)? {
                sources.insert(path, text);
            }
        }
    }
    Ok(sources)
}

/// Returns the folders and the Rust files in a folder. Symbolic links are not followed.
fn entries(folder: &Path, below: &str) -> Result<Vec<(String, bool)>, Error> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(Error::io(folder))? {
        let entry = entry.map_err(Error::io(folder))?;
        let kind = entry.file_type().map_err(Error::io(folder))?;
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        let is_rust = Path::new(name).extension().is_some_and(|kind| kind == "rs");
        if kind.is_dir() || (kind.is_file() && is_rust) {
            found.push((format!("{below}/{name}"), kind.is_dir()));
        }
    }
    Ok(found)
}

fn read(opened: &Folder, path: &str) -> Result<Option<String>, Error> {
    let Some(bytes) = opened.read(path)? else {
        return Ok(None);
    };
    let text = String::from_utf8(bytes);
    text.map(Some)
        .map_err(|_| Error::NotText(opened.path(path)))
}
