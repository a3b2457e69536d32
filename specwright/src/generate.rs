//! Generates code, or checks that generated code is current.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use generator::output::{self, Change, Changes, Edited, Output};
use generator::{Config, FileTree, GenerateError, Target, publish};
use messages::terminal::note;
use messages::text::line;
use messages::{MessageFormat, relative};
use spec::diff::Users;
use spec::{Api, Budget, Code, Diagnostics, Loaded, Reading, Unit};

use crate::message::{FileChange, FileLine, Line, Reporter};
use crate::release::{Last, Version};
use crate::{Description, Home, Select, diff, report};

/// Generate code from a description.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit codes: 0 done or current, 1 stale (--check), 2 a description that \
                        cannot be used, or wrong usage."
)]
pub struct Arguments {
    /// The OpenAPI description, YAML or JSON [default: that of the Cloud Marketplace Automation
    /// Service]
    #[arg(long, value_name = "FILE")]
    pub spec: Option<PathBuf>,
    /// An overlay (OpenAPI Overlay 1.0 or 1.1) that changes the description first; several in their order.
    #[arg(long = "overlay", value_name = "FILE")]
    pub overlays: Vec<PathBuf>,
    /// Multiply the default limits on the size and cost of the description by this factor, such as
    /// 4.
    #[arg(long, value_name = "TIMES", default_value_t = 1)]
    pub budget: u32,
    /// Parts of the description.
    #[command(flatten)]
    pub select: Select,
    /// Names and versions of the packages [default: codegen.yaml next to the description]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// What to generate; everything by default.
    #[arg(long = "target", value_name = "TARGET", value_parser = parse_target)]
    pub targets: Vec<Target>,
    /// Where to write [default: generated]
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Write nothing; show what is stale, and exit with 1 if anything is.
    #[arg(long)]
    pub check: bool,
    /// With `--check`: show also what keeps the packages from being published, such as a missing
    /// `package.repository`, and exit with 1 if anything does.
    #[arg(long)]
    pub publish: bool,
    /// With `--check`: the description of the last release, in the forms of `diff` (a file,
    /// `git:REVISION:PATH`, or `-`). The version of the packages must be high enough for the
    /// changes since then.
    #[arg(long, value_name = "OLD", requires = "released")]
    pub since: Option<PathBuf>,
    /// The version of the packages in the last release.
    #[arg(long, value_name = "VERSION", requires = "since")]
    pub released: Option<Version>,
    /// Write nothing; list what would change.
    #[arg(long, conflicts_with = "check")]
    pub dry_run: bool,
    /// Overwrite generated files that were edited. Without this flag, they are reported and nothing
    /// is written (`cargo xtask codegen` without --out always overwrites them).
    #[arg(long)]
    pub overwrite_edited: bool,
    /// Treat constructs that a target does not support, and parts that are left out because of an
    /// error, as errors.
    #[arg(long)]
    pub strict_constructs: bool,
    /// How diagnostics and stale files are reported. Except for `human`, standard output is for
    /// machines, and notes for people go to standard error.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub message_format: MessageFormat,
    /// Show nothing but errors.
    #[arg(long, short)]
    pub quiet: bool,
}

impl Arguments {
    /// Returns arguments that generate everything from the description of this project.
    pub fn defaults() -> Self {
        Self {
            spec: None,
            overlays: Vec::new(),
            budget: 1,
            select: Select::default(),
            config: None,
            targets: Vec::new(),
            out: None,
            check: false,
            publish: false,
            since: None,
            released: None,
            dry_run: false,
            overwrite_edited: false,
            strict_constructs: false,
            message_format: MessageFormat::Human,
            quiet: false,
        }
    }

    /// Returns the same arguments with `--check`.
    #[must_use]
    pub fn checked(self) -> Self {
        Self {
            check: true,
            dry_run: false,
            ..self
        }
    }
}

