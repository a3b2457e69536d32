//! The list of what does not apply.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::results::Scenario;
use crate::support::foreign;

/// The check of every scenario that messages follow the schema of the revision. It always applies.
const SCHEMA: &str = "wire-schema-valid";

/// Why scenarios and checks do not apply.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Reason {
    why: String,
    /// Scenarios, or single checks of scenarios (`SCENARIO:CHECK`).
    does_not_apply: Vec<String>,
}

/// What does not apply in one era.
#[derive(Debug)]
pub struct Exceptions(Vec<String>);

impl Exceptions {
    /// Reads the list of a revision.
    ///
    /// # Panics
    /// Panics if the file is not valid, or an entry has no reason or is listed twice.
    pub fn of(revision: &str) -> Self {
        let path = foreign::file("mcp_suite/does-not-apply.yaml");
        let text = std::fs::read_to_string(path).expect("the list");
        let mut all: BTreeMap<String, Vec<Reason>> = yaml_serde::from_str(&text).expect("a list");
        let reasons = all.remove(revision).expect("a list of the revision");
        assert!(reasons.iter().all(|reason| !reason.why.is_empty()));
        let mut names: Vec<_> = reasons
            .into_iter()
            .flat_map(|reason| reason.does_not_apply)
            .collect();
        names.sort();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count, "an entry is listed twice");
        Self(names)
    }

    /// Returns the number of entries.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the checks that fail without being listed, and the entries of which nothing fails.
    pub fn compare(&self, scenarios: &[Scenario]) -> Vec<String> {
        let mut stale: Vec<_> = self.0.iter().collect();
        let mut faults = Vec::new();
        for Scenario { name, failed } in scenarios {
            for (check, message) in failed {
                let single = format!("{name}:{check}");
                let covers = |entry: &str| entry == single || (entry == name && check != SCHEMA);
                if !self.0.iter().any(|entry| covers(entry)) {
                    faults.push(format!("failed: {single}: {message}"));
                }
                stale.retain(|entry| !covers(entry));
            }
        }
        let stale = stale.iter().map(|entry| {
            format!("passed, or no longer there, but listed as not applicable: {entry}")
        });
        faults.extend(stale);
        faults
    }
}
