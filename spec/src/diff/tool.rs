//! Compares operations as tools of the Model Context Protocol. Their names and arguments are those
//! of the operation, which are compared anyway.

use super::place::Place;
use super::rules::id;
use super::{Comparison, Level};
use crate::model::Operation;

impl Comparison<'_> {
    pub(super) fn tool(&mut self, old: &Operation, new: &Operation, place: &Place) {
        let spans = (Some(old.span), Some(new.span));
        let is_tool = |operation: &Operation| operation.says_tool() != Some(false);
        match (is_tool(old), is_tool(new)) {
            (true, true) => self.destructive_hint(old, new, place),
            (true, false) => {
                let text = "is no longer an MCP tool";
                self.report(id!("mcp-tool-removed"), Level::Warning, place, text, spans);
            }
            (false, true) => {
                let text = "is an MCP tool now";
                self.report(id!("mcp-tool-added"), Level::Info, place, text, spans);
            }
            (false, false) => {}
        }
    }

    fn destructive_hint(&mut self, old: &Operation, new: &Operation, place: &Place) {
        if old.is_destructive() == new.is_destructive() {
            return;
        }
        let text = if new.is_destructive() {
            "cannot be undone any more, by the hint of its MCP tool"
        } else {
            "can be undone now, by the hint of its MCP tool"
        };
        let spans = (Some(old.span), Some(new.span));
        let rule = id!("mcp-tool-destructive-changed");
        self.report(rule, Level::Warning, place, text, spans);
    }
}
