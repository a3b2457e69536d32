//! The result of comparing the rules with running programs.

use std::collections::BTreeMap;
use std::fmt;

use super::stage::Calls;

/// The result of a run.
#[derive(Debug, Clone, Default)]
pub struct BehaviorReport {
    /// The languages whose tools are not installed.
    pub missing: Vec<&'static str>,
    /// The number of pairs.
    pub pairs: usize,
    /// In how many of them a rule reports a break, or a possible one.
    pub reported: usize,
    /// In how many of these a call fails.
    pub shown: usize,
    /// The number of pairs that could not be read, generated or served.
    pub unusable: usize,
    /// For each language, the number of calls, and how many of them work at a mock of the old
    /// description.
    pub calls: BTreeMap<&'static str, (usize, usize)>,
    /// Pairs with a failing call and without a reported break.
    pub silent: Vec<String>,
    /// SDKs that fail with their own description, and drivers that failed.
    pub faults: Vec<String>,
    /// Descriptions without a call that works, so nothing can be found out with them.
    pub idle: Vec<String>,
}

impl BehaviorReport {
    pub(super) fn add(&mut self, what: &str, reported: bool, all: &[Calls]) {
        self.pairs += 1;
        for one in all {
            let counts = self.calls.entry(one.language).or_default();
            counts.0 += one.made;
            counts.1 += one.works;
        }
        self.gave_up(what, all);
        let broken = || {
            all.iter()
                .filter_map(|one| Some((one.language, one.broken.as_ref()?)))
        };
        if reported {
            self.reported += 1;
            self.shown += usize::from(broken().next().is_some());
            return;
        }
        let silent = broken().map(|(language, call)| format!("{what}\n    {language}: {call}"));
        self.silent.extend(silent);
    }

    /// Adds the result of two mocks of one description.
    pub(super) fn own(&mut self, name: &str, all: &[Calls]) {
        self.gave_up(name, all);
        let broken = all.iter().filter_map(|one| {
            let call = one.broken.as_ref()?;
            Some(format!("{name}: {}: {call}", one.language))
        });
        self.faults.extend(broken);
        if all.iter().all(|one| one.works == 0) {
            self.idle.push(name.to_owned());
        }
    }

    fn gave_up(&mut self, what: &str, all: &[Calls]) {
        let faults = all.iter().filter_map(|one| {
            let fault = one.fault.as_ref()?;
            Some(format!("{what}: {}: {fault}", one.language))
        });
        self.faults.extend(faults);
    }

    /// Returns whether every failing call was reported, and some calls work in each language.
    #[must_use]
    pub fn is_good(&self) -> bool {
        let tried = self.calls.values().all(|(_, works)| *works > 0);
        self.silent.is_empty() && self.faults.is_empty() && tried && !self.calls.is_empty()
    }
}

impl fmt::Display for BehaviorReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (what, list) in [("fault", &self.faults), ("silent", &self.silent)] {
            for line in list {
                writeln!(f, "{what}: {line}")?;
            }
        }
        for name in &self.idle {
            writeln!(f, "no call works: {name}")?;
        }
        for language in &self.missing {
            writeln!(f, "skipped: the tools of {language} are not installed")?;
        }
        for (language, (made, works)) in &self.calls {
            writeln!(f, "{language}: {made} calls, {works} of which work before")?;
        }
        write!(
            f,
            "{} pairs run, {} that cannot be\n{} pairs reported, {} of them shown by a call that does not \
             work any more; {} silent",
            self.pairs,
            self.unusable,
            self.reported,
            self.shown,
            self.silent.len()
        )
    }
}
