//! Changes that give an item of the run another id, and so another address.

use serde_json::Value;

use super::absorb::id_of;
use super::path::SentPath;
use super::{Entry, Guard, Route, is_unguessable};
use conformance_core::exchange::{Exchange, Response};

impl Guard {
    /// Records the id that an item of the run may have after a change.
    pub(super) fn absorb_rename(
        &self,
        route: &Route,
        path: &SentPath,
        response: &Response,
        exchange: &Exchange,
    ) {
        let (Some(resource), Some((end, _))) =
            (route.resource, route.template.variables().next_back())
        else {
            return;
        };
        let (item, described) = (&path.segments[..=end], self.resources.get(resource));
        let Some(entry) = self.ledger.get(item) else {
            return;
        };
        let is_other = |id: &String| Some(id) != item.last() && !id.is_empty();
        let sent = described.id_property.as_deref().and_then(|property| {
            let body = exchange.request.body.as_deref()?;
            let body: Value = serde_json::from_slice(body).ok()?;
            Some(body.get(property)?.as_str()?.to_owned())
        });
        let answer = response.json().ok();
        let answered = answer.and_then(|body| id_of(described, body));
        let is_shown = answered.is_none() || answered == sent;
        let is_action = end + 1 < route.template.len();
        let Some(id) = answered.as_ref().or(sent.as_ref()) else {
            if is_action {
                self.ledger.doubt(item);
            }
            return;
        };
        if !is_other(id) {
            return;
        }
        let mut renamed = Entry {
            is_seen: true,
            ..entry
        };
        renamed.address[end].clone_from(id);
        renamed
            .bindings
            .insert(described.variable.clone(), id.clone());
        // No foreign item has a value that the run made up: the item has moved to that address.
        let is_free = is_unguessable(id) && !self.is_foreign(Some(resource), id);
        if is_shown && sent.is_some() && is_free {
            self.ledger.add(renamed);
        } else {
            self.ledger.rename(renamed);
        }
    }
}
