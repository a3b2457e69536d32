//! Joins the reports of the shards of one plan.

mod rows;

use anyhow::{Result, bail, ensure};
use jiff::Timestamp;

pub use self::rows::percentile;
use self::rows::{check, coverage, finding, latency, requirement, settle, sunset, union, unite};
use super::model::{
    CheckRow, Counts, Drift, Finding, Latency, OperationCoverage, Phase, Report, RequirementRow,
    State, Sunset, Target, Verdict,
};

/// Joins the reports of the shards of one plan, in any order. `comparing` are the ids of the checks
/// that examine the run state.
///
/// # Errors
/// Returns an error if the reports are not all shards of one plan, each once.
pub fn merge(mut reports: Vec<Report>, comparing: &[&str]) -> Result<Report> {
    reports.sort_by_key(|report| report.shard.map(|shard| shard.index));
    complete(&reports)?;
    let mut rest = reports.into_iter();
    let Some(first) = rest.next() else {
        bail!("there is no report to merge");
    };
    let (mut whole, shards) = (first.clone(), rest.len() + 1);
    let mut verdicts = vec![first];
    for report in rest {
        same_plan(&verdicts[0], &report)?;
        join(&mut whole, report.clone());
        verdicts.push(report);
    }
    whole.shard = None;
    close(&mut whole, &verdicts);
    if shards > 1 {
        whole.notes.push(format!(
            "Merged from {shards} shards; percentiles are read off the joined histograms, \
             numbers of exchanges are those of their shard, and a check that compares what the \
             whole run has seen ({}) compared what each shard had.",
            comparing.join(", ")
        ));
    }
    Ok(whole)
}

/// Checks that shards 1 to N are present, each once. The reports are sorted by shard.
fn complete(reports: &[Report]) -> Result<()> {
    let mut shards = Vec::new();
    for report in reports {
        let Some(shard) = report.shard else {
            bail!(
                "the report of {} is of a whole plan, not of a shard",
                report.started
            );
        };
        shards.push(shard);
    }
    let Some(count) = shards.first().map(|shard| shard.count) else {
        bail!("there is no report to merge");
    };
    if let Some(other) = shards.iter().find(|shard| shard.count != count) {
        bail!(
            "one report is of {count} shards, another of {}",
            other.count
        );
    }
    // The number comes from a file, so nothing is allocated by it.
    let mut expected = 1;
    for shard in shards {
        let index = shard.index;
        ensure!(
            (1..=count).contains(&index),
            "shard {index} of {count} cannot be"
        );
        ensure!(index >= expected, "shard {index} of {count} is there twice");
        ensure!(index == expected, "shard {expected} of {count} is missing");
        expected += 1;
    }
    ensure!(expected > count, "shard {expected} of {count} is missing");
    Ok(())
}

/// Returns the checks of a run, by id.
fn checks(report: &Report) -> String {
    let ids = report.checks.iter().map(|row| row.id.as_str());
    ids.collect::<Vec<_>>().join(" ")
}

/// Checks that two reports are of one plan against one deployment.
fn same_plan(one: &Report, other: &Report) -> Result<()> {
    let facts = |report: &Report| {
        let Target {
            base_url,
            auth_url,
            parameters,
            description,
            digest,
            title,
            version,
            writes,
            strict,
            identities: _,
        } = report.target.clone();
        [
            ("schema", report.schema.clone()),
            ("version of this program", report.tool.clone()),
            ("seed", report.seed.to_string()),
            ("description", description),
            ("text of the description", digest.unwrap_or_default()),
            ("title", title),
            ("version", version),
            ("base URL", base_url),
            ("auth URL", auth_url.unwrap_or_default()),
            ("parameters", format!("{parameters:?}")),
            ("permission to write", writes.to_string()),
            ("strictness", strict.to_string()),
            ("selection of checks", checks(report)),
        ]
    };
    for ((what, one), (_, other)) in facts(one).into_iter().zip(facts(other)) {
        ensure!(
            one == other,
            "the shards differ in {what}: {one:?} and {other:?}"
        );
    }
    Ok(())
}

