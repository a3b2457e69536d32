//! Generates values of unions.

use std::cmp::Reverse;

use conformance_core::lookup::property;
use serde_json::Value;
use spec::model::{Member, SchemaId, Union};

use crate::shape::{STEPS, Walk};

impl Walk<'_> {
    pub(crate) fn union(
        &mut self,
        id: SchemaId,
        union: &Union,
        base: Option<&Value>,
        depth: usize,
    ) -> Option<Value> {
        let before = self.lost;
        // Known values are worth more tries.
        let most = if base.is_some() { STEPS * 5 } else { STEPS };
        let mut found: Option<(usize, Value)> = None;
        for member in self.by_promise(union, base) {
            let whole = self.member_value(id, (union, member), base, depth);
            // With all its properties, it may also match another member.
            let made = whole.or_else(|| {
                if self.bare {
                    return None;
                }
                self.bare = true;
                let made = self.member_value(id, (union, member), base, depth);
                self.bare = false;
                made
            });
            let Some(value) = made else {
                continue;
            };
            // Losing a named value is worse than losing one that is not named.
            let loss = base.map_or(0, |base| {
                absent(&value, base) + usize::from(self.lost) * 1000
            });
            let is_better = found.as_ref().is_none_or(|(least, _)| loss < *least);
            if is_better {
                found = Some((loss, value));
            }
            // Unions within unions could be tried in exponentially many ways.
            if found.is_some() && (loss == 0 || self.steps > most) {
                break;
            }
        }
        let (loss, value) = found?;
        self.lost = before || loss >= 1000;
        Some(value)
    }

    /// Returns a value of one member that the union allows; records whether a known value was lost.
    fn member_value(
        &mut self,
        id: SchemaId,
        (union, member): (&Union, &Member),
        base: Option<&Value>,
        depth: usize,
    ) -> Option<Value> {
        self.lost = false;
        let mut value = self.value(member.schema, base, depth + 1)?;
        if let Some(discriminator) = &union.discriminator {
            self.lost |= discriminate(&mut value, &discriminator.property, &member.values, base);
        }
        self.shaper.fits(id, &value).then_some(value)
    }

    /// Returns the members in the order in which they are tried: first those that keep most of the
    /// known value. Trying all of them can be too expensive.
    fn by_promise<'u>(&self, union: &'u Union, base: Option<&Value>) -> Vec<&'u Member> {
        let mut members: Vec<&Member> = union.members.iter().collect();
        let known = base.and_then(Value::as_object);
        members.sort_by_cached_key(|member| {
            let taken = known.into_iter().flatten().filter(|(name, value)| {
                let own = property(self.api, member.schema, name);
                own.is_some_and(|own| match value {
                    Value::Object(_) | Value::Array(_) => true,
                    value => self.shaper.fits(own, value),
                })
            });
            Reverse(taken.count())
        });
        members
    }
}

/// Sets the discriminator of a member. Returns whether the known value has another one.
fn discriminate(
    value: &mut Value,
    property: &str,
    values: &[String],
    base: Option<&Value>,
) -> bool {
    let (Some(object), Some(chosen)) = (value.as_object_mut(), values.first()) else {
        return false;
    };
    let own = object.get(property);
    // Null names no union member, and was handled before.
    if own.is_some_and(Value::is_null) && base.is_some_and(|base| base.get(property) == own) {
        return false;
    }
    let own = own.and_then(Value::as_str);
    if own.is_some_and(|own| values.iter().any(|one| one == own)) {
        return false;
    }
    object.insert(property.to_owned(), Value::from(chosen.as_str()));
    base.is_some_and(|base| base.get(property).is_some())
}

/// Returns how many properties of one value the other lacks or has differently.
fn absent(value: &Value, base: &Value) -> usize {
    match (value, base) {
        (Value::Object(own), Value::Object(base)) => {
            let all = base.iter();
            all.map(|(name, one)| own.get(name).map_or(1, |own| absent(own, one)))
                .sum()
        }
        _ => usize::from(value != base),
    }
}
