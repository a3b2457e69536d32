//! `--all --out FOLDER`: creates a complete server crate.

use std::path::{Path, PathBuf};

use anyhow::Result;
use messages::terminal::{note, print};
use scaffold::service::{self, Plan};

use super::{Arguments, Input, list};
use crate::Home;

/// Creates or completes the crate. Returns whether nothing was missing, and everything matches.
pub(super) fn run(
    folder: &Path,
    arguments: &Arguments,
    home: &Home,
    input: &Input,
) -> Result<bool> {
    let server = arguments.server_crate.clone();
    let server = server.unwrap_or_else(|| home.output.join("rust/server"));
    let mut inputs: Vec<&Path> = input.description.file().into_iter().collect();
    inputs.extend(
        arguments
            .overlays
            .iter()
            .chain(&arguments.config)
            .map(PathBuf::as_path),
    );
    let plan = Plan::new(
        folder,
        &service::Input {
            api: &input.api,
            config: &input.config,
            stubs: &input.stubs,
            naming: &input.naming,
            server: &server,
            inputs: &inputs,
        },
    )?;
    if !arguments.check {
        plan.apply()?;
    }
    let is_complete = show(&plan, folder, arguments.check);
    if !server.join("Cargo.toml").is_file() {
        note(format_args!(
            "{} is not there yet: `{} {}` generates it, `--server-crate` names another one",
            server.display(),
            home.command,
            home.generate
        ));
    }
    Ok(is_complete)
}

fn show(plan: &Plan, folder: &Path, check: bool) -> bool {
    let mut is_complete = plan.writes.is_empty() && plan.notes.is_empty();
    for write in &plan.writes {
        let sign = if write.is_new { "+" } else { "~" };
        let path = folder.join(&write.path).display().to_string();
        anstream::println!("{sign} {}", messages::text::line(&path));
    }
    let new = |path: &str| plan.writes.iter().any(|one| one.path == path && one.is_new);
    for (path, updated) in &plan.implementations {
        // A new file needs no marks.
        if !new(path) {
            is_complete &= list(&folder.join(path), updated, check);
        }
    }
    for text in &plan.notes {
        note(format_args!("note: {text}"));
    }
    if is_complete {
        print(format_args!("{}: complete", folder.display()));
    }
    is_complete
}
