//! Arrays with too few items, too many, or two that are equal.

use serde_json::Value;
use spec::model::{Array, SchemaId};

use super::{Breaker, Place};
use crate::intent::Intent;
use crate::values::{Manner, conform::same, seed, tree};

impl Breaker<'_> {
    pub(super) fn array(&mut self, base: &Value, at: &Place, id: SchemaId, array: &Array) {
        let Some(items) = base.pointer(&at.pointer).and_then(Value::as_array).cloned() else {
            return;
        };
        self.item_counts(base, at, id, (array, &items));
        if array.unique {
            let mut twins = items.clone();
            let first = items
                .first()
                .cloned()
                .or_else(|| self.plain(array.items, &at.pointer));
            twins.extend(first.clone());
            if items.is_empty() {
                twins.extend(first);
            } else if array
                .max_items
                .is_some_and(|most| twins.len() as u64 > most)
            {
                twins.remove(1.min(twins.len() - 1));
            }
            let what = "has two equal items".to_owned();
            self.push(
                base,
                at,
                id,
                Intent::ViolatesBounds,
                (what, Value::Array(twins)),
            );
        }
        for (index, schema) in array.prefix.iter().enumerate() {
            self.item(base, at, (index, *schema));
        }
        self.item(base, at, (array.prefix.len(), array.items));
    }

    fn item_counts(
        &mut self,
        base: &Value,
        at: &Place,
        id: SchemaId,
        (array, items): (&Array, &[Value]),
    ) {
        const MANY: u64 = 2000;
        if let Some(least) = array.min_items.filter(|least| *least > 0) {
            let fewer = usize::try_from(least - 1)
                .unwrap_or(usize::MAX)
                .min(items.len());
            let what = format!("has fewer items than the minimum: {fewer} instead of {least}");
            let fewer = Value::Array(items[..fewer].to_vec());
            self.push(base, at, id, Intent::ViolatesBounds, (what, fewer));
        }
        let Some(most) = array.max_items.filter(|most| *most <= MANY) else {
            return;
        };
        let mut more = items.to_vec();
        let strategy = self.maker.strategy(array.items, Manner::Plain);
        for round in 0..(most * 3 + 20) {
            if more.len() as u64 > most {
                break;
            }
            let made =
                tree(&strategy, seed(&["items", &at.pointer], round)).map(|tree| tree.current());
            let index = more.len();
            let schema = array.prefix.get(index).copied();
            let item = schema.map_or(made.ok(), |schema| self.plain(schema, &at.pointer));
            let twin = |item: &Value| array.unique && more.iter().any(|other| same(other, item));
            let item = item.filter(|item| !twin(item));
            more.extend(item);
        }
        if more.len() as u64 > most {
            let what = format!(
                "has more items than the maximum: {} instead of {most}",
                more.len()
            );
            self.push(
                base,
                at,
                id,
                Intent::ViolatesBounds,
                (what, Value::Array(more)),
            );
        }
    }
}
