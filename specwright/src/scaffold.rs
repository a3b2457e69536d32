//! Adds missing methods to an implementation of the server traits.

mod all;
mod one;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use generator::Config;
use scaffold::{FindingKind, Naming, Stubs, Updated};
use spec::{Api, Budget, Loaded, Reading};

use crate::{Description, Home, Select, report};

/// Add a method for each operation that an implementation of the server traits lacks.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 done or complete, 1 something is missing, removed or changed \
                        (--check), 2 files that cannot be used, or wrong usage."
)]
pub struct Arguments {
    /// The OpenAPI description, YAML or JSON [default: that of the Cloud Marketplace Automation
    /// Service]
    #[arg(long, value_name = "FILE")]
    spec: Option<PathBuf>,
    /// An overlay (OpenAPI Overlay 1.0 or 1.1) that changes the description first; several in their order.
    #[arg(long = "overlay", value_name = "FILE")]
    overlays: Vec<PathBuf>,
    /// Multiply the default limits on the size and cost of the description by this factor, such as
    /// 4.
    #[arg(long, value_name = "TIMES", default_value_t = 1)]
    budget: u32,
    /// Parts of the description.
    #[command(flatten)]
    select: Select,
    /// Names and versions of the packages [default: codegen.yaml beside the description]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The trait to complete; by default, every trait that the files implement.
    #[arg(long = "trait", value_name = "NAME")]
    only: Option<String>,
    /// A file with implementations; several are possible.
    #[arg(long = "impl", value_name = "FILE", required_unless_present = "all")]
    files: Vec<PathBuf>,
    /// Create a server crate, or complete an earlier one.
    #[arg(long, requires = "out", conflicts_with_all = ["only", "files"])]
    all: bool,
    /// The folder of the server crate.
    #[arg(long, value_name = "FOLDER", requires = "all")]
    out: Option<PathBuf>,
    /// The folder of the generated server crate [default: rust/server in the folder of generated code]
    #[arg(long, value_name = "FOLDER", requires = "all")]
    server_crate: Option<PathBuf>,
    /// The path of the server crate in the files, such as `crate::api`, if they do not show it.
    #[arg(long, value_name = "PATH")]
    server: Option<String>,
    /// Write nothing; exit with 1 if something is missing, removed or changed.
    #[arg(long)]
    check: bool,
}

/// The input of all variants of the command.
struct Input {
    description: Description,
    api: Api,
    config: Config,
    stubs: Stubs,
    naming: Naming,
}

/// Runs the command.
///
/// # Errors
/// Returns an error if files cannot be read or written.
pub fn run(arguments: &Arguments, home: &Home) -> Result<ExitCode> {
    let Some(input) = read(arguments, home)? else {
        return Ok(ExitCode::from(2));
    };
    let is_complete = match &arguments.out {
        Some(folder) => all::run(folder, arguments, home, &input)?,
        None => one::run(arguments, &input)?,
    };
    Ok(ExitCode::from(u8::from(arguments.check && !is_complete)))
}

/// Reads the description; `None` if it cannot be used, which has been reported.
fn read(arguments: &Arguments, home: &Home) -> Result<Option<Input>> {
    let description = home.description(arguments.spec.as_deref());
    let config = description.config(arguments.config.as_deref())?;
    let Loaded {
        api,
        diagnostics,
        documents,
    } = description.load(
        Reading::within(Budget::times(arguments.budget))
            .overlays(&arguments.overlays)
            .only(&arguments.select.selection()),
    );
    report::diagnostics(&diagnostics, &documents.sources, true, home);
    let Some(api) = api else { return Ok(None) };
    arguments.select.check(&[&documents])?;
    let naming = Naming::of_package(&config.rust.server);
    let naming = match &arguments.server {
        Some(path) => naming.at_path(path).map_err(anyhow::Error::msg)?,
        None => naming,
    };
    let stubs = Stubs::new(&api, &config)?;
    Ok(Some(Input {
        description,
        api,
        config,
        stubs,
        naming,
    }))
}

/// Lists what was found in a file. Returns whether its implementations are complete and correct.
fn list(path: &Path, updated: &Updated, check: bool) -> bool {
    let path = messages::text::line(&path.display().to_string());
    for added in &updated.added {
        let operation = messages::text::line(&added.operation);
        if check {
            anstream::println!("{path}:{}: missing: `{operation}`", added.implementation);
        } else {
            anstream::println!(
                "{path}:{}: added: `{operation}`, which answers 501",
                added.place
            );
        }
    }
    for finding in &updated.findings {
        let (place, kind) = (finding.place, &finding.kind);
        let kind = messages::text::lines(&kind.to_string());
        anstream::eprintln!("{path}:{place}: {kind}");
    }
    updated.added.is_empty() && !updated.findings.iter().any(scaffold::Finding::is_mismatch)
}

/// Returns the traits that a file implements, also in macros.
fn implemented(updated: &Updated) -> impl Iterator<Item = &str> {
    let by_macros = updated.findings.iter().filter_map(|one| match &one.kind {
        FindingKind::MacroAround { implements } => Some(implements.as_str()),
        _ => None,
    });
    updated.traits.iter().map(String::as_str).chain(by_macros)
}
