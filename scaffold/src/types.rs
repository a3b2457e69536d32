//! Compares the type in a user's method with the one in a trait.

use syn::{AngleBracketedGenericArguments, GenericArgument, PathArguments, Type, TypeParamBound};

use crate::scope::{Scope, Segments};

/// Whether two types are the same, as far as one file shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Match {
    Same,
    Different,
    /// An alias from another file may be either.
    Unknown,
}

/// Compares a type with the one in a trait.
pub(crate) fn compare(expected: &Type, found: &Type, scope: &Scope) -> Match {
    let found = peeled(found);
    if is_principal(expected) {
        // It may be any type that the user chooses; an operation with optional credentials wraps it
        // in an `Option`.
        return if is_option(found, scope) {
            Match::Different
        } else {
            Match::Same
        };
    }
    let Type::Path(expected) = expected else {
        return Match::Unknown;
    };
    let path = match found {
        Type::Path(path) => path,
        Type::Infer(_) | Type::Macro(_) | Type::Verbatim(_) => return Match::Unknown,
        _ => return Match::Different,
    };
    if let Some(name) = path.path.get_ident()
        && let Some(alias) = scope.alias(&name.to_string())
    {
        return compare(&Type::Path(expected.clone()), alias, scope);
    }
    let names = scope.expand(&path.path);
    let last = expected.path.segments.last();
    let name = last.map(|segment| segment.ident.to_string());
    if names.last() != name.as_ref() {
        return if may_be_alias(&names, scope) {
            Match::Unknown
        } else {
            Match::Different
        };
    }
    let wanted = last.and_then(|segment| arguments(&segment.arguments));
    let given = path.path.segments.last();
    let given = given.and_then(|segment| arguments(&segment.arguments));
    match (wanted, given) {
        (Some(wanted), Some(given)) => compare_arguments(wanted, given, scope),
        (None, None) => Match::Same,
        _ => Match::Different,
    }
}

fn compare_arguments(
    expected: &AngleBracketedGenericArguments,
    found: &AngleBracketedGenericArguments,
    scope: &Scope,
) -> Match {
    let types = |arguments: &AngleBracketedGenericArguments| -> Vec<Type> {
        let types = arguments.args.iter().filter_map(|argument| match argument {
            GenericArgument::Type(ty) => Some(ty.clone()),
            _ => None,
        });
        types.collect()
    };
    let (expected, found) = (types(expected), types(found));
    if expected.len() != found.len() {
        return Match::Different;
    }
    let pairs = expected.iter().zip(&found);
    let mut matches = pairs.map(|(expected, found)| compare(expected, found, scope));
    matches
        .find(|one| *one != Match::Same)
        .unwrap_or(Match::Same)
}

/// Returns the output of `impl Future<Output = T>`.
pub(crate) fn future_output(ty: &Type) -> Option<&Type> {
    let Type::ImplTrait(opaque) = peeled(ty) else {
        return None;
    };
    opaque.bounds.iter().find_map(|bound| match bound {
        TypeParamBound::Trait(bound) => {
            let last = bound.path.segments.last()?;
            let arguments = arguments(&last.arguments).filter(|_| last.ident == "Future")?;
            arguments.args.iter().find_map(|argument| match argument {
                GenericArgument::AssocType(output) if output.ident == "Output" => Some(&output.ty),
                _ => None,
            })
        }
        _ => None,
    })
}

/// Returns a type without enclosing parentheses.
fn peeled(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => peeled(&group.elem),
        Type::Paren(paren) => peeled(&paren.elem),
        other => other,
    }
}

/// Returns whether a type is `Self::Principal`.
fn is_principal(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => {
            let names = path.path.segments.iter();
            path.qself.is_none()
                && names
                    .map(|name| &name.ident)
                    .eq(["Self", "Principal"].iter())
        }
        _ => false,
    }
}

fn is_option(ty: &Type, scope: &Scope) -> bool {
    match ty {
        Type::Path(path) => {
            let names = scope.expand(&path.path);
            let last = path.path.segments.last();
            names.last().is_some_and(|name| name == "Option")
                && last.is_some_and(|last| arguments(&last.arguments).is_some())
        }
        _ => false,
    }
}

fn arguments(arguments: &PathArguments) -> Option<&AngleBracketedGenericArguments> {
    match arguments {
        PathArguments::AngleBracketed(arguments) => Some(arguments),
        _ => None,
    }
}

/// Returns whether a name may be an alias from another file, or from a glob import.
fn may_be_alias(names: &Segments, scope: &Scope) -> bool {
    let [first, rest @ ..] = names.as_slice() else {
        return true;
    };
    match first.as_str() {
        "crate" | "self" | "super" | "Self" => true,
        _ if rest.is_empty() => !scope.is_item(first) && !scope.globs().is_empty(),
        _ => scope.is_item(first),
    }
}
