//! What became of the fields that earlier runs saw.

use super::shape::{Field, Shape};

/// In how many objects a field must have been, in every one, before it can be missed.
const FORMERLY: u64 = 3;

/// How many objects must be without a field before it counts as gone.
const SAMPLES: u64 = 5;

/// What became of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Every object had it, and now none has.
    Gone {
        /// How many objects of this run have it not.
        objects: u64,
    },
    /// It is of none of the types it had.
    OtherType {
        /// What it was.
        was: String,
        /// What it is.
        is: String,
    },
}

/// What became of the fields of a shape, by their place. `new` is what this run saw, `objects` says
/// how many objects it saw at a place.
pub fn changes<'a>(
    old: &'a Shape,
    new: &'a Shape,
    objects: impl Fn(&str) -> u64 + 'a,
) -> impl Iterator<Item = (&'a str, Change)> {
    old.0.iter().filter_map(move |(place, old)| {
        let change = match new.0.get(place) {
            Some(new) => other_type(old, new)?,
            None => gone(old, objects(parent(place)))?,
        };
        Some((place.as_str(), change))
    })
}

fn parent(place: &str) -> &str {
    place.rfind('/').map_or("", |at| &place[..at])
}

/// An optional field may be absent: only one that was always there, and now is not once, is gone.
fn gone(old: &Field, objects: u64) -> Option<Change> {
    let was_there = old.seen >= FORMERLY && old.seen == old.objects;
    (was_there && objects >= SAMPLES).then_some(Change::Gone { objects })
}

/// A field of several types may bring each of them at any time.
fn other_type(old: &Field, new: &Field) -> Option<Change> {
    let is_known = old.types.is_empty() || new.types.is_empty();
    let text = |field: &Field| field.types.iter().cloned().collect::<Vec<_>>().join(" or ");
    (!is_known && old.types.is_disjoint(&new.types)).then(|| Change::OtherType {
        was: text(old),
        is: text(new),
    })
}
