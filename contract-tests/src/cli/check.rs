//! The main command: checks a deployment.

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use messages::MessageFormat;
use messages::terminal::note;

use super::Exit;
use super::arguments::CheckArguments;
use super::event_lines::EventLines;
use super::progress::Progress;
use super::reach::no_credential;
use crate::certify::certify;
use crate::emit::{self, TestFolder};
use crate::explain;
use crate::replay::{self, Replay};
use conformance_core::description::Description;
use conformance_engine::credentials::Credentials;
use conformance_engine::history::History;
use conformance_engine::profile::Profile;
use conformance_engine::session::{Recorder, Session, Setup};
use conformance_engine::trace::Trace;
use conformance_report::accept;
use conformance_report::model::{Report, Verdict};
use conformance_report::{self as report, ReportFolder};

/// The exit code of a program that was interrupted: 128 and the number of the signal.
const INTERRUPTED: i32 = 130;

/// The default folder of the report.
const FOLDER: &str = "conformance-report";

/// Returns the description to check against: the one that is named, or that of this project.
pub(super) fn description(arguments: &CheckArguments) -> Result<Description> {
    let select = &arguments.select;
    let description = Description::selected(arguments.spec.as_deref(), &select.selection())?;
    select.check(&[&description.documents()])?;
    Ok(description)
}

pub(super) fn run(arguments: &CheckArguments) -> Result<Exit> {
    let description = Arc::new(description(arguments)?);
    let profile = arguments.profile(description.service())?;
    anyhow::ensure!(
        !arguments.events || matches!(arguments.message_format, MessageFormat::Json),
        "--events prints lines of JSON: it needs --message-format json"
    );
    selects_something(&description, &profile)?;
    no_credential(&description, &profile.reach)?;
    profile.known.check(&description)?;
    let named = arguments.report.as_deref().unwrap_or(Path::new(FOLDER));
    let folder = ReportFolder::new(named, &arguments.inputs())?;
    let tests = arguments.emit_tests.as_deref();
    let tests = tests.map(|named| TestFolder::new(named, &arguments.inputs()));
    let tests = tests.transpose()?;
    if let Some(path) = &arguments.history {
        History::check(path)?;
    }
    let environment = |name: &str| std::env::var(name).ok();
    let credentials = match &arguments.credentials {
        Some(path) => Credentials::from_file(path, &environment)?,
        None => Credentials::from_environment(description.service(), &environment),
    };
    let checks = conformance_checks::selected(&profile.selection, &description);
    anyhow::ensure!(
        !checks.is_empty(),
        "no check is selected; --list shows their ids"
    );
    let checks = checks.iter().map(|check| check.selected()).collect();
    let mut setup = Setup::new(description, profile, credentials, checks);
    if arguments.replay.is_none() {
        let progress = Progress::new(arguments.quiet);
        setup.observers.push(Box::new(progress));
    }
    if arguments.events {
        setup.observers.push(Box::new(EventLines));
    }
    let mut notes = Vec::new();
    let mut regressions = Vec::new();
    if let Some(folder) = &arguments.regressions {
        let found = replay::regressions(folder)?;
        if found.is_none() {
            let note = format!("there is no folder of regressions {}", folder.display());
            notes.push(note);
        }
        regressions = found.unwrap_or_default();
    }
    let read = |path: &PathBuf| History::read(path);
    setup.history = arguments.history.as_ref().map(read).transpose()?;
    let selection = arguments.select.selection();
    let read = |path: &PathBuf| Description::selected(Some(path), &selection);
    setup.baseline = arguments.baseline.as_ref().map(read).transpose()?;
    if tests.is_some() {
        setup.trace = Trace::on();
    }
    let session = setup.start()?;
    for note in notes {
        session.note(note);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start")?;
    let mut report = runtime.block_on(check(&session, &regressions, arguments))?;
    if let Some(path) = &arguments.accept {
        let today = Timestamp::now().to_zoned(TimeZone::UTC).date();
        accept::apply(&messages::accepted::read(path)?, &mut report, today);
    }
    if arguments.certify {
        certify(&mut report);
    }
    leave(&session, &report, &folder)?;
    let emitted = match &tests {
        Some(folder) => {
            let tests = emit::tests(&session, &report)?;
            let written = folder.write(&tests)?;
            Some((tests, written))
        }
        None => None,
    };
    if let (Some(history), Some(path)) = (&session.world.history, &arguments.history)
        && report.verdict != Verdict::Unreachable
    {
        session.remembered(history, Timestamp::now()).write(path)?;
    }
    let exit = Exit::from(report.verdict);
    let (format, quiet) = (arguments.message_format, arguments.quiet);
    report::lines::print(&report, named, format, quiet, exit as u8, explain::find)?;
    if let Some((tests, written)) = &emitted {
        super::emitted::print(tests, written, arguments);
    }
    Ok(exit)
}

/// Checks that each filter selects an operation, because a misspelled one would have no effect.
fn selects_something(description: &Description, profile: &Profile) -> Result<()> {
    let selection = &profile.selection;
    let flags = [
        ("--action", &profile.actions),
        ("--operation", &selection.operations),
        ("--skip-operation", &selection.skip_operations),
    ];
    for (flag, filters) in flags {
        for filter in filters {
            let mut all = description.operations();
            anyhow::ensure!(
                all.any(|(_, one)| filter.takes(one)),
                "{flag} {filter} selects no operation of the description; --list shows their ids"
            );
        }
    }
    Ok(())
}

async fn check(
    session: &Session,
    regressions: &[Replay],
    arguments: &CheckArguments,
) -> Result<Report> {
    let stopping = session.clone();
    let interrupted = tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            stopping.stop();
            anstream::eprintln!(
                "stopping: what the run has created is ended; once more to stop at once"
            );
        }
        if tokio::signal::ctrl_c().await.is_ok() {
            for one in stopping.world.guard.left_behind() {
                note(format_args!("left behind: {one}"));
            }
            std::process::exit(INTERRUPTED);
        }
    });
    let report = match &arguments.replay {
        Some(path) => {
            let finding = Replay::read(path)?;
            agree(session, &finding, arguments.yes)?;
            crate::run::replay(session, &finding).await
        }
        None => crate::run::run(session, regressions).await,
    };
    interrupted.abort();
    report
}

