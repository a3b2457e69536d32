//! Why a check ends early.

use crate::missing_input::Lack;

/// Why a check ends early.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// It does not apply: the description or the deployment has not what it is about.
    Skip(String),
    /// It applies, and the run was not given what it needs.
    Lack(Lack),
    /// What came back does not allow a verdict.
    Undecided(String),
}

impl Stop {
    /// Why, in words.
    #[must_use]
    pub fn why(self) -> String {
        match self {
            Self::Skip(why) | Self::Undecided(why) => why,
            Self::Lack(lack) => lack.why().into_owned(),
        }
    }
}

impl From<Lack> for Stop {
    fn from(lack: Lack) -> Self {
        Self::Lack(lack)
    }
}
