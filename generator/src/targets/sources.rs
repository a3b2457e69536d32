//! Collects rendered templates as files.

use askama::Template;

use crate::{FileTree, GenerateError};

const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/runtime_files.rs"));

/// Returns the files in `templates/{folder}` that are below a folder `runtime`, by their path in
/// the folder.
pub(crate) fn runtime_files(folder: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES.iter().filter_map(move |(path, text)| {
        let path = path.strip_prefix(folder)?.strip_prefix('/')?;
        Some((path, *text))
    })
}

/// The files of an SDK.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    tree: FileTree,
}

impl Sources {
    /// Renders a template into a file.
    ///
    /// # Errors
    /// Returns an error if it contains something that is not code, which is a bug in the generator.
    pub(crate) fn add(
        &mut self,
        path: impl Into<String>,
        template: &impl Template,
    ) -> Result<(), GenerateError> {
        let path = path.into();
        match template.render() {
            Ok(text) => {
                self.tree.insert(path, text);
                Ok(())
            }
            Err(error) => Err(GenerateError {
                path,
                message: error.to_string(),
            }),
        }
    }

    /// Adds a file that a serializer has written.
    pub(crate) fn insert(&mut self, path: impl Into<String>, text: impl Into<String>) {
        self.tree.insert(path, text);
    }

    /// Copies the files in `templates/{folder}` that are below a folder `runtime`, each with a
    /// header.
    pub(crate) fn copy_runtime(&mut self, folder: &str, finish: impl Fn(&str, &str) -> String) {
        for (path, text) in FILES {
            let inside = path.strip_prefix(folder);
            if let Some(path) = inside.and_then(|path| path.strip_prefix('/')) {
                self.tree.insert(path, finish(path, text));
            }
        }
    }

    /// Returns the files.
    pub(crate) fn into_tree(self) -> FileTree {
        self.tree
    }
}
