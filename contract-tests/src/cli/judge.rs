//! Judging a deployment.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result};
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::Exit;
use super::arguments::Judge;
use super::progress::Progress;
use crate::accept::Accepted;
use crate::certify::certify;
use crate::checks;
use crate::credentials::Credentials;
use crate::description::Description;
use crate::history::History;
use crate::replay::{self, Replay};
use crate::report;
use crate::report::model::{Report, Verdict};
use crate::session::{Recorder, Session};

/// Where the report goes where nothing is said.
const FOLDER: &str = "conformance-report";

/// The description that a deployment is judged by: the one that is named, or that of this project.
pub(super) fn description(arguments: &Judge) -> Result<Description> {
    match &arguments.spec {
        Some(path) => Description::read(path),
        None => Description::embedded(),
    }
}

pub(super) fn run(arguments: &Judge) -> Result<Exit> {
    let profile = arguments.profile()?;
    let description = Arc::new(description(arguments)?);
    let environment = |name: &str| std::env::var(name).ok();
    let credentials = match &arguments.credentials {
        Some(path) => Credentials::from_file(path, &environment)?,
        None => Credentials::from_environment(&environment),
    };
    let checks = checks::selected(&profile.selection);
    anyhow::ensure!(
        !checks.is_empty(),
        "no check is selected; --list shows their ids"
    );
    let mut session = Session::new(description, profile, credentials, checks)?;
    if let Some(folder) = &arguments.regressions {
        let regressions = replay::regressions(folder)?;
        if regressions.is_none() {
            let note = format!("there is no folder of regressions {}", folder.display());
            session.gathered.lock().notes.insert(note);
        }
        session.regressions = regressions.unwrap_or_default();
    }
    let read = |path: &PathBuf| History::read(path);
    session.history = arguments.history.as_ref().map(read).transpose()?;
    let read = |path: &PathBuf| Description::read(path);
    session.baseline = arguments.baseline.as_ref().map(read).transpose()?;
    let session = Arc::new(session);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start")?;
    let mut report = runtime.block_on(judge(&session, arguments))?;
    if let Some(path) = &arguments.accept {
        let today = Timestamp::now().to_zoned(TimeZone::UTC).date();
        Accepted::read(path)?.apply(&mut report, today);
    }
    if arguments.certify {
        certify(&mut report);
    }
    let folder = arguments.report.as_deref().unwrap_or(Path::new(FOLDER));
    leave(&session, &report, folder)?;
    if let (Some(history), Some(path)) = (&session.history, &arguments.history)
        && report.verdict != Verdict::Unreachable
    {
        history.updated(&session, Timestamp::now()).write(path)?;
    }
    if arguments.quiet {
        anstream::println!("{}", report.verdict_line());
    } else {
        report::terminal::print(&report, Some(folder))?;
    }
    Ok(report.verdict.into())
}

async fn judge(session: &Arc<Session>, arguments: &Judge) -> Result<Report> {
    let progress = Progress::new(arguments.quiet);
    let stopping = Arc::clone(session);
    let interrupted = tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            stopping.stop();
        }
    });
    let report = match &arguments.replay {
        Some(path) => crate::run::replay(session, &Replay::read(path)?).await,
        None => crate::run::run(session, &progress).await,
    };
    interrupted.abort();
    report
}

/// Writes the report in all its forms.
fn leave(session: &Session, report: &Report, folder: &Path) -> Result<()> {
    let recorder = Recorder(session);
    let samples: Vec<_> = {
        let gathered = session.gathered.lock();
        let samples = gathered.samples.values().flatten();
        samples.map(|exchange| recorder.record(exchange)).collect()
    };
    report::write(folder, report, &samples)?;
    let findings = report.findings.iter();
    let ids: Vec<_> = findings
        .map(|one| (one.id.clone(), one.title.clone()))
        .collect();
    Replay::write_all(session, folder, &ids)?;
    if let Some(overlay) = session.drift.overlay(&session.description) {
        let path = folder.join("overlay.yaml");
        std::fs::write(&path, session.redactor.text(&overlay))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
