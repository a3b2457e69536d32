//! A unit of the plan while its requests are sent.

use std::ops::Range;

use conformance_engine::session::Session;

use super::Unit;

/// A unit, and which of its planned requests are done.
pub(super) struct Task {
    pub(super) unit: Unit,
    /// Sends the requests of the unit.
    pub(super) session: Session,
    pub(super) progress: Progress,
}

impl Task {
    /// Returns the unit at a place in the plan, of which nothing is done.
    pub(super) fn new(session: &Session, index: usize, unit: Unit) -> Self {
        Self {
            unit,
            session: session.for_unit(index),
            progress: Progress::default(),
        }
    }
}

/// How far the planned requests of a unit are done.
#[derive(Debug, Default)]
pub(super) struct Progress {
    /// The planned requests whose turn it is.
    turn: Range<usize>,
    /// The number of planned requests.
    planned: usize,
}

impl Progress {
    /// Makes it the turn of the next planned requests, at most `share`.
    pub(super) const fn advance(&mut self, share: usize) {
        self.turn = self.turn.end..self.turn.end.saturating_add(share);
    }

    /// Returns the planned requests whose turn it is.
    pub(super) fn take<T>(&mut self, planned: Vec<T>) -> Vec<T> {
        self.planned = planned.len();
        let turn = planned.into_iter().skip(self.turn.start);
        turn.take(self.turn.len()).collect()
    }

    /// Returns whether planned requests remain.
    pub(super) const fn is_cut(&self) -> bool {
        self.turn.end < self.planned
    }

    /// Returns whether this was the first turn.
    pub(super) const fn is_first(&self) -> bool {
        self.turn.start == 0
    }

    /// Leaves the rest of the planned requests out.
    pub(super) const fn end(&mut self) {
        self.planned = 0;
    }
}
