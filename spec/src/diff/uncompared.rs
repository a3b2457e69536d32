//! Parts that the reader left out of a description, so `diff` could not compare them.

use super::rules::id;
use super::{Category, Change, Level};
use crate::diagnostic::{Code, Diagnostic, Diagnostics};

/// Returns the parts that could not be compared because one of the descriptions has an error there.
#[must_use]
pub fn uncompared(old: &Diagnostics, new: &Diagnostics) -> Vec<Change> {
    let olds = old.iter().filter(|one| is_lost(one));
    let olds = olds.flat_map(|one| each(one, true));
    let news = new.iter().filter(|one| is_lost(one));
    olds.chain(news.flat_map(|one| each(one, false))).collect()
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