impl Arguments {
    /// Returns the files that the run reads: output is not written into their folders.
    fn inputs<'a>(&'a self, description: &'a Description) -> Vec<&'a Path> {
        let others = self.overlays.iter().chain(&self.config);
        let others = others.map(PathBuf::as_path);
        description.file().into_iter().chain(others).collect()
    }

    const fn edited(&self, home: &Home) -> Edited {
        if self.overwrite_edited || (home.overwrites_edited && self.out.is_none()) {
            Edited::Overwrite
        } else {
            Edited::Keep
        }
    }
}

fn parse_target(name: &str) -> Result<Target, String> {
    let known = || {
        let names: Vec<_> = Target::ALL.iter().map(|target| target.name()).collect();
        format!("not a target; there are: {}", names.join(", "))
    };
    let mut targets = Target::ALL.iter();
    targets
        .find(|target| target.name() == name)
        .copied()
        .ok_or_else(known)
}

/// The results of generation from one description.
pub struct Generated {
    /// The model.
    pub api: Api,
    /// The files.
    pub tree: FileTree,
    /// The diagnostics about the description.
    diagnostics: Diagnostics,
    /// The settings.
    config: Config,
}

/// Runs the command.
///
/// # Errors
/// Returns an error if files cannot be read or written.
pub fn run(arguments: &Arguments, home: &Home) -> Result<ExitCode> {
    let command = if arguments.check { "check" } else { "generate" };
    let mut reporter = Reporter::new(arguments.message_format, command, home);
    let outcome = work(arguments, home, &mut reporter);
    reporter.end(outcome)
}

/// Runs the command; returns its exit code.
fn work(arguments: &Arguments, home: &Home, reporter: &mut Reporter<'_>) -> Result<u8> {
    let description = home.description(arguments.spec.as_deref());
    let folder = arguments.out.clone();
    let folder = folder.unwrap_or_else(|| home.output.clone());
    let targets = match arguments.targets.as_slice() {
        [] => Target::ALL,
        some => some,
    };
    let output = Output::new(&folder, &arguments.inputs(&description))?;
    let Some(generated) = generate(&description, arguments, targets, reporter)? else {
        return Ok(2);
    };
    let folders: Vec<_> = targets.iter().map(|target| target.folder()).collect();
    let only_looks = arguments.check || arguments.dry_run;
    anyhow::ensure!(
        arguments.check || arguments.since.is_none(),
        "`--since` is for `--check`"
    );
    anyhow::ensure!(
        arguments.check || !arguments.publish,
        "`--publish` is for `--check`"
    );
    if !only_looks {
        output.recover()?;
    }
    let changes = output.changes(&generated.tree, &folders)?;
    if !only_looks {
        output.apply(&changes, arguments.edited(home))?;
    }
    for line in lines(&changes, &folder, !only_looks) {
        reporter.push(line);
    }
    let code = if arguments.check {
        let code = check(&changes, &folder, home, reporter);
        let code = code.max(check_publish(arguments, &generated.config, targets));
        code.max(check_version(
            arguments,
            &description,
            &generated,
            users(targets),
            reporter,
        )?)
    } else {
        list(&changes, &folder, arguments, reporter);
        0
    };
    if !arguments.quiet {
        summarize(&generated, targets, reporter);
    }
    Ok(code)
}

