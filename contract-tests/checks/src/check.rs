//! Checks, and their explanations.

use std::future::Future;
use std::pin::Pin;

use conformance_core::catalogue::Strength;
pub use conformance_engine::session::Seen;
use conformance_engine::session::{Judge, Session, Stop};
pub use conformance_engine::verdict::{Evidence, Fault, Judgement, Named, Outcome, of_address};

/// A check: one file, one id, one requirement, one line in [`crate::ALL`].
#[derive(Debug, Clone, Copy)]
pub struct Check {
    /// The name on the command line and in reports, in kebab case.
    pub id: &'static str,
    /// The row of the catalogue that it checks.
    pub requirement: &'static str,
    /// How strongly, where it is another than the row's: the strength of one of its parts.
    pub strength: Option<Strength>,
    /// What a deployment does that passes, in one sentence.
    pub about: &'static str,
    /// An exchange, or whatever it looks at, that does not pass: `>` marks what is sent to the
    /// deployment, and `<` what it answers.
    pub example: &'static str,
    /// How to correct a finding.
    pub fix: &'static str,
    /// How it is checked.
    pub run: Run,
}

/// How a check checks.
#[derive(Debug, Clone, Copy)]
pub enum Run {
    /// It looks at every exchange of the run, whoever sent it.
    Exchange(fn(&Seen<'_>) -> Judgement),
    /// It sends additional requests, and checks them together.
    Probe(Probe),
    /// It looks at what the run has gathered, after all requests.
    Finally(fn(&Session) -> Outcome),
}

/// A check that sends requests: it says in `Outcome` what it finds, and may end early.
pub type Probe = for<'s> fn(&'s Session, &'s mut Outcome) -> Probing<'s>;

/// A probe under way.
pub type Probing<'s> = Pin<Box<dyn Future<Output = Result<(), Stop>> + Send + 's>>;

impl Check {
    /// The check, as a finding names it.
    #[must_use]
    pub const fn named(&self) -> Named {
        Named {
            id: self.id,
            requirement: self.requirement,
            strength: self.strength,
        }
    }

    /// The check, as a session knows it.
    #[must_use]
    pub const fn judge(&self) -> Judge {
        Judge {
            check: self.named(),
            exchange: match self.run {
                Run::Exchange(judge) => Some(judge),
                Run::Probe(_) | Run::Finally(_) => None,
            },
        }
    }
}
