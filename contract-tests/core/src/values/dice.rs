//! Random choices.

use proptest::prelude::Rng;
use proptest::test_runner::TestRng;

/// A source of random choices, determined by its seed.
pub(super) struct Dice<'r>(pub &'r mut TestRng);

impl Dice<'_> {
    /// Returns a number below `end`, or 0 if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        let drawn = self.0.next_u64();
        // The bias is negligible for small ranges.
        usize::try_from(drawn % (end.max(1) as u64)).unwrap_or_default()
    }

    /// Returns a number in a range, both ends included.
    pub fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most.saturating_sub(least).saturating_add(1))
    }

    /// Returns an integer in a range, both ends included.
    pub fn within(&mut self, least: i128, most: i128) -> i128 {
        let width = u128::try_from(most.saturating_sub(least)).unwrap_or_default();
        let drawn = u128::from(self.0.next_u64()) << 64 | u128::from(self.0.next_u64());
        let step = drawn % width.saturating_add(1);
        least.saturating_add(i128::try_from(step).unwrap_or_default())
    }

    /// Returns true in `percent` of 100 cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Returns an element of a list.
    pub fn pick<'l, T>(&mut self, list: &'l [T]) -> Option<&'l T> {
        list.get(self.below(list.len()))
    }
}
