//! The table of operations and intents, and the statuses of each operation.

use std::collections::BTreeSet;

use super::super::model::{Cell, OperationCoverage, Report};
use super::super::text::{counted, line};
use super::optional;

pub struct Coverage {
    pub intents: Vec<&'static str>,
    pub operations: Vec<OperationView>,
    pub asked: usize,
}

pub struct OperationView {
    pub name: String,
    pub method: String,
    pub path: String,
    pub tag: String,
    pub marks: &'static str,
    pub cells: Vec<CellView>,
    pub statuses: Vec<(String, CellView)>,
}

pub struct CellView {
    pub kind: &'static str,
    pub glyph: &'static str,
    /// The meaning of the glyph, for a tooltip and for screen readers.
    pub title: String,
}

/// Returns the table. It has a column for each intent that any operation has.
pub fn view(report: &Report) -> Coverage {
    let intents = report
        .coverage
        .iter()
        .flat_map(|one| one.intents.keys().copied());
    let intents: BTreeSet<_> = intents.collect();
    let operations = report.coverage.iter().map(|one| {
        let cells = intents.iter().map(|intent| {
            let id = &one.operation;
            cell(&format!("{id}, {intent}"), one.intents.get(intent))
        });
        operation(one, cells.collect())
    });
    Coverage {
        operations: operations.collect(),
        intents: intents.iter().map(|intent| intent.as_str()).collect(),
        asked: report
            .coverage
            .iter()
            .filter(|one| one.is_exercised())
            .count(),
    }
}

fn operation(one: &OperationCoverage, cells: Vec<CellView>) -> OperationView {
    let statuses = one.statuses.iter();
    let statuses = statuses.map(|(status, state)| {
        let what = format!("{}, {status}", one.operation);
        (line(status), cell(&what, Some(state)))
    });
    OperationView {
        name: line(&one.operation),
        method: line(&one.method),
        path: line(&one.path),
        tag: optional(one.tag.as_ref()),
        marks: match (one.deprecated, one.stated) {
            (true, true) => "deprecated",
            (true, false) => "deprecated, assumed",
            (false, false) => "assumed",
            (false, true) => "",
        },
        cells,
        statuses: statuses.collect(),
    }
}

fn cell(what: &str, cell: Option<&Cell>) -> CellView {
    let (kind, glyph, said) = match cell {
        Some(Cell::Exercised { count: 0, .. }) => ("skipped", "○", "not seen".to_owned()),
        Some(Cell::Exercised { count, findings: 0 }) => {
            ("fine", "●", counted(*count, "request", "requests"))
        }
        Some(Cell::Exercised { count, findings }) => {
            let requests = counted(*count, "request", "requests");
            let findings = counted(*findings, "finding", "findings");
            ("found", "✗", format!("{requests}, {findings}"))
        }
        Some(Cell::Skipped { why }) => ("skipped", "○", format!("left out: {why}")),
        Some(Cell::Unreachable { why }) => ("none", "–", format!("does not apply: {why}")),
        None => ("none", "–", "not in the plan".to_owned()),
    };
    CellView {
        kind,
        glyph,
        title: line(&format!("{what}: {said}")),
    }
}
