//! Reads the traits of the generated server from the generated text itself.

use std::collections::HashSet;
use std::fmt;

use generator::{Config, FileTree, GenerateError, Target};
use proc_macro2::Ident;
use spec::{Api, Diagnostics};
use syn::ext::IdentExt as _;
use syn::{Attribute, Item, ItemTrait, Signature, TraitItem, TypeParamBound, UseTree};

/// The traits of a generated server, in the order of the description's tags.
pub struct Stubs {
    traits: Vec<Stub>,
}

/// One trait of a generated server.
pub struct Stub {
    pub(crate) name: Ident,
    pub(crate) module: Ident,
    pub(crate) docs: Vec<Attribute>,
    /// Whether an implementation also needs an `Authenticator`.
    pub(crate) authenticates: bool,
    pub(crate) methods: Vec<Method>,
    /// The types that the trait's module defines.
    pub(crate) types: HashSet<String>,
}

/// A method of a trait.
pub(crate) struct Method {
    pub(crate) docs: Vec<Attribute>,
    pub(crate) signature: Signature,
}

impl fmt::Debug for Stubs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.traits).finish()
    }
}

impl fmt::Debug for Stub {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stub({})", self.name)
    }
}

impl Stubs {
    /// Generates the server of a description in memory, and reads its traits.
    ///
    /// # Errors
    /// Returns an error if there is a bug in the generator.
    pub fn new(api: &Api, config: &Config) -> Result<Self, GenerateError> {
        // `codegen` has reported unsupported constructs.
        let mut reported = Diagnostics::default();
        let tree = generator::generate(api, config, &[Target::Rust], &mut reported)?;
        let root = parse(&tree, "lib")?;
        let traits = root.items.iter().filter_map(reexport);
        let traits = traits.map(|(module, name)| Stub::read(&tree, module, name));
        Ok(Self {
            traits: traits.collect::<Result<_, _>>()?,
        })
    }

    /// Returns all traits.
    pub fn iter(&self) -> impl Iterator<Item = &Stub> {
        self.traits.iter()
    }

    /// Returns the trait with a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Stub> {
        self.traits.iter().find(|stub| stub.name() == name)
    }
}

impl Stub {
    fn read(tree: &FileTree, module: Ident, name: Ident) -> Result<Self, GenerateError> {
        let file = module.unraw().to_string();
        let items = parse(tree, &file)?.items;
        let mut traits = items.iter().filter_map(|item| match item {
            Item::Trait(found) => Some(found),
            _ => None,
        });
        let Some(found) = traits.find(|found| found.ident == name) else {
            return Err(fault(&file, format!("there is no trait `{name}`")));
        };
        let methods = found.items.iter().filter_map(|item| match item {
            TraitItem::Fn(method) => Some(Method {
                docs: documentation(&method.attrs),
                signature: method.sig.clone(),
            }),
            _ => None,
        });
        Ok(Self {
            docs: documentation(&found.attrs),
            authenticates: authenticates(found),
            methods: methods.collect(),
            types: items.iter().filter_map(defined).collect(),
            name,
            module,
        })
    }

    /// Returns the name of the trait.
    #[must_use]
    pub fn name(&self) -> String {
        self.name.to_string()
    }

    /// Returns the name of the server's module that defines the trait.
    #[must_use]
    pub fn module(&self) -> String {
        self.module.unraw().to_string()
    }

    /// Returns the trait and one of its methods, for messages.
    pub(crate) fn operation(&self, method: &Ident) -> String {
        format!("{}::{}", self.name, method.unraw())
    }

    pub(crate) fn method(&self, name: &Ident) -> Option<&Method> {
        let mut methods = self.methods.iter();
        methods.find(|method| method.name().unraw() == name.unraw())
    }
}

impl Method {
    pub(crate) const fn name(&self) -> &Ident {
        &self.signature.ident
    }
}

fn parse(tree: &FileTree, module: &str) -> Result<syn::File, GenerateError> {
    let path = format!("{}/server/src/{module}.rs", Target::Rust.folder());
    let Some(text) = tree.get(&path) else {
        return Err(fault(module, "it was not generated".to_owned()));
    };
    syn::parse_file(text).map_err(|error| fault(module, error.to_string()))
}

fn fault(module: &str, message: String) -> GenerateError {
    GenerateError::Bug {
        path: format!("server/src/{module}.rs"),
        message,
    }
}

/// Returns the module and the name in `pub use self::module::Name;`.
fn reexport(item: &Item) -> Option<(Ident, Ident)> {
    let Item::Use(item) = item else { return None };
    let UseTree::Path(root) = &item.tree else {
        return None;
    };
    match &*root.tree {
        UseTree::Path(module) if root.ident == "self" => match &*module.tree {
            UseTree::Name(name) => Some((module.ident.clone(), name.ident.clone())),
            _ => None,
        },
        _ => None,
    }
}

fn documentation(attributes: &[Attribute]) -> Vec<Attribute> {
    let docs = attributes.iter();
    docs.filter(|attribute| attribute.path().is_ident("doc"))
        .cloned()
        .collect()
}

fn authenticates(found: &ItemTrait) -> bool {
    found.supertraits.iter().any(|bound| match bound {
        TypeParamBound::Trait(bound) => {
            let last = bound.path.segments.last();
            last.is_some_and(|segment| segment.ident == "Authenticator")
        }
        _ => false,
    })
}

fn defined(item: &Item) -> Option<String> {
    match item {
        Item::Enum(item) => Some(item.ident.to_string()),
        Item::Struct(item) => Some(item.ident.to_string()),
        _ => None,
    }
}
