//! The part of a run that checks a faulty deployment.

use conformance_checks::check::Check;

use crate::fault::Fault;

/// The checks of responses against the description. They report the same response as the check of a
/// standard if the description repeats the standard.
pub(crate) const DESCRIBED: [&str; 4] = [
    "status-declared",
    "media-type-declared",
    "body-valid",
    "headers-valid",
];

/// The part of a run that checks a faulty deployment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Everything.
    Full,
    /// The checks of every exchange, and the probes in the section of the fault. The plan is left
    /// out if one of them must find the fault.
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
                || check.run.probe().is_none()
                || own.iter().any(|own| section(own) == section(check))
        };
        conformance_checks::all().filter(is_in).collect()
    }

    pub(crate) fn has_plan(self, fault: &Fault) -> bool {
        let own = conformance_checks::all().find(|check| check.id == fault.check);
        self == Self::Full || own.is_none_or(|own| own.run.probe().is_none())
    }
}
