//! What a description may cost: one account, from which the code that does the work spends.
//!
//! Costs are counted in units that no machine changes, so the same description ends in the same
//! way everywhere. Limits lie far above what real descriptions cost; what asks for more than its
//! own text can justify runs out, and the place where it does is reported.

mod exceeded;
mod unit;

use std::cell::Cell;

pub use self::exceeded::Exceeded;
pub use self::unit::Unit;

/// How much of each unit may be spent, and what has been.
#[derive(Debug, Clone)]
pub struct Budget {
    limits: [u64; Unit::ALL.len()],
    spent: [Cell<u64>; Unit::ALL.len()],
    /// How deep values nest.
    depth: usize,
    times: u32,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            limits: Unit::ALL.map(|unit| unit.allowance().base),
            spent: Unit::ALL.map(|_| Cell::new(0)),
            depth: 128,
            times: 1,
        }
    }
}

impl Budget {
    /// Returns the default budget, this many times. Depth stays as it is: it protects the stack.
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

    /// Returns how much of a unit may be spent. It grows with every file that is read: a larger
    /// description may cost more.
    #[must_use]
    pub fn limit(&self, unit: Unit) -> u64 {
        let kibibytes = self.spent(Unit::Bytes) / 1024;
        let more = unit.allowance().per_kibibyte.saturating_mul(kibibytes);
        let more = more.saturating_mul(u64::from(self.times));
        self.limits[unit as usize].saturating_add(more)
    }

    /// Returns how much of a unit has been spent.
    #[must_use]
    pub const fn spent(&self, unit: Unit) -> u64 {
        self.spent[unit as usize].get()
    }

    /// Spends some of a unit.
    ///
    /// # Errors
    /// When that is more than is left.
    pub fn spend(&self, unit: Unit, amount: usize) -> Result<(), Exceeded> {
        let spent = &self.spent[unit as usize];
        spent.set(spent.get().saturating_add(amount as u64));
        let limit = self.limit(unit);
        if spent.get() <= limit {
            return Ok(());
        }
        Err(Exceeded { unit, limit })
    }
}
