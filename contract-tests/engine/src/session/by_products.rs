//! Reports items that appeared during the run without being in the response to a creation: what a
//! creation makes in addition to its item, such as a queue for a job. They may be foreign, so they
//! are not deleted.

use std::collections::BTreeSet;

use super::Session;
use crate::guard::Unclear;
use conformance_core::intent::Intent;
use conformance_core::resources::ResourceId;

/// The maximum number of pages of a list that are read, and how many lists.
const PAGES: usize = 20;
const LISTS: usize = 40;

/// The maximum number of items of a collection that are reported by id.
const NAMED: usize = 20;

impl Session {
    /// Reads again the lists that were read before anything was created, and records what is new
    /// there. Unclear creations are reported separately.
    pub(super) async fn leave_by_products(&self, unclear: &[Unclear]) {
        if !self.profile.writes || self.is_gone() {
            return;
        }
        let is_meant = |id: &ResourceId| !self.world.guard.is_reference_data(*id);
        let kinds = self
            .world
            .resources
            .iter()
            .map(|(id, _)| id)
            .filter(is_meant);
        let all = kinds.flat_map(|id| {
            let collections = self.world.guard.completed(id).into_iter();
            collections.map(move |(collection, at)| (id, collection, at))
        });
        for (id, collection, at) in all.take(LISTS) {
            let Some(list) = self.world.resources.get(id).list else {
                continue;
            };
            let builder = self.prepare(list).intent(Intent::Sequence);
            let builder = builder.bind(&self.bindings_at(id, &collection)).filled();
            let Ok(pages) = self.walk(list, &builder, PAGES).await else {
                continue;
            };
            let is_told = |id: &String| unclear.iter().any(|one| one.id.as_ref() == Some(id));
            let items = pages.into_iter().flat_map(|page| page.items);
            let property = self.world.resources.get(id).id_property.as_deref();
            let ids = items.filter_map(|item| {
                let member = item.get(property?)?;
                member
                    .as_str()
                    .or_else(|| member.number())
                    .map(str::to_owned)
            });
            let new: BTreeSet<String> = ids
                .filter(|one| self.world.guard.has_appeared(id, one, at) && !is_told(one))
                .collect();
            if !new.is_empty() {
                let first: Vec<&str> = new.iter().map(String::as_str).take(NAMED).collect();
                self.record_leftover(&format!(
                    "{} of /{} appeared during the run, and no creation was answered with them: \
                     {}; they came with what the run has created, or are of another",
                    new.len(),
                    collection.join("/"),
                    first.join(", "),
                ));
            }
        }
    }
}
