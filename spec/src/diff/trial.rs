//! Compares two schemas without reporting anything, to find out whether one can replace the other.

use super::place::{Place, Side};
use super::{Comparison, Level};
use crate::model::{Kind, SchemaId};

/// The result of a trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Trial {
    /// The number of changes that break callers, or may.
    pub(super) breaks: usize,
    /// The number of changes.
    pub(super) changes: usize,
}

impl Trial {
    /// The result for schemas that are too large to compare.
    pub(super) const UNKNOWN: Self = Self {
        breaks: usize::MAX,
        changes: usize::MAX,
    };
}

/// What a trial depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Tried {
    schemas: (SchemaId, SchemaId),
    side: Side,
    null_aside: bool,
    depth: u8,
    is_text: bool,
}

/// The maximum number of pairs that a trial compares.
const MOST_PAIRS: usize = 64;
/// How many trials may be nested.
const DEEPEST: u8 = 2;

impl Comparison<'_> {
    /// Compares two schemas; `None` if they are too large.
    pub(super) fn trial(&self, old: SchemaId, new: SchemaId, side: Side) -> Option<Trial> {
        self.tried(old, new, side, false)
    }

    fn tried(&self, old: SchemaId, new: SchemaId, side: Side, null_aside: bool) -> Option<Trial> {
        if self.depth >= DEEPEST {
            return None;
        }
        let key = Tried {
            schemas: (old, new),
            side,
            null_aside,
            depth: self.depth,
            is_text: self.text.is_some(),
        };
        let trial = || self.tried_first(old, new, side, null_aside);
        self.memo.trials.get(key, trial)
    }

    fn tried_first(
        &self,
        old: SchemaId,
        new: SchemaId,
        side: Side,
        null_aside: bool,
    ) -> Option<Trial> {
        let mut inner = self.silent();
        inner.depth = self.depth + 1;
        // Only items of the outermost array are written by themselves.
        inner.text = self.text.map(|_| super::Text {
            repeated: false,
            whole: false,
        });
        inner.null_aside = null_aside;
        let place = Place::api("").sent(side.way);
        inner.enqueue(old, new, side, &place);
        let mut pairs = 0;
        while let Some(pair) = inner.queue.pop_front() {
            pairs += 1;
            if pairs > MOST_PAIRS {
                return None;
            }
            inner.pair(&pair);
        }
        let breaks = inner.changes.iter();
        Some(Trial {
            breaks: breaks.filter(|change| change.level > Level::Info).count(),
            changes: inner.changes.len(),
        })
    }

    /// Returns whether replacing the old schema with the new one breaks nothing.
    pub(super) fn replaces(&self, old: SchemaId, new: SchemaId, side: Side) -> bool {
        let trial = self.trial(old, new, side);
        trial.is_some_and(|trial| trial.breaks == 0)
    }

    /// Returns the same, regardless of `null`.
    pub(super) fn replaces_values(&self, old: SchemaId, new: SchemaId, side: Side) -> bool {
        let trial = self.tried(old, new, side, true);
        trial.is_some_and(|trial| trial.breaks == 0)
    }

    /// Returns how much two schemas look like two versions of one schema, by their types and the
    /// names of their properties, in thousandths; `None` if they do not.
    pub(super) fn likeness(&self, old: SchemaId, new: SchemaId) -> Option<usize> {
        let old = self.old.schema(self.old.resolve(old));
        let new = self.new.schema(self.new.resolve(new));
        match (&old.kind, &new.kind) {
            (Kind::Object(olds), Kind::Object(news)) => {
                let has = |name: &str| news.properties.iter().any(|other| other.name == name);
                let shared = olds.properties.iter().filter(|one| has(&one.name)).count();
                let all = olds.properties.len().max(news.properties.len());
                let same = old.title.is_some() && old.title == new.title;
                let like = same || 2 * shared > all || all == 0;
                like.then(|| (1000 * shared).checked_div(all).unwrap_or(1000))
            }
            (Kind::String(_) | Kind::Enumeration(_), Kind::String(_) | Kind::Enumeration(_))
            | (
                Kind::Integer { .. } | Kind::Number { .. },
                Kind::Integer { .. } | Kind::Number { .. },
            ) => Some(0),
            (old, new) => (std::mem::discriminant(old) == std::mem::discriminant(new)).then_some(0),
        }
    }
}
