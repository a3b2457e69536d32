//! Values of the wrong type.

use serde_json::{Value, json};
use spec::model::SchemaId;

use super::{Breaker, Place};
use crate::intent::Intent;

impl Breaker<'_> {
    /// Adds at most two values of another type, and null if it is not allowed.
    pub(super) fn types(&mut self, base: &Value, at: &Place, schema: SchemaId, nullable: bool) {
        const MOST: usize = 2;
        let Some(here) = base.pointer(&at.pointer).cloned() else {
            return;
        };
        let others = match &here {
            Value::Null => vec![json!(true), json!([true])],
            Value::Bool(value) => vec![json!(value.to_string()), json!(1)],
            Value::Number(number) => vec![json!(number.to_string()), json!([number])],
            Value::String(_) => vec![json!(12345), json!(true), json!({})],
            Value::Array(_) => vec![json!({}), json!("text")],
            Value::Object(_) => vec![json!([]), json!("text")],
        };
        let null = (!nullable && !here.is_null()).then_some(Value::Null);
        let (id, _) = self.schemas().behind(schema);
        let mut pushed = 0;
        let (first, rest) = others.split_at(1);
        for other in first.iter().chain(&null).chain(rest) {
            let what = format!("is {} where {} is wanted", name(other), name(&here));
            let made = self.push(base, at, id, Intent::ViolatesType, (what, other.clone()));
            pushed += usize::from(made);
            if pushed >= MOST {
                return;
            }
        }
    }
}

const fn name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
