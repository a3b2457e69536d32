//! `report.html`: one page without external files, which also works without its script.
//!
//! Text goes through [`line`] or [`lines`] first, so that it cannot hide anything, and the template
//! escapes it. The page loads nothing, and runs only its own script.

mod coverage;
mod finding;
mod latency;
mod matrix;
mod timeline;

use anyhow::{Context as _, Result};
use askama::Template;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

use self::coverage::Coverage;
use self::finding::CauseView;
use self::latency::LatencyView;
use self::matrix::SectionView;
use self::timeline::Timeline;
use super::cause::tally;
use super::fold::{self, Folded};
use super::markdown::not_exercised;
use super::model::{DriftKind, Level, Report, Sunset};
use super::text::{line, millis, place, when};

const STYLE: &str = include_str!("../../templates/report.css");
const SCRIPT: &str = include_str!("../../templates/report.js");

#[derive(Template)]
#[template(path = "report.html")]
struct Page {
    policy: String,
    style: &'static str,
    script: &'static str,
    title: String,
    verdict: &'static str,
    verdict_line: String,
    facts: Vec<(&'static str, String)>,
    levels: Vec<LevelView>,
    numbers: Vec<(&'static str, String)>,
    causes: Vec<CauseView>,
    sections: Vec<SectionView>,
    coverage: Coverage,
    latency: LatencyView,
    drift: Vec<DriftView>,
    sunsets: Vec<SunsetView>,
    timeline: Option<Timeline>,
    not_exercised: Vec<String>,
    leftovers: Vec<String>,
    withheld: Vec<String>,
    notes: Vec<String>,
}

struct LevelView {
    name: &'static str,
    glyph: &'static str,
    meaning: &'static str,
    count: usize,
}

struct DriftView {
    kind: &'static str,
    operation: String,
    what: String,
    at: String,
    place: String,
    count: u64,
}

struct SunsetView {
    operation: String,
    when: String,
    state: &'static str,
    deprecated: String,
    first_seen: String,
    header: String,
    guide: String,
    described: bool,
}

/// Returns the report as one HTML page.
///
/// # Errors
/// Returns an error if the template of the page cannot be rendered.
pub fn render(report: &Report) -> Result<String> {
    let page = Page {
        policy: policy(),
        style: STYLE,
        script: SCRIPT,
        title: line(&format!(
            "{} {}",
            report.target.title, report.target.version
        )),
        verdict: report.verdict.as_str(),
        verdict_line: report.verdict_line(),
        facts: facts(report),
        levels: Level::ALL
            .iter()
            .map(|level| level_view(report, *level))
            .collect(),
        numbers: numbers(report),
        causes: finding::views(report),
        sections: matrix::views(report),
        coverage: coverage::view(report),
        latency: latency::view(report),
        drift: fold::drift(report).iter().map(drift).collect(),
        sunsets: report.sunsets.iter().map(sunset).collect(),
        timeline: timeline::view(report),
        not_exercised: not_exercised(report).iter().map(|one| line(one)).collect(),
        withheld: fold::withheld(report)
            .iter()
            .map(|text| line(text))
            .collect(),
        leftovers: fold::leftovers(report)
            .iter()
            .map(|one| line(one))
            .collect(),
        notes: notes(report),
    };
    page.render().context("the page cannot be written")
}

/// Returns a policy that allows only the page's own style and script, by hash (CSP Level 3 section
/// 2.3.1).
fn policy() -> String {
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text.as_bytes()));
    format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; \
         form-action 'none'",
        hash(STYLE),
        hash(SCRIPT)
    )
}

/// Returns a mark for each level, so that color is not the only distinction.
pub(super) const fn glyph(level: Level) -> &'static str {
    match level {
        Level::Violation => "✗",
        Level::Assumed => "≠",
        Level::Warning => "▲",
        Level::Info => "i",
        Level::Accepted => "✓",
    }
}

fn level_view(report: &Report, level: Level) -> LevelView {
    LevelView {
        name: level.as_str(),
        glyph: glyph(level),
        meaning: level.meaning(),
        count: tally(report).get(&level).copied().unwrap_or(0),
    }
}

