//! What the plan must know of a language: how it writes names, and which are taken.

use crate::targets::names::Case;

/// How a language writes names, and which of them its own code or its runtime has taken. Names
/// are compared without regard to case.
#[derive(Debug, Clone, Copy)]
pub(in crate::targets) struct Language {
    /// What it is called in messages.
    pub(in crate::targets) name: &'static str,
    /// Names that no type can have; types are in Pascal case.
    pub(in crate::targets) types: &'static [&'static str],
    /// How methods are written.
    pub(in crate::targets) method: Case,
    /// Names that no method can have.
    pub(in crate::targets) methods: &'static [&'static str],
    /// How the groups of a client are written.
    pub(in crate::targets) group: Case,
    /// Names that no group can have.
    pub(in crate::targets) groups: &'static [&'static str],
    /// How arguments and settings are written.
    pub(in crate::targets) argument: Case,
    /// Names that no argument can have.
    pub(in crate::targets) arguments: &'static [&'static str],
    /// Names that no setting of a client (a credential, a variable of an address) can have.
    pub(in crate::targets) settings: &'static [&'static str],
}
