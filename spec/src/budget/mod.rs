//! Limits what processing a description may cost. The code that does the work spends from one
//! budget.
//!
//! Costs are counted in units that do not depend on the machine, so that a description gives the
//! same result everywhere. The limits are far above the cost of real descriptions. A description
//! that costs more than its size justifies is refused, with the place where the budget ran out.

mod allowance;
mod exceeded;
mod unit;

use std::cell::Cell;

use self::allowance::Allowance;
pub use self::exceeded::Exceeded;
pub use self::unit::Unit;

/// The limit of each unit, and how much has been spent.
#[derive(Debug, Clone)]
pub struct Budget {
    limits: [u64; Unit::ALL.len()],
    spent: [Cell<u64>; Unit::ALL.len()],
    /// How deep values may nest.
    depth: usize,
    times: u32,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            limits: Unit::ALL.map(|unit| unit.allowance().base()),
            spent: Unit::ALL.map(|_| Cell::new(0)),
            depth: 128,
            times: 1,
        }
    }
}

impl Budget {
    /// Returns the default budget multiplied by `times`. The depth stays the same, because it
    /// protects the stack.
    #[must_use]
    pub fn times(times: u32) -> Self {
        let mut budget = Self {
            times: times.max(1),
            ..Self::default()
        };
        for limit in &mut budget.limits {
            *limit = limit.saturating_mul(u64::from(budget.times));
        }
        budget
    }

    /// Returns a copy with another limit for one unit.
    #[must_use]
    pub const fn with(mut self, unit: Unit, limit: u64) -> Self {
        self.limits[unit as usize] = limit;
        self
    }

    /// Returns how deep values may nest.
    #[must_use]
    pub const fn depth(&self) -> usize {
        self.depth
    }

    /// Returns the limit of a unit. It grows with every file that is read: a larger description may
    /// cost more.
    #[must_use]
    pub fn limit(&self, unit: Unit) -> u64 {
        let base = self.limits[unit as usize];
        let kibibytes = self.spent(Unit::Bytes) / 1024;
        let kibibytes = kibibytes.saturating_mul(u64::from(self.times));
        match unit.allowance() {
            Allowance::Fixed(_) => base,
            Allowance::Sum(_, each) => base.saturating_add(each.saturating_mul(kibibytes)),
            Allowance::Larger(_, each) => base.max(each.saturating_mul(kibibytes)),
        }
    }

    /// Returns how much of a unit has been spent.
    #[must_use]
    pub const fn spent(&self, unit: Unit) -> u64 {
        self.spent[unit as usize].get()
    }

    /// Spends some of a unit.
    ///
    /// # Errors
    /// Returns an error if less is left.
    pub fn spend(&self, unit: Unit, amount: usize) -> Result<(), Exceeded> {
        let spent = &self.spent[unit as usize];
        spent.set(spent.get().saturating_add(amount as u64));
        if spent.get() <= self.limit(unit) {
            return Ok(());
        }
        Err(self.exceeded(unit))
    }

    /// Returns that more of a unit was spent than there is, by someone who counts it alone.
    #[must_use]
    pub fn exceeded(&self, unit: Unit) -> Exceeded {
        let limit = self.limit(unit);
        Exceeded { unit, limit }
    }
}
