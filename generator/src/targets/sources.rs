//! Collects rendered templates as files.

use askama::Template;

use crate::room::Room;
use crate::{FileTree, GenerateError, tree};

const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/runtime_files.rs"));

/// Returns the files in `templates/{folder}` that are below a folder `runtime`, by their path in
/// the folder.
pub(crate) fn runtime_files(folder: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES.iter().filter_map(move |(path, text)| {
        let path = path.strip_prefix(folder)?.strip_prefix('/')?;
        Some((path, *text))
    })
}

/// The files of a target.
pub(crate) struct Sources<'r> {
    tree: FileTree,
    room: &'r Room,
}

impl<'r> Sources<'r> {
    pub(crate) fn new(room: &'r Room) -> Self {
        Self {
            tree: FileTree::default(),
            room,
        }
    }

    /// Renders a template into a file.
    ///
    /// # Errors
    /// Returns an error if it contains something that is not code, which is a bug in the generator,
    /// or if there is no room for it.
    pub(crate) fn add(
        &mut self,
        path: impl Into<String>,
        template: &impl Template,
    ) -> Result<(), GenerateError> {
        let path = path.into();
        match template.render() {
            Ok(text) => self.insert(path, text),
            Err(error) => Err(GenerateError::bug(path, &error)),
        }
    }

    /// Adds a text that is complete.
    ///
    /// # Errors
    /// Returns an error if there is no room for it.
    pub(crate) fn insert(
        &mut self,
        path: impl Into<String>,
        text: impl Into<String>,
    ) -> Result<(), GenerateError> {
        let (path, text) = (path.into(), text.into());
        self.room.take(tree::size(&path, &text))?;
        self.tree.insert(path, text);
        Ok(())
    }

    /// Copies the files in `templates/{folder}` that are below a folder `runtime`, each with a
    /// header.
    ///
    /// # Errors
    /// Returns an error if there is no room for them.
    pub(crate) fn copy_runtime(
        &mut self,
        folder: &str,
        finish: impl Fn(&str, &str) -> String,
    ) -> Result<(), GenerateError> {
        for (path, text) in runtime_files(folder) {
            self.insert(path, finish(path, text))?;
        }
        Ok(())
    }

    /// Returns the room that is left for more.
    pub(crate) const fn room(&self) -> &'r Room {
        self.room
    }

    /// Returns the files.
    pub(crate) fn into_tree(self) -> FileTree {
        self.tree
    }
}
