//! How the rules did against running programs.

use std::collections::BTreeMap;
use std::fmt;

use super::stage::Calls;

/// How the rules did.
#[derive(Debug, Clone, Default)]
pub struct BehaviorReport {
    /// The languages whose tools are not installed.
    pub missing: Vec<&'static str>,
    /// How many pairs were run.
    pub pairs: usize,
    /// Of how many of them a rule says that they break, or may.
    pub told: usize,
    /// In how many of these a call does not work any more.
    pub shown: usize,
    /// How many pairs could not be read, generated or served.
    pub unusable: usize,
    /// How many calls were made in each language, and how many of them work at the mock of the old
    /// description.
    pub calls: BTreeMap<&'static str, (usize, usize)>,
    /// The pairs that break a program while it runs, and no rule says so.
    pub silent: Vec<String>,
    /// Programs that do not work with their own description, or give up.
    pub faults: Vec<String>,
    /// The descriptions none of whose calls works, so that nothing is found out with them.
    pub idle: Vec<String>,
}

impl BehaviorReport {
    pub(super) fn add(&mut self, what: &str, told: bool, all: &[Calls]) {
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
        if told {
            self.told += 1;
            self.shown += usize::from(broken().next().is_some());
            return;
        }
        let silent = broken().map(|(language, call)| format!("{what}\n    {language}: {call}"));
        self.silent.extend(silent);
    }

    /// Two mocks of one description.
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

    /// Returns whether everything that no rule reported works, and something was tried in each language.
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
            "{} pairs run, {} that cannot be\n{} pairs told, {} of them shown by a call that does not \
             work any more; {} silent",
            self.pairs,
            self.unusable,
            self.told,
            self.shown,
            self.silent.len()
        )
    }
}
