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
        let index = |list: &[(String, Option<Span>)]| -> HashMap<String, Option<Span>> {
            list.iter().cloned().collect()
        };
        let (olds, news) = (index(old), index(new));
        for (name, span) in old.iter().filter(|(name, _)| !news.contains_key(name)) {
            let place = Place::api(&format!("{what} {name}"));
            self.report(removed, Level::Error, &place, "is gone", (*span, None));
        }
        for (name, span) in new.iter().filter(|(name, _)| !olds.contains_key(name)) {
            let place = Place::api(&format!("{what} {name}"));
            self.report(added, Level::Info, &place, "is new", (None, *span));
        }
    }
}
