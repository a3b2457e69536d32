//! What the plan must know of a language: how it writes names, and which are taken.

use crate::ir::names::Case;

/// How a language writes names, and which of them its own code or its runtime has taken. Names
/// are compared without regard to case.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Language {
    /// Its name in messages.
    pub(crate) name: &'static str,
    /// Names that no type can have; types are in Pascal case.
    pub(crate) types: &'static [&'static str],
    /// How methods are written.
    pub(crate) method: Case,
    /// Names that no method can have.
    pub(crate) methods: &'static [&'static str],
    /// How the groups of a client are written.
    pub(crate) group: Case,
    /// Names that no group can have.
    pub(crate) groups: &'static [&'static str],
    /// How arguments and settings are written.
    pub(crate) argument: Case,
    /// Names that no argument can have.
    pub(crate) arguments: &'static [&'static str],
    /// Names that no setting of a client (a credential, a variable of an address) can have.
    pub(crate) settings: &'static [&'static str],
    /// How the fields of records are written.
    pub(crate) fields: FieldNames,
    /// Whether its type for any value tells `null` from what is absent.
    pub(crate) any_holds_null: bool,
    /// Whether a record holds the records of its fields without a pointer between, so that one must
    /// not hold itself.
    pub(crate) records_are_values: bool,
    /// Whether its runtime reads streams item by item.
    pub(crate) reads_streams: bool,
}

/// How a language writes the fields of a record.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FieldNames {
    /// The case.
    pub(crate) case: Case,
    /// Names that no field can have.
    pub(crate) taken: &'static [&'static str],
    /// What follows a name that is taken; empty if `property` does.
    pub(crate) mark: &'static str,
}
