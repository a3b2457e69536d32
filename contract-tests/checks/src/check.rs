//! Checks, and their explanations.

use std::future::Future;
use std::pin::Pin;

use conformance_core::catalogue::Strength;
pub use conformance_engine::session::Seen;
use conformance_engine::session::{SelectedCheck, Session, Stop};
pub use conformance_engine::verdict::{Evidence, Fault, Named, Outcome, Verdict, of_address};

/// A check: one file, one id, one requirement, one line in [`crate::ALL`].
#[derive(Debug, Clone, Copy)]
pub struct Check {
    /// The id on the command line and in reports, in kebab case.
    pub id: &'static str,
    /// The id of the requirement that it checks.
    pub requirement: &'static str,
    /// How strong the check is, if that differs from the requirement: the strength of one of its
    /// parts.
    pub strength: Option<Strength>,
    /// What a deployment that passes does, in one sentence.
    pub about: &'static str,
    /// An exchange, or another input, that fails: `>` marks what is sent to the deployment, and `<`
    /// its response.
    pub example: &'static str,
    /// How to correct a finding.
    pub fix: &'static str,
    /// The function that runs the check.
    pub run: Run,
}

/// The kinds of check.
#[derive(Debug, Clone, Copy)]
pub enum Run {
    /// Examines every exchange of the run, whichever check or plan sent it.
    Exchange(fn(&Seen<'_>) -> Verdict),
    /// Sends additional requests, and examines them together.
    Probe(Probe),
    /// Does so after all others, because a deployment may not survive the requests.
    LastProbe(Probe),
    /// Examines the run state after all requests.
    Finally(fn(&Session) -> Outcome),
}

impl Run {
    /// Returns the function that sends requests, if there is one.
    #[must_use]
    pub const fn probe(self) -> Option<Probe> {
        match self {
            Self::Probe(probe) | Self::LastProbe(probe) => Some(probe),
            Self::Exchange(_) | Self::Finally(_) => None,
        }
    }
}

/// A function that sends requests. It records its results in `Outcome`, and may end early.
pub type Probe = for<'s> fn(&'s Session, &'s mut Outcome) -> Probing<'s>;

/// The future of a probe.
pub type Probing<'s> = Pin<Box<dyn Future<Output = Result<(), Stop>> + Send + 's>>;

impl Check {
    /// Returns the identity of the check, for findings.
    #[must_use]
    pub const fn named(&self) -> Named {
        Named {
            id: self.id,
            requirement: self.requirement,
            strength: self.strength,
        }
    }

    /// Returns the check in the form that a session uses.
    #[must_use]
    pub const fn selected(&self) -> SelectedCheck {
        SelectedCheck {
            check: self.named(),
            exchange: match self.run {
                Run::Exchange(check) => Some(check),
                Run::Probe(_) | Run::LastProbe(_) | Run::Finally(_) => None,
            },
        }
    }
}
