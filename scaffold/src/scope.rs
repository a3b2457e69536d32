//! The meaning of names in a module or block: its imports, items and type aliases.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use syn::ext::IdentExt as _;
use syn::{Ident, Item, ItemUse, Path, Type, UseTree};

/// The segments of a path; the first is empty if the path begins with `::`.
pub(crate) type Segments = Vec<String>;

/// The names of one module or block.
#[derive(Default)]
pub(crate) struct Scope {
    /// The enclosing scope, unless it is that of the file.
    around: Option<Rc<Self>>,
    is_block: bool,
    imports: HashMap<String, Segments>,
    globs: Vec<Segments>,
    items: HashSet<String>,
    aliases: HashMap<String, Type>,
}

impl Scope {
    /// Returns the scope of a module.
    pub(crate) fn module<'i>(
        items: impl IntoIterator<Item = &'i Item>,
        around: Option<Rc<Self>>,
    ) -> Rc<Self> {
        let mut scope = Self::default();
        items.into_iter().for_each(|item| scope.add(item));
        scope.around = around;
        Rc::new(scope)
    }

    /// Returns the scope of a block.
    pub(crate) fn block<'i>(
        items: impl IntoIterator<Item = &'i Item>,
        around: Rc<Self>,
    ) -> Rc<Self> {
        let mut scope = Self::default();
        items.into_iter().for_each(|item| scope.add(item));
        scope.around = Some(around);
        scope.is_block = true;
        Rc::new(scope)
    }

    /// Returns the enclosing scope, if its names are visible: a block sees everything, a module
    /// only with `use super::*`.
    fn outer(&self) -> Option<&Self> {
        let sees = self.is_block || self.globs.iter().any(|glob| glob[..] == ["super"]);
        self.around.as_deref().filter(|_| sees)
    }

    /// Returns the scope of the enclosing module.
    fn own_module(&self) -> &Self {
        match &self.around {
            Some(around) if self.is_block => around.own_module(),
            _ => self,
        }
    }

    fn add(&mut self, item: &Item) {
        match item {
            Item::Use(item) => self.add_use(item),
            Item::ExternCrate(item) => {
                let name = item.ident.unraw().to_string();
                let bound = item.rename.as_ref().map(|(_, rename)| rename.unraw());
                let bound = bound.map_or_else(|| name.clone(), |bound| bound.to_string());
                self.imports.insert(bound, vec![name]);
            }
            Item::Type(item) => {
                let name = item.ident.unraw().to_string();
                self.aliases.insert(name, (*item.ty).clone());
            }
            _ => self
                .items
                .extend(name(item).map(|name| name.unraw().to_string())),
        }
    }

    fn add_use(&mut self, item: &ItemUse) {
        let mut prefix = Vec::new();
        if item.leading_colon.is_some() {
            prefix.push(String::new());
        }
        self.add_tree(prefix, &item.tree);
    }

    fn add_tree(&mut self, mut prefix: Segments, tree: &UseTree) {
        match tree {
            UseTree::Path(path) => {
                prefix.push(path.ident.unraw().to_string());
                self.add_tree(prefix, &path.tree);
            }
            UseTree::Name(name) => self.bind(prefix, &name.ident, &name.ident),
            UseTree::Rename(rename) => self.bind(prefix, &rename.ident, &rename.rename),
            UseTree::Glob(_) => self.globs.push(prefix),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.add_tree(prefix.clone(), tree);
                }
            }
        }
    }

    fn bind(&mut self, mut path: Segments, name: &Ident, bound: &Ident) {
        let mut bound = bound.unraw().to_string();
        if name == "self" {
            if bound == "self" {
                bound = path.last().cloned().unwrap_or_default();
            }
        } else {
            path.push(name.unraw().to_string());
        }
        self.imports.insert(bound, path);
    }

    /// Returns the segments of a path, with its first segment replaced by the path that it was
    /// imported from.
    pub(crate) fn expand(&self, path: &Path) -> Segments {
        self.expand_names(segments(path), 0)
    }

    fn expand_names(&self, mut names: Segments, depth: usize) -> Segments {
        // Imports may form a cycle.
        const LONGEST_CHAIN: usize = 8;
        for step in depth..LONGEST_CHAIN {
            if let Some(expanded) = self.expand_relative(&names, step) {
                return expanded;
            }
            let Some(import) = self.import(&names[0]) else {
                break;
            };
            // `use server::{self}`, or an import of a crate by its name.
            let is_itself = import.first() == names.first();
            names.splice(..1, import.iter().cloned());
            if is_itself {
                break;
            }
        }
        names
    }

    /// Expands a path that begins with `self` or `super`, if the file contains that module, and an
    /// import leads out of it again.
    fn expand_relative(&self, names: &Segments, depth: usize) -> Option<Segments> {
        let (first, rest) = names.split_first()?;
        let module = match first.as_str() {
            "self" => self.own_module(),
            "super" => self.own_module().around.as_deref()?.own_module(),
            _ => return None,
        };
        let next = rest.first()?;
        let is_imported = module.imports.contains_key(next) || matches!(&**next, "self" | "super");
        let expanded = is_imported.then(|| module.expand_names(rest.to_vec(), depth + 1))?;
        (!module.is_item(&expanded[0])).then_some(expanded)
    }

    fn import(&self, name: &str) -> Option<&Segments> {
        if let Some(import) = self.imports.get(name) {
            return Some(import);
        }
        if self.items.contains(name) || self.aliases.contains_key(name) {
            return None;
        }
        self.outer()?.import(name)
    }

    /// Returns whether a name belongs to an item of the file.
    pub(crate) fn is_item(&self, name: &str) -> bool {
        let here = self.items.contains(name) || self.aliases.contains_key(name);
        let outer = || self.outer().is_some_and(|outer| outer.is_item(name));
        here || (!self.imports.contains_key(name) && outer())
    }

    /// Returns the type of an alias in the file.
    pub(crate) fn alias(&self, name: &str) -> Option<&Type> {
        let outer = || self.outer()?.alias(name);
        self.aliases.get(name).or_else(outer)
    }

    /// Returns the paths of all glob imports.
    pub(crate) fn globs(&self) -> Vec<&Segments> {
        let outer = self.outer().into_iter().flat_map(Self::globs);
        self.globs.iter().chain(outer).collect()
    }
}

/// The segments of a path as it is written.
pub(crate) fn segments(path: &Path) -> Segments {
    let colon = path.leading_colon.map(|_| String::new());
    let names = path.segments.iter();
    let names = names.map(|segment| segment.ident.unraw().to_string());
    colon.into_iter().chain(names).collect()
}

fn name(item: &Item) -> Option<&Ident> {
    match item {
        Item::Enum(item) => Some(&item.ident),
        Item::Mod(item) => Some(&item.ident),
        Item::Struct(item) => Some(&item.ident),
        Item::Trait(item) => Some(&item.ident),
        Item::TraitAlias(item) => Some(&item.ident),
        Item::Union(item) => Some(&item.ident),
        _ => None,
    }
}
