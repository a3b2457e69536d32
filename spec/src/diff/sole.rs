//! Compares unions with a discriminator and a single member. The model turns such a union into an
//! alias of the member, but values of the discriminator that do not select the member are still
//! invalid.

use super::Comparison;
use super::schema::{Compared, Pair};
use crate::model::{Api, Kind, SchemaId, Union};

impl<'a> Comparison<'a> {
    /// Compares a pair if one of its schemas is such a union; returns whether it did.
    pub(super) fn sole_unions(&mut self, pair: &Pair, compared: &Compared<'_>) -> bool {
        let (old_api, new_api): (&'a Api, &'a Api) = (self.old, self.new);
        let (old, new) = (sole(old_api, pair.old), sole(new_api, pair.new));
        if old.is_none() && new.is_none() {
            return false;
        }
        let old = old.or_else(|| union(old_api, pair.old));
        let new = new.or_else(|| union(new_api, pair.new));
        if let (Some(old), Some(new)) = (old, new) {
            self.unions(compared, old, new);
        } else {
            self.kinds(compared);
            self.discriminators(compared, old, new);
        }
        true
    }
}

/// Returns whether a discriminator limits the values of a schema. The written schema does not show
/// that.
pub(super) fn is_discriminated(api: &Api, id: SchemaId) -> bool {
    let union = sole(api, id).or_else(|| union(api, id));
    union.is_some_and(|union| union.discriminator.is_some())
}

/// Returns the union that an alias replaces.
fn sole(api: &Api, mut id: SchemaId) -> Option<&Union> {
    loop {
        let schema = api.schema(id);
        let Kind::Alias(target) = schema.kind else {
            return None;
        };
        if schema.sole.is_some() {
            return schema.sole.as_deref();
        }
        id = target;
    }
}

fn union(api: &Api, id: SchemaId) -> Option<&Union> {
    match &api.schema(api.resolve(id)).kind {
        Kind::Union(union) => Some(union),
        _ => None,
    }
}
