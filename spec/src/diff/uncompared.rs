//! Parts that the reader left out of a description, so `diff` could not compare them.

use super::rules::{id, kind};
use super::{Category, Change, Level};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::Documents;
use crate::source::Span;

/// Returns the parts that could not be compared because one of the descriptions has an error there.
#[must_use]
pub fn uncompared(old: &Diagnostics, new: &Diagnostics) -> Vec<Change> {
    let olds = old.iter().filter(|one| is_lost(one));
    let olds = olds.flat_map(|one| each(one, true));
    let news = new.iter().filter(|one| is_lost(one));
    olds.chain(news.flat_map(|one| each(one, false))).collect()
}

/// Turns breaks into warnings: those of parts that could not be compared, and what follows from reading
/// a schema there as any value. The documents are those of the two descriptions.
pub fn allow_uncompared(
    lost: &mut [Change],
    changes: &mut [Change],
    (old, new): (&Documents, &Documents),
) {
    // The place of a value is that of its name, or its own.
    let same = |documents: &Documents, one: Option<Span>, other: Option<Span>| {
        let (Some(one), Some(other)) = (one, other) else {
            return false;
        };
        one.file == other.file && documents.point_at(one) == documents.point_at(other)
    };
    let at = |change: &Change| {
        let mut lost = lost.iter();
        lost.any(|one| same(old, one.old, change.old) || same(new, one.new, change.new))
    };
    let follows = |change: &&mut Change| is_of_schema(change.rule) && at(change);
    for change in changes.iter_mut().filter(follows) {
        change.level = change.level.min(Level::Warning);
    }
    for change in lost {
        change.level = change.level.min(Level::Warning);
    }
}

/// Returns whether a rule is about the values that a schema allows. Whether a property is required
/// does not depend on its schema.
fn is_of_schema(rule: &'static str) -> bool {
    let kind = kind(rule);
    kind != rule && !matches!(kind, "became-required" | "became-optional")
}

/// Returns whether the reader left a part of the description out of the model.
const fn is_lost(diagnostic: &Diagnostic) -> bool {
    matches!(
        diagnostic.code,
        Code::LeftOut | Code::CircularReference | Code::BudgetExceeded
    )
}

/// Returns a change for each position of a diagnostic.
fn each(diagnostic: &Diagnostic, older: bool) -> impl Iterator<Item = Change> {
    let places = std::iter::once(diagnostic.span).chain(diagnostic.also.iter().copied());
    places.map(move |span| {
        let (old, new, which) = if older {
            (Some(span), None, "the old description")
        } else {
            (None, Some(span), "the new description")
        };
        Change {
            rule: id!("not-compared"),
            level: Level::Error,
            category: Category::Wire,
            way: None,
            operation: None,
            operations: Vec::new(),
            status: None,
            excuse: None,
            retypes: false,
            rebuilds: false,
            tail: String::new(),
            pair: None,
            at: which.to_owned(),
            text: format!("was not compared: {}", diagnostic.message),
            values: vec![diagnostic.code.as_str().to_owned()],
            old,
            new,
        }
    })
}
