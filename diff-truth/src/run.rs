//! Holds the rules of the comparison to what is true.

use serde_json::Value;
use spec::diff::{Category, Change, Level, Policy, Way, compare, uncompared};

use crate::judge::{Counterexample, Truth, truth};

/// What the rules and the truth say of one way of one pair.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// Both say that it breaks.
    Break,
    /// Both say that nothing breaks.
    Harmless,
    /// It breaks, and no rule says so.
    Silent(Counterexample),
    /// A rule says that it breaks, and no value shows it.
    Alarm(Vec<String>),
    /// A rule says that it may break.
    Doubt,
    /// A rule says that it breaks, and there was no sample to show it with.
    Unproven,
}

/// The verdicts on a pair.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// For requests and for responses.
    pub verdicts: [Verdict; 2],
    /// What is true.
    pub truth: Truth,
}

/// Compares two descriptions by the rules and by values. `None` where one of them cannot be used.
#[must_use]
pub fn check(old: &Value, new: &Value, policy: &Policy) -> Option<Outcome> {
    let load = |description: &Value| {
        let loaded = spec::load_text("openapi.json", description.to_string());
        Some((loaded.api?, loaded.diagnostics))
    };
    let (before, after) = (load(old)?, load(new)?);
    // A description with a fault is reported as one that could not be compared.
    if !uncompared(&before.1, &after.1).is_empty() {
        return None;
    }
    let changes = compare(&before.0, &after.0, policy);
    let truth = truth(old, new);
    let verdicts = [Way::Request, Way::Response].map(|way| verdict(&changes, &truth, way));
    Some(Outcome { verdicts, truth })
}

fn verdict(changes: &[Change], truth: &Truth, way: Way) -> Verdict {
    let own = |change: &&Change| change.way == Some(way) || change.way.is_none();
    let told = changes.iter().filter(own);
    let errors: Vec<String> = told
        .clone()
        .filter(|change| change.category == Category::Wire && change.level == Level::Error)
        .map(|change| format!("{} at {}: {}", change.rule, change.at, change.text))
        .collect();
    let doubted = told.clone().any(|change| change.level > Level::Info);
    match truth.of(way) {
        Some(_) if doubted => Verdict::Break,
        Some(counterexample) => Verdict::Silent(counterexample.clone()),
        // What concerns no value is no alarm about values.
        None if !errors.is_empty()
            && changes.iter().any(|change| {
                // What travels neither way keeps callers from calling.
                change.way.unwrap_or(Way::Request) == way
                    && change.category == Category::Wire
                    && change.level == Level::Error
            }) =>
        {
            if truth.unproven.contains(&way) {
                Verdict::Unproven
            } else {
                Verdict::Alarm(errors)
            }
        }
        None if doubted => Verdict::Doubt,
        None => Verdict::Harmless,
    }
}
