//! Finds out which of many items are needed, with as few runs as possible: each run leaves out some
//! of them.

/// A search for the needed ones among numbered items.
///
/// Of `n` items of which `k` are needed, it takes at most `k·⌈log₂ n⌉ + k + 1` runs.
#[derive(Debug)]
pub struct Search {
    /// The items that can all be left out together.
    harmless: Vec<usize>,
    needed: Vec<usize>,
    /// The items that are still undecided.
    rest: Vec<usize>,
    /// The items around each item.
    around: Vec<Vec<usize>>,
    step: Step,
}

#[derive(Debug, Clone, Copy)]
enum Step {
    /// All items that are not known to be needed are left out.
    All,
    /// The first number of items can be left out, and the second number cannot.
    Between(usize, usize),
    Done,
}

impl Search {
    /// Starts a search among this many items, some of which may be inside of others. Inner ones
    /// come first.
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

    /// Returns the items to leave out in the next run; `None` if everything is known.
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

    /// Records whether the run succeeded.
    pub fn record(&mut self, well: bool) {
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

    /// Records that an item is needed, with everything around it.
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

    /// Returns the needed items, without those around them.
    #[must_use]
    pub fn needed(&self) -> &[usize] {
        &self.needed
    }
}
