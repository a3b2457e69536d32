//! Makes values of unions.

use serde_json::Value;
use spec::model::{SchemaId, Union};

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
        // What is known is worth more tries.
        let most = if base.is_some() { STEPS * 5 } else { STEPS };
        let mut found: Option<(usize, Value)> = None;
        for member in &union.members {
            self.lost = false;
            let Some(mut value) = self.value(member.schema, base, depth + 1) else {
                continue;
            };
            if let Some(discriminator) = &union.discriminator {
                self.lost |=
                    discriminate(&mut value, &discriminator.property, &member.values, base);
            }
            // What is named and lost is worse than what is not named.
            let loss = base.map_or(0, |base| {
                absent(&value, base) + usize::from(self.lost) * 1000
            });
            let is_better = found.as_ref().is_none_or(|(least, _)| loss < *least);
            if is_better && self.shaper.fits(id, &value) {
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
}

/// Sets what tells the member of a union; whether the other value has something else there.
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
    // Null names no member, and was said.
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

/// How many members of one value another one does not have, or not the same.
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
