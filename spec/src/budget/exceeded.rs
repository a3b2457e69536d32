//! The diagnostic for an exceeded budget.

use super::Unit;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// An attempt to spend more than is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exceeded {
    /// The unit that ran out.
    pub unit: Unit,
    /// The limit of the unit.
    pub limit: u64,
}

impl Exceeded {
    /// Returns the diagnostic, at the place whose processing exceeded the budget.
    #[must_use]
    pub fn at(self, span: Span) -> Diagnostic {
        let help = format!("{}; or raise the limits with `--budget`", self.advice());
        Diagnostic::error(Code::BudgetExceeded, span, self.to_string()).help(help)
    }

    const fn advice(self) -> &'static str {
        match self.unit {
            Unit::Files => "join some of them, or split the description",
            Unit::Aliased => "use `$ref`, which copies nothing",
            Unit::Overlaid | Unit::Selected => "let targets select less",
            _ => "split the description, or take out what repeats",
        }
    }
}

impl std::fmt::Display for Exceeded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let limit = self.limit;
        match self.unit {
            Unit::Bytes => write!(f, "the description is larger than {} MiB", limit >> 20),
            Unit::Files => write!(f, "the description has more than {limit} files"),
            Unit::Nodes => write!(f, "the description has more than {limit} values"),
            Unit::Aliased => write!(f, "aliases copy more than {limit} values"),
            Unit::Overlaid => write!(f, "overlays copy more than {limit} values"),
            Unit::Selected => write!(f, "the targets look at more than {limit} values"),
            Unit::Items => write!(
                f,
                "references expand to more than {limit} operations, parameters and responses"
            ),
            Unit::Values => write!(
                f,
                "examples, defaults and extensions add up to more than {limit} values"
            ),
            Unit::Text => write!(f, "references repeat more than {limit} bytes of text"),
            Unit::MergedSchemas => write!(f, "merging `allOf` makes more than {limit} schemas"),
            Unit::MergedProperties => {
                write!(f, "merging `allOf` makes more than {limit} properties")
            }
            Unit::Steps => write!(f, "the description takes more than {limit} steps to read"),
            Unit::Output => write!(f, "the generated files have more than {limit} bytes"),
        }
    }
}
