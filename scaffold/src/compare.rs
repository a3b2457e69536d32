//! Compares a user's method with the one that the trait declares.

use syn::{FnArg, GenericParam, PatType, ReceiverKind, ReturnType, Safety, Signature, Type};

use crate::method::{self, Path, type_line};
use crate::scope::Scope;
use crate::stubs::{Method, Stub};
use crate::types::{self, Match};

/// The differences of a method's signature, each a predicate such as `is not async`.
pub(crate) fn differences(method: &Method, found: &Signature, scope: &Scope) -> Vec<String> {
    let mut differences = Vec::new();
    if !takes_self(found) {
        differences.push("does not take `&self`".to_owned());
    }
    let generic = |parameter: &GenericParam| !matches!(parameter, GenericParam::Lifetime(_));
    if found.generics.params.iter().any(generic) {
        differences.push("has type parameters".to_owned());
    }
    if matches!(found.safety, Safety::Unsafe(_)) {
        differences.push("is `unsafe`".to_owned());
    }
    differences.extend(arguments(&method.signature, found, scope));
    differences.extend(output(&method.signature, found, scope));
    differences
}

/// Returns the signature in the trait, on one line.
pub(crate) fn expected(stub: &Stub, method: &Method, server: &Path) -> String {
    method::signature_line(&method::signature(stub, method, server))
}

/// Returns whether a method takes `&self`, with or without a lifetime, or `self: &Self`.
fn takes_self(found: &Signature) -> bool {
    let Some(receiver) = found.receiver() else {
        return false;
    };
    match &receiver.kind {
        ReceiverKind::Reference(_, _, None) => true,
        ReceiverKind::Typed(_, ty) => {
            matches!(&**ty, Type::Reference(reference) if reference.mutability.is_none())
        }
        _ => false,
    }
}

fn typed(signature: &Signature) -> Vec<&PatType> {
    let typed = signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => Some(typed),
        FnArg::Receiver(_) => None,
    });
    typed.collect()
}

fn arguments(expected: &Signature, found: &Signature, scope: &Scope) -> Vec<String> {
    let (expected, found) = (typed(expected), typed(found));
    if expected.len() != found.len() {
        let (wanted, given) = (expected.len(), found.len());
        let ending = if given == 1 { "" } else { "s" };
        return vec![format!("takes {given} argument{ending}, not {wanted}")];
    }
    let pairs = expected.iter().zip(&found).enumerate();
    let different = pairs.filter(|(_, (expected, found))| {
        types::compare(&expected.ty, &found.ty, scope) == Match::Different
    });
    different
        .map(|(index, (expected, found))| {
            let (expected, found) = (type_line(&expected.ty), type_line(&found.ty));
            format!(
                "takes `{found}` as argument {}, not `{expected}`",
                index + 1
            )
        })
        .collect()
}

fn output(expected: &Signature, found: &Signature, scope: &Scope) -> Option<String> {
    let expected = method::response(expected)?;
    let ReturnType::Type(_, given) = &found.output else {
        return Some(format!("returns nothing, not `{}`", type_line(expected)));
    };
    let future = types::future_output(given);
    if found.asyncness.is_none() && future.is_none() {
        // The compiler checks a future of another type, such as a boxed one.
        let is_plain = types::compare(expected, given, scope) == Match::Same;
        return is_plain.then(|| "is not `async`".to_owned());
    }
    let result = if found.asyncness.is_some() {
        given
    } else {
        future?
    };
    (types::compare(expected, result, scope) == Match::Different).then(|| {
        format!(
            "returns `{}`, not `{}`",
            type_line(result),
            type_line(expected)
        )
    })
}
