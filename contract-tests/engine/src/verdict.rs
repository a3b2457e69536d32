//! What checks say: faults, verdicts on an exchange, and the results of checks that send their own requests.

use std::sync::Arc;

use spec::Span;
use spec::model::{Operation, Provenance};

use crate::expectation::{Expectation, Rule};
use conformance_core::catalogue::{Footing, Strength};
use conformance_core::description::OperationId;
use conformance_core::exchange::Exchange;
use conformance_core::missing_input::MissingInput;
use conformance_core::stop::Stop;

/// A check, as a finding names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named {
    /// The name on the command line and in reports.
    pub id: &'static str,
    /// The row of the catalogue that it judges.
    pub requirement: &'static str,
    /// How strongly, where it is another than the row's.
    pub strength: Option<Strength>,
}

/// What a check says of one exchange.
#[derive(Debug)]
pub enum Judgement {
    /// It is not about such exchanges.
    NotApplicable,
    /// It finds nothing wrong.
    Passed,
    /// The exchange has these faults.
    Failed(Vec<Fault>),
}

impl Judgement {
    /// Passed without faults, failed with.
    #[must_use]
    pub fn of(faults: Vec<Fault>) -> Self {
        if faults.is_empty() {
            Self::Passed
        } else {
            Self::Failed(faults)
        }
    }

    /// Passed where `holds`, else failed with one fault.
    #[must_use]
    pub fn require(holds: bool, fault: impl FnOnce() -> Fault) -> Self {
        if holds {
            Self::Passed
        } else {
            Self::Failed(vec![fault()])
        }
    }
}

/// The provenance of a status at an address that the interface names: the interface states that the
/// address exists, and a standard or an assumption gives the rest.
#[must_use]
pub const fn of_address(status: u16, rest: Footing) -> Footing {
    match status {
        404 | 405 | 501 => Footing::Stated,
        _ => rest,
    }
}

/// Something that is wrong.
#[derive(Debug, Clone, Default)]
pub struct Fault {
    /// What is wrong, in one line: `listOffers answers with 3 items where limit is 2`. Two faults
    /// of one check and operation with the same title are one finding: no value that varies from
    /// request to request belongs here.
    pub title: String,
    /// What was expected.
    pub expected: String,
    /// What was found instead.
    pub actual: String,
    /// Where in the answer, a JSON pointer or `header Name`.
    pub pointer: Option<String>,
    /// The place in the description that says so.
    pub span: Option<Span>,
    /// The provenance of that place; where the row's footing is `described`, it decides.
    pub provenance: Option<Provenance>,
    /// A footing other than the row's: that of the one aspect that is wrong.
    pub footing: Option<Footing>,
    /// What to do, or how to read it.
    pub help: Option<String>,
    /// A strength other than the check's.
    pub strength: Option<Strength>,
    /// What had to hold of the answers that show it, as data. Where there are several, all of them.
    pub expectations: Vec<Expectation>,
    /// Why assertions on responses cannot show it, if there is a special reason.
    pub no_test: Option<&'static str>,
    /// What is wrong, in one line without an operation, where the title says more than that: the
    /// findings of one check with the same cause are reported together.
    pub cause: Option<String>,
}

