//! Compares enumerations: a request may gain values, and a response may lose them.

use serde_json::Value;

use super::place::{Part, Way};
use super::proof::ValueSet;
use super::rules::rule;
use super::schema::{Compared, Effect, show};
use super::{Comparison, Level, Message};
use crate::model::{Enumeration, Kind, Schema};

impl Comparison<'_> {
    pub(super) fn enumerations(
        &mut self,
        compared: &Compared<'_>,
        old: &Enumeration,
        new: &Enumeration,
    ) {
        match (old.open, new.open) {
            (false, true) => return self.opened(compared, old),
            (true, false) => return self.closed(compared, new),
            _ => {}
        }
        let response = compared.side.way == Way::Response;
        if response && !old.extensible && new.extensible {
            let text = "responses may bring values that are not listed";
            let rule = rule!("enum-became-extensible");
            self.effect(compared, rule, Effect::Wider, text);
        }
        let (olds, news) = (ValueSet::new(&old.values), ValueSet::new(&new.values));
        for value in old.values.iter().filter(|value| !news.contains(value)) {
            let text = Message::new(format!("{} is no longer a value", show(value)), &[value]);
            self.effect(
                compared,
                rule!("enum-value-removed"),
                Effect::Narrower,
                text,
            );
        }
        for value in new.values.iter().filter(|value| !olds.contains(value)) {
            let rule = rule!("enum-value-added").on(compared.side);
            let text = Message::new(format!("{} is a new value", show(value)), &[value]);
            let announced = old.extensible || old.open;
            let level = if announced {
                Level::Info
            } else {
                Effect::Wider.level(compared.side.way)
            };
            self.note(compared, rule, level, text);
        }
    }

    /// Reports that a list has become a hint. SDKs change the type only if they read the list and
    /// it was closed.
    fn opened(&mut self, compared: &Compared<'_>, old: &Enumeration) {
        let known = self.changes.len();
        self.became_not_enum(compared, old);
        let read = compared.side.part != Part::Parameter && !old.extensible;
        let own = self.changes[known..].iter_mut();
        own.for_each(|change| change.retypes &= read);
    }

    /// Reports that a list is binding, and was only a hint.
    fn closed(&mut self, compared: &Compared<'_>, new: &Enumeration) {
        let known = self.changes.len();
        self.became_enum(compared, new);
        let own = self.changes[known..].iter_mut();
        own.for_each(|change| change.retypes &= !new.extensible);
    }

    /// Compares the values of `x-extensible-enum` in schemas without `enum`.
    pub(super) fn extensible_values(&mut self, compared: &Compared<'_>) {
        let (olds, news) = (extensible(compared.old), extensible(compared.new));
        if olds.is_empty() || news.is_empty() {
            return;
        }
        let (old, new) = (ValueSet::new(olds), ValueSet::new(news));
        for value in olds.iter().filter(|value| !new.contains(value)) {
            let text = Message::new(format!("{} is no longer a value", show(value)), &[value]);
            let rule = rule!("x-extensible-enum-value-removed");
            self.effect(compared, rule, Effect::Narrower, text);
        }
        for value in news.iter().filter(|value| !old.contains(value)) {
            let text = Message::new(format!("{} is a new value", show(value)), &[value]);
            let rule = rule!("x-extensible-enum-value-added").on(compared.side);
            self.note(compared, rule, Level::Info, text);
        }
    }

    pub(super) fn became_enum(&mut self, compared: &Compared<'_>, new: &Enumeration) {
        if new.open {
            return;
        }
        let text = "only listed values are left";
        self.effect(compared, rule!("became-enum"), Effect::Narrower, text);
    }

    pub(super) fn became_not_enum(&mut self, compared: &Compared<'_>, old: &Enumeration) {
        if old.open {
            return;
        }
        let level = match compared.side.way {
            Way::Response if old.extensible => Level::Info,
            way => Effect::Wider.level(way),
        };
        let rule = rule!("became-not-enum").on(compared.side);
        self.note(
            compared,
            rule,
            level,
            "values that are not listed are allowed",
        );
    }
}

/// Returns the values of `x-extensible-enum` in a schema without `enum`.
fn extensible(schema: &Schema) -> &[Value] {
    let list = schema.extensions.get("x-extensible-enum");
    let list = list.filter(|_| !matches!(schema.kind, Kind::Enumeration(_)));
    list.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}
