//! Compares a file with the traits, and inserts what is missing.

use proc_macro2::{Ident, Span};
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{Attribute, ImplItem};

use crate::compare::{differences, expected};
use crate::find::{Found, Implementation};
use crate::insert::Site;
use crate::source::Source;
use crate::stubs::{Method, Stub, Stubs};
use crate::{Added, Finding, FindingKind, Naming, ParseError, method};

/// A file after the comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Updated {
    /// The text, with a method for each missing operation.
    pub text: String,
    /// The methods that were added, in the order of the text.
    pub added: Vec<Added>,
    /// Problems for the user to check, in the order of the text.
    pub findings: Vec<Finding>,
    /// The traits that the file implements.
    pub traits: Vec<String>,
}

/// Adds missing methods to the implementations in a file: of one trait, or of all.
///
/// # Errors
/// Returns an error if the file is not Rust.
pub fn update(
    text: &str,
    stubs: &Stubs,
    only: Option<&str>,
    naming: &Naming,
) -> Result<Updated, ParseError> {
    let source = Source::parse(text)?;
    let found = Found::find(&source.file);
    let mut work = Work {
        source: &source,
        stubs,
        naming,
        insertions: Vec::new(),
        findings: Vec::new(),
    };
    let mut traits = Vec::new();
    let wanted = |stub: &&Stub| only.is_none_or(|name| stub.name == name);
    for stub in stubs.iter().filter(wanted) {
        let implementations = implementations(&found, stub, naming);
        for one in &implementations {
            work.look_at(one, stub);
        }
        for span in found.macros_for(&stub.name()) {
            let implements = stub.name();
            work.find(span, FindingKind::MacroAround { implements });
        }
        if !implementations.is_empty() {
            traits.push(stub.name());
        }
    }
    Ok(work.finish(traits))
}

/// Returns the implementations of a trait: if several traits have the name, those of the most
/// likely one.
fn implementations<'i, 'f>(
    found: &'i Found<'f>,
    stub: &Stub,
    naming: &Naming,
) -> Vec<&'i Implementation<'f>> {
    let name = stub.name();
    let all = found.implementations.iter().filter(|one| {
        let names = one.scope.expand(one.path);
        let is_local = names.len() == 1 && one.scope.is_item(&names[0]);
        names.last() == Some(&name) && !is_local
    });
    let all: Vec<_> = all.map(|one| (naming.certainty(one, stub), one)).collect();
    let most = all.iter().map(|(certainty, _)| *certainty).max();
    let likeliest = all.into_iter().filter(|(one, _)| Some(*one) == most);
    likeliest.map(|(_, one)| one).collect()
}

struct Insertion {
    site: Site,
    implementation: Span,
    operations: Vec<String>,
    methods: Vec<Vec<String>>,
}

struct Work<'w> {
    source: &'w Source<'w>,
    stubs: &'w Stubs,
    naming: &'w Naming,
    insertions: Vec<Insertion>,
    findings: Vec<Finding>,
}

impl Work<'_> {
    fn find(&mut self, span: Span, kind: FindingKind) {
        let place = self.source.place(span);
        self.findings.push(Finding { place, kind });
    }

    fn look_at(&mut self, one: &Implementation<'_>, stub: &Stub) {
        let mut opaque = None;
        let mut there: Vec<(&Ident, bool)> = Vec::new();
        for item in &one.item.items {
            match item {
                ImplItem::Fn(found) => {
                    let name = &found.sig.ident;
                    there.push((name, found.attrs.iter().any(is_cfg)));
                    match stub.method(name) {
                        None => self.removed(stub, name),
                        Some(method) => self.changed(stub, method, &found.sig, one),
                    }
                }
                ImplItem::Const(item) => self.removed(stub, &item.ident),
                ImplItem::Type(item) => self.removed(stub, &item.ident),
                other => opaque = opaque.or(Some(other.span())),
            }
        }
        self.conditional(stub, &there);
        let missing = stub.methods.iter();
        let missing = missing.filter(|method| {
            let name = method.name().unraw();
            there.iter().all(|(found, _)| found.unraw() != name)
        });
        self.missing(one, stub, &missing.collect::<Vec<_>>(), opaque);
    }

    fn removed(&mut self, stub: &Stub, name: &Ident) {
        let mut others = self.stubs.iter().filter(|other| other.name != stub.name);
        let moved_to = others.find(|other| other.method(name).is_some());
        let kind = FindingKind::Removed {
            operation: stub.operation(name),
            moved_to: moved_to.map(Stub::name),
        };
        self.find(name.span(), kind);
    }

    fn changed(
        &mut self,
        stub: &Stub,
        method: &Method,
        found: &syn::Signature,
        one: &Implementation<'_>,
    ) {
        let differences = differences(method, found, &one.scope);
        if !differences.is_empty() {
            let server = self.naming.server(one, stub);
            let server = server.unwrap_or_else(|| syn::parse_quote!(server));
            let kind = FindingKind::Changed {
                operation: stub.operation(&found.ident),
                differences,
                expected: expected(stub, method, &server),
            };
            self.find(found.ident.span(), kind);
        }
    }

    /// Reports methods under a condition; two methods with one name belong to both sides of a
    /// condition.
    fn conditional(&mut self, stub: &Stub, there: &[(&Ident, bool)]) {
        for (name, has_condition) in there {
            let is_single = there.iter().filter(|(other, _)| other == name).count() == 1;
            if *has_condition && is_single && stub.method(name).is_some() {
                let operation = stub.operation(name);
                self.find(name.span(), FindingKind::Conditional { operation });
            }
        }
    }

    fn missing(
        &mut self,
        one: &Implementation<'_>,
        stub: &Stub,
        missing: &[&Method],
        opaque: Option<Span>,
    ) {
        if missing.is_empty() {
            return;
        }
        let operations = missing.iter().map(|method| stub.operation(method.name()));
        let operations: Vec<_> = operations.collect();
        if let Some(span) = opaque {
            self.find(
                span,
                FindingKind::MacroInside {
                    missing: operations,
                },
            );
            return;
        }
        let Some(server) = self.naming.server(one, stub) else {
            let kind = FindingKind::UnknownCrate {
                missing: operations,
            };
            self.find(one.path.span(), kind);
            return;
        };
        let methods = missing.iter();
        let methods = methods.map(|method| method::lines(stub, method, &server));
        self.insertions.push(Insertion {
            site: Site::of(self.source, one.item),
            implementation: one.path.span(),
            operations,
            methods: methods.collect(),
        });
    }

    fn finish(mut self, traits: Vec<String>) -> Updated {
        let old = self.source.text;
        self.insertions.sort_by_key(|insertion| insertion.site.at);
        let (mut text, mut done) = (String::with_capacity(old.len()), 0);
        let mut starts = Vec::new();
        for insertion in &self.insertions {
            text.push_str(&old[done..insertion.site.at]);
            done = insertion.site.at;
            let operations = insertion.operations.iter();
            let written = insertion.site.write(&insertion.methods, &mut text);
            starts.extend(operations.zip(written).map(|(operation, start)| {
                let implementation = self.source.place(insertion.implementation);
                (operation.clone(), implementation, start)
            }));
        }
        text.push_str(&old[done..]);
        let added = starts.into_iter();
        let added = added.map(|(operation, implementation, start)| Added {
            operation,
            implementation,
            place: crate::Place::of(&text, start),
        });
        self.findings.sort_by_key(|finding| finding.place);
        Updated {
            added: added.collect(),
            text,
            findings: self.findings,
            traits,
        }
    }
}

fn is_cfg(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg")
}
