//! Finds the implementations of traits in a file.

use std::rc::Rc;

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Block, Item, ItemImpl, ItemMod, Macro, Path, Stmt};

use crate::scope::Scope;

/// An `impl` block of a trait.
pub(crate) struct Implementation<'f> {
    pub(crate) item: &'f ItemImpl,
    /// The trait, as it is named in the file.
    pub(crate) path: &'f Path,
    pub(crate) scope: Rc<Scope>,
}

/// Everything in a file that implements, or may implement, a trait.
pub(crate) struct Found<'f> {
    pub(crate) implementations: Vec<Implementation<'f>>,
    macros: Vec<&'f Macro>,
    scope: Rc<Scope>,
}

impl<'f> Found<'f> {
    pub(crate) fn find(file: &'f syn::File) -> Self {
        let mut found = Self {
            implementations: Vec::new(),
            macros: Vec::new(),
            scope: Scope::module(&file.items, None),
        };
        found.visit_file(file);
        found
    }

    /// Returns the places where macros seem to implement a trait.
    pub(crate) fn macros_for(&self, name: &str) -> Vec<Span> {
        let macros = self.macros.iter();
        macros
            .filter_map(|called| implements(called.tokens.clone(), name))
            .collect()
    }

    fn within(&mut self, scope: Rc<Scope>, visit: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.scope, scope);
        visit(self);
        self.scope = outer;
    }
}

impl<'f> Visit<'f> for Found<'f> {
    fn visit_item_mod(&mut self, module: &'f ItemMod) {
        if let Some((_, items)) = &module.content {
            let scope = Scope::module(items, Some(Rc::clone(&self.scope)));
            self.within(scope, |found| visit::visit_item_mod(found, module));
        }
    }

    fn visit_block(&mut self, block: &'f Block) {
        let items = block.stmts.iter().filter_map(item);
        let scope = Scope::block(items, Rc::clone(&self.scope));
        self.within(scope, |found| visit::visit_block(found, block));
    }

    fn visit_item_impl(&mut self, item: &'f ItemImpl) {
        if let Some((path, _)) = &item.trait_
            && item.modifiers.polarity.is_none()
        {
            self.implementations.push(Implementation {
                item,
                path,
                scope: Rc::clone(&self.scope),
            });
        }
        visit::visit_item_impl(self, item);
    }

    fn visit_macro(&mut self, called: &'f Macro) {
        self.macros.push(called);
    }
}

fn item(statement: &Stmt) -> Option<&Item> {
    match statement {
        Stmt::Item(item) => Some(item),
        _ => None,
    }
}

/// Returns where tokens contain `impl … NAME for`.
fn implements(tokens: TokenStream, name: &str) -> Option<Span> {
    let mut begun = None;
    let mut named = false;
    for token in tokens {
        match token {
            TokenTree::Ident(word) if word == "impl" => (begun, named) = (Some(word.span()), false),
            TokenTree::Ident(word) if word == name => named = true,
            TokenTree::Ident(word) if word == "for" && named && begun.is_some() => return begun,
            TokenTree::Group(group) => {
                if let Some(span) = implements(group.stream(), name) {
                    return Some(span);
                }
            }
            TokenTree::Punct(_) => {}
            _ => named = false,
        }
    }
    None
}
