//! Which of the clients that were recorded a change hits (`--consumers FILE…`).

use messages::consumer::{Consumer, Used};
use spec::diff::{Category, Change, Level, Reached, Way};

use super::report::Report;

/// Notes in each finding which clients it hits.
pub(super) fn apply(consumers: &[Consumer], report: &mut Report) {
    for finding in &mut report.findings {
        let own = consumers.iter().filter(|one| hits(one, &finding.change));
        finding.hits = Some(own.map(|one| one.name.clone()).collect());
    }
}

/// Returns whether a client notices a change. Where that is not known, it does.
fn hits(consumer: &Consumer, change: &Change) -> bool {
    if change.level == Level::Info || change.category == Category::Docs {
        return false;
    }
    // Of the API as a whole, only names do not matter to those who call it.
    if change.operations.is_empty() {
        return change.category != Category::Types;
    }
    change.operations.iter().any(|reached| {
        let used = consumer
            .operations
            .iter()
            .find(|used| is_same(used, reached));
        let first = change.operation.as_deref() == Some(reached.id.as_str());
        used.is_some_and(|used| notices(used, change, first))
    })
}

fn is_same(used: &Used, reached: &Reached) -> bool {
    used.method == reached.method && shape(&used.path) == shape(&reached.path)
}

/// A path without the names of its variables.
fn shape(path: &str) -> Vec<&str> {
    let segments = path.split('/');
    segments
        .map(|one| if one.starts_with('{') { "{}" } else { one })
        .collect()
}

fn notices(used: &Used, change: &Change, first: bool) -> bool {
    let Some(place) = Place::of(change) else {
        return true;
    };
    match change.way {
        None => true,
        // A client lacks a newly required property, no matter what else it sends.
        Some(Way::Request) if change.rule.contains("required") => true,
        Some(Way::Request) => match place.query {
            Some(name) => used
                .sends
                .iter()
                .any(|sent| sent.strip_prefix('?') == Some(name)),
            None => place.is_whole() || used.sends.iter().any(|sent| place.concerns(sent, first)),
        },
        Some(Way::Response) => used.needs.iter().any(|need| {
            let status = change.status.as_deref();
            is_of(status, need.status) && (place.is_whole() || place.concerns(&need.at, first))
        }),
    }
}

/// Returns whether a status is one of those that a response is declared for.
fn is_of(declared: Option<&str>, status: u16) -> bool {
    let Some(declared) = declared else {
        return true;
    };
    match declared.strip_suffix("XX") {
        Some(class) => (status / 100).to_string() == class,
        None => declared == "default" || declared == status.to_string(),
    }
}

/// Where in a value a change is.
struct Place<'c> {
    /// The name of a parameter of the query.
    query: Option<&'c str>,
    steps: Vec<&'c str>,
}

impl<'c> Place<'c> {
    /// `None` if the place is not known in full.
    fn of(change: &'c Change) -> Option<Self> {
        if change.at.contains('…') {
            return None;
        }
        let (part, inside) = change.at.split_once(" /").unwrap_or((&change.at, ""));
        let query = part.split_once(" query parameter ");
        let steps = inside
            .split('/')
            .filter(|step| !step.is_empty() && !step.starts_with('('));
        let steps = steps.map(|step| if step == "{*}" { "*" } else { step });
        Some(Self {
            query: query.map(|(_, name)| name),
            steps: steps.collect(),
        })
    }

    const fn is_whole(&self) -> bool {
        self.steps.is_empty()
    }

    /// Returns whether the change is at a pointer, or around it. In operations that the change was
    /// not found in first, the schema is at another place, and what it is called there tells.
    fn concerns(&self, pointer: &str, first: bool) -> bool {
        let steps: Vec<String> = pointer
            .split('/')
            .skip(1)
            .map(|step| step.replace("~1", "/").replace("~0", "~"))
            .collect();
        let own = self.steps.iter().rev().find(|step| **step != "*");
        if first {
            let mut pairs = self.steps.iter().zip(&steps);
            self.steps.len() <= steps.len() && pairs.all(|(one, other)| *one == other)
        } else {
            own.is_none_or(|name| steps.iter().any(|step| step == name))
        }
    }
}
