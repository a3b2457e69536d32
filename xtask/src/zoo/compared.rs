//! What only one of the two tools reports on a server, by check and by kind of failure.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;

use super::harness_run::HarnessRun;
use super::peer::Found;
use super::server;

/// The entries of `xtask/zoo/kinds.yaml`: the checks that cover a kind, by the kind's title.
#[derive(Debug)]
pub struct Kinds(BTreeMap<String, Vec<String>>);

/// The checks and kinds that only one tool reports on a server.
#[derive(Debug, PartialEq, Eq)]
pub struct Compared {
    /// The checks of our violations that no kind of the other tool corresponds to.
    pub only_ours: Vec<String>,
    /// The kinds whose checks have no violation here; in brackets what there is instead.
    pub only_theirs: Vec<String>,
    /// How many checks have a violation here and a kind there.
    pub both: usize,
}

impl Kinds {
    /// Reads the entries.
    ///
    /// # Errors
    /// Returns an error if the file has another form.
    pub fn read() -> Result<Self> {
        Ok(Self(server::data("kinds.yaml")?))
    }

    /// Compares the reports of both tools on the same server.
    #[must_use]
    pub fn compare(&self, ours: &HarnessRun, theirs: &Found) -> Compared {
        let found = ours.violations.iter().map(|one| one.check.as_str());
        self.compare_names(&found.collect(), &ours.warned, theirs.titles())
    }

    fn compare_names<'a>(
        &self,
        found: &BTreeSet<&str>,
        warned: &BTreeSet<String>,
        titles: impl Iterator<Item = &'a str>,
    ) -> Compared {
        let mut only_theirs = Vec::new();
        let mut covered = BTreeSet::new();
        for title in titles {
            let Some(checks) = self.0.get(title) else {
                only_theirs.push(format!("{title} (no check covers it)"));
                continue;
            };
            if !checks.iter().any(|check| found.contains(check.as_str())) {
                let instead = if checks.iter().any(|check| warned.contains(check)) {
                    " (a warning here)"
                } else {
                    ""
                };
                only_theirs.push(format!("{title}{instead}"));
            }
            covered.extend(checks.iter().map(String::as_str));
        }
        Compared {
            only_ours: found
                .difference(&covered)
                .map(|check| format!("`{check}`"))
                .collect(),
            only_theirs,
            both: found.intersection(&covered).count(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Compared, Kinds};

    #[test]
    fn what_only_one_tool_reports() {
        let kinds = [
            ("Server error", "no-server-error"),
            ("Late", "in-time"),
            ("Odd", "even"),
        ];
        let kinds = Kinds(
            kinds
                .map(|(kind, check)| (kind.into(), vec![check.to_owned()]))
                .into(),
        );
        let found = ["no-server-error", "date-there"].into();
        let warned = ["in-time".to_owned()].into();
        let titles = ["Server error", "Late", "Odd", "New"];
        let expected = Compared {
            only_ours: vec!["`date-there`".to_owned()],
            only_theirs: ["Late (a warning here)", "Odd", "New (no check covers it)"]
                .map(str::to_owned)
                .into(),
            both: 1,
        };
        assert_eq!(
            kinds.compare_names(&found, &warned, titles.into_iter()),
            expected
        );
    }

    #[test]
    fn each_kind_names_a_check_of_the_harness() {
        let kinds = Kinds::read().expect("the project's file");
        let known =
            std::fs::read_to_string(crate::project::root().join("docs/reference/checks.md"))
                .expect("the reference");
        for check in kinds.0.values().flatten() {
            assert!(
                known.contains(check.as_str()),
                "there is no check `{check}`"
            );
        }
    }
}
