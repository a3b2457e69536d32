//! `cargo xtask corpus --clients`: the generated clients call every operation of real descriptions, and
//! third-party validators check whether each request conforms to its description.
//!
//! A client sends its requests over a socket to `acceptance/clients/validators/proxy.py`, which passes them
//! to a mock (Prism) and to a validator (openapi-core), and returns the responses of the mock. Clients
//! must decode exactly what the mock has sent.

mod confirmed;
mod drivers;
mod outcome;
mod plan;
mod same;
mod seen;
pub mod showcase;
mod table;
mod validators;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, Result};

use self::confirmed::Confirmed;
use self::drivers::DRIVERS;
use self::outcome::Problem;
use self::plan::Plan;
use self::validators::Validators;
use super::documents::Document;
use super::languages::{Language, Tools};
use super::{Folders, Row};
use crate::programs::{self, CLIENT_CALLS};
use crate::project;

pub(super) use self::table::Format;

/// The documents that are called by default: of both versions, with every style, location and media
/// type that clients write.
pub(super) const DOCUMENTS: &[&str] = &[
    "discriminators",
    "ent",
    "exoapi31",
    "keeper",
    "link-example",
    "museum31",
    "parameters-style",
    "petstore-expanded",
    "placekit31",
    "schema-types",
    "swagger-petstore",
    "twilio-content",
    "uspto",
    "webscraping31",
];

/// The documents that every test run calls.
pub(super) const CI: &[&str] = &["webscraping31"];

/// The default seed of calls, with which the confirmed errors were seen.
pub(super) const SEED: u64 = 1;

/// The settings of a run.
pub(super) struct Calling<'a> {
    pub(super) languages: &'a [&'static Language],
    pub(super) folders: &'a Folders,
    pub(super) seed: u64,
    /// The time limit for one language and document.
    pub(super) limit: Duration,
    pub(super) format: Format,
    pub(super) details: bool,
}

/// A document and its results.
pub(super) struct Called {
    document: String,
    operations: usize,
    /// How many operations were called.
    reached: usize,
    calls: usize,
    requests: usize,
    answers: outcome::Answers,
    problems: Vec<Problem>,
    confirmed: usize,
}

/// Makes the clients of all documents call their operations.
///
/// # Errors
/// Returns an error if a program is missing, or a driver does not build.
pub(super) fn run(rows: &[Row], calling: &Calling<'_>) -> Result<ExitCode> {
    let tools = project::root().join("target/sdk/validators");
    anyhow::ensure!(
        tools.join("venv/requirements.txt").exists(),
        "the validators are not installed; `sh acceptance/clients/validators/tools.sh` installs them"
    );
    programs::build(&[CLIENT_CALLS])?;
    let mut confirmed = Confirmed::read()?;
    let mut all = Vec::new();
    for row in rows {
        let called = document(&row.document, calling, &tools, &mut confirmed)
            .with_context(|| format!("in {}", row.document.name))?;
        anstream::eprintln!("{}: {} requests", called.document, called.requests);
        all.push(called);
    }
    let is_driven = |driver: &drivers::Driver| {
        let mut languages = calling.languages.iter();
        languages.any(|language| language.target == driver.target)
    };
    let is_complete = DRIVERS.iter().all(is_driven) && calling.seed == SEED;
    let names: Vec<_> = all.iter().map(|one| one.document.as_str()).collect();
    let unused = if is_complete {
        confirmed.unused(&names)
    } else {
        Vec::new()
    };
    anstream::println!("{}", table::text(&all, calling.format));
    anstream::print!("{}", table::problems(&all, calling.details));
    for line in &unused {
        anstream::println!("{}: no longer happens: {line}", confirmed::FILE);
    }
    let is_clean = unused.is_empty() && all.iter().all(|one| one.problems.is_empty());
    Ok(ExitCode::from(u8::from(!is_clean)))
}

fn document(
    document: &Document,
    calling: &Calling<'_>,
    tools: &Path,
    confirmed: &mut Confirmed,
) -> Result<Called> {
    let package = calling.folders.of(document);
    let folder = package.join("clients");
    if folder.is_dir() {
        fs::remove_dir_all(&folder).context("cannot clear the last run")?;
    }
    fs::create_dir_all(&folder).context("cannot make a folder")?;
    let plan = Plan::make(document, &folder, calling.seed)?;
    let validators = Validators::start(tools, &folder, &plan)?;
    let mut outcomes = Vec::new();
    for language in calling.languages {
        let driver = DRIVERS
            .iter()
            .find(|driver| driver.target == language.target);
        let Some(driver) = driver else {
            anstream::eprintln!("{}: {} has no driver yet", document.name, language.title);
            continue;
        };
        let place = drivers::Place {
            generated: package.join("generated"),
            folder: folder.clone(),
            document,
            shared: calling.folders.shared(),
            tools: &Tools::new(),
        };
        let outcome = driver.run(&place, &plan, &validators.address, calling.limit)?;
        outcomes.push((language.target.name(), outcome));
    }
    drop(validators);
    let record =
        fs::read_to_string(folder.join(validators::RECORD)).context("there is no record")?;
    let found = outcome::evaluate(&plan, &record, &outcomes)?;
    let name = &document.name;
    let (known, problems): (Vec<_>, Vec<_>) = found
        .problems
        .into_iter()
        .partition(|problem| confirmed.has(name, problem));
    Ok(Called {
        document: name.clone(),
        operations: plan.operations,
        reached: plan.called(),
        calls: plan.calls.len(),
        requests: found.requests,
        answers: found.answers,
        problems,
        confirmed: known.len(),
    })
}

/// Returns the file of the outcomes in a language.
fn outcomes_of(folder: &Path, language: &str) -> PathBuf {
    folder.join(format!("{language}.outcomes"))
}
