//! Reasons why a request is not sent.

use std::fmt;

use crate::missing_input::MissingInput;
use crate::stop::Stop;

/// Why a request is not sent.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Withheld {
    /// The run may not write.
    ReadOnly,
    /// The operation is left out by `--skip-operation`.
    Skipped,
    /// It would act on a collection, on the caller or on the server as a whole. The text says why.
    Action(String),
    /// It would change an item that the run has not created, or create one below such an item.
    Foreign(String),
    /// Servers may interpret its path in more than one way, or the description does not declare it.
    Unclear(String),
}

impl Withheld {
    /// Returns what would allow it to be sent, if anything does.
    #[must_use]
    pub const fn remedy(&self) -> Option<&'static str> {
        match self {
            Self::ReadOnly => Some("--allow-writes"),
            Self::Skipped => Some("no --skip-operation of it"),
            Self::Action(_) => Some("--action ID, or --allow-actions for all"),
            Self::Foreign(_) | Self::Unclear(_) => None,
        }
    }
}

impl fmt::Display for Withheld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ReadOnly => f.write_str("the run may not write"),
            Self::Skipped => f.write_str("it is left out by --skip-operation"),
            Self::Action(why) => write!(f, "it may act on what the run has not created: {why}"),
            Self::Foreign(what) => write!(f, "{what} was not created by the run"),
            Self::Unclear(why) => write!(f, "it is not clear what it would change: {why}"),
        }
    }
}

impl From<Withheld> for Stop {
    fn from(why: Withheld) -> Self {
        match why {
            Withheld::ReadOnly => MissingInput::Writes.into(),
            Withheld::Action(_) => MissingInput::Actions.into(),
            why => Self::Skip(format!("not sent: {why}")),
        }
    }
}
