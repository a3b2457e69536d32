//! How much of a run a faulty deployment gets.

use conformance_checks::check::{Check, Run};

use crate::fault::Fault;

/// The checks that hold a response against the description. They find the same response at fault as
/// the check of a standard does, wherever the description repeats the standard.
pub(crate) const DESCRIBED: [&str; 4] = [
    "status-declared",
    "media-type-declared",
    "body-valid",
    "headers-valid",
];

/// How much of a run a faulty deployment gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Everything.
    Full,
    /// The checks that look at every exchange, and those of the fault's section that ask
    /// themselves. Where it is one of those that must find the fault, the plan is left out.
    Section,
}

impl Scope {
    pub(crate) fn checks(self, faults: &[Fault]) -> Vec<&'static Check> {
        let section =
            |check: &Check| conformance_checks::requirement(check).map(|row| &row.section);
        let own = |fault: &Fault| conformance_checks::all().find(|one| one.id == fault.check);
        let own: Vec<_> = faults.iter().filter_map(own).collect();
        let is_in = |check: &&'static Check| {
            self == Self::Full
                || !matches!(check.run, Run::Probe(_))
                || own.iter().any(|own| section(own) == section(check))
        };
        conformance_checks::all().filter(is_in).collect()
    }

    pub(crate) fn has_plan(self, fault: &Fault) -> bool {
        let own = conformance_checks::all().find(|check| check.id == fault.check);
        self == Self::Full || own.is_none_or(|own| !matches!(own.run, Run::Probe(_)))
    }
}
