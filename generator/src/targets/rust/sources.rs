//! What the templates made, on its way to files: printed on all cores, in the order of paths.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::{HEADER, format};
use crate::{FileTree, GenerateError};

/// Rendered templates, each with the path of its file.
#[derive(Debug, Default)]
pub(super) struct Sources {
    list: Vec<(String, String)>,
}

impl Sources {
    /// Renders a template.
    pub(super) fn add(
        &mut self,
        path: impl Into<String>,
        template: &impl askama::Template,
    ) -> Result<(), GenerateError> {
        let path = path.into();
        let source = template
            .render()
            .map_err(|error| fault(&path, error.to_string()))?;
        self.list.push((path, source));
        Ok(())
    }

    /// Prints every source as Rust. Printing is most of the work, and each file is its own.
    pub(super) fn print(self) -> Result<FileTree, GenerateError> {
        let next = AtomicUsize::new(0);
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let work = || {
            let mut printed = Vec::new();
            while let Some((path, source)) = self.list.get(next.fetch_add(1, Ordering::Relaxed)) {
                printed.push(print(path, source));
            }
            printed
        };
        let printed: Vec<_> = std::thread::scope(|scope| {
            let helpers = threads.min(self.list.len()).saturating_sub(1);
            let helpers: Vec<_> = (0..helpers).map(|_| scope.spawn(work)).collect();
            let mut printed = work();
            for helper in helpers {
                printed.extend(helper.join().unwrap_or_default());
            }
            printed
        });
        if printed.len() != self.list.len() {
            return Err(fault(
                "a thread",
                "it came to an end before its work".to_owned(),
            ));
        }
        let mut tree = FileTree::default();
        for file in printed {
            let (path, text) = file?;
            tree.insert(path, text);
        }
        Ok(tree)
    }
}

fn print(path: &str, source: &str) -> Result<(String, String), GenerateError> {
    let text = format::format(source).map_err(|error| {
        fault(
            path,
            format!("the template makes no Rust: {error}\n{source}"),
        )
    })?;
    Ok((path.to_owned(), format!("{HEADER}{text}")))
}

fn fault(path: &str, message: String) -> GenerateError {
    GenerateError {
        path: path.to_owned(),
        message,
    }
}
