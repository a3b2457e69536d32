//! New methods, which respond 501.

use quote::format_ident;
use syn::ext::IdentExt as _;
use syn::visit_mut::{self, VisitMut};
use syn::{FnArg, Pat, ReturnType, Signature, Type, parse_quote};

pub(crate) use syn::Path;

use crate::stubs::{Method, Stub};
use crate::types;

/// Returns the lines of a method for a missing operation, indented by four spaces for each level.
/// `server` is the path of the server crate.
pub(crate) fn lines(stub: &Stub, method: &Method, server: &Path) -> Vec<String> {
    let docs = &method.docs;
    let signature = signature(stub, method, server);
    let ReturnType::Type(_, response) = &signature.output else {
        return Vec::new();
    };
    let file = parse_quote! {
        impl Implementation {
            #(#docs)*
            #signature {
                #response::Unimplemented
            }
        }
    };
    let text = prettyplease::unparse(&file);
    let lines: Vec<_> = text.lines().collect();
    let inner = lines.get(1..lines.len().saturating_sub(1));
    let inner = inner.unwrap_or_default().iter();
    inner
        .map(|line| line.strip_prefix("    ").unwrap_or(line).to_owned())
        .collect()
}

/// Returns the signature of a method as an `async fn`, with full paths and unused arguments.
pub(crate) fn signature(stub: &Stub, method: &Method, server: &Path) -> Signature {
    let mut signature = method.signature.clone();
    if let Some(response) = response(&signature).cloned() {
        signature.asyncness = Some(parse_quote!(async));
        signature.output = parse_quote!(-> #response);
    }
    for input in &mut signature.inputs {
        if let FnArg::Typed(typed) = input
            && let Pat::Ident(name) = &mut *typed.pat
        {
            name.ident = format_ident!("_{}", name.ident.unraw());
        }
    }
    Qualify { stub, server }.visit_signature_mut(&mut signature);
    signature
}

/// Returns the type of a method's responses: the output of its future.
pub(crate) fn response(signature: &Signature) -> Option<&Type> {
    match &signature.output {
        ReturnType::Type(_, ty) => types::future_output(ty),
        ReturnType::Default => None,
    }
}

/// Returns a signature on one line.
pub(crate) fn signature_line(signature: &Signature) -> String {
    let file = parse_quote! { trait Trait { #signature; } };
    let text = prettyplease::unparse(&file);
    let words: Vec<_> = text.split_whitespace().collect();
    let line = words.join(" ");
    let inner = line.strip_prefix("trait Trait { ").unwrap_or(&line);
    let inner = inner.strip_suffix("; }").unwrap_or(inner);
    inner.replace("( ", "(").replace(", )", ")")
}

/// Returns a type on one line.
pub(crate) fn type_line(ty: &Type) -> String {
    let file = parse_quote! { type Alias = #ty; };
    let text = prettyplease::unparse(&file);
    let words: Vec<_> = text.split_whitespace().collect();
    let line = words.join(" ");
    let inner = line.strip_prefix("type Alias = ").unwrap_or(&line);
    inner.strip_suffix(';').unwrap_or(inner).to_owned()
}

/// Replaces paths that the generated module can abbreviate with full ones.
struct Qualify<'s> {
    stub: &'s Stub,
    server: &'s Path,
}

impl VisitMut for Qualify<'_> {
    fn visit_path_mut(&mut self, path: &mut Path) {
        visit_mut::visit_path_mut(self, path);
        let Self { stub, server } = self;
        let first = path.segments[0].ident.to_string();
        if first == "runtime" {
            let rest = &*path;
            *path = parse_quote!(#server::#rest);
        } else if path.segments.len() == 1 && stub.types.contains(&first) {
            let (module, rest) = (&stub.module, &*path);
            *path = parse_quote!(#server::#module::#rest);
        }
    }
}
