//! Results of checks: faults, verdicts on an exchange, and outcomes of checks that send their own
//! requests.

use std::sync::Arc;

use messages::text::cut;
use spec::Span;
use spec::model::{Operation, Provenance};

use crate::expectation::{Expectation, Rule};
use conformance_core::catalogue::{Footing, Strength};
use conformance_core::description::OperationId;
use conformance_core::exchange::Exchange;
use conformance_core::missing_input::MissingInput;
use conformance_core::stop::Stop;

/// How many characters a fault has of what was found.
const LONGEST_ACTUAL: usize = 4_000;

/// The identity of a check, as findings name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named {
    /// The id on the command line and in reports.
    pub id: &'static str,
    /// The requirement that it checks, in the catalogue.
    pub requirement: &'static str,
    /// How strong the check is, if that differs from the requirement.
    pub strength: Option<Strength>,
}

/// The verdict of a check on one exchange.
#[derive(Debug)]
pub enum Verdict {
    /// The check does not apply to the exchange.
    NotApplicable,
    /// The check found no fault.
    Passed,
    /// The exchange has these faults.
    Failed(Vec<Fault>),
}

impl Verdict {
    /// Returns `Failed` if there are faults, otherwise `Passed`.
    #[must_use]
    pub fn of(faults: Vec<Fault>) -> Self {
        if faults.is_empty() {
            Self::Passed
        } else {
            Self::Failed(faults)
        }
    }

    /// Returns `Passed` if `holds`, otherwise `Failed` with one fault.
    #[must_use]
    pub fn require(holds: bool, fault: impl FnOnce() -> Fault) -> Self {
        if holds {
            Self::Passed
        } else {
            Self::Failed(vec![fault()])
        }
    }
}

/// Returns the provenance of a status at an address that the interface names: the interface states
/// that the address exists, and `rest` covers everything else.
#[must_use]
pub const fn of_address(status: u16, rest: Footing) -> Footing {
    match status {
        404 | 405 | 501 => Footing::Stated,
        _ => rest,
    }
}

/// Something that is wrong with an exchange.
#[derive(Debug, Clone, Default)]
pub struct Fault {
    /// What is wrong, in one line: `listOffers answers with 3 items where limit is 2`. Two faults
    /// of one check and operation with the same title are one finding: so it must not contain
    /// values that vary from request to request.
    pub title: String,
    /// What was expected.
    pub expected: String,
    /// What was found instead.
    pub actual: String,
    /// The place in the response: a JSON pointer or `header Name`.
    pub pointer: Option<String>,
    /// The place in the description that requires it.
    pub span: Option<Span>,
    /// The provenance of that place. It decides if the requirement's footing is `described`.
    pub provenance: Option<Provenance>,
    /// A footing other than the requirement's, for the one aspect that is wrong.
    pub footing: Option<Footing>,
    /// What to do, or how to read the finding.
    pub help: Option<String>,
    /// A strength other than the check's.
    pub strength: Option<Strength>,
    /// The rules that the responses should have followed, as data; all of them apply.
    pub expectations: Vec<Expectation>,
    /// Why assertions on responses cannot show it, if there is a special reason.
    pub no_test: Option<&'static str>,
    /// What is wrong, in one line without the operation, if the title says more: findings of one
    /// check with the same cause are reported together.
    pub cause: Option<String>,
}

