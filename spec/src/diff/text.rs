//! Compares the bounds, patterns and uniqueness of strings and arrays.

use super::bounds::{MAX_ITEMS, MAX_LENGTH, MIN_ITEMS, MIN_LENGTH};
use super::place::Way;
use super::rules::rule;
use super::schema::{Compared, Effect};
use super::{Comparison, Level};
use crate::model::{Array, Text};

impl Comparison<'_> {
    pub(super) fn texts(&mut self, compared: &Compared<'_>, old: &Text, new: &Text) {
        self.counts(compared, MIN_LENGTH, old.min_length, new.min_length);
        self.counts(compared, MAX_LENGTH, old.max_length, new.max_length);
        if let (Some(old), Some(new)) = (old.content, new.content) {
            let side = compared.side.inside();
            self.enqueue(old, new, side, &compared.place.inside("content"));
        }
        match (&old.pattern, &new.pattern) {
            (None, Some(_)) => {
                let rule = rule!("pattern-added");
                self.effect(compared, rule, Effect::Narrower, "must match a pattern now");
            }
            (Some(_), None) => {
                let rule = rule!("pattern-removed");
                self.effect(
                    compared,
                    rule,
                    Effect::Wider,
                    "no longer has to match a pattern",
                );
            }
            // A proof can still find that one pattern includes the other one.
            (Some(old), Some(new)) if old != new => {
                let rule = rule!("pattern-changed").on(compared.side);
                self.note(compared, rule, Level::Warning, "the pattern changed");
            }
            _ => {}
        }
    }

    pub(super) fn arrays(&mut self, compared: &Compared<'_>, old: &Array, new: &Array) {
        self.counts(compared, MIN_ITEMS, old.min_items, new.min_items);
        self.counts(compared, MAX_ITEMS, old.max_items, new.max_items);
        if old.unique != new.unique {
            let (rule, effect) = if new.unique {
                (rule!("unique-items-added"), Effect::Narrower)
            } else {
                (rule!("unique-items-removed"), Effect::Wider)
            };
            self.effect(compared, rule, effect, "whether items may be equal changed");
        }
        let side = compared.side.inside();
        self.enqueue(old.items, new.items, side, &compared.place.inside("*"));
        // Beyond the end of one prefix, `items` is compared with the rest of the other prefix.
        for at in 0..old.prefix.len().max(new.prefix.len()) {
            let place = compared.place.inside(&at.to_string());
            let old = old.prefix.get(at).copied().unwrap_or(old.items);
            let new = new.prefix.get(at).copied().unwrap_or(new.items);
            self.enqueue(old, new, side, &place);
        }
        if old.prefix.len() != new.prefix.len() {
            let level = match compared.side.way {
                Way::Request => Level::Error,
                Way::Response => Level::Warning,
            };
            let rule = rule!("prefix-items-changed").on(compared.side);
            self.note(
                compared,
                rule,
                level,
                "the number of items with own schemas changed",
            );
        }
    }
}
