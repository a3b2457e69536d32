//! Operations as tools of the Model Context Protocol, as extensions of the description say.

use serde_json::Value;

use super::{Method, Operation};

/// The extension that says whether an operation is a tool.
pub const IS_TOOL: &str = "x-mcp";
/// The extension that says whether an operation destroys something permanently.
pub const IS_DESTRUCTIVE: &str = "x-destructive";

impl Operation {
    /// Returns whether the description says that the operation is a tool (`x-mcp`); `None` if it
    /// does not say.
    #[must_use]
    pub fn says_tool(&self) -> Option<bool> {
        self.extensions.get(IS_TOOL).and_then(Value::as_bool)
    }

    /// Returns whether the effect of the operation cannot be undone: `x-destructive`, or else
    /// whether the method is `DELETE`.
    #[must_use]
    pub fn is_destructive(&self) -> bool {
        let said = self.extensions.get(IS_DESTRUCTIVE);
        let said = said.and_then(Value::as_bool);
        said.unwrap_or(self.method == Method::Delete)
    }
}
