//! The shapes of the responses in a run.

use std::collections::BTreeMap;

use jiff::Timestamp;
use spec::model::SchemaId;

use super::Session;
use crate::history::{History, Look, Shape};
use conformance_core::description::OperationId;
use conformance_core::exchange::Response;
use conformance_core::lookup::declared;

impl Session {
    /// Returns the history with what this run has seen until `now`.
    #[must_use]
    pub fn remembered(&self, history: &History, now: Timestamp) -> History {
        let announced = self.announced().into_iter();
        let sunsets = announced.filter_map(|(id, announced)| {
            Some((self.description.operation(id).id.clone(), announced.sunset?))
        });
        history.updated(&self.profile.base_url, sunsets, self.shapes(), now)
    }

    /// Returns the shapes of the successful responses in this run, by operationId and status.
    #[must_use]
    pub fn shapes(&self) -> BTreeMap<String, Shape> {
        let looks = self.looks().into_iter();
        looks.map(|(name, look)| (name, self.safe(&look))).collect()
    }

    /// Returns a shape without the fields that are named by a secret, which a service echoes.
    fn safe(&self, look: &Look) -> Shape {
        let mut shape = look.shape();
        shape
            .0
            .retain(|place, _| self.redactor.text(place) == *place);
        shape
    }

    /// Returns what the samples of successful responses show, by operationId and status.
    pub fn looks(&self) -> BTreeMap<String, Look> {
        let state = self.state.lock();
        let mut looks: BTreeMap<String, Look> = BTreeMap::new();
        for ((operation, _, status), samples) in &state.samples {
            let Some(id) = *operation else { continue };
            for exchange in samples {
                let Some(response) = exchange.response() else {
                    continue;
                };
                let operation = self.description.operation(id);
                let is_own = exchange.request.method == operation.method.as_str();
                let body = response.json().ok().filter(|_| response.is_json());
                if let (Some(schema), Some(body), true) = (self.body(id, response), body, is_own)
                    && response.is_success()
                {
                    let look = looks.entry(format!("{} {status}", operation.id));
                    look.or_default().at(&self.description.api, schema, body);
                }
            }
        }
        looks
    }

    /// Returns the schema that is declared for a JSON response.
    pub fn body(&self, id: OperationId, response: &Response) -> Option<SchemaId> {
        let declared = declared(self.description.operation(id), response.status)?;
        let mut json = declared.content.iter().filter(|media| media.is_json());
        let media_type = response.media_type()?;
        let same = declared.content.iter();
        let mut same = same.filter(|media| media.essence() == media_type);
        same.next().or_else(|| json.next())?.schema
    }
}
