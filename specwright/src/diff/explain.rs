//! Finds a counterexample for each breaking change (`--explain`): generated from the schemas, and
//! checked by a third-party validator.

use diff_truth::{Explained, Explainer, Wanted};
use serde_json::Value;
use spec::Documents;
use spec::diff::{Category, Way};

use super::finding::{Counterexample, Finding, Section, Shown};
use super::report::Report;
use super::side::Side;

/// For how many changes a counterexample is searched.
const MOST: usize = 200;

/// Searches for a counterexample for each breaking change.
pub(super) fn explain(report: &mut Report, old: &Side, new: &Side) {
    let mut explainer = Explainer::new(tree(&old.documents), tree(&new.documents));
    let breaks = report.findings.iter_mut();
    let breaks = breaks.filter(|one| one.section() == Section::Breaks);
    for finding in breaks.take(MOST) {
        finding.counterexample = Some(one(&mut explainer, finding));
    }
    let more = report.count(Section::Breaks).saturating_sub(MOST);
    if more > 0 {
        let note = format!("{more} further breaking changes were not explained");
        report.notes.push(note);
    }
}

fn tree(documents: &Documents) -> Value {
    let root = documents.main();
    root.map(spec::document::Node::to_json).unwrap_or_default()
}

fn one(explainer: &mut Explainer, finding: &Finding) -> Counterexample {
    let change = &finding.change;
    let id = change.operation.as_deref().unwrap_or_default();
    let place = change.at.strip_prefix(id).unwrap_or_default();
    let endpoint = finding.endpoint();
    let endpoint = endpoint.filter(|_| change.category == Category::Wire);
    let Some((method, path)) = endpoint else {
        return Counterexample::NotAValue;
    };
    // A change without a direction may be a removed operation, which a request shows.
    let way = match change.way {
        Some(way) => way,
        None if finding.new.is_none() => Way::Request,
        None => {
            let found = explainer.access(method, path);
            return found.map_or(Counterexample::NotAValue, Counterexample::of);
        }
    };
    let pointers = [&finding.old, &finding.new];
    let wanted = Wanted {
        method,
        path,
        place: place.trim_start(),
        way,
        pointers: pointers.map(|spot| Some(spot.as_ref()?.pointer.as_str())),
    };
    match explainer.counterexample(&wanted) {
        Some(found) => Counterexample::of(found),
        None => Counterexample::None,
    }
}

impl Counterexample {
    fn of(found: Explained) -> Self {
        Self::Found(Shown {
            place: found.place,
            what: found.what,
            value: found.value,
            why: found.why,
        })
    }
}
