//! Compares the names of methods in SDKs, which depend on the other operations of a group.

use std::collections::HashMap;

use super::place::Place;
use super::rules::id;
use super::{Comparison, Level, Message};
use crate::methods::{key, methods};

impl Comparison<'_> {
    /// Reports methods with other names. An operation with another `operationId` or another group
    /// is reported by the rules on these.
    pub(super) fn methods(&mut self) {
        let (old, new) = (self.old, self.new);
        let names = new.operations.iter().zip(methods(new));
        let news: HashMap<_, _> = names.map(|(one, name)| (&one.id, (one, name))).collect();
        for (operation, before) in old.operations.iter().zip(methods(old)) {
            let Some((other, after)) = news.get(&operation.id) else {
                continue;
            };
            let moved = operation.tag() != other.tag();
            if moved || key(&before) == key(after) {
                continue;
            }
            let text = format!("the method in SDKs was `{before}`, and is `{after}`");
            let text = Message::new(text, &[&before, after]);
            let given = other.sdk_name.as_ref().map_or(other.span, |name| name.span);
            let spans = (Some(operation.span), Some(given));
            let place = Place::operation(operation);
            self.report(id!("api-method-renamed"), Level::Error, &place, text, spans);
        }
    }
}
