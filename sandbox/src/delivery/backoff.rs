//! The pauses between attempts.

use std::time::Duration;

use crate::ids;

/// Growing pauses, each drawn at random from the upper half of its range: they always grow, and
/// receivers that failed together are not retried together.
#[derive(Debug, Clone, Copy)]
pub struct Backoff {
    /// How many attempts are made.
    pub attempts: u32,
    /// The maximum of the first pause.
    pub first: Duration,
    /// The factor by which the maximum grows.
    pub factor: u32,
    /// The longest pause.
    pub cap: Duration,
}

/// Eight attempts within 24 hours, as the description promises: pauses of 4 s, 20 s, 1 min 40 s,
/// 8 min 20 s, 41 min 40 s, 3 h 28 min 20 s and 17 h 21 min 40 s at most, 21 h 42 min together.
impl Default for Backoff {
    fn default() -> Self {
        Self {
            attempts: 8,
            first: Duration::from_secs(4),
            factor: 5,
            cap: Duration::from_hours(18),
        }
    }
}

impl Backoff {
    /// Returns the pause after this many attempts; `None` if there are no more.
    #[must_use]
    pub fn pause(&self, attempts: u32) -> Option<Duration> {
        let longest = self.longest(attempts)?;
        let random = f64::from(u32::from_le_bytes(ids::random())) / f64::from(u32::MAX);
        Some(longest.mul_f64(f64::midpoint(1.0, random)))
    }

    /// Returns the maximum of the pause after this many attempts; `None` if there are no more.
    #[must_use]
    pub fn longest(&self, attempts: u32) -> Option<Duration> {
        if attempts >= self.attempts {
            return None;
        }
        let factor = self.factor.saturating_pow(attempts.saturating_sub(1));
        Some(self.first.saturating_mul(factor).min(self.cap))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_pauses_grow_and_end_within_a_day() {
        let backoff = Backoff::default();
        let longest: Vec<Duration> = (1..).map_while(|n| backoff.longest(n)).collect();
        assert_eq!(longest.len(), 7);
        let total: Duration = longest.iter().sum();
        assert!(
            Duration::from_hours(21) < total && total < Duration::from_hours(24),
            "{total:?}"
        );
        for _ in 0..1000 {
            let drawn: Vec<Duration> = (1..).map_while(|n| backoff.pause(n)).collect();
            assert!(drawn.is_sorted(), "{drawn:?}");
            assert!(
                drawn
                    .iter()
                    .zip(&longest)
                    .all(|(drawn, longest)| drawn <= longest)
            );
        }
    }
}
