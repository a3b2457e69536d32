//! Prints the decisions of the target.

use serde_json::{Value, json};

use super::TypeScript;

impl TypeScript<'_> {
    /// Returns every operation and type with its names, or only one operation.
    pub(super) fn view(&self, operation: Option<&str>) -> Value {
        let groups = self.ir.groups.iter().flat_map(|group| {
            let calls = group.calls.iter();
            calls.map(move |call| (group, call))
        });
        let operations = groups
            .filter(|(_, call)| operation.is_none_or(|id| call.operation.id == id))
            .map(|(group, call)| {
                let names = self.names.of_call(call);
                let arguments = call.arguments.iter().map(|argument| &argument.name);
                json!({
                    "operationId": call.operation.id,
                    "group": group.name,
                    "method": call.method,
                    "arguments": arguments.collect::<Vec<_>>(),
                    "params": names.params,
                    "error": names.failure,
                    "all": call.pages.as_ref().map(|pages| &pages.method),
                })
            });
        let mut operations: Vec<Value> = operations.collect();
        if operation.is_some() {
            return operations.pop().unwrap_or_default();
        }
        let types = self.ir.types.iter().map(|(id, declared)| {
            json!({
                "schema": declared.schema.name,
                "name": declared.name,
                "file": self.names.of_type(id).file,
                "form": format!("{:?}", declared.form),
            })
        });
        json!({ "operations": operations, "types": types.collect::<Vec<_>>() })
    }
}
