//! Why a check ends early.

use crate::missing_input::MissingInput;

/// Why a check ends early.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// It does not apply: the description or the deployment lacks what it checks.
    Skip(String),
    /// It applies, and the run was not given what it needs.
    MissingInput(MissingInput),
    /// The responses allow no verdict.
    Undecided(String),
}

impl Stop {
    /// Returns the reason in words.
    #[must_use]
    pub fn why(self) -> String {
        match self {
            Self::Skip(why) | Self::Undecided(why) => why,
            Self::MissingInput(input) => input.why().into_owned(),
        }
    }
}

impl From<MissingInput> for Stop {
    fn from(input: MissingInput) -> Self {
        Self::MissingInput(input)
    }
}
