//! Draws arrays.

use serde_json::{Map, Value, json};

use super::Sampler;

impl Sampler<'_> {
    pub(super) fn arrays(
        &self,
        schema: &Map<String, Value>,
        depth: u8,
        marked: bool,
    ) -> Vec<Value> {
        let items = schema.get("items").cloned().unwrap_or(json!({}));
        let unique = schema.get("uniqueItems") == Some(&Value::Bool(true));
        // A unique array needs many different items.
        let mut items = if unique && marked {
            self.all(&items, depth + 1, true)
        } else {
            self.of(&items, depth + 1)
        };
        if let Some(contained) = schema.get("contains") {
            let mut contained = self.of(contained, depth + 1);
            contained.extend(items);
            items = contained;
        }
        let prefix: Vec<Vec<Value>> = match schema.get("prefixItems") {
            Some(Value::Array(schemas)) => {
                schemas.iter().map(|one| self.of(one, depth + 1)).collect()
            }
            _ => Vec::new(),
        };
        let count = |name: &str| schema.get(name).and_then(Value::as_u64);
        let least = count("minItems").unwrap_or(0);
        let most = count("maxItems").unwrap_or(least + 3).min(least + 60);
        let mut values = Vec::new();
        for size in [least.max(1), least, most, most + 1, least + 1, 2, 3] {
            if size > 60 || !marked && size > least.max(1) {
                continue;
            }
            let size = usize::try_from(size).unwrap_or_default();
            let mut array: Vec<Value> = prefix
                .iter()
                .filter_map(|one| one.first().cloned())
                .take(size)
                .collect();
            let mut at = 0;
            while array.len() < size && !items.is_empty() {
                let item = if unique {
                    distinct(&items, at)
                } else {
                    items[0].clone()
                };
                array.push(item);
                at += 1;
            }
            values.push(Value::Array(array));
        }
        if marked {
            let head = |size: usize| -> Vec<Value> {
                let first = prefix.iter().filter_map(|one| one.first().cloned());
                first.take(size).collect()
            };
            let padding = usize::try_from(least).unwrap_or_default().min(60);
            for item in &items {
                let mut array = head(prefix.len());
                if schema.contains_key("contains") {
                    array.extend(items.first().cloned());
                }
                array.push(item.clone());
                let mut at = 0;
                while array.len() < padding {
                    array.push(distinct(&items, at));
                    at += 1;
                }
                values.push(Value::Array(array));
            }
            for (at, choices) in prefix.iter().enumerate() {
                for choice in choices {
                    let mut array = head(prefix.len());
                    if at < array.len() {
                        array[at] = choice.clone();
                    }
                    values.push(Value::Array(array));
                }
            }
            let mut twice = head(prefix.len());
            twice.extend(items.first().cloned());
            twice.extend(items.first().cloned());
            values.push(Value::Array(twice));
            let mut mixed = head(prefix.len());
            mixed.extend(items.iter().take(2).cloned());
            values.push(Value::Array(mixed));
            values.push(Value::Array(Vec::new()));
        }
        values
    }
}

fn distinct(items: &[Value], at: usize) -> Value {
    match items.get(at) {
        Some(item) => item.clone(),
        None if items.iter().any(Value::is_number) => json!(at + 1000),
        None => json!(format!("item {at}")),
    }
}
