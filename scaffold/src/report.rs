//! The results of a run, with places.

use std::fmt;

/// A place in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl Place {
    /// Returns the place of a byte of a text.
    pub(crate) fn of(text: &str, offset: usize) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let column = before[line_start..].trim_start_matches('\u{feff}');
        Self {
            line: before.matches('\n').count() + 1,
            column: column.chars().count() + 1,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A method that was added for a missing operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Added {
    /// The trait and the method, such as `Offers::get_offer`.
    pub operation: String,
    /// The place of the implementation that lacked it, in the old text.
    pub implementation: Place,
    /// The place of the method in the new text.
    pub place: Place,
}

/// A problem for the user to check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Its place, in the old text.
    pub place: Place,
    /// The kind of problem.
    pub kind: FindingKind,
}

/// The kinds of problem. `operation` is a trait and a method, such as `Offers::get_offer`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FindingKind {
    /// The implementation has a method that the trait does not declare.
    Removed {
        /// The method.
        operation: String,
        /// The trait that declares a method with this name instead.
        moved_to: Option<String>,
    },
    /// The method has another signature than in the trait.
    Changed {
        /// The method.
        operation: String,
        /// The differences.
        differences: Vec<String>,
        /// The signature in the trait.
        expected: String,
    },
    /// Methods are missing, and nothing in the file shows how to name the server crate.
    UnknownCrate {
        /// The methods that were not added.
        missing: Vec<String>,
    },
    /// Methods are missing, and a macro inside the implementation may define them.
    MacroInside {
        /// The methods that were not added.
        missing: Vec<String>,
    },
    /// A macro that seems to implement the trait.
    MacroAround {
        /// The trait.
        implements: String,
    },
    /// The method exists only under a `#[cfg(…)]`.
    Conditional {
        /// The method.
        operation: String,
    },
}

impl Finding {
    /// Returns whether the implementation certainly does not match the trait. Code in a macro or
    /// under a `#[cfg(…)]` may match.
    #[must_use]
    pub const fn is_mismatch(&self) -> bool {
        matches!(
            self.kind,
            FindingKind::Removed { .. }
                | FindingKind::Changed { .. }
                | FindingKind::UnknownCrate { .. }
        )
    }
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Removed {
                operation,
                moved_to: None,
            } => write!(f, "removed: the trait has no `{operation}`"),
            Self::Removed {
                operation,
                moved_to: Some(other),
            } => write!(f, "moved: `{operation}` is now a method of `{other}`"),
            Self::Changed {
                operation,
                differences,
                expected,
            } => {
                let differences = differences.join("; ");
                write!(f, "changed: `{operation}` {differences}")?;
                write!(f, "\n    expected: {expected}")
            }
            Self::UnknownCrate { missing } => write!(
                f,
                "not added: {}, because the file does not say how to name the server crate; pass \
                 `--server PATH`, such as `--server crate::api`",
                list(missing)
            ),
            Self::MacroInside { missing } => write!(
                f,
                "not added: {}, because this macro may define methods of the implementation",
                list(missing)
            ),
            Self::MacroAround { implements } => write!(
                f,
                "skipped: this macro seems to implement `{implements}`, and macros are not expanded"
            ),
            Self::Conditional { operation } => {
                write!(f, "note: `{operation}` exists only under this `#[cfg(…)]`")
            }
        }
    }
}

fn list(names: &[String]) -> String {
    let quoted: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}
