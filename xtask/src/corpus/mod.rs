//! `cargo xtask corpus`: generates code from real descriptions, and compiles it.

mod clients;
mod compile;
mod documents;
mod generate;
pub(crate) mod languages;
mod mocked;
mod part;
pub(crate) mod process;
mod running;
mod table;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use clap::Args;

use self::clients::Calling;
use self::compile::Compilers;
use self::documents::Document;
use self::generate::Generated;
use self::languages::{LANGUAGES, Language, Tools, Verdict};
use self::mocked::Mocked;
use self::part::Part;
use crate::project;

pub use self::clients::showcase;
pub use self::generate::{Single, run_single};

/// Generate everything from many real descriptions, and compile it.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 all is generated and compiles, 1 not all, 2 wrong usage.\n\n\
                        What is generated, and what compilers say, is in target/corpus/<document>.\n\n\
                        Examples:\n  \
                        cargo xtask corpus\n  \
                        cargo xtask corpus ~/descriptions --language rust,java\n  \
                        cargo xtask corpus --only github,stripe --no-compile --details\n  \
                        cargo xtask corpus --no-compile --mock\n  \
                        cargo xtask corpus --clients --only museum31"
)]
pub struct Arguments {
    /// A folder of descriptions, where a folder inside it is one description with several files
    /// [default: ../shared/corpus next to the project, or else the golden cases]
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Only documents whose name contains one of these.
    #[arg(long, value_name = "WORD", value_delimiter = ',')]
    only: Vec<String>,
    /// Only a predefined part of ../shared/corpus.
    #[arg(long, value_name = "PART", conflicts_with_all = ["only", "folder"])]
    part: Option<Part>,
    /// Compile only these [default: all whose tools are installed]
    #[arg(long, value_name = "LANGUAGE", value_delimiter = ',', value_parser = parse_language)]
    language: Vec<&'static str>,
    /// Generate, and compile nothing.
    #[arg(long, conflicts_with = "language")]
    no_compile: bool,
    /// Also mock each document, and check the mock with the conformance harness.
    #[arg(long)]
    mock: bool,
    /// Let the generated clients call every operation, and third-party validators check what they send;
    /// nothing else is compiled [default documents: those of docs/clients.md].
    #[arg(long, conflicts_with_all = ["mock", "no_compile", "json", "strict_constructs"])]
    clients: bool,
    /// The seed for the values of calls.
    #[arg(long, value_name = "NUMBER", requires = "clients", default_value_t = clients::SEED)]
    seed: u64,
    /// The format of the `--clients` table.
    #[arg(long, value_enum, requires = "clients", default_value_t)]
    format: clients::Format,
    /// Treat constructs that a target does not support as errors.
    #[arg(long)]
    strict_constructs: bool,
    /// Show each construct that is left out, with its place.
    #[arg(long)]
    details: bool,
    /// How many compilers run at a time [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    jobs: Option<u8>,
    /// How long one document may take to be generated, or to be compiled in one language, in
    /// seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    time_limit: u64,
    /// Also write the table as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

fn parse_language(name: &str) -> Result<&'static str, String> {
    let mut names = LANGUAGES.iter().map(|language| language.target.name());
    let known: Vec<_> = names.clone().collect();
    let found = names.find(|known| *known == name);
    found.ok_or_else(|| format!("not a language; there are: {}", known.join(", ")))
}

/// A document and its results.
struct Row {
    document: Document,
    generated: Generated,
    /// One for each compiled language.
    verdicts: Vec<Verdict>,
    /// The result of checking a mock of it, if requested.
    mocked: Option<Mocked>,
}

/// The folders of a run.
struct Folders {
    root: PathBuf,
}

impl Folders {
    fn new() -> Self {
        let root = project::root().join("target/corpus");
        Self { root }
    }

    /// Returns the folder of a document.
    fn of(&self, document: &Document) -> PathBuf {
        self.root.join(&document.name)
    }

    /// Returns the path of a language's log, as short as possible.
    fn shown(&self, document: &Document, language: &str) -> PathBuf {
        let log = self.of(document).join(format!("{language}.log"));
        let here = std::env::current_dir().unwrap_or_default();
        log.strip_prefix(&here).map_or(log.clone(), PathBuf::from)
    }

    /// Returns the folder that compilers share between documents; no document's name has a leading
    /// dot.
    fn shared(&self) -> PathBuf {
        self.root.join(".shared")
    }
}

