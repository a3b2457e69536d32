//! Finds out which of many items are needed, by as few runs as possible: each run is without some
//! of them.

/// A search for the needed ones among numbered items.
///
/// Of `n` items of which `k` are needed, it takes at most `k·⌈log₂ n⌉ + k + 1` runs.
#[derive(Debug)]
pub struct Search {
    /// What is known to be harmless, taken away all together.
    harmless: Vec<usize>,
    needed: Vec<usize>,
    /// What is not known yet.
    rest: Vec<usize>,
    /// The items around each item.
    around: Vec<Vec<usize>>,
    step: Step,
}

#[derive(Debug, Clone, Copy)]
enum Step {
    /// Everything that is not known to be needed is taken away.
    All,
    /// The first of the two numbers of items are harmless to leave out, and the second are not.
    Between(usize, usize),
    Done,
}

impl Search {
    /// Starts a search among this many items, where some may be inside of others. Inner ones come
    /// first.
    pub fn new(count: usize, is_in: impl Fn(usize, usize) -> bool) -> Self {
        let around = |inner: usize| (0..count).filter(|outer| is_in(inner, *outer)).collect();
        Self {
            harmless: Vec::new(),
            needed: Vec::new(),
            rest: (0..count).collect(),
            around: (0..count).map(around).collect(),
            step: if count == 0 { Step::Done } else { Step::All },
        }
    }

    /// Returns what is taken away in the next run. `None` if all is known.
    #[must_use]
    pub fn next(&self) -> Option<Vec<usize>> {
        let first = match self.step {
            Step::All => self.rest.len(),
            Step::Between(low, high) => low.midpoint(high),
            Step::Done => return None,
        };
        let own = self.harmless.iter().chain(&self.rest[..first]);
        Some(own.copied().collect())
    }

    /// Records whether the run went well.
    pub fn told(&mut self, well: bool) {
        self.step = match (self.step, well) {
            (Step::All, true) => {
                self.harmless.append(&mut self.rest);
                Step::Done
            }
            (Step::All, false) => Step::Between(0, self.rest.len()),
            (Step::Between(low, high), true) => Step::Between(low.midpoint(high), high),
            (Step::Between(low, high), false) => Step::Between(low, low.midpoint(high)),
            (Step::Done, _) => Step::Done,
        };
        if let Step::Between(low, high) = self.step
            && high - low <= 1
        {
            self.found(high - 1);
        }
    }

    /// The last of the first ones that are not harmless together is needed, and so is what it is in.
    fn found(&mut self, at: usize) {
        let mut rest = self.rest.split_off(at);
        self.harmless.append(&mut self.rest);
        let needed = rest.remove(0);
        let around = &self.around[needed];
        rest.retain(|one| !around.contains(one));
        self.rest = rest;
        self.needed.push(needed);
        self.step = if self.rest.is_empty() {
            Step::Done
        } else {
            Step::All
        };
    }

    /// Returns the needed parts, without their surroundings.
    #[must_use]
    pub fn needed(&self) -> &[usize] {
        &self.needed
    }
}
