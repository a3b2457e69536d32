//! The table of operations and intents, and the statuses of each operation.

use std::collections::{BTreeSet, HashMap};

use super::super::model::{Cell, OperationCoverage, Report};
use super::super::text::{counted, line};
use super::optional;

pub struct Coverage {
    pub intents: Vec<&'static str>,
    pub operations: Vec<OperationView>,
    pub asked: usize,
    /// Why cells were left out or do not apply. Many share a reason, and a page that repeated it in
    /// each cell would be several times as large.
    pub notes: Vec<String>,
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
    /// One word, which the page writes without quotation marks.
    pub kind: &'static str,
    pub glyph: &'static str,
    /// What was sent and found, for a tooltip.
    pub title: String,
    /// The number of the note that says why nothing was sent, from 1; 0 without a note.
    pub note: usize,
    /// How many columns the cell takes.
    pub columns: usize,
}

/// The notes so far, and their numbers.
#[derive(Default)]
struct Notes {
    texts: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl Notes {
    fn number(&mut self, text: String) -> usize {
        let next = self.texts.len() + 1;
        let texts = &mut self.texts;
        *self.numbers.entry(text).or_insert_with_key(|text| {
            texts.push(line(text));
            next
        })
    }
}

/// Returns the table. It has a column for each intent that any operation has.
pub fn view(report: &Report) -> Coverage {
    let intents = report
        .coverage
        .iter()
        .flat_map(|one| one.intents.keys().copied());
    let intents: BTreeSet<_> = intents.collect();
    let mut notes = Notes::default();
    let operations = report.coverage.iter().map(|one| {
        let cells = intents.iter();
        let cells = cells.map(|intent| cell(one.intents.get(intent), &mut notes));
        let cells = joined(cells.collect());
        operation(one, cells, &mut notes)
    });
    Coverage {
        operations: operations.collect(),
        intents: intents.iter().map(|intent| intent.as_str()).collect(),
        asked: report
            .coverage
            .iter()
            .filter(|one| one.is_exercised())
            .count(),
        notes: notes.texts,
    }
}

/// Joins neighbours that have the same note.
fn joined(cells: Vec<CellView>) -> Vec<CellView> {
    let mut joined: Vec<CellView> = Vec::new();
    for cell in cells {
        match joined.last_mut() {
            Some(last) if cell.note > 0 && last.note == cell.note && last.kind == cell.kind => {
                last.columns += cell.columns;
            }
            _ => joined.push(cell),
        }
    }
    joined
}

fn operation(one: &OperationCoverage, cells: Vec<CellView>, notes: &mut Notes) -> OperationView {
    let statuses = one.statuses.iter();
    let statuses = statuses.map(|(status, state)| (line(status), cell(Some(state), notes)));
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

fn cell(cell: Option<&Cell>, notes: &mut Notes) -> CellView {
    let (kind, glyph, sent, why) = match cell {
        Some(Cell::Exercised { count: 0, .. }) => ("skipped", "○", "not seen".to_owned(), None),
        Some(Cell::Exercised { count, findings: 0 }) => {
            let requests = counted(*count, "request", "requests");
            ("fine", "●", requests, None)
        }
        Some(Cell::Exercised { count, findings }) => {
            let requests = counted(*count, "request", "requests");
            let findings = counted(*findings, "finding", "findings");
            ("found", "✗", format!("{requests}, {findings}"), None)
        }
        Some(Cell::Skipped { why }) => ("skipped", "○", String::new(), Some(why.as_str())),
        Some(Cell::Unreachable { why }) => ("none", "–", String::new(), Some(why.as_str())),
        None => ("none", "–", String::new(), Some("not in the plan")),
    };
    CellView {
        kind,
        glyph,
        title: sent,
        note: why.map_or(0, |why| notes.number(why.to_owned())),
        columns: 1,
    }
}
