//! Rust types of schemas.

use std::collections::{BTreeMap, BTreeSet};

use super::code::{Code, fixed, ident, list};

/// The index of a type in [`Plan::types`](super::plan::Plan).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct TypeId(pub(super) usize);

/// A Rust type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ty {
    Unit,
    Bool,
    Int(&'static str),
    Float(&'static str),
    String,
    /// A generated type.
    Made(TypeId),
    /// A type of another crate or of the runtime, with its import path.
    Foreign(Foreign),
    /// Any JSON value.
    Value,
    /// A JSON object of unknown shape.
    Object,
    List(Box<Ty>),
    Map(Box<Ty>),
    /// The type, or `null`.
    Nullable(Box<Ty>),
    Boxed(Box<Ty>),
}

/// Types that formats map to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Foreign {
    DateTime,
    Date,
    Uuid,
    Decimal,
    DecimalNumber,
    Uri,
    Base64,
    File,
}

impl Foreign {
    /// Returns the name, and the path that the crate of types imports it by.
    const fn name(self) -> (&'static str, &'static str) {
        match self {
            Self::DateTime => ("DateTime", "crate::runtime::DateTime"),
            Self::Date => ("Date", "jiff::civil::Date"),
            Self::Uuid => ("Uuid", "uuid::Uuid"),
            Self::Decimal => ("Decimal", "rust_decimal::Decimal"),
            Self::DecimalNumber => ("DecimalNumber", "crate::runtime::DecimalNumber"),
            Self::Uri => ("Uri", "crate::runtime::Uri"),
            Self::Base64 => ("Base64", "crate::runtime::Base64"),
            Self::File => ("File", "crate::runtime::File"),
        }
    }

    /// Returns the path from a crate that uses the crate of types.
    const fn outside(self) -> &'static str {
        match self {
            Self::DateTime => "types::runtime::DateTime",
            Self::Date => "types::jiff::civil::Date",
            Self::Uuid => "types::uuid::Uuid",
            Self::Decimal => "types::rust_decimal::Decimal",
            Self::DecimalNumber => "types::runtime::DecimalNumber",
            Self::Uri => "types::runtime::Uri",
            Self::Base64 => "types::runtime::Base64",
            Self::File => "types::runtime::File",
        }
    }
}

/// The crate that names a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum From {
    /// The crate of types, where names are imported.
    Inside,
    /// Another crate, where names are qualified.
    Outside,
}

/// The imports of one file.
#[derive(Debug, Default)]
pub(super) struct Imports {
    pub(super) paths: BTreeSet<&'static str>,
    pub(super) made: BTreeSet<TypeId>,
}

impl Imports {
    /// Returns one line for each imported module.
    pub(super) fn lines(&self, name: &dyn Fn(TypeId) -> String) -> Vec<Code> {
        let mut modules: BTreeMap<(bool, &'static str), Vec<Code>> = BTreeMap::new();
        for path in &self.paths {
            let (module, item) = path.rsplit_once("::").unwrap_or(("", path));
            let key = (module.starts_with("crate"), module);
            let items = modules.entry(key).or_default();
            let place = if item == "self" { 0 } else { items.len() };
            items.insert(place, fixed(item));
        }
        let mut names: Vec<_> = self.made.iter().map(|id| name(*id)).collect();
        names.sort_unstable();
        let made = modules.entry((true, "crate")).or_default();
        made.extend(names.iter().map(|name| ident(name)));
        let modules = modules.into_iter().filter(|(_, items)| !items.is_empty());
        let line = |((_, module), items): ((bool, &'static str), Vec<Code>)| {
            if items == [fixed("self")] {
                fixed(module)
            } else {
                code!(module, "::{", list(items), "}")
            }
        };
        modules.map(line).collect()
    }
}

impl Ty {
    /// Returns the generated type that a value contains directly, if there is one.
    pub(super) fn made_inside(&self) -> Option<TypeId> {
        match self {
            Self::Made(id) => Some(*id),
            Self::Nullable(inner) => inner.made_inside(),
            _ => None,
        }
    }

    /// Returns the type in a box, inside of `Option`.
    pub(super) fn boxed(self) -> Self {
        match self {
            Self::Nullable(inner) => Self::Nullable(Box::new(inner.boxed())),
            other => Self::Boxed(Box::new(other)),
        }
    }

    /// Returns the type in code. `name` returns the names of generated types.
    pub(super) fn code(&self, from: From, name: &dyn Fn(TypeId) -> String) -> Code {
        let inner = |ty: &Self| ty.code(from, name);
        let outside = from == From::Outside;
        match self {
            Self::Unit => fixed("()"),
            Self::Bool => fixed("bool"),
            Self::Int(name) | Self::Float(name) => fixed(name),
            Self::String => fixed("String"),
            Self::Made(id) if outside => code!("types::", ident(&name(*id))),
            Self::Made(id) => ident(&name(*id)),
            Self::Foreign(foreign) if outside => fixed(foreign.outside()),
            Self::Foreign(foreign) => fixed(foreign.name().0),
            Self::Value if outside => fixed("types::serde_json::Value"),
            Self::Value => fixed("Value"),
            Self::Object if outside => {
                fixed("types::serde_json::Map<String, types::serde_json::Value>")
            }
            Self::Object => fixed("Map<String, Value>"),
            Self::List(item) => code!("Vec<", inner(item), ">"),
            Self::Map(value) if outside => {
                code!("std::collections::BTreeMap<String, ", inner(value), ">")
            }
            Self::Map(value) => code!("BTreeMap<String, ", inner(value), ">"),
            Self::Nullable(inner_ty) => code!("Option<", inner(inner_ty), ">"),
            Self::Boxed(inner_ty) => code!("Box<", inner(inner_ty), ">"),
        }
    }

    /// Adds the imports that the name of the type needs.
    pub(super) fn import(&self, imports: &mut Imports) {
        match self {
            Self::Made(id) => {
                imports.made.insert(*id);
            }
            Self::Foreign(foreign) => {
                imports.paths.insert(foreign.name().1);
            }
            Self::Value => {
                imports.paths.insert("serde_json::Value");
            }
            Self::Object => {
                imports
                    .paths
                    .extend(["serde_json::Map", "serde_json::Value"]);
            }
            Self::Map(value) => {
                imports.paths.insert("std::collections::BTreeMap");
                value.import(imports);
            }
            Self::List(inner) | Self::Nullable(inner) | Self::Boxed(inner) => {
                inner.import(imports);
            }
            Self::Unit | Self::Bool | Self::Int(_) | Self::Float(_) | Self::String => {}
        }
    }
}