impl Fault {
    /// A fault with its title.
    #[must_use]
    pub fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            ..Self::default()
        }
    }

    /// The cause that it shares with other findings of the check; without one, it is the title
    /// without the operation.
    #[must_use]
    pub fn cause(mut self, cause: impl Into<String>) -> Self {
        self.cause = Some(cause.into());
        self
    }

    /// What was expected.
    #[must_use]
    pub fn expected(mut self, expected: impl Into<String>) -> Self {
        self.expected = expected.into();
        self
    }

    /// What was found instead.
    #[must_use]
    pub fn actual(mut self, actual: impl Into<String>) -> Self {
        self.actual = actual.into();
        self
    }

    /// What had to hold of the last answer that shows it, as data: the words of [`Self::expected`]
    /// for a program.
    #[must_use]
    pub fn must(mut self, rule: Rule) -> Self {
        self.expectations.push(Expectation {
            exchange: None,
            rule,
        });
        self
    }

    /// As [`Self::must`], of one of the exchanges that show it, counted from 0.
    #[must_use]
    pub fn must_of(mut self, exchange: usize, rule: Rule) -> Self {
        self.expectations.push(Expectation {
            exchange: Some(exchange),
            rule,
        });
        self
    }

    /// Says why no assertions on answers can show it.
    #[must_use]
    pub const fn without_test(mut self, why: &'static str) -> Self {
        self.no_test = Some(why);
        self
    }

    /// Where in the answer.
    #[must_use]
    pub fn pointer(mut self, pointer: impl Into<String>) -> Self {
        self.pointer = Some(pointer.into());
        self
    }

    /// The place in the description that says so, and on what it rests.
    #[must_use]
    pub fn described(mut self, span: Span, provenance: &Provenance) -> Self {
        self.span = Some(span);
        self.provenance = Some(provenance.clone());
        self
    }

    /// What an operation does is not as described.
    #[must_use]
    pub fn behavior(self, operation: &Operation) -> Self {
        self.described(operation.span, operation.behavior())
    }

    /// A footing other than the row's.
    #[must_use]
    pub const fn footing(mut self, footing: Footing) -> Self {
        self.footing = Some(footing);
        self
    }

    /// What to do, or how to read it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// A strength other than the check's.
    #[must_use]
    pub const fn strength(mut self, strength: Strength) -> Self {
        self.strength = Some(strength);
        self
    }
}

/// The verdict of a check that sends additional requests.
#[derive(Debug, Default)]
pub struct Outcome {
    /// How many things it found in order.
    pub passed: usize,
    /// What it found wrong, each with its evidence.
    pub failed: Vec<Evidence>,
    /// Why it, or a part of it, was not judged: it does not apply.
    pub skipped: Vec<String>,
    /// What the run was not given, so that it, or a part of it, was not judged.
    pub missing: Vec<MissingInput>,
    /// Why it, or a part of it, could not be decided.
    pub inconclusive: Vec<String>,
}

/// A fault and the exchanges that show it.
#[derive(Debug)]
pub struct Evidence {
    /// What is wrong.
    pub fault: Fault,
    /// The operation that is to blame, where it is not that of the last exchange.
    pub operation: Option<OperationId>,
    /// What shows it, in the order it was sent.
    pub exchanges: Vec<Arc<Exchange>>,
}

impl Outcome {
    /// Not judged.
    #[must_use]
    pub fn skipped(why: impl Into<String>) -> Self {
        Self {
            skipped: vec![why.into()],
            ..Self::default()
        }
    }

    /// Could not be decided.
    #[must_use]
    pub fn inconclusive(why: impl Into<String>) -> Self {
        Self {
            inconclusive: vec![why.into()],
            ..Self::default()
        }
    }

    /// One thing was in order.
    pub const fn pass(&mut self) {
        self.passed += 1;
    }

    /// A part was not judged.
    pub fn skip(&mut self, why: impl Into<String>) {
        self.skipped.push(why.into());
    }

    /// A part was not judged, because the run was not given what it needs.
    pub fn missing(&mut self, input: MissingInput) {
        self.missing.push(input);
    }

    /// A part ended early.
    pub fn stopped(&mut self, stop: Stop) {
        match stop {
            Stop::Skip(why) => self.skip(why),
            Stop::MissingInput(input) => self.missing(input),
            Stop::Undecided(why) => self.undecided(why),
        }
    }

    /// A part could not be decided.
    pub fn undecided(&mut self, why: impl Into<String>) {
        self.inconclusive.push(why.into());
    }

    /// One thing was wrong.
    pub fn fail(&mut self, fault: Fault, exchanges: &[&Arc<Exchange>]) {
        self.failed.push(Evidence {
            fault,
            operation: None,
            exchanges: exchanges.iter().map(|one| Arc::clone(one)).collect(),
        });
    }

    /// In order where `holds`, else wrong; whether it held.
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
