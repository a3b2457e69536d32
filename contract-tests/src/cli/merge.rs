//! `merge`: the reports of the shards of one plan as one.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use super::Exit;
use super::arguments::Merge;
use crate::certify::certify;
use crate::report;
use crate::report::model::Report;

pub(super) fn run(arguments: &Merge) -> Result<Exit> {
    let reports: Result<Vec<Report>> = arguments
        .reports
        .iter()
        .map(|path| Report::read(path))
        .collect();
    let mut whole = report::merge::merge(reports?)?;
    if arguments.certify {
        certify(&mut whole);
    }
    let evidence: Vec<_> = whole
        .findings
        .iter()
        .flat_map(|finding| finding.evidence.clone())
        .collect();
    report::write(&arguments.report, &whole, &evidence)?;
    keep_findings(&arguments.reports, &whole, &arguments.report)?;
    report::terminal::print(&whole, Some(&arguments.report))?;
    Ok(whole.verdict.into())
}

/// Takes the findings' own files over, so that they can be replayed from the joint report. One
/// whose shard brought only its report is left out.
fn keep_findings(reports: &[PathBuf], whole: &Report, folder: &Path) -> Result<()> {
    let to = folder.join("findings");
    for finding in &whole.findings {
        // The name is from a report, which is another's word: only what names a plain file.
        let is_plain = !finding.id.is_empty() && finding.id.bytes().all(|b| b.is_ascii_hexdigit());
        if !is_plain {
            continue;
        }
        let name = format!("{}.json", finding.id);
        let mut from = reports.iter().filter_map(|path| path.parent());
        let from = from
            .by_ref()
            .map(|folder| folder.join("findings").join(&name))
            .find(|path| path.is_file());
        let Some(from) = from else { continue };
        std::fs::create_dir_all(&to).with_context(|| format!("cannot make {}", to.display()))?;
        std::fs::copy(&from, to.join(&name))
            .with_context(|| format!("cannot copy {}", from.display()))?;
    }
    Ok(())
}