/// Asks whether the changing requests of a finding may be sent again, since their targets belong to
/// another run.
fn agree(session: &Session, finding: &Replay, yes: bool) -> Result<()> {
    let changing = finding.changing(session);
    if changing.is_empty() {
        return Ok(());
    }
    anstream::eprintln!("This finding was shown by requests that change something:");
    for (method, target) in &changing {
        let base = session.profile.base_url.as_str().trim_end_matches('/');
        note(format_args!("    {method} {base}{target}"));
    }
    if !yes {
        let is_terminal = std::io::stdin().is_terminal();
        anyhow::ensure!(
            is_terminal,
            "the requests above are sent again only with --yes"
        );
        anstream::eprint!("Send them again? [y/N] ");
        let mut answer = String::new();
        std::io::stdin()
            .read_line(&mut answer)
            .context("cannot read the answer")?;
        let is_yes = matches!(answer.trim().to_lowercase().as_str(), "y" | "yes");
        anyhow::ensure!(is_yes, "nothing was sent");
    }
    for (method, target) in &changing {
        session.world.guard.grant(method, target);
    }
    Ok(())
}

/// Writes the report in every format.
fn leave(session: &Session, report: &Report, folder: &ReportFolder) -> Result<()> {
    let recorder = Recorder(session);
    let samples: Vec<_> = {
        let state = session.state.lock();
        let samples = state.samples.values().flatten();
        samples.map(|exchange| recorder.record(exchange)).collect()
    };
    let mut files = report::forms(report, &samples, explain::find)?;
    let findings = report.findings.iter();
    let ids: Vec<_> = findings
        .map(|one| (one.id.clone(), one.title.clone()))
        .collect();
    files.extend(Replay::files(session, &ids)?);
    if let Some(overlay) = session.world.drift.overlay(&session.description) {
        files.push(("overlay.yaml".to_owned(), session.redactor.text(&overlay)));
    }
    folder.write(&files)?;
    Ok(())
}
