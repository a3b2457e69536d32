//! What is known about statements, so that each is proven once, however many schemas contain it.

use std::cell::RefCell;
use std::collections::HashMap;

use super::At;
use crate::diff::place::Way;

/// A statement: each value that is valid against the first schema is valid against the second one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Statement {
    pub(super) narrow: At,
    pub(super) wide: At,
    /// Some properties do not travel in a direction.
    pub(super) way: Way,
    pub(super) newer_sends: bool,
}

/// How an attempt to prove a statement ended.
#[derive(Debug, Clone, Copy)]
enum Outcome {
    Proven,
    /// There is no proof. An attempt that ran out of steps may have missed it: then this is the number
    /// of steps that were left when it began.
    Unproven {
        steps: usize,
    },
}

/// The outcomes of all proofs.
#[derive(Debug, Default)]
pub(super) struct Outcomes(RefCell<HashMap<Statement, Outcome>>);

impl Outcomes {
    /// Returns what is known about a statement, unless a proof with this many steps may find more.
    pub(super) fn get(&self, statement: &Statement, steps: usize) -> Option<bool> {
        match self.0.borrow().get(statement)? {
            Outcome::Proven => Some(true),
            // With a few more steps, it would most likely run out of them again.
            Outcome::Unproven { steps: before } => (steps / 2 < *before).then_some(false),
        }
    }

    /// Keeps that there is no proof with this many steps; `usize::MAX` if more steps do not matter.
    pub(super) fn unproven(&self, statement: Statement, steps: usize) {
        let outcome = Outcome::Unproven { steps };
        self.0.borrow_mut().insert(statement, outcome);
    }
}

/// The statements that are being proven, because schemas can contain themselves, and those whose
/// proofs rest on them.
#[derive(Debug, Default)]
pub(super) struct Assumed {
    /// In the order in which their proofs began.
    order: Vec<Statement>,
    /// The outermost statement that each rests on, by its position in `order`.
    rests_on: HashMap<Statement, usize>,
    /// The outermost statement that the innermost current proof rests on.
    outermost: usize,
}

/// A proof that has begun.
#[must_use = "it has to end"]
pub(super) struct Begun {
    position: usize,
    /// What the proof around it rests on.
    around: usize,
}

impl Assumed {
    /// Returns whether a statement is assumed; the current proof then rests on it.
    pub(super) fn has(&mut self, statement: &Statement) -> bool {
        let position = self.rests_on.get(statement).copied();
        self.outermost = self.outermost.min(position.unwrap_or(usize::MAX));
        position.is_some()
    }

    /// Assumes a statement while it is being proven.
    pub(super) fn begin(&mut self, statement: Statement) -> Begun {
        let position = self.order.len();
        self.order.push(statement);
        self.rests_on.insert(statement, position);
        Begun {
            position,
            around: std::mem::replace(&mut self.outermost, usize::MAX),
        }
    }

    /// Ends a proof that failed: with the statement go those that rest on it.
    pub(super) fn fail(&mut self, begun: &Begun) {
        for statement in self.order.drain(begun.position..) {
            self.rests_on.remove(&statement);
        }
        self.outermost = begun.around;
    }

    /// Ends a proof that succeeded. It is final unless it rests on a statement around it.
    pub(super) fn succeed(&mut self, begun: &Begun, outcomes: &Outcomes) {
        if self.outermost < begun.position {
            self.rests_on
                .insert(self.order[begun.position], self.outermost);
            self.outermost = self.outermost.min(begun.around);
            return;
        }
        let mut known = outcomes.0.borrow_mut();
        for statement in self.order.drain(begun.position..) {
            self.rests_on.remove(&statement);
            known.insert(statement, Outcome::Proven);
        }
        self.outermost = begun.around;
    }
}
