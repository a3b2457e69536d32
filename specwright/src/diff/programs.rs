//! Finds program lines that may no longer compile (`--explain`): those that only the old SDK has,
//! in programs that use every public symbol.

use std::collections::HashSet;

use generator::{Config, Target};
use spec::diff::{Category, Level};
use spec::{Api, Span};

use super::finding::{Finding, Program};
use super::report::Report;
use super::side::Side;

/// The languages with such programs.
const LANGUAGES: &[(Target, &str)] = &[
    (Target::TypeScript, "TypeScript"),
    (Target::Python, "Python"),
    (Target::Go, "Go"),
    (Target::Java, "Java"),
    (Target::Rust, "Rust"),
];

/// The lines of one language that only the old program has.
struct Gone {
    language: &'static str,
    lines: Vec<(Span, String)>,
}

/// Adds to each finding that affects programs a line of each language that must change.
pub(super) fn explain(report: &mut Report, old: &Side, new: &Side) {
    let own = report.findings.iter_mut();
    let own = own.filter(|finding| {
        let change = &finding.change;
        change.retypes
            || change.rebuilds
            || change.category == Category::Types && change.level > Level::Info
    });
    let mut gone = None;
    for finding in own {
        let gone = gone.get_or_insert_with(|| gone_lines(&old.api, &new.api));
        let lines = gone.iter().filter_map(|one| {
            let line = one.of(finding, &old.api)?;
            Some(Program {
                language: one.language,
                line: line.to_owned(),
            })
        });
        finding.programs = lines.collect();
    }
}

fn gone_lines(old: &Api, new: &Api) -> Vec<Gone> {
    let config = Config::default();
    let languages = LANGUAGES.iter().map(|(target, language)| {
        let kept = target.lines(new, &config).into_iter();
        let kept: HashSet<_> = kept.map(|(_, line)| line).collect();
        let lines = target.lines(old, &config).into_iter();
        let lines = lines.filter(|(_, line)| !kept.contains(line));
        Gone {
            language,
            lines: lines
                .filter_map(|(place, line)| Some((place?, line)))
                .collect(),
        }
    });
    languages.collect()
}

impl Gone {
    /// Returns the line for a finding: about the changed symbol, otherwise about the closest one
    /// around it, otherwise about the operation.
    fn of(&self, finding: &Finding, old: &Api) -> Option<&str> {
        let place = finding.change.old?;
        let around = self.lines.iter().filter(|(span, _)| contains(*span, place));
        let nearest = around.min_by_key(|(span, _)| span.end - span.start);
        let operation = || {
            let id = finding.change.operation.as_ref()?;
            let operation = old.operations.iter().find(|one| one.id == *id)?;
            let mut lines = self.lines.iter();
            lines.find(|(span, _)| *span == operation.span)
        };
        let (_, line) = nearest.or_else(operation)?;
        Some(line)
    }
}

fn contains(outer: Span, inner: Span) -> bool {
    outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
}