/// Runs the command.
///
/// # Errors
/// Returns an error if the folder does not exist or has no description, or a program cannot be
/// started.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let start = Instant::now();
    if let Some(file) = &arguments.json {
        files::check_file(file, table::is_data)?;
    }
    let documents = documents(arguments)?;
    let (languages, notes) = languages(arguments);
    let folders = Folders::new();
    let limit = Duration::from_secs(arguments.time_limit);
    let mut rows = generate(documents, &folders, arguments.strict_constructs, limit)?;
    if arguments.clients {
        let calling = Calling {
            languages: &languages,
            folders: &folders,
            seed: arguments.seed,
            limit,
            format: arguments.format,
            details: arguments.details,
        };
        return clients::run(&rows, &calling);
    }
    let jobs = arguments.jobs.map_or_else(cores, usize::from);
    let compilers = Compilers {
        languages: &languages,
        folders: &folders,
        limit,
        jobs,
    };
    compile::compile(&compilers, &mut rows)?;
    if arguments.mock {
        mocked::check(&mut rows, &folders, limit)?;
    }
    anstream::println!("{}", table::text(&rows, &languages));
    if arguments.details {
        anstream::println!("{}", table::details(&rows));
    }
    anstream::print!("{}", table::faults(&rows, &languages, &folders));
    for note in &notes {
        anstream::println!("{note}");
    }
    let seconds = start.elapsed().as_secs_f64();
    if let Some(file) = &arguments.json {
        let text = format!("{:#}\n", table::data(&rows, &languages, seconds));
        files::write_file(file, text.as_bytes(), table::is_data)?;
    }
    anstream::println!("{}; {seconds:.0} s", table::totals(&rows, &languages));
    let compiled = (0..languages.len()).all(|one| table::compiled(&rows, one).is_complete());
    let clean = table::clean(&rows).is_complete();
    let complete = table::generated(&rows).is_complete() && compiled && clean;
    Ok(ExitCode::from(u8::from(!complete)))
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Returns the selected documents.
fn documents(arguments: &Arguments) -> Result<Vec<Document>> {
    let folder = folder(arguments)?;
    let mut documents = documents::find(&folder)?;
    documents.retain(|document| document.is_meant(&arguments.only));
    if let Some(names) = chosen(arguments) {
        for name in names {
            let there = documents.iter().any(|document| document.name == *name);
            anyhow::ensure!(there, "{} has no document {name}", folder.display());
        }
        documents.retain(|document| names.contains(&document.name.as_str()));
    }
    if documents.is_empty() {
        let which = if arguments.only.is_empty() {
            ""
        } else {
            " of such a name"
        };
        let help = "give a folder of YAML or JSON files with an `openapi` or `swagger` field";
        bail!("{} has no description{which}; {help}", folder.display());
    }
    Ok(documents)
}

/// Returns the names of the selected documents, if they are predefined.
fn chosen(arguments: &Arguments) -> Option<&'static [&'static str]> {
    match arguments.part {
        Some(Part::Ci) if arguments.clients => Some(clients::CI),
        Some(part) => Some(part.names()),
        None if arguments.clients && arguments.only.is_empty() && arguments.folder.is_none() => {
            Some(clients::DOCUMENTS)
        }
        None => None,
    }
}

fn folder(arguments: &Arguments) -> Result<PathBuf> {
    if let Some(folder) = &arguments.folder {
        let help = "give a folder of OpenAPI descriptions";
        anyhow::ensure!(
            folder.is_dir(),
            "there is no folder {}; {help}",
            folder.display()
        );
        return Ok(folder.clone());
    }
    let corpus = project::path(CORPUS);
    if corpus.is_dir() {
        return Ok(corpus);
    }
    anyhow::ensure!(
        arguments.part.is_none(),
        "there is no folder {CORPUS} beside the project, of which a part was asked for"
    );
    let cases = project::path(CASES);
    anstream::eprintln!(
        "there is no folder {CORPUS} beside the project: the cases of {CASES} instead"
    );
    Ok(cases)
}

/// Real descriptions, if this machine has them.
pub const CORPUS: &str = "../shared/corpus";
/// Small descriptions, each with one construct.
const CASES: &str = "generator/tests/cases";

/// Returns the languages to compile, and notes about those whose tools are missing.
fn languages(arguments: &Arguments) -> (Vec<&'static Language>, Vec<String>) {
    let tools = Tools::new();
    let (mut there, mut notes) = (Vec::new(), Vec::new());
    let is_asked = |language: &Language| {
        let asked = &arguments.language;
        !arguments.no_compile && (asked.is_empty() || asked.contains(&language.target.name()))
    };
    for language in LANGUAGES.iter().filter(|language| is_asked(language)) {
        match (language.missing)(&tools) {
            None => there.push(language),
            Some(how) => notes.push(format!("{} is not compiled: {how}", language.title)),
        }
    }
    (there, notes)
}

/// Generates everything, one document after the other, so that the times can be compared.
fn generate(
    documents: Vec<Document>,
    folders: &Folders,
    strict: bool,
    limit: Duration,
) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for document in documents {
        let folder: &Path = &folders.of(&document);
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make {}", folder.display()))?;
        let generated = generate::run(&document, folder, strict, limit)?;
        let (name, targets) = (&document.name, generated.targets.len());
        anstream::eprintln!("{name}: {targets} targets, {:.1} s", generated.seconds);
        rows.push(Row {
            document,
            generated,
            verdicts: Vec::new(),
            mocked: None,
        });
    }
    Ok(rows)
}