impl Fault {
    /// Returns a fault with a title.
    #[must_use]
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            ..Self::default()
        }
    }

    /// Sets the cause that it shares with other findings of the check. By default it is the title
    /// without the operation.
    #[must_use]
    pub fn cause(mut self, cause: impl Into<String>) -> Self {
        self.cause = Some(cause.into());
        self
    }

    /// Sets what was expected.
    #[must_use]
    pub fn expected(mut self, expected: impl Into<String>) -> Self {
        self.expected = expected.into();
        self
    }

    /// Sets what was found instead, of which the beginning is kept: a service can send megabytes.
    #[must_use]
    pub fn actual(mut self, actual: impl Into<String>) -> Self {
        self.actual = cut(&actual.into(), LONGEST_ACTUAL);
        self
    }

    /// Adds a rule for the last response, as data: what [`Self::expected`] says, for a program.
    #[must_use]
    pub fn must(mut self, rule: Rule) -> Self {
        self.expectations.push(Expectation {
            exchange: None,
            rule,
        });
        self
    }

    /// Adds a rule as [`Self::must`] does, for one of the exchanges, counted from 0.
    #[must_use]
    pub fn must_of(mut self, exchange: usize, rule: Rule) -> Self {
        self.expectations.push(Expectation {
            exchange: Some(exchange),
            rule,
        });
        self
    }

    /// Sets why no assertion on responses can show it.
    #[must_use]
    pub const fn without_test(mut self, why: &'static str) -> Self {
        self.no_test = Some(why);
        self
    }

    /// Sets the place in the response.
    #[must_use]
    pub fn pointer(mut self, pointer: impl Into<String>) -> Self {
        self.pointer = Some(pointer.into());
        self
    }

    /// Sets the place in the description that requires it, and the provenance of that place.
    #[must_use]
    pub fn described(mut self, span: Span, provenance: &Provenance) -> Self {
        self.span = Some(span);
        self.provenance = Some(provenance.clone());
        self
    }

    /// Marks a fault in the behavior of an operation, rather than in the form of a response.
    #[must_use]
    pub fn behavior(self, operation: &Operation) -> Self {
        self.described(operation.span, operation.behavior())
    }

    /// Sets a footing other than the requirement's.
    #[must_use]
    pub const fn footing(mut self, footing: Footing) -> Self {
        self.footing = Some(footing);
        self
    }

    /// Sets what to do, or how to read the finding.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Sets a strength other than the check's.
    #[must_use]
    pub const fn strength(mut self, strength: Strength) -> Self {
        self.strength = Some(strength);
        self
    }
}

/// The outcome of a check that sends its own requests.
#[derive(Debug, Default)]
pub struct Outcome {
    /// How many parts passed.
    pub passed: usize,
    /// The faults, each with its evidence.
    pub failed: Vec<Evidence>,
    /// Why the check, or a part of it, was skipped: it does not apply.
    pub skipped: Vec<String>,
    /// Inputs that the run was not given, so that the check, or a part of it, was skipped.
    pub missing: Vec<MissingInput>,
    /// Why the check, or a part of it, was inconclusive.
    pub inconclusive: Vec<String>,
}

/// A fault and the exchanges that show it.
#[derive(Debug)]
pub struct Evidence {
    /// The fault.
    pub fault: Fault,
    /// The operation at fault, if it is not that of the last exchange.
    pub operation: Option<OperationId>,
    /// The exchanges that show it, in the order in which they were sent.
    pub exchanges: Vec<Arc<Exchange>>,
}

impl Outcome {
    /// Returns the outcome of a skipped check.
    #[must_use]
    pub fn skipped(why: impl Into<String>) -> Self {
        Self {
            skipped: vec![why.into()],
            ..Self::default()
        }
    }

    /// Returns the outcome of an inconclusive check.
    #[must_use]
    pub fn inconclusive(why: impl Into<String>) -> Self {
        Self {
            inconclusive: vec![why.into()],
            ..Self::default()
        }
    }

    /// Records that a part passed.
    pub const fn pass(&mut self) {
        self.passed += 1;
    }

    /// Records that a part was skipped.
    pub fn skip(&mut self, why: impl Into<String>) {
        self.skipped.push(why.into());
    }

    /// Records that a part was skipped because an input was missing.
    pub fn missing(&mut self, input: MissingInput) {
        self.missing.push(input);
    }

    /// Records that a part ended early.
    pub fn stopped(&mut self, stop: Stop) {
        match stop {
            Stop::Skip(why) => self.skip(why),
            Stop::MissingInput(input) => self.missing(input),
            Stop::Undecided(why) => self.undecided(why),
        }
    }

    /// Records that a part was inconclusive.
    pub fn undecided(&mut self, why: impl Into<String>) {
        self.inconclusive.push(why.into());
    }

    /// Records a fault and its evidence.
    pub fn fail(&mut self, fault: Fault, exchanges: &[&Arc<Exchange>]) {
        self.failed.push(Evidence {
            fault,
            operation: None,
            exchanges: exchanges.iter().map(|one| Arc::clone(one)).collect(),
        });
    }

    /// Records a pass if `holds`, otherwise a fault. Returns `holds`.
    pub fn require(
        &mut self,
        holds: bool,
        exchanges: &[&Arc<Exchange>],
        fault: impl FnOnce() -> Fault,
    ) -> bool {
        if holds {
            self.pass();
        } else {
            self.fail(fault(), exchanges);
        }
        holds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_keeps_the_beginning_of_what_was_found() {
        let fault = Fault::new("title").actual("ä".repeat(1 << 20));
        assert_eq!(fault.actual.chars().count(), LONGEST_ACTUAL + 1);
    }
}
