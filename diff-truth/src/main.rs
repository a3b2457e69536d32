//! Prints how well the rules of `diff` agree with sample values, compilers or running programs.
//! Exits with 1 if a break is silent, or less than 98 % of the reported ones are true.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use clap::Parser;
#[cfg(unix)]
use diff_truth::{Compilers, Draw, Programs, behavior, surface};
use diff_truth::{Pair, Report, campaign, descriptions, pair};
use files::{Change, Place};
use serde_json::Value;
use spec::diff::Policy;

/// Mutate descriptions, and check the rules of `diff` against sample values, compilers or running
/// programs.
#[derive(Debug, Parser)]
#[command(name = "diff-truth")]
struct Arguments {
    /// The total number of mutations.
    #[arg(long, default_value_t = 300, value_name = "N")]
    mutations: u64,
    /// The seed of the mutations.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Also print a table with a row for each kind of change.
    #[arg(long)]
    table: bool,
    /// Write the mutation with this number of each description to a folder, as `old.json` and
    /// `new.json`, and check nothing.
    #[arg(long, value_name = "NUMBER", requires = "into")]
    write: Option<u64>,
    /// The folder that mutations are written to.
    #[arg(long, value_name = "FOLDER")]
    into: Option<PathBuf>,
    /// Compile programs that use every public symbol of the old SDK against the new one. The folder
    /// has the tools of the languages.
    #[cfg(unix)]
    #[arg(long, value_name = "TOOLS")]
    surface: Option<PathBuf>,
    /// The maximum number of SDKs that are compiled in Rust.
    #[cfg(unix)]
    #[arg(long, value_name = "N", default_value_t = 200)]
    crates: usize,
    /// Let SDKs of each old description call a mock of the new one. The folder has the tools of the
    /// languages.
    #[cfg(unix)]
    #[arg(
        long,
        value_name = "TOOLS",
        requires = "mock",
        conflicts_with = "surface"
    )]
    behavior: Option<PathBuf>,
    /// The program of the mock.
    #[cfg(unix)]
    #[arg(long, value_name = "PROGRAM")]
    mock: Option<PathBuf>,
    /// The descriptions.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse();
    if let (Some(number), Some(folder)) = (arguments.write, &arguments.into) {
        return write(&arguments, number, folder);
    }
    let policy = Policy::on(jiff::civil::date(2027, 1, 1));
    #[cfg(unix)]
    if let Some(tools) = &arguments.surface {
        return compile(&arguments, tools, &policy);
    }
    #[cfg(unix)]
    if let (Some(tools), Some(mock)) = (&arguments.behavior, &arguments.mock) {
        let (all, draw) = drawn(&arguments)?;
        let crates = arguments.crates;
        let programs = Programs {
            tools,
            mock,
            crates,
        };
        let report = behavior(&all, draw, &policy, programs)?;
        anstream::println!("{report}");
        return Ok(ExitCode::from(u8::from(!report.is_good())));
    }
    let each = arguments.mutations.div_ceil(arguments.files.len() as u64);
    let mut report = Report::default();
    for file in &arguments.files {
        let name = file.display().to_string();
        let forms = descriptions(file).map_err(|error| anyhow!("{name}: {error}"))?;
        let each = each.div_ceil(forms.len() as u64);
        for one in &forms {
            campaign(&name, one, (each, arguments.seed), &policy, &mut report);
        }
    }
    if arguments.table {
        anstream::println!("{}", report.table());
    }
    anstream::println!("{report}");
    Ok(ExitCode::from(u8::from(!report.is_good())))
}

/// The member of a written description that says which command wrote it.
const WRITTEN_BY: &str = "x-written-by";

/// Writes a mutation of each description, for other tools. Only files of earlier runs are replaced.
fn write(arguments: &Arguments, number: u64, folder: &Path) -> Result<ExitCode> {
    let inputs: Vec<_> = arguments.files.iter().map(PathBuf::as_path).collect();
    let place = Place::new(folder, &inputs)?;
    let (folder, _) = place.create()?;
    let mut texts = Vec::new();
    for file in &arguments.files {
        let name = file.display().to_string();
        let forms = descriptions(file).map_err(|error| anyhow!("{name}: {error}"))?;
        for (form, one) in forms.iter().enumerate() {
            let Some(Pair { old, new, made }) = pair(one, arguments.seed, number) else {
                continue;
            };
            let stem = file.file_stem().unwrap_or_default().to_string_lossy();
            let below = format!("{stem}/{form}");
            for (name, mut description) in [("old.json", old), ("new.json", new)] {
                description[WRITTEN_BY] = "diff-truth --write".into();
                texts.push((format!("{below}/{name}"), format!("{description:#}\n")));
            }
            anstream::println!("{}: {}", folder.path(&below).display(), made.join(" and "));
        }
    }
    let mut changes = Vec::new();
    for (path, text) in &texts {
        changes.push(match folder.read(path)? {
            None => Change::Create(path, text),
            Some(there) if is_own(&there) => Change::Replace(path, text),
            Some(_) => return Err(files::Error::not_ours(folder.path(path)).into()),
        });
    }
    folder.commit(&changes)?;
    Ok(ExitCode::SUCCESS)
}

/// Returns whether a file was written by an earlier run.
fn is_own(text: &[u8]) -> bool {
    let value = serde_json::from_slice::<Value>(text).unwrap_or_default();
    value.get(WRITTEN_BY).is_some()
}

/// Reads the descriptions, and shares the mutations among them.
#[cfg(unix)]
fn drawn(arguments: &Arguments) -> Result<(Vec<(String, Value)>, Draw)> {
    let mut all = Vec::new();
    for file in &arguments.files {
        let name = file.display().to_string();
        let forms = descriptions(file).map_err(|error| anyhow!("{name}: {error}"))?;
        all.extend(forms.into_iter().map(|one| (name.clone(), one)));
    }
    let draw = Draw {
        mutations: arguments.mutations.div_ceil(all.len() as u64),
        seed: arguments.seed,
    };
    Ok((all, draw))
}

/// Checks the rules against compilers.
#[cfg(unix)]
fn compile(arguments: &Arguments, tools: &Path, policy: &Policy) -> Result<ExitCode> {
    let (all, draw) = drawn(arguments)?;
    let folder = tools.join("surface");
    let compilers = Compilers {
        tools,
        folder: &folder,
        crates: arguments.crates,
    };
    let report = surface(&all, draw, policy, compilers)?;
    anstream::println!("{report}");
    Ok(ExitCode::from(u8::from(!report.is_good())))
}
