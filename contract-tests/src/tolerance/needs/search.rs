//! Finds out which of many items are needed, with as few runs as possible: each run leaves out some
//! of them.

use std::collections::HashSet;

/// How many needed items are expected at first.
const EXPECTED: usize = 3;

/// A search for the needed ones among numbered items.
///
/// Of `n` items of which `k` are needed, it takes at most `3·log₂ n + k` runs if `k` is at most 3,
/// and at most `k·⌈log₂ n⌉ + k + 1` runs otherwise. It may take one more for each level of nesting,
/// because an item is never tried together with one inside of it: a client may do without the outer
/// one, and need the inner one if the outer one is there.
#[derive(Debug)]
pub struct Search {
    count: usize,
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
    /// This many undecided items are left out.
    Group(usize),
    /// The first number of items can be left out, and the second number cannot.
    Between(usize, usize),
    Done,
}

impl Search {
    /// Starts a search among this many items, some of which may be inside of others. Inner ones
    /// come first.
    pub fn new(count: usize, is_in: impl Fn(usize, usize) -> bool) -> Self {
        let around = |inner: usize| (0..count).filter(|outer| is_in(inner, *outer)).collect();
        let mut search = Self {
            count,
            harmless: Vec::new(),
            needed: Vec::new(),
            rest: (0..count).collect(),
            around: (0..count).map(around).collect(),
            step: Step::Done,
        };
        search.group();
        search
    }

    /// Returns the items to leave out in the next run; `None` if everything is known.
    #[must_use]
    pub fn next(&self) -> Option<Vec<usize>> {
        let first = match self.step {
            Step::Group(size) => size,
            Step::Between(low, high) => low.midpoint(high),
            Step::Done => return None,
        };
        let own = self.harmless.iter().chain(&self.rest[..first]);
        Some(own.copied().collect())
    }

    /// Records whether the run succeeded.
    pub fn record(&mut self, well: bool) {
        match (self.step, well) {
            (Step::Group(size), true) => {
                self.harmless.extend(self.rest.drain(..size));
                self.group();
            }
            (Step::Group(size), false) => self.between(0, size),
            (Step::Between(low, high), true) => self.between(low.midpoint(high), high),
            (Step::Between(low, high), false) => self.between(low, low.midpoint(high)),
            (Step::Done, _) => {}
        }
    }

    /// Chooses the next group of undecided items.
    fn group(&mut self) {
        let size = self.apart(self.size());
        self.step = if size == 0 {
            Step::Done
        } else {
            Step::Group(size)
        };
    }

    /// Returns the size of the next group, which fails in about half of the cases: the first three
    /// needed items are expected anywhere, and more of them as densely as they were found so far.
    /// Powers of two waste no run when a group is halved.
    fn size(&self) -> usize {
        let (undecided, found) = (self.rest.len(), self.needed.len());
        if found < EXPECTED {
            let share = undecided / (EXPECTED - found);
            return undecided.min(1 << share.max(1).ilog2());
        }
        let more = found - EXPECTED;
        let decided = self.harmless.len() + more;
        let size = (2 * decided + self.count) / (3 * more + 2);
        size.max(1).min(undecided)
    }

    /// Returns how many of the first undecided items are not inside of each other.
    fn apart(&self, size: usize) -> usize {
        let mut outer: HashSet<usize> = HashSet::new();
        let own = self.rest[..size].iter();
        let apart = own.take_while(|at| {
            let is_outer = outer.contains(*at);
            outer.extend(&self.around[**at]);
            !is_outer
        });
        apart.count()
    }

    /// Halves a group that cannot be left out.
    fn between(&mut self, low: usize, high: usize) {
        if high - low <= 1 {
            self.found(high - 1);
        } else {
            self.step = Step::Between(low, high);
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
        self.group();
    }

    /// Returns the needed items, without those around them.
    #[must_use]
    pub fn needed(&self) -> &[usize] {
        &self.needed
    }
}
