//! Writes changes for people at a terminal.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use messages::text::line;

use super::alike::{Alike, alike};
use super::finding::{Finding, Section};
use super::level;
use super::report::{Report, listed};
use crate::Home;
use crate::report::plural;

/// How many operations or places one line names.
const MOST_NAMED: usize = 5;

/// Returns the whole report.
pub(super) fn render(report: &Report, home: &Home) -> String {
    let mut text = String::new();
    for section in Section::ALL.into_iter().rev() {
        for group in alike(report.of(section)) {
            if section.is_by_rule() && group.len() > 1 {
                text.push_str(&by_rule(&group));
            } else {
                text.push_str(&formatted(&group));
            }
        }
    }
    // Writing to a `String` cannot fail.
    let _ = writeln!(text, "{}", counts(report));
    if !report.findings.is_empty() {
        let counts = report.categories().into_iter();
        let counts: Vec<_> = counts
            .map(|(name, count)| format!("{name}: {count}"))
            .collect();
        let (counts, release) = (counts.join(", "), report.release());
        let servers = report.server_release();
        let servers = servers.map(|part| format!(", and that of server stubs a {part} one"));
        let _ = writeln!(
            text,
            "{counts}; the next version of the SDKs is a {release} one{}",
            servers.unwrap_or_default()
        );
    }
    for note in &report.notes {
        let _ = writeln!(text, "note: {}", line(note));
    }
    if let Some(first) = report.findings.first() {
        let (command, rule) = (home.command, first.change.rule);
        let _ = writeln!(
            text,
            "help: `{command} explain {rule}` tells what a rule means"
        );
    }
    text
}

/// Returns a summary: `2 errors, 3 warnings, 2 type changes, 1 accepted, 4 harmless changes`.
fn counts(report: &Report) -> String {
    let count = |section| report.count(section);
    let (programs, accepted) = (count(Section::Programs), count(Section::Accepted));
    let parts = [
        Some(plural(count(Section::Breaks), "error")),
        Some(plural(count(Section::MayBreak), "warning")),
        (programs > 0).then(|| plural(programs, "type change")),
        (accepted > 0).then(|| format!("{accepted} accepted")),
        Some(plural(count(Section::Harmless), "harmless change")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Returns a group of findings, in full.
fn formatted(group: &Alike<'_>) -> String {
    let Finding {
        change, accepted, ..
    } = group.first;
    let (at, what) = (line(&change.at), line(&change.text));
    let mut text = format!("{}[{}]: {at}: {what}\n", level(change.level), change.rule);
    for (name, spot) in [("old", &group.first.old), ("new", &group.first.new)] {
        if let Some(spot) = spot {
            let _ = writeln!(text, "  {name} --> {}", line(&spot.shown()));
        }
    }
    let operations = change.operations.iter();
    if operations.len() > 1 {
        let count = plural(operations.len(), "operation");
        let names = listed(operations.map(|one| one.id.as_str()), MOST_NAMED);
        let _ = writeln!(text, "  = reaches {count}: {}", line(&names));
    }
    if !group.others.is_empty() {
        let others = group.others.iter().map(|one| {
            let at = &one.change.at;
            one.change.operation.as_ref().unwrap_or(at)
        });
        let _ = writeln!(
            text,
            "  = the same in {}",
            line(&listed(others, MOST_NAMED))
        );
    }
    if let Some(retyped) = group.first.retyped() {
        let _ = writeln!(text, "  = {retyped}");
    }
    for explained in group.first.explained() {
        let _ = writeln!(text, "  = {}", line(&explained));
    }
    let hits: BTreeSet<&str> = group.all().flat_map(Finding::hits).collect();
    if !hits.is_empty() {
        let clients = plural(hits.len(), "client");
        let names = listed(hits.iter(), MOST_NAMED);
        let _ = writeln!(text, "  = hits {clients}: {}", line(&names));
    }
    if let Some(excuse) = change.excuse {
        let _ = writeln!(text, "  = does not count: {excuse}");
    }
    if let Some(accepted) = accepted {
        let _ = writeln!(text, "  = accepted {}", line(accepted));
    } else if group.first.section() != Section::Harmless {
        let ids = group.all().map(|one| one.fingerprint.as_str());
        let _ = writeln!(text, "  = id {}", listed(ids, MOST_NAMED));
    }
    text
}

/// Returns findings of one rule that break no request and no response, on one line.
fn by_rule(group: &Alike<'_>) -> String {
    let rule = group.first.change.rule;
    let names = group.all().map(|one| one.change.at.as_str());
    let names = line(&listed(names, MOST_NAMED));
    let retyped = group.first.retyped();
    let retyped = retyped.map(|retyped| format!("  = {retyped}\n"));
    let mut text = format!("info[{rule}]: {} times: {names}\n", group.len());
    text.push_str(&retyped.unwrap_or_default());
    for explained in group.first.explained() {
        let _ = writeln!(text, "  = {}", line(&explained));
    }
    text
}
