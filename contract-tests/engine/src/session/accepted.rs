//! Follows an accepted request that is still being processed (202, RFC 9110 §15.3.3) until its
//! progress names the new item.

use std::time::Duration;

use conformance_core::description::OperationId;
use conformance_core::intent::Intent;
use conformance_core::json::Json;
use conformance_core::resources::{Resource, ResourceId};

use super::{Answer, Session, Stop};
use crate::guard::tokens;
use crate::pool::Bindings;

/// Fields with the address of a request's progress; the first is HTTP's own.
const FIELDS: [&str; 3] = ["location", "operation-location", "content-location"];
/// Properties that name the result of a request, of any kind.
const RESULTS: [&str; 6] = ["result", "resource", "target", "output", "item", "entity"];
/// Last words of property names that refer to an item.
const MANNERS: [&str; 6] = ["id", "uuid", "url", "uri", "href", "link"];
/// The maximum depth to which a response is searched for properties.
const DEPTH: usize = 2;
/// The maximum number of items that are read that a progress response may name.
const MOST: usize = 4;
/// The first wait for a pending request; each further one is twice as long.
const FIRST_WAIT: Duration = Duration::from_millis(50);

/// The result of an accepted request.
#[derive(Debug)]
pub struct LedTo {
    /// The progress as it was last read.
    pub progress: Answer,
    /// The item, and the response to reading it.
    pub item: Option<(Bindings, Answer)>,
}

impl Session {
    /// Returns where the progress of an accepted creation is read; `None` if the description has no
    /// operation for it.
    #[must_use]
    pub fn progress_of(
        &self,
        made: ResourceId,
        accepted: &Answer,
    ) -> Option<(OperationId, Bindings)> {
        let fields = FIELDS.iter().filter_map(|name| accepted.header(name));
        let mut texts: Vec<String> = fields.map(str::to_owned).collect();
        if let Ok(body) = accepted.json() {
            let all = members(body, DEPTH).into_iter();
            texts.extend(all.filter_map(|(_, value)| Some(value.as_str()?.to_owned())));
        }
        texts.retain(|text| text.contains('/'));
        texts.iter().find_map(|text| {
            let mut all = self.world.resources.iter().filter(|(id, _)| *id != made);
            all.find_map(|(_, one)| Some((one.read?, self.named(one, text)?)))
        })
    }

    /// Reads the progress of an accepted creation until it names the item, and then the item.
    ///
    /// # Errors
    /// Returns an error if the progress cannot be read.
    pub async fn led_to(
        &self,
        identity: &str,
        made: ResourceId,
        parents: &Bindings,
        (read, at): (OperationId, Bindings),
    ) -> Result<LedTo, Stop> {
        let described = self.world.resources.get(made);
        let mut left = self.profile.patience;
        let mut wait = FIRST_WAIT;
        loop {
            let builder = self
                .prepare(read)
                .intent(Intent::Sequence)
                .as_identity(identity);
            let progress = builder.bind(&at).filled().send().await?;
            for id in self.results(described, &progress, &at) {
                let item = self.known_item(made, parents, id, Json::Null).bindings;
                let answer = self.read(made, &item).await?;
                if answer.is_success() {
                    let item = Some((item, answer));
                    return Ok(LedTo { progress, item });
                }
            }
            wait = wait.min(left);
            if wait.is_zero() || !progress.is_success() {
                let item = None;
                return Ok(LedTo { progress, item });
            }
            left -= wait;
            tokio::time::sleep(wait).await;
            wait *= 2;
        }
    }

    /// Returns the item that an accepted creation has produced, if a read shows that it has what
    /// was sent.
    pub(super) async fn accepted(
        &self,
        identity: &str,
        made: ResourceId,
        parents: &Bindings,
        accepted: &Answer,
    ) -> Option<(Bindings, Json)> {
        let progress = self.progress_of(made, accepted)?;
        let led_to = self.led_to(identity, made, parents, progress).await.ok()?;
        let (bindings, answer) = led_to.item?;
        let described = self.world.resources.get(made);
        let id = bindings.get(&described.variable)?;
        let body = answer.json().ok()?;
        if !self
            .world
            .guard
            .prove_accepted(accepted.exchange(), id, body)
        {
            return None;
        }
        let value = described.within.find(body).unwrap_or(body).clone();
        let known = self.known_item(made, parents, id.clone(), value.clone());
        let bindings = known.bindings.clone();
        self.world.pool.add(identity, made, known);
        Some((bindings, value))
    }

    /// Returns the ids of items that a progress response may name. `at` is the address of the
    /// progress itself.
    fn results(&self, made: &Resource, progress: &Answer, at: &Bindings) -> Vec<String> {
        let linked = |text: &str| self.named(made, text)?.remove(&made.variable);
        let mut all: Vec<String> = progress
            .header("location")
            .and_then(linked)
            .into_iter()
            .collect();
        let Ok(body) = progress.json() else {
            return all;
        };
        for (name, value) in members(body, DEPTH) {
            let named = match value {
                Json::Object(_) if means(name, made) => made.id_in(value),
                value => Some(value),
            };
            let text = named.and_then(|value| value.as_str().or_else(|| value.number()));
            let Some(text) = text.filter(|text| !text.is_empty()) else {
                continue;
            };
            let id = linked(text).or_else(|| means(name, made).then(|| text.to_owned()));
            all.extend(id.filter(|id| !at.values().any(|own| own == id)));
        }
        all.dedup();
        all.truncate(MOST);
        all
    }
}

/// Returns whether a property is named after a resource.
fn means(name: &str, resource: &Resource) -> bool {
    let words = tokens(name)
        .into_iter()
        .filter(|one| !MANNERS.contains(&one.as_str()));
    let name: String = words.collect();
    // `order` of `orders`, `category` of `categories`.
    let stem = name.get(..name.len().saturating_sub(1)).unwrap_or_default();
    let collection: String = tokens(&resource.name).concat();
    let variable: String = tokens(&resource.variable).concat();
    let is_kind = stem.len() > 1 && (collection.starts_with(stem) || variable.starts_with(stem));
    is_kind || RESULTS.contains(&name.as_str())
}

/// Returns the properties of a value and of the objects in it.
fn members(value: &Json, depth: usize) -> Vec<(&str, &Json)> {
    let mut all = Vec::new();
    for (name, inner) in value.as_object().into_iter().flatten() {
        all.push((&**name, inner));
        if depth > 1 {
            all.extend(members(inner, depth - 1));
        }
    }
    all
}
