//! Compares inheritance: which schemas inherit from a schema, and by which values its discriminator
//! selects them.

use super::rules::rule;
use super::schema::{Compared, Effect};
use super::{Category, Comparison, Message};
use crate::model::{Api, Base, SchemaId};

impl<'a> Comparison<'a> {
    /// Compares the schemas that a discriminator selects. SDKs have no types for that, so it only
    /// changes behavior.
    pub(super) fn heirs(&mut self, compared: &Compared<'_>) {
        let known = self.changes.len();
        self.compare_heirs(compared);
        for change in &mut self.changes[known..] {
            change.category = Category::Behavior;
            change.retypes = false;
        }
    }

    fn compare_heirs(&mut self, compared: &Compared<'_>) {
        let (old_api, new_api): (&'a Api, &'a Api) = (self.old, self.new);
        let (old, new) = match (
            base(old_api, compared.old_id),
            base(new_api, compared.new_id),
        ) {
            (Some(old), Some(new)) => (old, new),
            (Some(_), None) => {
                let rule = rule!("discriminator-removed");
                let text = "the discriminator no longer selects a schema";
                return self.effect(compared, rule, Effect::Other, text);
            }
            (None, Some(_)) => {
                let rule = rule!("discriminator-added");
                let text = "a discriminator selects schemas now";
                return self.effect(compared, rule, Effect::Narrower, text);
            }
            (None, None) => return,
        };
        if old.property != new.property {
            let rule = rule!("discriminator-property-name-changed");
            let text = "the property of the discriminator changed";
            return self.effect(compared, rule, Effect::Other, text);
        }
        for heir in &old.heirs {
            let mut others = new.heirs.iter();
            let Some(other) = others.find(|other| other.value == heir.value) else {
                let rule = rule!("discriminator-mapping-deleted");
                let text = format!("`{}` no longer selects a schema", heir.value);
                let text = Message::new(text, &[&heir.value]);
                self.effect(compared, rule, Effect::Other, text);
                continue;
            };
            let place = compared.place.inside(&format!("({})", heir.value));
            self.enqueue(heir.schema, other.schema, compared.side, &place);
        }
        for heir in &new.heirs {
            if !old.heirs.iter().any(|other| other.value == heir.value) {
                let rule = rule!("discriminator-mapping-added");
                let text = format!("`{}` selects a schema now", heir.value);
                let text = Message::new(text, &[&heir.value]);
                self.effect(compared, rule, Effect::Narrower, text);
            }
        }
    }
}

fn base(api: &Api, schema: SchemaId) -> Option<&Base> {
    let mut bases = api.bases.iter();
    bases.find(|base| api.resolve(base.schema) == schema)
}
