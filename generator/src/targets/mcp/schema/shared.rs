//! Finds schemas without a name that are used in several places, or within themselves.

use std::collections::HashSet;

use spec::Api;
use spec::model::SchemaId;

/// Schemas that several others refer to. Every cycle contains one of them, or a schema with a name,
/// since the schemas of requests and responses count as referred to.
#[derive(Debug)]
pub(super) struct Shared(HashSet<SchemaId>);

impl Shared {
    pub(super) fn new(api: &Api) -> Self {
        let mut once: HashSet<_> = starts(api).collect();
        let mut shared = HashSet::new();
        let children = api.schemas.iter().flat_map(spec::model::Schema::children);
        for child in children {
            if !once.insert(child) {
                shared.insert(child);
            }
        }
        Self(shared)
    }

    pub(super) fn contains(&self, id: SchemaId) -> bool {
        self.0.contains(&id)
    }
}

/// Returns the schemas of parameters and bodies.
fn starts(api: &Api) -> impl Iterator<Item = SchemaId> {
    api.operations.iter().flat_map(|operation| {
        let parameters = operation.parameters.iter().map(|p| p.schema);
        let asked = operation.body.iter().flat_map(|body| &body.content);
        let answered = operation.responses.iter().flat_map(|r| &r.content);
        parameters.chain(asked.chain(answered).filter_map(|media| media.schema))
    })
}
