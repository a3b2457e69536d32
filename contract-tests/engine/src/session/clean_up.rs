//! Deletes what the run has created, and reports what it could not delete.

use std::collections::HashSet;
use std::time::Duration;

use spec::model::{Cause, Method, Operation};

use super::{Answer, Session, Stop};
use crate::event::Event;
use crate::guard::Entry;
use conformance_core::description::OperationId;
use conformance_core::intent::Intent;
use conformance_core::resources::Resource;

/// How often deleting an item is tried that cannot be deleted yet (409, 423, 429, 503).
const TRIES: u32 = 4;

/// The pause before the next try; each further one is twice as long.
const PAUSE: Duration = Duration::from_millis(250);

impl Session {
    /// Deletes what the run has created, as far as the API allows, and records what is left.
    pub async fn clean_up(&self) {
        let unclear = self.world.guard.ledger.unclear().len() + self.world.guard.ledger.unproven();
        self.shared
            .budget
            .begin_clean_up(self.world.guard.ledger.left().len() + 4 * unclear);
        self.prove(None).await;
        let unclear = self.world.guard.ledger.unclear();
        let unclear = self.find_unclear(unclear).await;
        // If all tries to delete an item are refused, the same is assumed of similar items.
        let mut refused = HashSet::new();
        for entry in self.world.guard.ledger.left() {
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
        self.leave_renamed().await;
        self.leave_by_products(&unclear).await;
        self.leave_unclear(&unclear);
    }

    /// Reports items that changes have renamed, unless they were deleted under the old id: it is
    /// not certain that they belong to this run.
    async fn leave_renamed(&self) {
        for entry in self.world.guard.ledger.renamed() {
            let Some(resource) = entry.resource else {
                continue;
            };
            let answer = self.read(resource, &entry.bindings).await;
            let is_gone = answer.is_ok_and(|answer| matches!(answer.status, 404 | 410));
            if !is_gone {
                self.leave(&entry, "a change may have renamed an item of the run to it");
            }
        }
    }

    fn leave(&self, entry: &Entry, why: &str) {
        let name = entry.resource.map_or_else(
            || "item".to_owned(),
            |id| self.world.resources.get(id).name.clone(),
        );
        self.record_leftover(&format!("{name} /{}: {why}", entry.address.join("/")));
    }

    pub(super) fn record_leftover(&self, text: &str) {
        self.emit(&Event::LeftBehind(self.redactor.shown(text)));
    }

    /// Deletes an item. While it cannot be deleted yet, this is tried up to `tries` times.
    async fn end(&self, entry: &Entry, tries: u32) -> Result<(), String> {
        if self.is_gone() {
            return Err("the deployment is gone".to_owned());
        }
        let Some(operation) = self.ender(entry) else {
            let why = "the API has no operation that ends it";
            return self.check_by_reading(entry, why.to_owned()).await;
        };
        if self.is_ended(entry).await {
            return Ok(());
        }
        let mut last = Ok(());
        for turn in 0..tries {
            last = match self.ask_to_end(entry, operation).await {
                Ok(answer) if answer.is_success() => Ok(()),
                Ok(answer) if matches!(answer.status, 404 | 410) => {
                    Self::check_absence(entry, answer.status)
                }
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
                self.world.guard.ledger.end(&entry.address);
                Ok(())
            }
            Err(_) if self.is_ended(entry).await => Ok(()),
            Err((_, why)) => self.check_by_reading(entry, why).await,
        }
    }

    /// Reads an item that could not be deleted: it may not exist, for example because a change
    /// succeeded without creating it.
    async fn check_by_reading(&self, entry: &Entry, why: String) -> Result<(), String> {
        let Some(resource) = entry.resource.filter(|_| entry.is_seen) else {
            return Err(why);
        };
        let answer = self.read(resource, &entry.bindings).await;
        let is_gone = answer.is_ok_and(|answer| matches!(answer.status, 404 | 410));
        if is_gone && !entry.may_be_renamed {
            self.world.guard.ledger.end(&entry.address);
            return Ok(());
        }
        Err(why)
    }

    /// Returns whether an item that is not at its address counts as deleted. If it never was there,
    /// or may have moved, its absence proves nothing.
    fn check_absence(entry: &Entry, status: u16) -> Result<(), (bool, String)> {
        let why = if entry.may_be_renamed {
            "it is gone after an action, which may have renamed it"
        } else if !entry.is_seen && status == 404 {
            "nothing is at the address that its creation was answered with"
        } else {
            return Ok(());
        };
        Err((false, why.to_owned()))
    }

    async fn ask_to_end(&self, entry: &Entry, operation: OperationId) -> Result<Answer, Stop> {
        if self.description.operation(operation).method != Method::Delete {
            return self.act(operation, &entry.bindings).await;
        }
        let owner = self.owner_of(entry);
        let answer = self.delete_as(&owner, entry, operation).await?;
        // Some services derive the tenant from the credential, whatever the path says: to them the
        // item belongs to its creator.
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
        let builder = self.prepare(operation).intent(Intent::Sequence);
        let builder = builder.as_identity(identity).bind(&entry.bindings);
        builder.filled().send().await
    }

    /// Returns the identity that may delete an item: the one whose parameters are in its path. The
    /// request that created it may have had no credential, or that of another tenant.
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
            self.primary().name.clone()
        } else {
            first.clone()
        }
    }

    /// Returns whether an item is in a terminal state.
    async fn is_ended(&self, entry: &Entry) -> bool {
        let Some(id) = entry.resource else {
            return false;
        };
        let Some(machine) = self.world.resources.get(id).states(&self.description.api) else {
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

    /// Returns the operation that ends an item: DELETE, or one that leads to a terminal state.
    fn ender(&self, entry: &Entry) -> Option<OperationId> {
        if let Some(id) = entry.resource {
            return self.ender_of(self.world.resources.get(id));
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
