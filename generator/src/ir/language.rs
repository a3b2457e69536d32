//! The properties of a language that planning depends on: how it writes names, and which are
//! reserved.

use crate::ir::names::Case;

/// How a language writes names, and which of them its syntax or its runtime reserves. Names are
/// compared without regard to case.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Language {
    /// The name of what is generated, in messages: `the Go SDK`.
    pub(crate) name: &'static str,
    /// Reserved names of types, which are in Pascal case.
    pub(crate) types: &'static [&'static str],
    /// Reserved names of types that are named after an operation.
    pub(crate) operation_types: &'static [&'static str],
    /// The endings of types that are named after an operation, if their names are chosen together.
    pub(crate) operation_endings: &'static [&'static str],
    /// The case of methods.
    pub(crate) method: Case,
    /// Reserved names of a group's methods.
    pub(crate) methods: &'static [&'static str],
    /// Reserved names of operations, where they are declared beside all others.
    pub(crate) operations: &'static [&'static str],
    /// The case of a client's groups.
    pub(crate) group: Case,
    /// Reserved names of groups.
    pub(crate) groups: &'static [&'static str],
    /// The case of arguments and settings.
    pub(crate) argument: Case,
    /// Reserved names of arguments.
    pub(crate) arguments: &'static [&'static str],
    /// Reserved names of a client's settings (credentials and server variables).
    pub(crate) settings: &'static [&'static str],
    /// Whether credentials are in a separate namespace, not beside other settings.
    pub(crate) credentials_apart: bool,
    /// How fields of records are written.
    pub(crate) fields: FieldNames,
    /// Whether its type for any value distinguishes `null` from an absent value.
    pub(crate) any_holds_null: bool,
    /// Whether a record contains the records in its fields directly, without a pointer, so that it
    /// must not contain itself.
    pub(crate) records_are_values: bool,
    /// Whether its runtime reads streams item by item.
    pub(crate) reads_streams: bool,
}

/// How a language writes the fields of a record.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FieldNames {
    /// The case.
    pub(crate) case: Case,
    /// Reserved names of fields.
    pub(crate) taken: &'static [&'static str],
    /// The suffix of a reserved name; empty if the suffix is `property`.
    pub(crate) mark: &'static str,
}
