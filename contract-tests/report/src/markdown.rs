//! A summary in GitHub Flavored Markdown, for the page of a CI job.

use std::fmt::Write as _;

use super::cause::{Cause, causes};
use super::fold::{self, Folded};
use super::model::{Cell, Level, Report};
use super::text::{counted, cut, line, millis, place as place_text, when};

/// How many causes the table lists.
pub const MOST_FINDINGS: usize = 50;

/// How many entries any other list has.
const MOST: usize = 30;

/// How many characters of a text one cell contains.
const LONGEST: usize = 300;

/// Returns the report as Markdown.
#[must_use]
pub fn render(report: &Report) -> String {
    let parts = [
        head(report),
        counts(report),
        findings(report),
        list("Not exercised", &not_exercised(report)),
        list("Not in the description", &drift(report)),
        list("Announced ends", &sunsets(report)),
        list("Not sent", &fold::withheld(report)),
        list("Left behind", &fold::leftovers(report)),
        certificate(report),
        list("Notes", &report.notes),
    ];
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("\n")
}

/// Escapes text for a paragraph or a cell: characters with a meaning in Markdown or HTML become
/// character references, which CommonMark reads as plain characters.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut out = String::new();
    for character in cut(&line(text), LONGEST).chars() {
        match character {
            '&' | '<' | '>' | '|' | '`' | '\\' | '*' | '_' | '~' | '[' | ']' | '#' | '$' | '!'
            | '/' | '"' => drop(write!(out, "&#{};", u32::from(character))),
            // Some hosts turn `@name` into a mention after resolving the references.
            '@' => out.push_str("&#64;&#8203;"),
            _ => out.push(character),
        }
    }
    // A text that begins like this becomes a link even without a scheme.
    out.replace("www.", "www&#46;")
}

fn head(report: &Report) -> String {
    let target = &report.target;
    let shard = report.shard;
    let shard = shard.map(|one| format!(", shard {} of {}", one.index, one.count));
    format!(
        "## Conformance: {}\n\n**{}**\n\n{} {} at {}, {}, seed {}{}\n",
        report.verdict.as_str(),
        report.verdict_line(),
        escape(&target.title),
        escape(&target.version),
        escape(&target.base_url),
        millis(report.duration_ms),
        report.seed,
        shard.unwrap_or_default(),
    )
}

fn counts(report: &Report) -> String {
    let counts = &report.counts;
    let found = |level| counts.findings.get(&level).copied().unwrap_or(0);
    let mut text = "| Violations | Assumed | Warnings | Info | Accepted | Checks passed | failed \
                    | skipped | inconclusive | Requests | without answer |\n"
        .to_owned();
    text.push_str("|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n|");
    for level in Level::ALL {
        let _ = write!(text, " {} |", found(level));
    }
    let _ = writeln!(
        text,
        " {} | {} | {} | {} | {} | {} |",
        counts.passed,
        counts.failed,
        counts.skipped,
        counts.inconclusive,
        counts.requests,
        counts.failures
    );
    text
}

fn findings(report: &Report) -> String {
    if report.findings.is_empty() {
        return "### Findings\n\nNone.\n".to_owned();
    }
    let mut text = "### Findings\n\n| Level | Operation | What | Expected | Actual | Requirement \
                    | Described at |\n|---|---|---|---|---|---|---|\n"
        .to_owned();
    let causes = causes(report);
    for cause in causes.iter().take(MOST_FINDINGS) {
        text.push_str(&row(cause));
    }
    let more = causes.len().saturating_sub(MOST_FINDINGS);
    if more > 0 {
        let _ = writeln!(text, "\n… and {more} more in `report.html`.");
    }
    text
}

fn row(cause: &Cause<'_>) -> String {
    let finding = cause.first;
    let place = finding.place.as_ref().map(place_text);
    let cells = [
        finding.level.as_str().to_owned(),
        cause.scope(),
        cause.title().to_owned(),
        finding.expected.clone(),
        finding.actual.clone(),
        format!("{} ({})", finding.requirement, finding.source),
        place.unwrap_or_default(),
    ];
    let cells = cells.map(|cell| escape(&cell));
    format!("| {} |\n", cells.join(" | "))
}

/// Returns a heading and its entries; empty without entries.
fn list(heading: &str, entries: &[String]) -> String {
    if entries.is_empty() {
        return String::new();
    }
    let mut text = format!("### {heading}\n\n");
    for entry in entries.iter().take(MOST) {
        let _ = writeln!(text, "- {}", escape(entry));
    }
    let more = entries.len().saturating_sub(MOST);
    if more > 0 {
        let _ = writeln!(text, "- … and {more} more");
    }
    text
}

/// Returns the operations without a request, and the reasons with the number of pairs that they
/// left out.
pub(super) fn not_exercised(report: &Report) -> Vec<String> {
    let idle = report.coverage.iter().filter(|one| !one.is_exercised());
    let mut entries: Vec<_> = idle
        .map(|one| format!("{} {} ({})", one.method, one.path, one.operation))
        .collect();
    let mut reasons = std::collections::BTreeMap::<&str, u64>::new();
    for cell in report.coverage.iter().flat_map(|one| one.intents.values()) {
        if let Cell::Skipped { why } = cell {
            *reasons.entry(why).or_default() += 1;
        }
    }
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let pairs = |count| counted(count, "pair", "pairs");
    entries.extend(
        reasons
            .into_iter()
            .map(|(why, count)| format!("{} of operation and intent: {why}", pairs(count))),
    );
    entries
}

fn drift(report: &Report) -> Vec<String> {
    fold::drift(report).iter().map(Folded::line).collect()
}

fn certificate(report: &Report) -> String {
    let Some(certificate) = &report.certificate else {
        return String::new();
    };
    let mut entries = vec![certificate.line()];
    entries.extend(certificate.missing.iter().cloned());
    list("Certificate", &entries)
}

fn sunsets(report: &Report) -> Vec<String> {
    let sunsets = report.sunsets.iter();
    let sunsets = sunsets.map(|one| format!("{}: {}", one.operation, when(one)));
    sunsets.collect()
}
