//! `merge`: the reports of the shards of one plan as one.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use super::Exit;
use super::arguments::Merge;
use crate::certify::certify;
use crate::explain;
use conformance_checks::check::Run;
use conformance_report::model::Report;
use conformance_report::{self as report, ReportFolder};

pub(super) fn run(arguments: &Merge) -> Result<Exit> {
    let inputs: Vec<&Path> = arguments.reports.iter().map(PathBuf::as_path).collect();
    let folder = ReportFolder::new(&arguments.report, &inputs)?;
    let reports: Result<Vec<Report>> = arguments
        .reports
        .iter()
        .map(|path| Report::read(path))
        .collect();
    let mut whole = report::merge::merge(reports?, &comparing())?;
    if arguments.certify {
        certify(&mut whole);
    }
    let evidence: Vec<_> = whole
        .findings
        .iter()
        .flat_map(|finding| finding.evidence.clone())
        .collect();
    let mut files = report::forms(&whole, &evidence, explain::find)?;
    files.extend(findings(&arguments.reports, &whole)?);
    folder.write(&files)?;
    let exit = Exit::from(whole.verdict);
    let (folder, format) = (&arguments.report, arguments.message_format);
    report::lines::print(&whole, folder, format, false, exit as u8, explain::find)?;
    Ok(exit)
}

/// Returns the checks that examine the run state.
fn comparing() -> Vec<&'static str> {
    let all = conformance_checks::all().filter(|check| matches!(check.run, Run::Finally(_)));
    all.map(|check| check.id).collect()
}

/// Returns the files of the findings, so that they can be replayed from the joint report. Findings
/// of shards without these files are left out.
fn findings(reports: &[PathBuf], whole: &Report) -> Result<Vec<(String, String)>> {
    let mut files = Vec::new();
    for finding in &whole.findings {
        // The name comes from a report, which may be hostile, so it must be a plain file name.
        let is_plain = !finding.id.is_empty() && finding.id.bytes().all(|b| b.is_ascii_hexdigit());
        if !is_plain {
            continue;
        }
        let name = format!("findings/{}.json", finding.id);
        let mut from = reports.iter().filter_map(|path| path.parent());
        let from = from.by_ref().map(|folder| folder.join(&name));
        let Some(from) = from.into_iter().find(|path| path.is_file()) else {
            continue;
        };
        let text = std::fs::read_to_string(&from)
            .with_context(|| format!("cannot read {}", from.display()))?;
        files.push((name, messages::json::escaped(&text)));
    }
    Ok(files)
}
