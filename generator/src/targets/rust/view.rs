//! Prints the decisions of the target.

use serde_json::{Value, json};

use super::Rust;
use super::plan::Type;

impl Rust<'_> {
    /// Returns every operation and type with its names, or only one operation.
    pub(super) fn view(&self, operation: Option<&str>) -> Value {
        let all = self.plan.api.operations.iter().zip(&self.plan.operations);
        let operations: Vec<Value> = all
            .filter(|(model, _)| operation.is_none_or(|id| model.id == id))
            .map(|(model, names)| {
                let answers = self.plan.answers(model);
                json!({
                    "operationId": model.id,
                    "method": names.method,
                    "type": names.pascal,
                    "table": names.constant,
                    "arguments": names.arguments,
                    "answers": answers.iter().map(|answer| &answer.name).collect::<Vec<_>>(),
                })
            })
            .collect();
        if operation.is_some() {
            return operations.into_iter().next().unwrap_or_default();
        }
        let types: Vec<Value> = self
            .plan
            .types
            .iter()
            .map(|made| self.type_view(made))
            .collect();
        json!({ "operations": operations, "types": types })
    }

    fn type_view(&self, made: &Type) -> Value {
        json!({
            "schema": self.plan.schema(made.schema).name,
            "name": made.name,
            "module": made.module,
            "form": format!("{:?}", made.form),
        })
    }
}
