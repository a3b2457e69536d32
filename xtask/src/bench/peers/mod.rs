//! `cargo xtask bench codegen --peers`: compares our generator with others on the same
//! descriptions, in one run.

mod bare;
mod check;
mod table;
mod tools;

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, Result};

pub use self::bare::{Bare, run as run_bare};
use self::table::Row;
use self::tools::PEERS;
use super::codegen::Subject;
use super::measured::{self, Cost};
use super::outputs;
use crate::project;

/// Our measured outputs: the name in the table, the contents, and the targets.
const OURS: &[(&str, &str, &[&str])] = &[
    ("ours, Rust", "types, client, server", &["--target", "rust"]),
    ("ours, everything", "six targets", &[]),
];

/// Measures and prints.
///
/// # Errors
/// Returns an error if nothing can be written, or a run of our generator fails.
pub fn run(subjects: &[Subject], runs: usize, with_check: bool) -> Result<ExitCode> {
    let made = outputs::folder().context("cannot make a temporary folder")?;
    let mut brought = Vec::new();
    for peer in PEERS {
        match peer.bring() {
            Ok(()) => brought.push(*peer),
            Err(error) => anstream::eprintln!("{}: LEFT OUT, {error}", peer.name),
        }
    }
    for subject in subjects {
        let spec = subject
            .path
            .canonicalize()
            .context("cannot find the description")?;
        let folder = made.path().join(subject.name.replace(['/', ' '], "-"));
        empty(&folder)?;
        let mut rows = Vec::new();
        for (index, (name, makes, targets)) in OURS.iter().enumerate() {
            let out = folder.join(format!("ours-{index}"));
            let cost = measure(runs, &ours(&spec, &out, targets)?, &out);
            rows.push(Row::new(name, makes, cost, &out));
        }
        let made = folder.join("ours-0");
        let bare = measured::median(runs, || bare::measure(&spec, &made, &folder.join("bare")));
        rows.push(Row::new(
            "reading and writing alone",
            "the same files",
            bare,
            &made,
        ));
        for peer in &brought {
            let out = folder.join(peer.name.replace(' ', "-"));
            let cost = measure(runs, &peer.command(&spec, &out), &out);
            rows.push(Row::new(peer.name, peer.makes, cost, &out));
        }
        table::print(&subject.name, &rows);
        if with_check {
            check::run(&spec, &folder, &brought, runs)?;
        }
    }
    anstream::println!(
        "\nMedians of {} runs, each in a separate process into an empty folder. `x` is the wall time \
         beside that of {}.",
        runs.max(1),
        PEERS[0].name
    );
    Ok(ExitCode::SUCCESS)
}

fn ours(spec: &Path, out: &Path, targets: &[&str]) -> Result<Vec<String>> {
    let program = project::this_program().context("cannot find this program")?;
    let paths = |path: &Path| path.display().to_string();
    let mut command = vec![paths(&program), "codegen".into(), "--quiet".into()];
    command.extend(["--spec".into(), paths(spec), "--out".into(), paths(out)]);
    command.extend(targets.iter().map(|word| (*word).to_owned()));
    Ok(command)
}

/// Runs a generator, into an empty folder each time.
fn measure(runs: usize, command: &[String], out: &Path) -> Result<Cost> {
    measured::median(runs, || {
        empty(out)?;
        measured::once(command, &project::root())
    })
}

/// Creates an empty folder.
fn empty(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => fs::create_dir_all(folder),
    }
    .with_context(|| format!("cannot make {} empty", folder.display()))
}

/// Returns the files below a folder, in the order of their paths.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut waiting = vec![folder.to_owned()];
    let mut files = Vec::new();
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => waiting.push(entry.path()),
                Ok(kind) if kind.is_file() => files.push(entry.path()),
                _ => {}
            }
        }
    }
    files.sort();
    files
}
