//! The matrix of requirements, by section.

use std::collections::{BTreeMap, BTreeSet};

use super::super::cause::causes;
use super::super::model::{Report, RequirementRow, State};
use super::super::text::{counted, line};

pub struct SectionView {
    pub title: String,
    pub tally: String,
    pub is_open: bool,
    pub rows: Vec<RowView>,
}

pub struct RowView {
    pub id: String,
    pub statement: String,
    pub source: String,
    pub strength: &'static str,
    pub footing: &'static str,
    pub state: &'static str,
    pub glyph: &'static str,
    pub checks: Vec<CheckView>,
    pub why: Vec<String>,
    /// The numbers of the causes on the page, from 1.
    pub causes: BTreeSet<usize>,
}

pub struct CheckView {
    pub id: String,
    pub about: String,
    pub state: &'static str,
    pub glyph: &'static str,
    pub counts: String,
}

const fn glyph(state: State) -> &'static str {
    match state {
        State::Passed => "✓",
        State::Failed => "✗",
        State::Skipped => "–",
        State::Inconclusive => "?",
    }
}

/// Returns the sections in their order; then requirements of sections that are not listed.
pub fn views(report: &Report) -> Vec<SectionView> {
    let mut titles: Vec<&str> = report
        .sections
        .iter()
        .map(|one| one.title.as_str())
        .collect();
    for row in &report.requirements {
        if !titles.contains(&row.section.as_str()) {
            titles.push(&row.section);
        }
    }
    let causes = causes(report);
    let numbers = causes.iter().zip(1..).flat_map(|(cause, number)| {
        cause
            .findings()
            .map(move |finding| (finding.id.as_str(), number))
    });
    let numbers = numbers.collect();
    let titles = titles.into_iter();
    let sections = titles.map(|title| section(report, title, &numbers));
    sections
        .filter(|section| !section.rows.is_empty())
        .collect()
}

fn section(report: &Report, title: &str, numbers: &BTreeMap<&str, usize>) -> SectionView {
    let rows: Vec<_> = report
        .requirements
        .iter()
        .filter(|row| row.section == title)
        .collect();
    let with = |state| rows.iter().filter(|row| row.state == state).count();
    let states = [
        State::Failed,
        State::Passed,
        State::Inconclusive,
        State::Skipped,
    ];
    let tally = states.into_iter().filter(|state| with(*state) > 0);
    let tally = tally.map(|state| format!("{} {} {}", glyph(state), with(state), state.as_str()));
    SectionView {
        title: line(title),
        tally: tally.collect::<Vec<_>>().join(", "),
        is_open: with(State::Failed) > 0,
        rows: rows
            .into_iter()
            .map(|one| row(report, one, numbers))
            .collect(),
    }
}

fn row(report: &Report, row: &RequirementRow, numbers: &BTreeMap<&str, usize>) -> RowView {
    let findings = row.findings.iter();
    RowView {
        id: line(&row.id),
        statement: line(&row.statement),
        source: line(&row.source),
        strength: row.strength.as_str(),
        footing: row.footing.as_str(),
        state: row.state.as_str(),
        glyph: glyph(row.state),
        checks: row.checks.iter().map(|id| check(report, id)).collect(),
        why: row.why.iter().map(|why| line(why)).collect(),
        causes: findings
            .filter_map(|id| numbers.get(id.as_str()).copied())
            .collect(),
    }
}

fn check(report: &Report, id: &str) -> CheckView {
    let found = report.checks.iter().find(|check| check.id == id);
    let state = found.map_or(State::Skipped, |check| check.state);
    let counts = found.map(|check| {
        let passed = counted(check.passed, "in order", "in order");
        let failed = counted(check.failed, "wrong", "wrong");
        format!("{passed}, {failed}")
    });
    CheckView {
        id: line(id),
        about: found.map(|check| line(&check.about)).unwrap_or_default(),
        state: state.as_str(),
        glyph: glyph(state),
        counts: counts.unwrap_or_default(),
    }
}