/// Reads and generates; `None` if the description cannot be used, which has been reported.
fn generate(
    description: &Description,
    arguments: &Arguments,
    targets: &[Target],
    reporter: &mut Reporter<'_>,
) -> Result<Option<Generated>> {
    let config = description.config(arguments.config.as_deref())?;
    let Loaded {
        api,
        mut diagnostics,
        mut documents,
    } = description.load(
        Reading::within(Budget::times(arguments.budget))
            .overlays(&arguments.overlays)
            .only(&arguments.select.selection()),
    );
    arguments.select.check(&[&documents])?;
    // In a part of the description, the settings for all of it may match nothing.
    if let Some(api) = &api
        && arguments.select.selection().is_everything()
    {
        let checked = config.check_patterns(&documents);
        let checked = checked.and_then(|()| config.check_globals(api));
        checked.map_err(|error| anyhow::Error::msg(line(&error)))?;
    }
    let mut generated = None;
    let whole = documents.main().map(|root| root.span);
    documents.free_trees();
    if let Some(mut api) = api {
        // Only a comparison needs the schemas as they were written.
        if arguments.since.is_none() {
            api.free_written();
        }
        let read = diagnostics.clone();
        let most = documents.budget().limit(Unit::Output);
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        match generator::generate_within(most, &api, &config, targets, &mut diagnostics) {
            Ok(tree) => {
                generated = Some(Generated {
                    api,
                    tree,
                    diagnostics: read,
                    config,
                });
            }
            Err(GenerateError::TooLarge) => {
                let exceeded = documents.budget().exceeded(Unit::Output);
                if let Some(whole) = whole {
                    diagnostics.push(exceeded.at(whole));
                }
            }
            Err(error) => return Err(error.into()),
        }
    }
    let mut refused = false;
    if arguments.strict_constructs {
        for lack in [Code::UnsupportedConstruct, Code::LeftOut] {
            refused |= diagnostics.has(lack);
            diagnostics.refuse(lack);
        }
    }
    reporter.diagnostics(&diagnostics, &documents.sources, arguments.quiet);
    Ok(generated.filter(|_| !refused))
}

/// Returns the differences between the description and the folder, for machines.
fn lines<'c>(
    changes: &'c Changes<'c>,
    folder: &'c Path,
    done: bool,
) -> impl Iterator<Item = Line> + 'c {
    changes.list.iter().map(move |change| {
        let kind = match change {
            Change::Create { .. } => FileChange::Create,
            Change::Update { .. } => FileChange::Update,
            Change::Remove { .. } => FileChange::Remove,
        };
        let path = change.path();
        let file = folder.join(path);
        Line::File(FileLine {
            file: relative(&file.to_string_lossy()),
            change: kind,
            done,
            edited: changes.edited.contains(path),
        })
    })
}

fn check(changes: &Changes<'_>, folder: &Path, home: &Home, reporter: &Reporter<'_>) -> u8 {
    if changes.is_empty() {
        let (folder, files) = (folder.display(), changes.unchanged);
        reporter.note(format_args!("{folder} is current: {files} files"));
        return 0;
    }
    if reporter.is_human() {
        for change in &changes.list {
            anstream::print!("{}", messages::text::lines(&output::unified(change)));
        }
    }
    for path in &changes.edited {
        let path = line(path);
        note(format_args!(
            "{path} was edited after it had been generated"
        ));
    }
    let stale = report::plural(changes.list.len(), "file");
    note(format_args!(
        "{}: {stale} out of date; run `{} {}`",
        folder.display(),
        home.command,
        home.generate
    ));
    1
}

/// Shows what keeps the packages from being published.
fn check_publish(arguments: &Arguments, config: &Config, targets: &[Target]) -> u8 {
    if !arguments.publish {
        return 0;
    }
    let lacks = publish::lacks(config, targets);
    for lack in &lacks {
        note(line(lack));
    }
    u8::from(!lacks.is_empty())
}

/// Returns whose programs the version is for. All packages have one version, and those in Rust include
/// types and server stubs.
fn users(targets: &[Target]) -> Users {
    if targets.contains(&Target::Rust) {
        Users::Servers
    } else {
        Users::Clients
    }
}

