//! Compares one pair by the rules and by values.

use serde_json::Value;
use spec::diff::{Category, Change, Level, Policy, Way, compare, uncompared};

use crate::truth::{Counterexample, Truth, truth};

/// The verdict on the rules, for one direction of one pair.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// It breaks, and a rule reports it.
    Break,
    /// Nothing breaks, and no rule reports anything.
    Harmless,
    /// It breaks, and no rule reports it.
    Silent(Counterexample),
    /// A rule reports a break, and no value breaks.
    Alarm(Vec<String>),
    /// A rule reports a possible break, and no value breaks.
    Doubt,
    /// A rule reports a break, and there was no sample.
    Unproven,
}

/// The verdicts on a pair.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// For requests and for responses.
    pub verdicts: [Verdict; 2],
    /// The breaks by values.
    pub truth: Truth,
}

/// Compares two descriptions; `None` if one of them cannot be used.
#[must_use]
pub fn check(old: &Value, new: &Value, policy: &Policy) -> Option<Outcome> {
    let load = |description: &Value| {
        let loaded = spec::load_text("openapi.json", description.to_string());
        Some((loaded.api?, loaded.diagnostics))
    };
    let (before, after) = (load(old)?, load(new)?);
    // Descriptions with errors are reported as uncompared.
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
    let reported = changes.iter().filter(own);
    let errors: Vec<String> = reported
        .clone()
        .filter(|change| change.category == Category::Wire && change.level == Level::Error)
        .map(|change| format!("{} at {}: {}", change.rule, change.at, change.text))
        .collect();
    let doubted = reported.clone().any(|change| change.level > Level::Info);
    match truth.of(way) {
        Some(_) if doubted => Verdict::Break,
        Some(counterexample) => Verdict::Silent(counterexample.clone()),
        // A change that concerns no value cannot be refuted by values.
        None if !errors.is_empty()
            && changes.iter().any(|change| {
                // A change without a direction keeps callers from sending requests.
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
