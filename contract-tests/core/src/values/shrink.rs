//! Shrinks values: tries simpler ones that are also allowed.

use std::collections::VecDeque;
use std::fmt;

use proptest::strategy::ValueTree;

type Simpler<T> = dyn Fn(&T) -> Vec<T> + Send + Sync;

/// A value that knows simpler ones. It can be held across await points.
pub struct Shrink<T> {
    current: T,
    last_failing: Option<T>,
    candidates: Option<VecDeque<T>>,
    simpler: Box<Simpler<T>>,
    steps: usize,
}

impl<T: fmt::Debug> fmt::Debug for Shrink<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shrink")
            .field("current", &self.current)
            .finish_non_exhaustive()
    }
}

impl<T> Shrink<T> {
    /// The maximum number of steps.
    const MOST_STEPS: usize = 4096;

    pub(super) fn new(value: T, simpler: impl Fn(&T) -> Vec<T> + Send + Sync + 'static) -> Self {
        Self {
            current: value,
            last_failing: None,
            candidates: None,
            simpler: Box::new(simpler),
            steps: 0,
        }
    }

    fn next(&mut self) -> Option<T> {
        self.steps += 1;
        let candidates = self.candidates.as_mut()?;
        candidates
            .pop_front()
            .filter(|_| self.steps <= Self::MOST_STEPS)
    }
}

impl<T: Clone + fmt::Debug + PartialEq> ValueTree for Shrink<T> {
    type Value = T;

    fn current(&self) -> T {
        self.current.clone()
    }

    /// Tries a simpler value, because the current one fails.
    fn simplify(&mut self) -> bool {
        let mut candidates = (self.simpler)(&self.current);
        candidates.retain(|candidate| *candidate != self.current);
        self.candidates = Some(candidates.into());
        let Some(next) = self.next() else {
            return false;
        };
        self.last_failing = Some(std::mem::replace(&mut self.current, next));
        true
    }

    /// Tries the next value of the same simplicity, or returns to the last one that failed, because
    /// the current one passes.
    fn complicate(&mut self) -> bool {
        if self.last_failing.is_none() {
            return false;
        }
        if let Some(next) = self.next() {
            self.current = next;
            return true;
        }
        if let Some(failing) = self.last_failing.take() {
            self.current = failing;
        }
        self.candidates = None;
        false
    }
}

/// Returns shorter strings, and strings with simpler characters.
pub(super) fn shorter(text: &str) -> Vec<String> {
    const PLACES: usize = 24;
    let characters: Vec<char> = text.chars().collect();
    let count = characters.len();
    let part = |from: usize, to: usize| characters[from..to].iter().collect::<String>();
    let mut found = vec![String::new(), part(0, count / 2), part(count / 2, count)];
    if count == 0 {
        return Vec::new();
    }
    found.extend([part(0, count - 1), part(1, count)]);
    for at in (0..count).rev().take(PLACES) {
        let without = characters
            .iter()
            .enumerate()
            .filter(|(index, _)| *index != at);
        found.push(without.map(|(_, character)| *character).collect());
        for simple in ['0', 'a'] {
            // Only towards `0`, so that shrinking ends.
            let rank = |character: char| (character != '0', character != 'a', character);
            if rank(simple) < rank(characters[at]) {
                let mut changed = characters.clone();
                changed[at] = simple;
                found.push(changed.into_iter().collect());
            }
        }
    }
    found
}
