//! Rendered templates, formatted as files.

use super::HEADER;
use super::format::format;
use crate::{FileTree, GenerateError};

/// Rendered and formatted templates, each with the path of its file.
#[derive(Debug, Default)]
pub(super) struct Sources {
    tree: FileTree,
}

impl Sources {
    /// Renders a template. Its parts are not needed after that, and can be large.
    pub(super) fn add(
        &mut self,
        path: impl Into<String>,
        template: impl askama::Template,
    ) -> Result<(), GenerateError> {
        let path = path.into();
        let source = template.render();
        let source = source.map_err(|error| fault(&path, error.to_string()))?;
        drop(template);
        let mut text = format(&source).map_err(|unread| {
            let line = unread.line;
            fault(&path, format!("line {line}: this is not Rust\n{source}"))
        })?;
        text.insert_str(0, HEADER);
        self.tree.insert(path, text);
        Ok(())
    }

    /// Renders a template that is not Rust.
    pub(super) fn add_text(
        &mut self,
        path: &str,
        template: &impl askama::Template,
    ) -> Result<(), GenerateError> {
        let text = template.render();
        let text = text.map_err(|error| fault(path, error.to_string()))?;
        self.tree.insert(path, text + "\n");
        Ok(())
    }

    /// Adds a text that is complete.
    pub(super) fn insert(&mut self, path: impl Into<String>, text: impl Into<String>) {
        self.tree.insert(path, text);
    }

    /// Returns the files.
    pub(super) fn into_tree(self) -> FileTree {
        self.tree
    }
}

fn fault(path: &str, message: String) -> GenerateError {
    GenerateError {
        path: path.to_owned(),
        message,
    }
}
