//! Creations whose responses do not show what was created: the items are searched for by name, and
//! reported.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::{Session, Stop};
use crate::guard::{Address, Entry, Unclear};
use conformance_core::description::OperationId;
use conformance_core::intent::Intent;
use conformance_core::resources::ResourceId;

/// The maximum number of pages of a list that are searched for such items.
const PAGES: usize = 40;

/// The maximum number of creations of one kind that are reported with what was sent, and how long
/// such a text may be.
const NAMED: usize = 20;
const NAME: usize = 80;

/// Properties by which an item of this run is recognized.
const NAMES: [&str; 6] = ["name", "title", "displayName", "label", "slug", "key"];

impl Session {
    /// Reports creations with the same outcome together.
    pub(super) fn leave_unclear(&self, unclear: &[Unclear]) {
        let mut alike: BTreeMap<_, Vec<&Unclear>> = BTreeMap::new();
        for one in unclear {
            let all = alike.entry((one.operation, &one.collection, &one.answer));
            all.or_default().push(one);
        }
        for ((operation, collection, answer), all) in alike {
            let id = &self.description.operation(operation).id;
            let ids: BTreeSet<&str> = all.iter().filter_map(|one| one.id.as_deref()).collect();
            let sent = all.iter().filter(|one| one.id.is_none());
            let sent: BTreeSet<String> = sent
                .filter_map(|one| Some(one.sent.first()?.chars().take(NAME).collect()))
                .collect();
            let ids: Vec<&str> = ids.into_iter().collect();
            let sent: Vec<String> = sent.into_iter().take(NAMED).collect();
            let mut names = String::new();
            if !ids.is_empty() {
                names = format!(" (ids {})", ids.join(", "));
            }
            if !sent.is_empty() {
                names = format!("{names} (sent as {})", sent.join(", "));
            }
            let requests = match all.len() {
                1 => format!("a request {answer}"),
                many => format!("{many} requests {}", answer.replacen("was ", "were ", 1)),
            };
            self.record_leftover(&format!(
                "{id} at /{}: {requests}{names}; what was created, if anything, was not found",
                collection.join("/"),
            ));
        }
    }

    /// Searches for items of this run by their names, if the response to their creation does not
    /// show which was created. Returns the creations that are still unclear.
    pub(super) async fn find_unclear(&self, unclear: Vec<Unclear>) -> Vec<Unclear> {
        // Reading the list once finds all creations of a collection.
        let mut found: BTreeMap<(OperationId, Address, String), HashSet<String>> = BTreeMap::new();
        let mut left = Vec::new();
        let sent: HashSet<String> = unclear.iter().flat_map(|one| one.sent.clone()).collect();
        for one in unclear {
            let place = (one.operation, one.collection.clone(), one.identity.clone());
            if !found.contains_key(&place) {
                let names = self.find_created(&one, &sent).await.unwrap_or_default();
                found.insert(place.clone(), names);
            }
            // A response with an id names that item; several creations may have sent one name.
            let is_found = match &one.id {
                Some(id) => found[&place].contains(id),
                None => one.sent.iter().any(|text| found[&place].contains(text)),
            };
            if !is_found {
                left.push(one);
            }
        }
        left
    }

    /// Records items in a collection that have a name of this run or an id that it has sent, and
    /// returns those names and ids.
    async fn find_created(
        &self,
        one: &Unclear,
        sent: &HashSet<String>,
    ) -> Result<HashSet<String>, Stop> {
        let skip = |why: &str| Stop::Skip(why.to_owned());
        let id = self
            .world
            .resources
            .made_by(one.operation)
            .ok_or_else(|| skip("no items"))?;
        let list = self
            .world
            .resources
            .get(id)
            .list
            .ok_or_else(|| skip("no list"))?;
        let bindings = self.bindings_at(id, &one.collection);
        let identity = if one.identity.is_empty() {
            &self.primary().name
        } else {
            &one.identity
        };
        let builder = self
            .prepare(list)
            .intent(Intent::Sequence)
            .as_identity(identity);
        let pages = self
            .walk(list, &builder.bind(&bindings).filled(), PAGES)
            .await?;
        let mut found = HashSet::new();
        for item in pages.into_iter().flat_map(|page| page.items) {
            let property = self.world.resources.get(id).id_property.as_deref();
            let names = NAMES.into_iter().chain(property);
            let names = names.filter_map(|name| item.get(name)?.as_str());
            let is_sent = |text: &str| sent.contains(text) && !self.world.guard.is_example(text);
            let names: Vec<String> = names
                .filter(|text| text.starts_with(&self.name_prefix()) || is_sent(text))
                .map(str::to_owned)
                .collect();
            if !names.is_empty()
                && let Some(known) = self.know(identity, id, &bindings, item)
            {
                found.extend(names);
                found.insert(known.id);
                self.world.guard.ledger.add(Entry {
                    resource: Some(id),
                    address: crate::guard::address(
                        &self.world.resources.get(id).item,
                        &known.bindings,
                    )
                    .unwrap_or_default(),
                    bindings: known.bindings,
                    identity: identity.to_owned(),
                    is_seen: true,
                    may_be_renamed: false,
                    is_ended: false,
                });
            }
        }
        Ok(found)
    }

    /// Returns the values of the variables in a collection's path.
    pub(super) fn bindings_at(
        &self,
        id: ResourceId,
        collection: &Address,
    ) -> crate::pool::Bindings {
        let template = &self.world.resources.get(id).collection;
        let segments = template.split('/').filter(|segment| !segment.is_empty());
        let pairs = segments.zip(collection).filter_map(|(segment, text)| {
            let name = segment.strip_prefix('{')?.strip_suffix('}')?;
            Some((name.to_owned(), text.clone()))
        });
        pairs.collect()
    }
}
