//! Rendered templates, formatted as files.

use super::HEADER;
use super::format::format;
use crate::room::Room;
use crate::targets::sources;
use crate::{FileTree, GenerateError};

/// Rendered and formatted templates, each with the path of its file.
pub(super) struct Sources<'r>(sources::Sources<'r>);

impl<'r> Sources<'r> {
    pub(super) fn new(room: &'r Room) -> Self {
        Self(sources::Sources::new(room))
    }

    /// Renders a template. Its parts are not needed after that, and can be large.
    pub(super) fn add(
        &mut self,
        path: impl Into<String>,
        template: impl askama::Template,
    ) -> Result<(), GenerateError> {
        let path = path.into();
        let source = template.render();
        let source = source.map_err(|error| GenerateError::bug(&*path, &error))?;
        drop(template);
        let mut text = format(&source).map_err(|unread| {
            let line = unread.line;
            let message = format!("line {line}: this is not Rust\n{source}");
            GenerateError::bug(&*path, &message)
        })?;
        text.insert_str(0, HEADER);
        self.insert(path, text)
    }

    /// Renders a template that is not Rust.
    pub(super) fn add_text(
        &mut self,
        path: &str,
        template: &impl askama::Template,
    ) -> Result<(), GenerateError> {
        let text = template.render();
        let text = text.map_err(|error| GenerateError::bug(path, &error))?;
        self.insert(path, text + "\n")
    }

    /// Adds a text that is complete.
    pub(super) fn insert(
        &mut self,
        path: impl Into<String>,
        text: impl Into<String>,
    ) -> Result<(), GenerateError> {
        self.0.insert(path, text)
    }

    /// Copies the hand-written runtime, of which every generated crate has a copy.
    pub(super) fn copy_runtime(&mut self) -> Result<(), GenerateError> {
        self.0
            .copy_runtime("rust", |_, text| format!("{HEADER}{text}"))
    }

    /// Returns the files.
    pub(super) fn into_tree(self) -> FileTree {
        self.0.into_tree()
    }
}
