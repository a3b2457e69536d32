//! Unions with a discriminator and a single member. Types express such a union as that member; but
//! values of the discriminator that stand for no member are refused.

use super::Comparison;
use super::schema::{Compared, Pair};
use crate::model::{Api, Kind, SchemaId, Union};

impl<'a> Comparison<'a> {
    /// Compares a pair of which one is such a union; false where neither is.
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

/// Whether a discriminator says which values a schema allows, which is not among what is written.
pub(super) fn is_discriminated(api: &Api, id: SchemaId) -> bool {
    let union = sole(api, id).or_else(|| union(api, id));
    union.is_some_and(|union| union.discriminator.is_some())
}

/// The union of one that a schema is an alias of the member of.
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
