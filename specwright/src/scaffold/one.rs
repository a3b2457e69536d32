//! `--impl FILE`: completes files of the user.

use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use scaffold::{Stub, Updated};

use super::{Arguments, Input, implemented, list};

/// Completes the files. Returns whether nothing was missing, and everything matches.
pub(super) fn run(arguments: &Arguments, input: &Input) -> Result<bool> {
    check_trait(arguments.only.as_deref(), input)?;
    let mut done = Vec::new();
    for path in &arguments.files {
        let text = read(path)?;
        let updated = look_at(path, &text, arguments, input)?;
        done.push((path, text, updated));
    }
    if let Some(name) = &arguments.only {
        let mut all = done.iter().flat_map(|(_, _, one)| implemented(one));
        ensure!(
            all.any(|one| one == name),
            "no file implements `{name}`: begin with `impl server::{name} for YourType {{}}`"
        );
    }
    let mut is_complete = true;
    for (path, old, updated) in &done {
        if !arguments.check && updated.text != *old {
            write(path, old, &updated.text)?;
        }
        is_complete &= list(path, updated, arguments.check);
    }
    if is_complete {
        summarize(done.iter().flat_map(|(_, _, one)| implemented(one)));
    }
    Ok(is_complete)
}

fn summarize<'d>(names: impl Iterator<Item = &'d str>) {
    let names: Vec<_> = names.collect();
    if names.is_empty() {
        anstream::println!("no file implements a trait of the server");
    } else {
        anstream::println!("complete: {}", names.join(", "));
    }
}

fn check_trait(name: Option<&str>, input: &Input) -> Result<()> {
    let Some(name) = name else { return Ok(()) };
    if input.stubs.get(name).is_none() {
        let names: Vec<_> = input.stubs.iter().map(Stub::name).collect();
        bail!(
            "there is no trait `{name}`; the description makes {}",
            names.join(", ")
        );
    }
    Ok(())
}

fn look_at(path: &Path, text: &str, arguments: &Arguments, input: &Input) -> Result<Updated> {
    let only = arguments.only.as_deref();
    let updated = scaffold::update(text, &input.stubs, only, &input.naming);
    updated.map_err(|error| anyhow::anyhow!("{}:{error}", path.display()))
}

fn read(path: &Path) -> Result<String> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let text = String::from_utf8(bytes);
    text.map_err(|_| anyhow::anyhow!("{} is not UTF-8", path.display()))
}

/// Writes a file, unless it has changed since it was read.
fn write(path: &Path, old: &str, text: &str) -> Result<()> {
    let is_unchanged = |now: &[u8]| now == old.as_bytes();
    Ok(files::write_file(path, text.as_bytes(), is_unchanged)?)
}
