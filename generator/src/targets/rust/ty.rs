//! Types as Rust writes them.

use std::collections::{BTreeMap, BTreeSet};

use super::code::{Code, fixed, ident, list};
use crate::ir::{Ty, TypeId};

/// The type of a part of a record or a union.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Held {
    pub(super) ty: Ty,
    /// Whether it is in a box, because a type must not contain itself.
    pub(super) boxed: bool,
}

/// The paths of a type of another crate or of the runtime.
struct Foreign {
    name: &'static str,
    /// The path that the crate of types imports it by.
    import: &'static str,
    /// The path from a crate that uses the crate of types.
    outside: &'static str,
}

/// Returns the paths of a type that is neither built in nor generated.
const fn foreign(ty: &Ty) -> Option<Foreign> {
    let [name, import, outside] = match ty {
        Ty::DateTime => [
            "DateTime",
            "crate::runtime::DateTime",
            "types::runtime::DateTime",
        ],
        Ty::Date => ["Date", "jiff::civil::Date", "types::jiff::civil::Date"],
        Ty::Uuid => ["Uuid", "uuid::Uuid", "types::uuid::Uuid"],
        Ty::Decimal => [
            "Decimal",
            "rust_decimal::Decimal",
            "types::rust_decimal::Decimal",
        ],
        Ty::DecimalNumber => [
            "DecimalNumber",
            "crate::runtime::DecimalNumber",
            "types::runtime::DecimalNumber",
        ],
        Ty::Uri => ["Uri", "crate::runtime::Uri", "types::runtime::Uri"],
        Ty::Base64 => ["Base64", "crate::runtime::Base64", "types::runtime::Base64"],
        Ty::Binary => ["File", "crate::runtime::File", "types::runtime::File"],
        Ty::Any => ["Value", "serde_json::Value", "types::serde_json::Value"],
        _ => return None,
    };
    Some(Foreign {
        name,
        import,
        outside,
    })
}

/// Returns the name of a number type; `None` for other types.
pub(super) const fn number(ty: &Ty) -> Option<&'static str> {
    Some(match ty {
        Ty::Int32 => "i32",
        Ty::Int64 => "i64",
        Ty::UInt16 | Ty::UInt32 => "u32",
        Ty::UInt64 => "u64",
        Ty::Float => "f32",
        Ty::Double => "f64",
        _ => return None,
    })
}

/// Returns whether a type is built in, and cheap to copy.
pub(super) const fn is_scalar(ty: &Ty) -> bool {
    matches!(ty, Ty::Boolean | Ty::Null) || number(ty).is_some()
}

/// Returns whether a value is passed by value, not by reference.
pub(super) const fn is_small(ty: &Ty) -> bool {
    is_scalar(ty) || matches!(ty, Ty::Uuid | Ty::Date | Ty::Decimal | Ty::DecimalNumber)
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
    pub(super) fn lines<'n>(&self, name: &dyn Fn(TypeId) -> &'n str) -> Vec<Code> {
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

/// Returns the generated type that a value contains directly, if there is one.
pub(super) fn declared_inside(ty: &Ty) -> Option<TypeId> {
    match ty.not_null() {
        Ty::Declared(id) => Some(*id),
        _ => None,
    }
}

/// Returns a type in code. `name` returns the names of generated types.
pub(super) fn code<'n>(ty: &Ty, from: From, name: &dyn Fn(TypeId) -> &'n str) -> Code {
    let inner = |ty: &Ty| code(ty, from, name);
    let outside = from == From::Outside;
    match ty {
        Ty::Null => fixed("()"),
        Ty::Boolean => fixed("bool"),
        Ty::String => fixed("String"),
        Ty::Declared(id) if outside => code!("types::", ident(name(*id))),
        Ty::Declared(id) => ident(name(*id)),
        Ty::Object if outside => fixed("types::serde_json::Map<String, types::serde_json::Value>"),
        Ty::Object => fixed("Map<String, Value>"),
        Ty::List(item) => code!("Vec<", inner(item), ">"),
        Ty::Map(value) if outside => {
            code!("std::collections::BTreeMap<String, ", inner(value), ">")
        }
        Ty::Map(value) => code!("BTreeMap<String, ", inner(value), ">"),
        Ty::Nullable(inner_ty) => code!("Option<", inner(inner_ty), ">"),
        ty => fixed(match (number(ty), foreign(ty)) {
            (Some(number), _) => number,
            (None, Some(foreign)) if outside => foreign.outside,
            (None, Some(foreign)) => foreign.name,
            (None, None) => "()",
        }),
    }
}

/// Adds the imports that the name of a type needs.
pub(super) fn import(ty: &Ty, imports: &mut Imports) {
    match ty {
        Ty::Declared(id) => {
            imports.made.insert(*id);
        }
        Ty::Object => {
            let paths = ["serde_json::Map", "serde_json::Value"];
            imports.paths.extend(paths);
        }
        Ty::Map(value) => {
            imports.paths.insert("std::collections::BTreeMap");
            import(value, imports);
        }
        Ty::List(inner) | Ty::Nullable(inner) => import(inner, imports),
        ty => imports.paths.extend(foreign(ty).map(|one| one.import)),
    }
}

impl Held {
    /// Returns the type in code; the box is inside of `Option`.
    pub(super) fn code<'n>(&self, from: From, name: &dyn Fn(TypeId) -> &'n str) -> Code {
        if !self.boxed {
            return code(&self.ty, from, name);
        }
        let boxed = code!("Box<", code(self.ty.not_null(), from, name), ">");
        match self.ty {
            Ty::Nullable(_) => code!("Option<", boxed, ">"),
            _ => boxed,
        }
    }
}
