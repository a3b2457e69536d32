//! Ends what the run has created, and lists what it could not end.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::time::Duration;

use spec::model::{Cause, Method, Operation};

use super::{Answer, Session, Stop};
use crate::description::OperationId;
use crate::guard::{Address, Entry, Unclear};
use crate::intent::Intent;
use crate::resources::{Resource, ResourceId};

/// How often an item is ended that cannot be ended yet (409, 423, 429, 503).
const TRIES: u32 = 4;

/// The pause before the next try; each further one is twice as long.
const PAUSE: Duration = Duration::from_millis(250);

/// How many leftovers are listed one by one.
const LISTED: usize = 1_000;

/// How many pages of a list are looked through for items whose creation was not answered.
const PAGES: usize = 40;

/// Properties by which an item of this run is recognized.
const NAMES: [&str; 6] = ["name", "title", "displayName", "label", "slug", "key"];

impl Session {
    /// Ends what the run has created, as far as the API has a way to, and records what is left.
    pub async fn clean_up(&self) {
        let unclear = self.guard.ledger.unclear();
        self.budget
            .begin_clean_up(self.guard.ledger.left().len() + 4 * unclear.len());
        let unclear = self.find_unclear(unclear).await;
        // What one item is refused after all tries, its like are refused, too.
        let mut refused = HashSet::new();
        for entry in self.guard.ledger.left() {
            let tries = if refused.contains(&entry.resource) {
                1
            } else {
                TRIES
            };
            if let Err(why) = self.end(&entry, tries).await {
                refused.insert(entry.resource);
                self.leave(&entry, &why);
            }
        }
        self.leave_unclear(&unclear);
    }

    /// Lists creations with the same outcome together.
    fn leave_unclear(&self, unclear: &[Unclear]) {
        let mut alike: BTreeMap<_, Vec<&str>> = BTreeMap::new();
        for one in unclear {
            let ids = alike.entry((one.operation, &one.collection, &one.answer));
            ids.or_default().push(one.id.as_deref().unwrap_or_default());
        }
        for ((operation, collection, answer), ids) in alike {
            let id = &self.description.operation(operation).id;
            let known: BTreeSet<&str> = ids.iter().copied().filter(|id| !id.is_empty()).collect();
            let names = if known.is_empty() {
                String::new()
            } else {
                format!(
                    " (ids {})",
                    known.into_iter().collect::<Vec<_>>().join(", ")
                )
            };
            self.record_leftover(&format!(
                "{id} at /{}: {} of its requests {answer}{names}; what they created, if anything, \
                 was not found",
                collection.join("/"),
                ids.len(),
            ));
        }
    }

    fn leave(&self, entry: &Entry, why: &str) {
        let name = entry.resource.map_or_else(
            || "item".to_owned(),
            |id| self.resources.get(id).name.clone(),
        );
        self.record_leftover(&format!("{name} /{}: {why}", entry.address.join("/")));
    }

    fn record_leftover(&self, text: &str) {
        let text = self.redactor.text(text);
        let mut gathered = self.gathered.lock();
        match gathered.leftovers.len() {
            0..LISTED => gathered.leftovers.push(text),
            LISTED => gathered
                .leftovers
                .push(format!("more than {LISTED} others")),
            _ => {}
        }
    }

    /// Looks for items of this run by their names, where the answer to their creation does not
    /// tell which was created; what is still unclear.
    async fn find_unclear(&self, unclear: Vec<Unclear>) -> Vec<Unclear> {
        // All creations of a collection are found by one walk through its list.
        let mut found: BTreeMap<(OperationId, Address, String), HashSet<String>> = BTreeMap::new();
        let mut left = Vec::new();
        for one in unclear {
            let place = (one.operation, one.collection.clone(), one.identity.clone());
            if !found.contains_key(&place) {
                let names = self.find_created(&one).await.unwrap_or_default();
                found.insert(place.clone(), names);
            }
            if !one.sent.iter().any(|text| found[&place].contains(text)) {
                left.push(one);
            }
        }
        left
    }

    /// Records items of this run in a collection; their names.
    async fn find_created(&self, one: &Unclear) -> Result<HashSet<String>, Stop> {
        let skip = |why: &str| Stop::Skip(why.to_owned());
        let id = self
            .resources
            .made_by(one.operation)
            .ok_or_else(|| skip("no items"))?;
        let list = self.resources.get(id).list.ok_or_else(|| skip("no list"))?;
        let bindings = self.description_bindings(id, one);
        let identity = if one.identity.is_empty() {
            &self.judged().name
        } else {
            &one.identity
        };
        let ask = self
            .ask(list)
            .intent(Intent::Sequence)
            .as_identity(identity);
        let pages = self
            .walk(list, &ask.bind(&bindings).filled(), PAGES)
            .await?;
        let mut found = HashSet::new();
        for item in pages.into_iter().flat_map(|page| page.items) {
            let names = NAMES.iter().filter_map(|name| item.get(name)?.as_str());
            let names: Vec<String> = names
                .filter(|text| text.starts_with(&self.name_prefix()))
                .map(str::to_owned)
                .collect();
            if !names.is_empty()
                && let Some(known) = self.know(identity, id, &bindings, item)
            {
                found.extend(names);
                self.guard.ledger.add(Entry {
                    resource: Some(id),
                    address: crate::guard::address(&self.resources.get(id).item, &known.bindings)
                        .unwrap_or_default(),
                    bindings: known.bindings,
                    identity: identity.to_owned(),
                    is_ended: false,
                });
            }
        }
        Ok(found)
    }

