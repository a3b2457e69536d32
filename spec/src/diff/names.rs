//! Compares names that appear in SDKs: schemas become types, and tags become groups of methods.

use std::collections::HashMap;

use super::place::Place;
use super::rules::id;
use super::{Comparison, Level};
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
        let (old, new) = (schemas(self.old), schemas(self.new));
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
