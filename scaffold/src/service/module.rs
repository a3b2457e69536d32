//! The file of a tag, and its declaration in `main.rs`.

use quote::ToTokens as _;
use syn::spanned::Spanned as _;
use syn::{Item, Lit, Meta};

use super::Error;
use crate::naming::Naming;
use crate::source::Source;
use crate::stubs::{Stub, Stubs};
use crate::{Updated, update};

/// Returns the file that implements a trait for the service, with a method for each operation.
pub(super) fn print(
    stub: &Stub,
    stubs: &Stubs,
    naming: &Naming,
    service: &str,
) -> Result<Updated, Error> {
    let documentation = documentation(stub);
    let name = service.rsplit("::").next().unwrap_or(service);
    let tag = &stub.name;
    let text = format!("{documentation}\nuse {service};\n\nimpl server::{tag} for {name} {{\n}}\n");
    let path = format!("src/{}.rs", stub.module());
    let updated = update(&text, stubs, Some(&stub.name()), naming);
    updated.map_err(|error| Error::Parse(path.into(), error))
}

/// Returns the documentation of the trait, as documentation of a file. The generator has escaped it
/// for a line.
fn documentation(stub: &Stub) -> String {
    let lines = stub
        .docs
        .iter()
        .filter_map(|attribute| match &attribute.meta {
            Meta::NameValue(doc) => syn::parse2::<Lit>(doc.value.to_token_stream()).ok(),
            _ => None,
        });
    let lines = lines.filter_map(|line| match line {
        Lit::Str(line) => Some(format!("//!{}\n", line.value())),
        _ => None,
    });
    lines.collect()
}

/// Adds `mod NAME;` after the last such declaration; `None` if the text has none.
pub(super) fn declare(text: &str, stub: &Stub) -> Option<String> {
    let source = Source::parse(text).ok()?;
    let modules = source.file.items.iter().filter_map(|item| match item {
        Item::Mod(module) => Some(module),
        _ => None,
    });
    let modules: Vec<_> = modules.collect();
    if modules.iter().any(|module| module.ident == stub.module) {
        return Some(text.to_owned());
    }
    let last = modules.iter().rfind(|module| module.content.is_none())?;
    let line = source.offset_of(*last);
    let end = line + last.span().byte_range().len();
    let start = text[..line].rfind('\n').map_or(0, |at| at + 1);
    let indent = &text[start..line];
    let indent = if indent.trim().is_empty() { indent } else { "" };
    let newline = if text[end..].starts_with("\r\n") {
        "\r\n"
    } else {
        "\n"
    };
    let (before, after) = text.split_at(end);
    Some(format!(
        "{before}{newline}{indent}mod {};{after}",
        stub.module
    ))
}
