//! `cargo xtask reference`: the pages of `docs/reference/` and the schemas of `docs/schemas/`.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result, ensure};
use clap::Args;

use crate::programs::{self, CONFORMANCE};
use crate::{project, schemas};

/// Write the reference (`docs/reference/`) and the JSON Schemas (`docs/schemas/`).
#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 written or current, 1 stale (--check).")]
pub struct Arguments {
    /// Write nothing; exit with 1 if a file is stale.
    #[arg(long)]
    check: bool,
}

/// The page that links to the others.
const INDEX: &str = "\
# Reference

What the ids in messages and reports mean, each with the sentence of the standard or of the
interface that it comes from, an example and what to do. `specwright explain ID`,
`conformance explain ID` and, in a clone, `cargo xtask explain ID` print the same texts.

- [Diagnostics](diagnostics.md): what is wrong with a description.
- Changes, and whether they break callers: of [operations, security and the API as a
  whole](changes-api.md), [parameters](changes-parameters.md), [request
  bodies](changes-request-bodies.md) and [their properties](changes-request-properties.md),
  [responses and their properties](changes-responses.md), [response
  bodies](changes-response-bodies.md) and [response headers](changes-response-headers.md).
- [Checks](checks.md): what a deployment does wrong.

`cargo xtask reference` writes these pages from the programs, and
[the JSON Schemas](../schemas/README.md) from the types.
";

/// Runs the command.
///
/// # Errors
/// Returns an error if a program cannot be built, or a file cannot be written.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let mut files = files()?;
    files.push(("docs/reference/checks.md".to_owned(), checks()?));
    let mut stale = 0_usize;
    for (path, text) in &files {
        let full = project::root().join(path);
        if fs::read_to_string(&full).is_ok_and(|there| there == *text) {
            continue;
        }
        stale += 1;
        anstream::println!("{} {path}", if arguments.check { "stale:" } else { "~" });
        if !arguments.check {
            write(&full, text)?;
        }
    }
    if arguments.check && stale > 0 {
        anstream::eprintln!("run `cargo xtask reference`");
        return Ok(ExitCode::from(1));
    }
    Ok(ExitCode::SUCCESS)
}

fn write(path: &Path, text: &str) -> Result<()> {
    let shown = path.display();
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
    }
    fs::write(path, text).with_context(|| format!("cannot write {shown}"))
}

/// Returns the files that are generated without building anything.
fn files() -> Result<Vec<(String, String)>> {
    let pages = specwright::explain::pages();
    let pages = pages.into_iter();
    let pages = pages.map(|(name, text)| (format!("docs/reference/{name}"), text));
    let schemas = schemas::all(&project::root())?.into_iter();
    let schemas = schemas.map(|(name, text)| (format!("docs/schemas/{name}"), text));
    let index = ("docs/reference/README.md".to_owned(), INDEX.to_owned());
    Ok([index].into_iter().chain(pages).chain(schemas).collect())
}

/// Returns the page about checks, which the harness prints.
fn checks() -> Result<String> {
    programs::build(&[CONFORMANCE])?;
    let output = Command::new(CONFORMANCE.path())
        .args(["explain", "--page"])
        .output()
        .context("cannot start the harness")?;
    ensure!(output.status.success(), "the harness explains nothing");
    String::from_utf8(output.stdout).context("the page is not UTF-8")
}

#[cfg(test)]
mod tests {
    use super::{files, project};

    #[test]
    fn the_reference_and_the_schemas_are_current() {
        for (path, text) in files().expect("all have a schema") {
            let there = std::fs::read_to_string(project::root().join(&path));
            let is_current = there.is_ok_and(|there| there == text);
            assert!(is_current, "{path} is stale: run `cargo xtask reference`");
        }
    }
}
