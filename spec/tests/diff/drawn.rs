//! Pairs of descriptions in areas where little depends on schemas (`drawn.yaml`). What is true of each
//! was decided by the standards before the rules saw it.

use serde::Deserialize;
use serde_json::Value;
use spec::diff::{Category, Level, Policy, by_cause, compare};

use crate::{TODAY, model};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pair {
    name: String,
    truth: Truth,
    old: Value,
    new: Value,
}

#[derive(Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum Truth {
    /// A request or a response that was valid is not any more, or means something else.
    Breaks,
    /// Clients may notice the change.
    Matters,
    /// No request and no response breaks.
    Harmless,
}

#[test]
fn each_drawn_pair_is_reported_as_the_standards_say() {
    let text = include_str!("drawn.yaml");
    let pairs: Vec<Pair> = serde_yaml::from_str(text).expect("the pairs are YAML");
    assert!(pairs.len() > 100);
    let mut wrong = Vec::new();
    for pair in &pairs {
        let (old, new) = (model(&pair.old), model(&pair.new));
        let changes = by_cause(compare(&old, &new, &Policy::on(TODAY)));
        let loud = |sent: bool| {
            let mut changes = changes.iter().filter(|one| one.level > Level::Info);
            changes.any(|one| !sent || one.category != Category::Types)
        };
        let right = match pair.truth {
            Truth::Breaks => loud(false),
            Truth::Matters => !changes.is_empty(),
            Truth::Harmless => !loud(true),
        };
        if !right {
            let rules: Vec<_> = changes.iter().map(|one| (one.level, one.rule)).collect();
            wrong.push(format!("{} ({:?}): {rules:?}", pair.name, pair.truth));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
