//! Finds out how a file names the server crate.

use syn::{FnArg, Ident, ImplItem, ImplItemFn, Path, Type};

use crate::find::Implementation;
use crate::scope::{self, Segments};
use crate::stubs::Stub;

/// How the server crate may be named.
#[derive(Debug, Clone)]
pub struct Naming {
    /// The path that a user gave.
    given: Option<Segments>,
    /// The usual names of the crate.
    usual: Vec<String>,
}

impl Naming {
    /// Expects the server crate under its package's name, or as `server`.
    #[must_use]
    pub fn of_package(package: &str) -> Self {
        Self {
            given: None,
            usual: vec!["server".to_owned(), package.replace('-', "_")],
        }
    }

    /// Sets the path of the server crate, such as `crate::api`, whatever a file says.
    ///
    /// # Errors
    /// Returns an error if it is not a path.
    pub fn at_path(mut self, path: &str) -> Result<Self, String> {
        let parsed = syn::parse_str(path).map_err(|error| format!("`{path}`: {error}"))?;
        self.given = Some(scope::segments(&parsed));
        Ok(self)
    }

    /// Returns the server crate as an implementation names it.
    pub(crate) fn server(&self, one: &Implementation<'_>, stub: &Stub) -> Option<Path> {
        if let Some(given) = &self.given {
            return path(given);
        }
        let names = one.scope.expand(one.path);
        let by_trait = || crate_of(&names, &stub.module(), one);
        let server = by_trait()
            .or_else(|| self.by_glob(one).filter(|_| names.len() == 1))
            .or_else(|| by_arguments(one, stub))?;
        path(&server)
    }

    /// Returns how certain it is that an implementation belongs to the generated trait, and not to
    /// another trait with the same name.
    pub(crate) fn certainty(&self, one: &Implementation<'_>, stub: &Stub) -> u8 {
        let names = one.scope.expand(one.path);
        let Some(server) = crate_of(&names, &stub.module(), one) else {
            return 0;
        };
        let is_given = self.given.as_ref() == Some(&server);
        let is_usual = server.last().is_some_and(|name| self.usual.contains(name));
        if is_given || is_usual { 2 } else { 1 }
    }

    /// Returns a glob import of the crate under one of its usual names.
    fn by_glob(&self, one: &Implementation<'_>) -> Option<Segments> {
        let globs = one.scope.globs();
        let mut names = globs
            .iter()
            .filter_map(|glob| glob.iter().find(|name| !name.is_empty()));
        let name = names.find(|name| self.usual.contains(name))?;
        Some(vec![name.clone()])
    }
}

/// Returns the crate in the path of an item in one of its modules, or at its root. A path within
/// the user's own crate may be a re-export of a single item.
fn crate_of(names: &Segments, module: &str, one: &Implementation<'_>) -> Option<Segments> {
    let (_, prefix) = names.split_last()?;
    let prefix = match prefix {
        [rest @ .., last] if last == module && !rest.is_empty() => rest,
        other => other,
    };
    let first = prefix.first()?;
    let is_own = matches!(first.as_str(), "crate" | "self" | "super" | "Self");
    (!is_own && first != module && !one.scope.is_item(first)).then(|| prefix.to_vec())
}

/// Returns the crate in the paths of the methods' argument types.
fn by_arguments(one: &Implementation<'_>, stub: &Stub) -> Option<Segments> {
    let methods = one.item.items.iter().filter_map(|item| match item {
        ImplItem::Fn(method) => Some(method),
        _ => None,
    });
    methods.flat_map(argument_paths).find_map(|path| {
        let names = one.scope.expand(path);
        let name = names.last()?;
        let module = if stub.types.contains(name) {
            stub.module()
        } else if ["Caller", "Context"].contains(&name.as_str()) {
            "runtime".to_owned()
        } else {
            return None;
        };
        let in_module = names.iter().rev().nth(1) == Some(&module);
        crate_of(&names, &module, one).filter(|_| in_module)
    })
}

fn argument_paths(method: &ImplItemFn) -> impl Iterator<Item = &Path> {
    method.sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => match &*typed.ty {
            Type::Path(ty) => Some(&ty.path),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    })
}

fn path(names: &Segments) -> Option<Path> {
    const NEVER_RAW: [&str; 5] = ["", "Self", "crate", "self", "super"];
    let raw = |name: &String| {
        let is_plain = NEVER_RAW.contains(&&**name) || syn::parse_str::<Ident>(name).is_ok();
        if is_plain {
            name.clone()
        } else {
            format!("r#{name}")
        }
    };
    let names: Vec<_> = names.iter().map(raw).collect();
    syn::parse_str(&names.join("::")).ok()
}
