//! Finds names that are declared twice in one scope: text that parses, and does not compile.

use std::collections::HashMap;

use syn::visit::{self, Visit};

/// Finds the first duplicate declaration that Rust would refuse.
pub(crate) fn in_rust(file: &syn::File) -> Result<(), String> {
    let mut finder = Finder::default();
    finder.scope(&file.items);
    finder.visit_file(file);
    finder.found.map_or(Ok(()), Err)
}

#[derive(Default)]
struct Finder {
    found: Option<String>,
}

impl Finder {
    /// Checks names of one namespace; those under `cfg` are not included.
    fn names<'n>(&mut self, what: &str, names: impl Iterator<Item = &'n syn::Ident>) {
        let mut seen = std::collections::HashSet::new();
        for name in names {
            if !seen.insert(name) {
                self.found
                    .get_or_insert(format!("{what} `{name}` is there twice"));
            }
        }
    }

    fn scope(&mut self, items: &[syn::Item]) {
        let types = items.iter().filter_map(|item| match item {
            syn::Item::Enum(item) => Some((&item.attrs, &item.ident)),
            syn::Item::Mod(item) => Some((&item.attrs, &item.ident)),
            syn::Item::Struct(item) => Some((&item.attrs, &item.ident)),
            syn::Item::Trait(item) => Some((&item.attrs, &item.ident)),
            syn::Item::Type(item) => Some((&item.attrs, &item.ident)),
            _ => None,
        });
        self.names("the type", types.filter_map(unconditional));
        let values = items.iter().filter_map(|item| match item {
            syn::Item::Const(item) if item.ident != "_" => Some((&item.attrs, &item.ident)),
            syn::Item::Fn(item) => Some((&item.attrs, &item.sig.ident)),
            syn::Item::Static(item) => Some((&item.attrs, &item.ident)),
            _ => None,
        });
        self.names("the value", values.filter_map(unconditional));
        self.methods(items);
    }

    /// Checks the methods of a type, in all its `impl` blocks of this scope.
    fn methods(&mut self, items: &[syn::Item]) {
        let mut of_type: HashMap<&syn::Type, Vec<&syn::Ident>> = HashMap::new();
        for item in items {
            let syn::Item::Impl(block) = item else {
                continue;
            };
            if block.trait_.is_some() {
                continue;
            }
            let members = of_type.entry(&block.self_ty).or_default();
            members.extend(block.items.iter().filter_map(|item| match item {
                syn::ImplItem::Fn(item) => unconditional((&item.attrs, &item.sig.ident)),
                syn::ImplItem::Const(item) => unconditional((&item.attrs, &item.ident)),
                _ => None,
            }));
        }
        for names in of_type.into_values() {
            self.names("the method", names.into_iter());
        }
    }
}

fn unconditional<'i>(
    (attributes, name): (&'i Vec<syn::Attribute>, &'i syn::Ident),
) -> Option<&'i syn::Ident> {
    let conditional = attributes
        .iter()
        .any(|attribute| attribute.path().is_ident("cfg"));
    (!conditional).then_some(name)
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if let Some((_, items)) = &module.content {
            self.scope(items);
        }
        visit::visit_item_mod(self, module);
    }

    fn visit_fields_named(&mut self, fields: &'ast syn::FieldsNamed) {
        self.names(
            "the field",
            fields.named.iter().filter_map(|field| field.ident.as_ref()),
        );
        visit::visit_fields_named(self, fields);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.names(
            "the variant",
            item.variants.iter().map(|variant| &variant.ident),
        );
        visit::visit_item_enum(self, item);
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        let methods = item.items.iter().filter_map(|item| match item {
            syn::TraitItem::Fn(item) => Some(&item.sig.ident),
            _ => None,
        });
        self.names("the method", methods);
        visit::visit_item_trait(self, item);
    }

    fn visit_signature(&mut self, signature: &'ast syn::Signature) {
        let parameters = signature.inputs.iter().filter_map(|input| match input {
            syn::FnArg::Typed(input) => match &*input.pat {
                syn::Pat::Ident(pattern) => Some(&pattern.ident),
                _ => None,
            },
            syn::FnArg::Receiver(_) => None,
        });
        self.names("the parameter", parameters);
        visit::visit_signature(self, signature);
    }
}