fn join(whole: &mut Report, part: Report) {
    span(whole, &part);
    let first = [whole.first_finding_ms, part.first_finding_ms];
    whole.first_finding_ms = first.into_iter().flatten().min();
    let key = |row: &Phase| row.name.clone();
    unite(&mut whole.phases, part.phases, key, |whole, part| {
        phase(whole, &part);
    });
    counts(&mut whole.counts, part.counts);
    union(&mut whole.target.identities, part.target.identities);
    let key = |row: &CheckRow| row.id.clone();
    unite(&mut whole.checks, part.checks, key, check);
    let key = |row: &RequirementRow| row.id.clone();
    unite(&mut whole.requirements, part.requirements, key, requirement);
    let key = |row: &Finding| row.id.clone();
    unite(&mut whole.findings, part.findings, key, finding);
    let key = |row: &OperationCoverage| row.operation.clone();
    unite(&mut whole.coverage, part.coverage, key, coverage);
    let key = |row: &Latency| row.operation.clone();
    unite(&mut whole.latency, part.latency, key, latency);
    let key = |row: &Drift| {
        (
            row.kind,
            row.operation.clone(),
            row.what.clone(),
            row.at.clone(),
        )
    };
    let add = |one: &mut Drift, other: Drift| one.count = one.count.saturating_add(other.count);
    unite(&mut whole.drift, part.drift, key, add);
    let key = |row: &Sunset| row.operation.clone();
    unite(&mut whole.sunsets, part.sunsets, key, sunset);
    union(&mut whole.leftovers, part.leftovers);
    union(&mut whole.withheld, part.withheld);
    union(&mut whole.notes, part.notes);
    whole.certificate = None;
}

/// Extends the time to the first start and the last end.
fn span(whole: &mut Report, part: &Report) {
    let times = |report: &Report| {
        let start = report.started.parse::<Timestamp>().ok()?.as_millisecond();
        let duration = i64::try_from(report.duration_ms).ok()?;
        Some((start, start.checked_add(duration)?))
    };
    let (Some(one), Some(other)) = (times(whole), times(part)) else {
        whole.duration_ms = whole.duration_ms.max(part.duration_ms);
        return;
    };
    if other.0 < one.0 {
        whole.started.clone_from(&part.started);
    }
    let duration = one.1.max(other.1) - one.0.min(other.0);
    whole.duration_ms = u64::try_from(duration).unwrap_or_default();
}

/// Adds up the time and requests of the shards.
fn phase(whole: &mut Phase, part: &Phase) {
    whole.duration_ms = whole.duration_ms.saturating_add(part.duration_ms);
    whole.requests = whole.requests.saturating_add(part.requests);
}

fn counts(whole: &mut Counts, part: Counts) {
    whole.requests = whole.requests.saturating_add(part.requests);
    whole.failures = whole.failures.saturating_add(part.failures);
    whole.verdicts_passed = whole.verdicts_passed.saturating_add(part.verdicts_passed);
    for (status, count) in part.statuses {
        let sum = whole.statuses.entry(status).or_default();
        *sum = sum.saturating_add(count);
    }
}

/// Computes what depends on all parts: order, counts, verdict.
fn close(whole: &mut Report, parts: &[Report]) {
    whole.checks.iter_mut().for_each(settle);
    for row in &mut whole.requirements {
        reasons(row, &whole.checks);
    }
    whole
        .findings
        .sort_by(|one, other| one.order().cmp(&other.order()));
    let with = |wanted| {
        whole
            .checks
            .iter()
            .filter(|row| row.state == wanted)
            .count()
    };
    whole.counts.passed = with(State::Passed);
    whole.counts.failed = with(State::Failed);
    whole.counts.skipped = with(State::Skipped);
    whole.counts.inconclusive = with(State::Inconclusive);
    whole.counts.findings.clear();
    for finding in &whole.findings {
        *whole.counts.findings.entry(finding.level).or_default() += 1;
    }
    let strict = whole.target.strict;
    whole.verdict = Report::verdict_of(&whole.findings, strict, &whole.counts);
    if whole.verdict != Verdict::Violates {
        whole.verdict = lessened(whole.verdict, parts);
    }
}

/// Sets why a requirement was not checked, from its checks; one without checks keeps its reason.
fn reasons(row: &mut RequirementRow, checks: &[CheckRow]) {
    if row.state == State::Passed {
        row.why.clear();
    } else if !row.checks.is_empty() {
        let own = checks.iter().filter(|check| check.requirement == row.id);
        row.why = own.flat_map(|check| check.why.clone()).collect();
        row.why.dedup();
    }
}

/// Returns the weakest verdict: a part that was not checked, or not enough, is not compensated by
/// the others.
fn lessened(verdict: Verdict, parts: &[Report]) -> Verdict {
    let is_unreachable = |part: &Report| part.verdict == Verdict::Unreachable;
    if parts.iter().all(is_unreachable) {
        return Verdict::Unreachable;
    }
    let falls_short = |part: &Report| {
        let own = Report::verdict_of(&part.findings, part.target.strict, &part.counts);
        part.verdict == Verdict::Insufficient && own != Verdict::Insufficient
    };
    if parts
        .iter()
        .any(|part| is_unreachable(part) || falls_short(part))
    {
        return Verdict::Insufficient;
    }
    verdict
}
