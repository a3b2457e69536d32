//! Merges the parts of `allOf` into one schema.

use std::collections::HashMap;

use super::Lowering;
use super::merge::{Merge, Pairs, is_unconstrained};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Kind, SchemaId};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    Open,
    Done,
}

impl Lowering<'_, '_> {
    /// Merges every `allOf`, parts first.
    pub(super) fn merge_all_of(&mut self) {
        let mut pairs = Pairs::default();
        let mut progress = HashMap::new();
        while !self.schemas.all_of.is_empty() {
            let mut waiting: Vec<_> = self.schemas.all_of.keys().copied().collect();
            waiting.sort_unstable();
            for id in waiting {
                self.merge_in_order(id, &mut progress, &mut pairs);
            }
            if self.bankrupt {
                self.schemas.all_of.clear();
            }
        }
    }

    /// Depth first without recursion: a schema is merged after all its parts.
    fn merge_in_order(
        &mut self,
        id: SchemaId,
        progress: &mut HashMap<SchemaId, Progress>,
        pairs: &mut Pairs,
    ) {
        let mut stack = vec![(id, 0)];
        while let Some((top, next)) = stack.last_mut() {
            if self.bankrupt {
                return;
            }
            let Some(part) = self.schemas.all_of.get(top).map(|parts| parts.get(*next)) else {
                stack.pop();
                continue;
            };
            progress.insert(*top, Progress::Open);
            let Some(part) = part else {
                let done = *top;
                stack.pop();
                progress.insert(done, Progress::Done);
                self.merge(done, pairs);
                continue;
            };
            let resolved = self.schemas.resolve(*part);
            if !self.schemas.all_of.contains_key(&resolved) {
                *next += 1;
            } else if progress.get(&resolved) == Some(&Progress::Open) {
                let (top, next) = (*top, *next);
                self.circular_all_of(top, next);
            } else {
                stack.push((resolved, 0));
            }
        }
    }

    /// Leaves out a part of an `allOf` that contains the `allOf` itself.
    fn circular_all_of(&mut self, id: SchemaId, part: usize) {
        if let Some(parts) = self.schemas.all_of.get_mut(&id) {
            parts.remove(part);
        }
        let span = self.schemas.get(id).span;
        self.diagnostics.push(
            Diagnostic::warning(
                Code::CircularReference,
                span,
                "the `allOf` of this schema contains the schema itself",
            )
            .label("leads back here: left out of `allOf`")
            .help("take the reference that leads back out of `allOf`"),
        );
    }

    fn merge(&mut self, id: SchemaId, pairs: &mut Pairs) {
        let parts = self.schemas.all_of.remove(&id).unwrap_or_default();
        let own = std::mem::replace(&mut self.schemas.get_mut(id).kind, Kind::Any);
        // Keywords beside the parts must allow null as well, and are written with it.
        let nullable = matches!(own, Kind::Any | Kind::Null)
            && !parts.is_empty()
            && parts.iter().all(|part| self.is_nullable(*part));
        self.schemas.get_mut(id).nullable |= nullable;
        if let ([part], true) = (parts.as_slice(), is_unconstrained(&own)) {
            self.schemas.get_mut(id).kind = self.stand_in(*part);
            return;
        }
        let span = self.schemas.get(id).span;
        let mut merge = Merge {
            lowering: self,
            pairs: std::mem::take(pairs),
            span,
            places: HashMap::new(),
        };
        let mut merged = Kind::Any;
        for part in parts {
            let kind = merge.kind_of(part);
            merged = merge.both(merged, kind);
        }
        merged = merge.both(merged, own);
        *pairs = merge.pairs;
        self.schemas.get_mut(id).kind = merged;
    }

    /// Returns a reference to a named schema, or the kind of one without a name.
    fn stand_in(&mut self, part: SchemaId) -> Kind {
        let schema = self.schemas.get(part);
        if schema.name.is_some() {
            Kind::Alias(part)
        } else {
            let span = schema.span;
            self.copied_kind(part, span)
        }
    }

    /// Returns whether `null` is a value of a schema.
    pub(super) fn is_nullable(&self, id: SchemaId) -> bool {
        let schema = self.schemas.get(id);
        let behind = self.schemas.get(self.schemas.resolve(id));
        schema.nullable || behind.nullable || matches!(behind.kind, Kind::Any | Kind::Null)
    }
}
