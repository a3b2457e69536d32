//! What a place says about values in addition to their schemas: a discriminator selects the values
//! of a property, and an object can refuse a name. A change that concerns none of these values breaks
//! nothing at that place, but elsewhere the same schemas may break.

use std::collections::hash_map::Entry;
use std::rc::Rc;

use serde_json::Value;

use super::Comparison;
use super::place::{Place, Way};
use super::proof::Proof;
use super::residual::at;
use super::schema::{Compared, Seen};
use crate::model::{Api, Member, Property, SchemaId, Union};

/// What is known about the values at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Known {
    Nothing,
    /// They are objects that a discriminator has selected.
    Selected(Rc<Tag>),
    /// None of them is affected by a change.
    Settled,
}

/// The values of a discriminator that select an object, on both sides.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Tag {
    property: String,
    values: Vec<String>,
}

/// The names that the sender's object may have; `None` if nothing limits them.
pub(super) struct Names<'a>(Option<(Proof<'a>, super::proof::Limits<'a>)>);

impl Names<'_> {
    /// Returns what is known about the values of a property because of its name.
    pub(super) fn known(&self, name: &str) -> Known {
        match &self.0 {
            Some((proof, limits)) if proof.lacks(limits, name) => Known::Settled,
            _ => Known::Nothing,
        }
    }
}

impl Known {
    /// Returns what two discriminators say about a member of both unions.
    pub(super) fn selected(old: (&Union, &Member), new: (&Union, &Member)) -> Self {
        let (Some(one), Some(other)) = (&old.0.discriminator, &new.0.discriminator) else {
            return Self::Nothing;
        };
        if one.property != other.property || old.1.values.is_empty() || new.1.values.is_empty() {
            return Self::Nothing;
        }
        let values = old.1.values.iter().chain(&new.1.values);
        Self::Selected(Rc::new(Tag {
            property: one.property.clone(),
            values: values.cloned().collect(),
        }))
    }
}

impl<'a> Comparison<'a> {
    /// Returns whether a pair has to be compared, because it has not been, or only for the values of
    /// a place that says more about them.
    pub(super) fn is_new(&mut self, seen: Seen, known: &Known, place: &Place) -> bool {
        let mut before = match self.seen.entry(seen) {
            Entry::Vacant(entry) => {
                entry.insert(known.clone());
                return true;
            }
            Entry::Occupied(entry) => entry,
        };
        match (before.get(), known) {
            (Known::Settled, Known::Nothing | Known::Selected(_)) => {
                before.insert(known.clone());
                true
            }
            (Known::Selected(one), other) if *other != Known::Selected(Rc::clone(one)) => {
                let place = place.inside(&one.property);
                before.insert(Known::Nothing);
                if let Some((old, new)) = self.withheld.remove(&seen) {
                    self.enqueue(old, new, seen.2.inside(), &place);
                }
                false
            }
            _ => false,
        }
    }

    /// Returns what selects the objects of a pair, unless they are also used elsewhere.
    pub(super) fn tag_of(&self, seen: Seen) -> Option<(Seen, Rc<Tag>)> {
        match self.seen.get(&seen) {
            Some(Known::Selected(tag)) => Some((seen, Rc::clone(tag))),
            _ => None,
        }
    }

    /// Returns the names that the sender's object may have.
    pub(super) fn names_sent(&self, compared: &Compared<'_>) -> Names<'a> {
        let (api, id, newer): (&'a Api, _, _) = match compared.side.way {
            Way::Request => (self.old, compared.old_id, false),
            Way::Response => (self.new, compared.new_id, true),
        };
        let proof = self.proof(compared.side.way);
        let groups = at(api, id, newer).and_then(|at| proof.flat(at));
        let limited = groups.filter(|groups| {
            let mut parts = groups.iter();
            let closed = ["additionalProperties", "unevaluatedProperties"];
            parts.any(|one| one.has(&["propertyNames"]) || groups.len() > 1 && one.has(&closed))
        });
        Names(limited.map(|groups| {
            let limits = proof.limits(&groups);
            (proof, limits)
        }))
    }

    /// Returns what is known about the values of a property.
    pub(super) fn known_of(
        &mut self,
        compared: &Compared<'_>,
        old: &Property,
        new: &Property,
        names: &Names<'_>,
    ) -> Known {
        if names.known(&old.name) == Known::Settled {
            return Known::Settled;
        }
        let tag = self.tag.clone();
        let Some((object, tag)) = tag.filter(|(_, tag)| tag.property == old.name) else {
            return Known::Nothing;
        };
        let proof = self.proof(compared.side.way);
        let allowed = |api: &Api, id: SchemaId, newer: bool| {
            let mut values = tag.values.iter();
            let at = at(api, id, newer);
            at.is_some_and(|at| values.all(|one| proof.allows(at, &Value::String(one.clone()))))
        };
        // Discriminators select by texts only.
        let sent = match compared.side.way {
            Way::Request => at(self.old, old.schema, false),
            Way::Response => at(self.new, new.schema, true),
        };
        if !allowed(self.old, old.schema, false)
            || !allowed(self.new, new.schema, true)
            || !sent.is_some_and(|sent| proof.is_text(sent))
        {
            return Known::Nothing;
        }
        // The object may also be used without the discriminator.
        self.withheld.insert(object, (old.schema, new.schema));
        Known::Settled
    }
}
