//! Findings that are accepted until a date (`--accept FILE`).

use jiff::civil::Date;
use messages::accepted::Acceptance;

use crate::model::{Level, Report, Verdict};

/// Marks the findings of a report that are accepted today, notes acceptances that have expired or
/// match nothing, and computes the verdict again.
pub fn apply(accepted: &[Acceptance], report: &mut Report, today: Date) {
    if report.verdict == Verdict::Unreachable {
        return;
    }
    for one in accepted {
        let (id, until) = (&one.id, one.until);
        let Some(finding) = report.findings.iter_mut().find(|own| own.id == *id) else {
            // Another shard may have the finding.
            if report.shard.is_none() {
                let note = format!("the accepted finding {id} is not found any more");
                report.notes.push(note);
            }
            continue;
        };
        if until < today {
            let note = format!("the finding {id} was accepted until {until}");
            report.notes.push(note);
            continue;
        }
        finding.level = Level::Accepted;
        finding.accepted = Some(one.note());
    }
    report.findings.sort_by_key(|finding| finding.level);
    report.counts.findings.clear();
    for finding in &report.findings {
        *report.counts.findings.entry(finding.level).or_default() += 1;
    }
    report.verdict = Report::verdict_of(&report.findings, report.target.strict, &report.counts);
}