fn facts(report: &Report) -> Vec<(&'static str, String)> {
    let target = &report.target;
    let parameters = target.parameters.iter();
    let parameters: Vec<_> = parameters
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    let writes = if target.writes {
        "reads and writes"
    } else {
        "reads only"
    };
    let strict = if target.strict { ", strict" } else { "" };
    let shard = report.shard;
    let shard = shard.map(|one| format!("{} of {}", one.index, one.count));
    let facts = [
        ("API", target.base_url.clone()),
        ("Token host", target.auth_url.clone().unwrap_or_default()),
        ("Checked against", target.description.clone()),
        ("Parameters", parameters.join(", ")),
        ("Identities", target.identities.join(", ")),
        ("Mode", format!("{writes}{strict}")),
        ("Started", report.started.clone()),
        ("Duration", millis(report.duration_ms)),
        ("Seed", report.seed.to_string()),
        ("Shard", shard.unwrap_or_default()),
        ("Version of this program", report.tool.clone()),
    ];
    let facts = facts.into_iter().filter(|(_, value)| !value.is_empty());
    facts.map(|(name, value)| (name, line(&value))).collect()
}

fn numbers(report: &Report) -> Vec<(&'static str, String)> {
    let counts = &report.counts;
    let statuses = counts.statuses.iter();
    let statuses = statuses.map(|(status, count)| format!("{status}: {count}"));
    vec![
        ("Requests", counts.requests.to_string()),
        ("Without a whole answer", counts.failures.to_string()),
        ("Verdicts passed", counts.verdicts_passed.to_string()),
        ("Checks passed", counts.passed.to_string()),
        ("Checks failed", counts.failed.to_string()),
        ("Checks skipped", counts.skipped.to_string()),
        ("Checks inconclusive", counts.inconclusive.to_string()),
        ("Answers by status", statuses.collect::<Vec<_>>().join(", ")),
    ]
}

/// Returns an optional text; empty if it is absent.
pub(super) fn optional(text: Option<&String>) -> String {
    text.map(|text| line(text)).unwrap_or_default()
}

/// Returns the day of an RFC 3339 time.
fn day(time: Option<&String>) -> String {
    let time = optional(time);
    time.get(..10).unwrap_or(&time).to_owned()
}

/// Returns the notes, beginning with the certificate.
fn notes(report: &Report) -> Vec<String> {
    let certificate = report.certificate.iter();
    let certificate =
        certificate.flat_map(|one| std::iter::once(one.line()).chain(one.missing.iter().cloned()));
    let notes = certificate.chain(report.notes.iter().cloned());
    notes.map(|one| line(&one)).collect()
}

fn drift(folded: &Folded<'_>) -> DriftView {
    let drift = folded.first;
    let more = folded.places.saturating_sub(1);
    let more = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    DriftView {
        kind: match drift.kind {
            DriftKind::Field => "member",
            DriftKind::EnumValue => "value",
            DriftKind::Status => "status",
            DriftKind::Header => "header field",
            DriftKind::Operation => "method",
            DriftKind::Sunset => "announced end",
        },
        operation: line(&folded.operations),
        what: line(&folded.what),
        at: optional(drift.at.as_ref()) + &more,
        place: drift
            .place
            .as_ref()
            .map(|at| line(&place(at)))
            .unwrap_or_default(),
        count: folded.count,
    }
}

fn sunset(sunset: &Sunset) -> SunsetView {
    SunsetView {
        operation: line(&sunset.operation),
        when: line(&when(sunset)),
        state: match sunset.days_left {
            Some(..0) => "over",
            Some(0..=90) => "soon",
            _ => "later",
        },
        deprecated: day(sunset.deprecated.as_ref()),
        first_seen: day(sunset.first_seen.as_ref()),
        header: optional(sunset.header.as_ref()),
        guide: optional(sunset.guide.as_ref()),
        described: sunset.described,
    }
}
