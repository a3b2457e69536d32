//! Writes changes as one self-contained HTML page.
//!
//! Text goes through [`line`] first, so that it cannot hide anything, and the template escapes it.
//! The page loads nothing and runs nothing.

use std::collections::HashSet;

use anyhow::{Context as _, Result};
use askama::Template;
use messages::text::line;
use spec::diff::rules::{self, Explained};

use super::alike::{Alike, alike};
use super::finding::{Finding, Section};
use super::report::{Report, category};

const STYLE: &str = include_str!("../../templates/diff.css");

#[derive(Template)]
#[template(path = "diff.html")]
struct Page {
    style: &'static str,
    old: String,
    new: String,
    counts: String,
    fails: bool,
    release: &'static str,
    server_release: Option<&'static str>,
    categories: Vec<(&'static str, usize)>,
    sections: Vec<SectionView>,
    notes: Vec<String>,
    rules: Vec<Explained>,
}

struct SectionView {
    name: &'static str,
    title: &'static str,
    count: usize,
    groups: Vec<GroupView>,
}

/// A group of findings: with the same message, or, if they break no request and no response, of
/// the same rule.
struct GroupView {
    /// The shared message, if there are several findings.
    title: String,
    findings: Vec<FindingView>,
}

struct FindingView {
    rule: &'static str,
    category: &'static str,
    at: String,
    text: String,
    fingerprint: String,
    accepted: Option<String>,
    excuse: Option<&'static str>,
    retyped: Option<&'static str>,
    hits: Vec<String>,
    places: Vec<(&'static str, String, String)>,
    operations: Vec<String>,
    counterexample: Vec<String>,
}

/// Returns the whole report.
pub(super) fn render(report: &Report) -> Result<String> {
    let reported: HashSet<_> = report.findings.iter().map(|one| one.change.rule).collect();
    let mut rules = rules::all();
    rules.retain(|rule| reported.contains(rule.id));
    let sections = Section::ALL.into_iter().map(|section| SectionView {
        name: section.name(),
        title: section.title(),
        count: report.count(section),
        groups: alike(report.of(section)).iter().map(group).collect(),
    });
    let [old, new] = &report.names;
    let page = Page {
        style: STYLE,
        old: line(old),
        new: line(new),
        counts: report.counts(),
        fails: report.fails(),
        release: report.release(),
        server_release: report.server_release(),
        categories: report.categories(),
        sections: sections.filter(|one| one.count > 0).collect(),
        notes: report.notes.iter().map(|note| line(note)).collect(),
        rules,
    };
    page.render().context("the page cannot be written")
}

fn group(group: &Alike<'_>) -> GroupView {
    let change = &group.first.change;
    let title = if group.first.section().is_by_rule() {
        change.rule.to_owned()
    } else {
        format!("{}: {}", line(&change.at), line(&change.text))
    };
    GroupView {
        title,
        findings: group.all().map(view).collect(),
    }
}

fn view(finding: &Finding) -> FindingView {
    let change = &finding.change;
    let places = [("old", &finding.old), ("new", &finding.new)].into_iter();
    let places = places.filter_map(|(name, spot)| {
        let spot = spot.as_ref()?;
        Some((name, line(&spot.shown()), line(&spot.pointer)))
    });
    let operations = change.operations.iter();
    let explained = finding.explained().into_iter();
    FindingView {
        rule: change.rule,
        category: category(change.category),
        at: line(&change.at),
        text: line(&change.text),
        fingerprint: finding.fingerprint.clone(),
        counterexample: explained.map(|one| line(&one)).collect(),
        accepted: finding.accepted.as_deref().map(line),
        excuse: change.excuse,
        retyped: finding.retyped(),
        hits: finding.hits().map(line).collect(),
        places: places.collect(),
        operations: operations
            .map(|one| line(&format!("{} {} ({})", one.method, one.path, one.id)))
            .collect(),
    }
}
