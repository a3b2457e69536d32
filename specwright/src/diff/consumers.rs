//! Finds the recorded clients that a change affects (`--consumers FILE…`).

use messages::consumer::{Consumer, Used};
use spec::diff::{Category, Change, Level, Reached, Way};

use super::report::Report;

/// Records in each finding which clients it affects.
pub(super) fn apply(consumers: &[Consumer], report: &mut Report) {
    for finding in &mut report.findings {
        let own = consumers.iter().filter(|one| hits(one, &finding.change));
        finding.hits = Some(own.map(|one| one.name.clone()).collect());
    }
}

/// Returns whether a change affects a client. If that is unknown, it does.
fn hits(consumer: &Consumer, change: &Change) -> bool {
    if change.level == Level::Info || change.category == Category::Docs {
        return false;
    }
    // Of changes to the API as a whole, only names do not matter to callers.
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

/// Returns a path without the names of its variables.
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
        // A client does not send a newly required property, whatever else it sends.
        Some(Way::Request) if change.rule.contains("required") => true,
        Some(Way::Request) => match place.query {
            Some(name) => {
                let mut keys = used.sends.iter().filter_map(|sent| sent.strip_prefix('?'));
                keys.any(|key| place.is_written_as(name, key))
            }
            None => place.is_whole() || used.sends.iter().any(|sent| place.concerns(sent, first)),
        },
        Some(Way::Response) => used.needs.iter().any(|need| {
            let status = change.status.as_deref();
            is_of(status, need.status) && (place.is_whole() || place.concerns(&need.at, first))
        }),
    }
}

/// Returns whether a status is covered by a declared response.
fn is_of(declared: Option<&str>, status: u16) -> bool {
    let Some(declared) = declared else {
        return true;
    };
    match declared.strip_suffix("XX") {
        Some(class) => (status / 100).to_string() == class,
        None => declared == "default" || declared == status.to_string(),
    }
}

/// The place of a change within a value.
struct Place<'c> {
    /// The name of a query parameter.
    query: Option<&'c str>,
    steps: Vec<&'c str>,
}

impl<'c> Place<'c> {
    /// Returns the place; `None` if it is not fully known.
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

    /// Returns whether the query may have this key for a parameter. An object has a key for each
    /// property: `name[property]`, or `property` alone.
    fn is_written_as(&self, name: &str, key: &str) -> bool {
        match key.strip_prefix(name) {
            Some(rest) => rest.is_empty() || rest.starts_with('['),
            None => self.steps.first().is_some_and(|first| *first == key),
        }
    }

    /// Returns whether the change is at a pointer, or around it. In operations other than the first
    /// one, the schema is at another place, so names decide.
    fn concerns(&self, pointer: &str, first: bool) -> bool {
        let steps: Vec<String> = pointer
            .split('/')
            .skip(1)
            .map(|step| step.replace("~1", "/").replace("~0", "~"))
            .collect();
        let own = self.steps.iter().rev().find(|step| **step != "*");
        if first {
            let mut pairs = self.steps.iter().zip(&steps);
            // A schema of all items, or of additional properties, is about every name.
            self.steps.len() <= steps.len() && pairs.all(|(one, other)| *one == "*" || one == other)
        } else {
            own.is_none_or(|name| steps.iter().any(|step| step == name))
        }
    }
}
