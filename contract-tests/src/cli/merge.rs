//! `merge`: the reports of the shards of one plan as one.

use anyhow::Result;

use super::Exit;
use super::arguments::Merge;
use crate::report;
use crate::report::model::{Report, Verdict};

pub(super) fn run(arguments: &Merge) -> Result<Exit> {
    let reports: Result<Vec<Report>> = arguments
        .reports
        .iter()
        .map(|path| Report::read(path))
        .collect();
    let whole = report::merge::merge(reports?)?;
    let evidence: Vec<_> = whole
        .findings
        .iter()
        .flat_map(|finding| finding.evidence.clone())
        .collect();
    report::write(&arguments.report, &whole, &evidence)?;
    report::terminal::print(&whole, Some(&arguments.report))?;
    Ok(match whole.verdict {
        Verdict::Conforms => Exit::Conforms,
        Verdict::Violates | Verdict::Insufficient => Exit::Violates,
        Verdict::Unreachable => Exit::Unreachable,
    })
}
