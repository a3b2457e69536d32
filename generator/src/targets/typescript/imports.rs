//! The imports of a file.

use std::collections::BTreeMap;

use super::code::{ident, module};
use super::layout::Doc;

/// The imports of a file.
#[derive(Debug, Default)]
pub(super) struct Imports {
    /// Names by module, and whether each is a value in addition to being a type.
    modules: BTreeMap<String, BTreeMap<String, bool>>,
}

impl Imports {
    /// Imports a type.
    pub(super) fn ty(&mut self, module: impl Into<String>, name: &str) {
        let names = self.modules.entry(module.into()).or_default();
        names.entry(name.to_owned()).or_insert(false);
    }

    /// Imports a value.
    pub(super) fn value(&mut self, module: impl Into<String>, name: &str) {
        let names = self.modules.entry(module.into()).or_default();
        names.insert(name.to_owned(), true);
    }

    /// Removes a module: names of the file itself need not be imported.
    pub(super) fn forget(&mut self, module: &str) {
        self.modules.remove(module);
    }

    /// Returns the imports as a file in the folder `folder` writes them.
    pub(super) fn beside(self, folder: &str) -> Self {
        let own = format!("../{folder}/");
        let modules = self.modules.into_iter();
        let modules = modules.map(|(path, names)| match path.strip_prefix(&own) {
            Some(file) => (format!("./{file}"), names),
            None => (path, names),
        });
        Self {
            modules: modules.collect(),
        }
    }

    /// Returns the imports with all names from one module.
    pub(super) fn of_one(self, module: &str) -> Self {
        let mut whole = Self::default();
        for (name, is_value) in self.modules.into_values().flatten() {
            let known = whole.modules.entry(module.to_owned()).or_default();
            *known.entry(name).or_default() |= is_value;
        }
        whole
    }

    /// Returns the lines.
    pub(super) fn docs(&self) -> Vec<Doc> {
        let modules = self.modules.iter();
        modules.map(|(path, names)| import(path, names)).collect()
    }
}

fn import(path: &str, names: &BTreeMap<String, bool>) -> Doc {
    let types_only = !names.values().any(|value| *value);
    let names = names.iter().map(|(name, value)| {
        let marker = if *value || types_only { "" } else { "type " };
        Doc::Text(code!(marker, &ident(name)))
    });
    let names: Vec<Doc> = names.collect();
    let from = Doc::Text(code!(" from ", &module(path), ";"));
    let open = Doc::fixed(if types_only {
        "import type {"
    } else {
        "import {"
    });
    if let [one] = names.as_slice() {
        // A single name stays on its line, however long it is.
        return Doc::Join(vec![
            open,
            Doc::fixed(" "),
            one.clone(),
            Doc::fixed(" }"),
            from,
        ]);
    }
    let names = Doc::separated(names, &[Doc::fixed(","), Doc::Line]);
    Doc::group(vec![
        open,
        Doc::indented(Doc::Line, names),
        Doc::IfBroken(","),
        Doc::Line,
        Doc::fixed("}"),
        from,
    ])
}
