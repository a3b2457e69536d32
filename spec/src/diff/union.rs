//! Unions: the members that come and go, and what tells them apart.

use std::collections::HashMap;

use super::place::Way;
use super::rules::rule;
use super::schema::{Compared, Effect};
use super::{Comparison, Level};
use crate::model::{Api, Member, Union, UnionMode};

impl Comparison<'_> {
    pub(super) fn unions(&mut self, compared: &Compared<'_>, old: &Union, new: &Union) {
        let olds = keys(self.old, old);
        let news = keys(self.new, new);
        let any = old.mode == UnionMode::AnyOf;
        let kept: HashMap<_, _> = news.iter().map(|(key, member)| (key, *member)).collect();
        let known: HashMap<_, _> = olds.iter().map(|(key, member)| (key, *member)).collect();
        for (key, member) in &olds {
            let Some(other) = kept.get(key) else {
                let rule = if any {
                    rule!("any-of-removed")
                } else {
                    rule!("one-of-removed")
                };
                let text = format!("`{key}` is no alternative any more");
                self.effect(compared, rule, Effect::Narrower, text);
                continue;
            };
            self.mapping(compared, key, member, other);
            let place = compared.place.inside(&format!("({key})"));
            self.enqueue(member.schema, other.schema, compared.side, &place);
        }
        for (key, _) in news.iter().filter(|(key, _)| !known.contains_key(key)) {
            let rule = if any {
                rule!("any-of-added")
            } else {
                rule!("one-of-added")
            };
            let text = format!("`{key}` is a new alternative");
            self.effect(compared, rule, Effect::Wider, text);
        }
        self.discriminators(compared, old, new);
    }

    /// The discriminator's values that stand for one member.
    fn mapping(&mut self, compared: &Compared<'_>, key: &str, old: &Member, new: &Member) {
        for value in old
            .values
            .iter()
            .filter(|value| !new.values.contains(value))
        {
            let rule = rule!("discriminator-mapping-deleted").on(compared.side);
            let text = format!("`{value}` does not stand for `{key}` any more");
            self.note(compared, rule, Level::Error, text);
        }
        for value in new
            .values
            .iter()
            .filter(|value| !old.values.contains(value))
        {
            let rule = rule!("discriminator-mapping-added");
            let text = format!("`{value}` stands for `{key}` now");
            self.effect(compared, rule, Effect::Wider, text);
        }
    }

    fn discriminators(&mut self, compared: &Compared<'_>, old: &Union, new: &Union) {
        let (rule, level) = match (&old.discriminator, &new.discriminator) {
            (Some(old), Some(new)) if old.property != new.property => {
                (rule!("discriminator-property-name-changed"), Level::Error)
            }
            (Some(_), None) => (rule!("discriminator-removed"), Level::Error),
            (None, Some(_)) if compared.side.way == Way::Response => {
                (rule!("discriminator-added"), Level::Info)
            }
            (None, Some(_)) => (rule!("discriminator-added"), Level::Error),
            _ => return,
        };
        let text = "what tells the alternatives apart changed";
        self.note(compared, rule.on(compared.side), level, text);
    }
}

/// The members by what people know them by: the name of the schema, else the title, else their
/// order. Where several have the same, they are numbered.
fn keys<'u>(api: &Api, union: &'u Union) -> Vec<(String, &'u Member)> {
    let mut times: HashMap<String, usize> = HashMap::new();
    let members = union.members.iter();
    members
        .map(|member| {
            let schema = api.schema(member.schema);
            let resolved = api.schema(api.resolve(member.schema));
            let name = schema.name.as_ref().or(resolved.name.as_ref());
            let name = name.or(schema.title.as_ref()).cloned().unwrap_or_default();
            let count = times.entry(name.clone()).or_default();
            *count += 1;
            match (name.as_str(), *count) {
                ("", count) => (count.to_string(), member),
                (_, 1) => (name, member),
                (_, count) => (format!("{name} {count}"), member),
            }
        })
        .collect()
}
