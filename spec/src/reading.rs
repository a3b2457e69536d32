//! Options for reading a description: its source, overlays, selected operations, and the budget.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::document::Store;
use crate::{Budget, Diagnostics, Documents, Loaded, Selection, lower, overlay, select, swagger};

/// Options for reading a description.
#[derive(Debug, Default)]
pub struct Reading<'r> {
    budget: Budget,
    overlays: &'r [PathBuf],
    root: Option<&'r Path>,
    selection: Selection,
}

impl<'r> Reading<'r> {
    /// Refuses a description that costs more than `budget`.
    #[must_use]
    pub fn within(budget: Budget) -> Self {
        Self {
            budget,
            ..Self::default()
        }
    }

    /// Applies overlays in order.
    #[must_use]
    pub const fn overlays(mut self, overlays: &'r [PathBuf]) -> Self {
        self.overlays = overlays;
        self
    }

    /// Allows references to anything below a folder around the description. Other folders are
    /// ignored.
    #[must_use]
    pub const fn below(mut self, root: Option<&'r Path>) -> Self {
        self.root = root;
        self
    }

    /// Reads only some operations, with what they need.
    #[must_use]
    pub fn only(mut self, selection: &Selection) -> Self {
        self.selection = selection.clone();
        self
    }

    /// Reads a file, and all files that it refers to.
    #[must_use]
    pub fn file(self, path: &Path) -> Loaded {
        let mut diagnostics = Diagnostics::default();
        let budget = self.budget.clone();
        let documents = Documents::open(path, self.root, budget, &mut diagnostics);
        self.finish(documents, diagnostics)
    }

    /// Reads a file of a store by its absolute path there, and all files that it refers to.
    /// Messages call it `name`.
    #[must_use]
    pub fn stored(self, name: &str, path: &Path, store: Arc<dyn Store>) -> Loaded {
        let mut diagnostics = Diagnostics::default();
        let (budget, root) = (self.budget.clone(), self.root);
        let documents = Documents::from_store(store, (name, path), root, budget, &mut diagnostics);
        self.finish(documents, diagnostics)
    }

    /// Reads a description from memory. Messages call it `name`, whose extension says whether it is
    /// JSON or YAML. References to other files are refused.
    #[must_use]
    pub fn text(self, name: &str, text: impl Into<String>) -> Loaded {
        self.bytes(name, text.into().into_bytes())
    }

    /// Reads a description from memory as [`Self::text`] does, from bytes that may not be UTF-8.
    #[must_use]
    pub fn bytes(self, name: &str, bytes: Vec<u8>) -> Loaded {
        let mut diagnostics = Diagnostics::default();
        let budget = self.budget.clone();
        let documents = Documents::from_bytes(name, bytes, budget, &mut diagnostics);
        self.finish(documents, diagnostics)
    }

    fn finish(self, mut documents: Documents, mut diagnostics: Diagnostics) -> Loaded {
        for overlay in self.overlays {
            let file = documents.add_overlay(overlay, &mut diagnostics);
            if overlay::apply(&mut documents, file, &mut diagnostics).is_break() {
                break;
            }
        }
        swagger::convert(&mut documents, &mut diagnostics);
        select::apply(&mut documents, &self.selection, &mut diagnostics);
        let api = lower::lower(&documents, &mut diagnostics);
        diagnostics.point(|span| documents.point_at(span));
        Loaded {
            api: api.filter(|_| !diagnostics.has_errors()),
            diagnostics,
            documents,
        }
    }
}
