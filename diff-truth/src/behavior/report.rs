//! How the rules did against running programs.

use std::fmt;

use super::Calls;

/// How the rules did.
#[derive(Debug, Clone, Default)]
pub struct BehaviorReport {
    /// How many pairs were run.
    pub pairs: usize,
    /// Of how many of them a rule says that they break, or may.
    pub told: usize,
    /// In how many of these a call does not work any more.
    pub shown: usize,
    /// How many pairs could not be read, generated or served.
    pub unusable: usize,
    /// How many calls were made.
    pub calls: usize,
    /// How many of them work at the mock of the old description.
    pub works: usize,
    /// The pairs that break a program while it runs, and no rule says so.
    pub silent: Vec<String>,
    /// Programs that do not work with their own description, or give up.
    pub faults: Vec<String>,
    /// The descriptions none of whose calls works, so that nothing is found out with them.
    pub idle: Vec<String>,
}

impl BehaviorReport {
    pub(super) fn add(&mut self, what: &str, told: bool, calls: &Calls) {
        self.pairs += 1;
        self.calls += calls.made;
        self.works += calls.works;
        if told {
            self.told += 1;
            self.shown += usize::from(!calls.broken.is_empty());
            return;
        }
        let broken = calls.broken.iter();
        self.silent
            .extend(broken.map(|one| format!("{what}\n    {one}")));
    }

    /// Two mocks of one description.
    pub(super) fn own(&mut self, name: &str, calls: &Calls) {
        let broken = calls.broken.iter();
        self.faults
            .extend(broken.map(|one| format!("{name}: {one}")));
        if calls.works == 0 {
            self.idle.push(name.to_owned());
        }
    }

    /// Whether everything that no rule reported works, and something was tried.
    #[must_use]
    pub const fn is_good(&self) -> bool {
        self.silent.is_empty() && self.faults.is_empty() && self.works > 0
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
        write!(
            f,
            "{} pairs run, {} that cannot be; {} calls, {} of which work before\n{} pairs told, {} of \
             them shown by a call that does not work any more; {} silent",
            self.pairs,
            self.unusable,
            self.calls,
            self.works,
            self.told,
            self.shown,
            self.silent.len()
        )
    }
}
