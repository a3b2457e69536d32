//! Compares which schemas a discriminator selects for values without a mapping (OpenAPI 3.2).

use super::Comparison;
use super::place::Side;
use super::rules::rule;
use super::schema::{Compared, Effect};
use crate::model::{Api, SchemaId, Union};

impl Comparison<'_> {
    /// Compares the schemas for values that select no member (`defaultMapping`).
    pub(super) fn default_mapping(&mut self, compared: &Compared<'_>, old: &Union, new: &Union) {
        let fallback = |union: &Union| union.discriminator.as_ref()?.fallback;
        let (effect, text) = match (fallback(old), fallback(new)) {
            (None, None) => return,
            (Some(before), Some(after))
                if self.is_same_member((old, before), (new, after), compared.side) =>
            {
                return;
            }
            (Some(_), Some(_)) => (Effect::Other, "other values select another schema now"),
            (None, Some(_)) => (
                Effect::Wider,
                "values may select no member now, or have no discriminator",
            ),
            (Some(_), None) => (Effect::Narrower, "all values must select a member now"),
        };
        let rule = rule!("discriminator-default-mapping-changed");
        self.effect(compared, rule, effect, text);
    }

    /// Returns whether two schemas have one name, or are the same member of two unions.
    fn is_same_member(&self, old: (&Union, SchemaId), new: (&Union, SchemaId), side: Side) -> bool {
        let name = |api: &Api, id: SchemaId| api.schema(api.resolve(id)).name.clone();
        let names = (name(self.old, old.1), name(self.new, new.1));
        let position = |api: &Api, (union, id): (&Union, SchemaId)| {
            let mut members = union.members.iter();
            members.position(|one| api.resolve(one.schema) == api.resolve(id))
        };
        let at = (position(self.old, old), position(self.new, new));
        names.0.is_some() && names.0 == names.1
            || matches!(at, (Some(one), Some(other)) if self.matched(old.0, new.0, side)[one] == Some(other))
    }
}