/// Checks that the version of the packages is high enough for the changes since the last release.
fn check_version(
    arguments: &Arguments,
    description: &Description,
    generated: &Generated,
    users: Users,
    reporter: &mut Reporter<'_>,
) -> Result<u8> {
    let (Some(old), Some(version)) = (&arguments.since, arguments.released) else {
        return Ok(0);
    };
    let budget = Budget::times(arguments.budget);
    let most = budget.limit(Unit::Bytes);
    let reading = Reading::within(budget)
        .overlays(&arguments.overlays)
        .only(&arguments.select.selection());
    let new = (description.file(), &generated.api, &generated.diagnostics);
    let Some(changes) = diff::since(old, (reading, most), new, reporter)? else {
        return Ok(2);
    };
    let last = Last {
        description: old,
        version,
        users,
    };
    let fault = last.fault(&generated.config.package.version, &changes)?;
    if let Some(fault) = &fault {
        note(fault);
    }
    Ok(u8::from(fault.is_some()))
}

fn list(changes: &Changes<'_>, folder: &Path, arguments: &Arguments, reporter: &Reporter<'_>) {
    const SHOWN: usize = 20;
    if arguments.quiet {
        return;
    }
    for change in changes.list.iter().take(SHOWN) {
        let (sign, path) = match change {
            Change::Create { path, .. } => ("+", path),
            Change::Update { path, .. } => ("~", path),
            Change::Remove { path } => ("-", path),
        };
        reporter.note(format_args!("{sign} {path}"));
    }
    for path in changes.edited.iter().take(SHOWN) {
        reporter.note(format_args!("  {path} had been edited"));
    }
    if changes.list.len() > SHOWN {
        let more = changes.list.len() - SHOWN;
        reporter.note(format_args!("… and {more} more"));
    }
    let verb = if arguments.dry_run {
        "to change"
    } else {
        "changed"
    };
    let (changed, unchanged) = (changes.list.len(), changes.unchanged);
    let folder = folder.display();
    reporter.note(format_args!(
        "{folder}: {changed} {verb}, {unchanged} as they were"
    ));
}

/// Prints how much was generated, in relation to the description, so that a lost construct is
/// noticed.
fn summarize(generated: &Generated, targets: &[Target], reporter: &Reporter<'_>) {
    let api = &generated.api;
    let parameters = api
        .operations
        .iter()
        .map(|o| o.parameters.len())
        .sum::<usize>();
    let bodies = api.operations.iter().filter(|o| o.body.is_some()).count();
    let responses = api
        .operations
        .iter()
        .map(|o| o.responses.len())
        .sum::<usize>();
    let schemas = api
        .schemas
        .iter()
        .filter(|schema| schema.name.is_some())
        .count();
    let found = &api.found;
    reporter.note(format_args!(
        "made {}/{} operations, {parameters}/{} parameters, {bodies}/{} bodies, \
         {responses}/{} responses, {}/{} schemas",
        api.operations.len(),
        found.operations,
        found.parameters,
        found.bodies,
        found.responses,
        schemas.min(found.schemas),
        found.schemas,
    ));
    for target in targets {
        if let Some(summary) = target.summary(api, &generated.config, &generated.tree) {
            reporter.note(format_args!("{}: {summary}", target.name()));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use messages::MessageFormat;

    use super::{Arguments, Target, generate};
    use crate::message::Reporter;
    use crate::{Description, Home};

    fn home(description: &Description) -> Home {
        Home {
            command: "specwright",
            generate: "generate",
            description: description.clone(),
            output: "generated".into(),
            overwrites_edited: false,
        }
    }

    #[test]
    fn constructs_left_out_are_errors_where_that_is_asked_for() {
        let cases = [("prefix-items", true), ("type-arrays", false)];
        for (case, leaves_out) in cases {
            let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../generator/tests/cases");
            let description = Description::File(cases.join(case).join("openapi.yaml"));
            for strict_constructs in [false, true] {
                let arguments = Arguments {
                    strict_constructs,
                    quiet: true,
                    ..Arguments::defaults()
                };
                let home = home(&description);
                let mut reporter = Reporter::new(MessageFormat::Json, "generate", &home);
                let made = generate(&description, &arguments, &[Target::Rust], &mut reporter);
                let made = made.expect("it runs");
                assert_eq!(made.is_none(), strict_constructs && leaves_out, "{case}");
            }
        }
    }
}
