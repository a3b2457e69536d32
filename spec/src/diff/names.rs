//! Compares names that appear in SDKs: schemas become types, and tags become groups of methods.

use std::collections::{HashMap, HashSet};

use super::place::Place;
use super::rules::id;
use super::{Comparison, Level, Message};
use crate::model::Api;
use crate::source::Span;

impl Comparison<'_> {
    pub(super) fn names(&mut self) {
        let schemas = |api: &Api| {
            let named = api.schemas.iter();
            let named = named.filter_map(|schema| Some((schema.name.clone()?, Some(schema.span))));
            named.collect::<Vec<_>>()
        };
        let tags = |api: &Api| {
            let tags = api.tags.iter();
            tags.map(|tag| (tag.name.clone(), None)).collect::<Vec<_>>()
        };
        let (mut old, mut new) = (schemas(self.old), schemas(self.new));
        let renamed = self.renamed_schemas();
        let spans: HashMap<_, _> = new.iter().cloned().collect();
        for (name, span) in &old {
            let Some(other) = renamed.get(name.as_str()) else {
                continue;
            };
            let place = Place::api(&format!("schema {name}"));
            let text = Message::new(format!("is named `{other}` now"), &[other]);
            let spans = (*span, spans.get(*other).copied().flatten());
            let rule = id!("api-schema-renamed");
            self.report(rule, Level::Error, &place, text, spans);
        }
        old.retain(|(name, _)| !renamed.contains_key(name.as_str()));
        let came: HashSet<_> = renamed.values().copied().collect();
        new.retain(|(name, _)| !came.contains(name.as_str()));
        self.named(
            "schema",
            (id!("api-schema-removed"), id!("api-schema-added")),
            &old,
            &new,
        );
        let (old, new) = (tags(self.old), tags(self.new));
        self.named(
            "tag",
            (id!("api-tag-removed"), id!("api-tag-added")),
            &old,
            &new,
        );
    }

    fn named(
        &mut self,
        what: &str,
        (removed, added): (&'static str, &'static str),
        old: &[(String, Option<Span>)],
        new: &[(String, Option<Span>)],
    ) {
        let [old, new] = [old, new].map(|list| {
            let named = list.iter().map(|(name, span)| (name.as_str(), *span));
            numbered(named)
        });
        let [olds, news] =
            [&old, &new].map(|list| list.iter().map(|(name, _)| *name).collect::<HashSet<_>>());
        for (name, span) in old.iter().filter(|(name, _)| !news.contains(name)) {
            let place = Place::api(&format!("{what} {}", name.0));
            self.report(removed, Level::Error, &place, "is gone", (*span, None));
        }
        for (name, span) in new.iter().filter(|(name, _)| !olds.contains(name)) {
            let place = Place::api(&format!("{what} {}", name.0));
            self.report(added, Level::Info, &place, "is new", (None, *span));
        }
    }
}

/// A name, and the number of equal names before it.
type Numbered<'n> = (&'n str, usize);

/// Numbers equal names, which come from different files. SDKs number their types in the same order.
pub(super) fn numbered<'n, T>(named: impl Iterator<Item = (&'n str, T)>) -> Vec<(Numbered<'n>, T)> {
    let mut counts = HashMap::new();
    let numbered = named.map(|(name, value)| {
        let count = counts.entry(name).or_insert(0);
        *count += 1;
        ((name, *count - 1), value)
    });
    numbered.collect()
}
