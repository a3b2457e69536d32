//! Compares fields with what earlier runs saw.

use super::shape::{Field, Shape};

/// How many objects must have had a field, without exception, before its absence counts.
const FORMERLY: u64 = 3;

/// How many objects must lack a field before it counts as gone.
const SAMPLES: u64 = 5;

/// How a field has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Every object had it, and now no object has it.
    Gone {
        /// How many objects of this run lack it.
        objects: u64,
    },
    /// It has none of the types that it had.
    OtherType {
        /// What it was.
        was: String,
        /// What it is.
        is: String,
    },
}

/// Compares the fields of two shapes, by place. `new` is what this run saw; `objects` is how many
/// objects it saw at each place.
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

/// Decides whether a field is gone. An optional field may be absent: only a field that was always
/// present and now never is counts as gone.
fn gone(old: &Field, objects: u64) -> Option<Change> {
    let was_there = old.seen >= FORMERLY && old.seen == old.objects;
    (was_there && objects >= SAMPLES).then_some(Change::Gone { objects })
}

/// Decides whether a field has changed its type. A field with several types may have any of them.
fn other_type(old: &Field, new: &Field) -> Option<Change> {
    let is_known = old.types.is_empty() || new.types.is_empty();
    let text = |field: &Field| field.types.iter().cloned().collect::<Vec<_>>().join(" or ");
    (!is_known && old.types.is_disjoint(&new.types)).then(|| Change::OtherType {
        was: text(old),
        is: text(new),
    })
}