    /// The values of the variables of a collection's path.
    fn description_bindings(&self, id: ResourceId, one: &Unclear) -> crate::pool::Bindings {
        let template = &self.resources.get(id).collection;
        let segments = template.split('/').filter(|segment| !segment.is_empty());
        let pairs = segments.zip(&one.collection).filter_map(|(segment, text)| {
            let name = segment.strip_prefix('{')?.strip_suffix('}')?;
            Some((name.to_owned(), text.clone()))
        });
        pairs.collect()
    }

    /// Ends an item; where it cannot be ended yet, up to so many tries.
    async fn end(&self, entry: &Entry, tries: u32) -> Result<(), String> {
        if self.is_gone() {
            return Err("the deployment is gone".to_owned());
        }
        let Some(operation) = self.ender(entry) else {
            return Err("the API has no operation that ends it".to_owned());
        };
        if self.is_ended(entry).await {
            return Ok(());
        }
        let mut last = Ok(());
        for turn in 0..tries {
            last = match self.ask_to_end(entry, operation).await {
                Ok(answer) if answer.is_success() || matches!(answer.status, 404 | 410) => Ok(()),
                Ok(answer) if matches!(answer.status, 409 | 423 | 425 | 429 | 500..) => Err((
                    true,
                    format!("ending it was answered with {}", answer.status),
                )),
                Ok(answer) => Err((
                    false,
                    format!("ending it was answered with {}", answer.status),
                )),
                Err(stop) => Err((false, stop.why())),
            };
            let is_last = turn + 1 == tries;
            if is_last || !matches!(last, Err((true, _))) || self.is_ended(entry).await {
                break;
            }
            tokio::time::sleep(PAUSE * 2_u32.pow(turn)).await;
        }
        match last {
            Ok(()) => {
                self.guard.ledger.end(&entry.address);
                Ok(())
            }
            Err(_) if self.is_ended(entry).await => Ok(()),
            Err((_, why)) => Err(why),
        }
    }

    async fn ask_to_end(&self, entry: &Entry, operation: OperationId) -> Result<Answer, Stop> {
        if self.description.operation(operation).method != Method::Delete {
            return self.act(operation, &entry.bindings).await;
        }
        let owner = self.owner_of(entry);
        let answer = self.delete_as(&owner, entry, operation).await?;
        // Some services know tenants by their credentials, whatever the path says: for them the
        // item is that of who created it.
        let is_other = !entry.identity.is_empty() && entry.identity != owner;
        if is_other && !answer.is_success() {
            return self.delete_as(&entry.identity, entry, operation).await;
        }
        Ok(answer)
    }

    async fn delete_as(
        &self,
        identity: &str,
        entry: &Entry,
        operation: OperationId,
    ) -> Result<Answer, Stop> {
        let ask = self.ask(operation).intent(Intent::Sequence);
        let ask = ask.as_identity(identity).bind(&entry.bindings);
        ask.filled().send().await
    }

    /// The identity that may end an item: that whose parameters its path has. Who created it may
    /// have borne no credential, or that of another tenant.
    fn owner_of(&self, entry: &Entry) -> String {
        let has = |name: &str| {
            let given = self.given(name);
            let mut own = given
                .iter()
                .filter_map(|(name, value)| Some((entry.bindings.get(name)?, value)));
            let first = own.next();
            first.is_some_and(|(bound, value)| bound == value)
                && own.all(|(bound, value)| bound == value)
        };
        let identities = self.credentials.identities.iter().map(|one| &one.name);
        let mut owners = identities.filter(|name| has(name));
        let first = owners.next().unwrap_or(&entry.identity);
        if first.is_empty() {
            self.judged().name.clone()
        } else {
            first.clone()
        }
    }

    /// Whether an item is in a state that nothing leads out of.
    async fn is_ended(&self, entry: &Entry) -> bool {
        let Some(id) = entry.resource else {
            return false;
        };
        let Some(machine) = self.resources.get(id).states(&self.description.api) else {
            return false;
        };
        let Ok(answer) = self.read(id, &entry.bindings).await else {
            return false;
        };
        let state = answer
            .json()
            .ok()
            .and_then(|body| body.get(&machine.field)?.as_str());
        state.is_some_and(|state| machine.terminal.iter().any(|one| one == state))
    }

    /// The operation that ends an item: DELETE, or one that leads to a terminal state.
    fn ender(&self, entry: &Entry) -> Option<OperationId> {
        if let Some(id) = entry.resource {
            return self.ender_of(self.resources.get(id));
        }
        let mut all = self.description.operations();
        let ends = |operation: &Operation| {
            let address = crate::guard::address(&operation.path, &entry.bindings);
            operation.method == Method::Delete && address.as_ref() == Some(&entry.address)
        };
        all.find(|(_, one)| ends(one)).map(|(id, _)| id)
    }

    fn ender_of(&self, resource: &Resource) -> Option<OperationId> {
        if resource.delete.is_some() {
            return resource.delete;
        }
        let machine = resource.states(&self.description.api)?;
        let mut transitions = machine.transitions.iter();
        transitions.find_map(|transition| match &transition.cause {
            Cause::Operation(cause) if machine.terminal.contains(&transition.to) => {
                self.description.find(cause)
            }
            _ => None,
        })
    }
}
