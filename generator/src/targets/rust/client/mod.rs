//! The crate `client`: a file for each tag.

mod argument;
mod body;
mod call;
mod environment;
mod errors;
mod lib;
mod outcome;
mod pages;

pub(super) use self::body::BodyEnum;
pub(super) use self::call::Call;
pub(super) use self::errors::share;
pub(super) use self::lib::GlobalSetting;
pub(super) use self::outcome::Variant;

use askama::Template;

use super::Rust;
use super::code::{self, Code, docs, filters, ident, inner_docs};
use super::sources::Sources;
use crate::GenerateError;

#[derive(Template)]
#[template(path = "rust/client/src/tag.rs")]
struct Tag {
    docs: Code,
    /// The documentation of the handle and of the method that returns it.
    group_docs: Code,
    method: Code,
    handle: Code,
    pages: bool,
    calls: Vec<Call>,
}

#[derive(Template)]
#[template(path = "rust/client/src/decode.rs")]
struct Decode {
    reads: Vec<Read>,
}

/// The function that reads the responses of an operation.
struct Read {
    id: Code,
    module: Code,
    name: Code,
}

impl Rust<'_> {
    pub(super) fn client(&self, sources: &mut Sources<'_>) -> Result<(), GenerateError> {
        let groups = self.plan.ir.groups.iter();
        let calls = groups.map(|group| {
            let calls = group.calls.iter().map(|planned| self.call(planned));
            calls.collect::<Vec<_>>()
        });
        let mut calls: Vec<_> = calls.collect();
        let mut all: Vec<_> = calls.iter_mut().flatten().collect();
        let errors = share(&mut all, &mut self.plan.beside_operations());
        let mut reads = Vec::new();
        for ((planned, group), calls) in self.plan.groups().zip(calls) {
            let both = planned.calls.iter().zip(&calls);
            reads.extend(both.map(|(planned, call)| Read {
                id: code::string(&planned.operation.id),
                module: ident(&group.module),
                name: call.read.clone(),
            }));
            let tag = Tag {
                docs: inner_docs(&planned.docs),
                group_docs: docs(&planned.docs),
                method: ident(&planned.name),
                handle: ident(&group.handle),
                pages: calls.iter().any(|call| call.stream.is_some()),
                calls,
            };
            sources.add(format!("client/src/{}.rs", group.module), tag)?;
        }
        sources.add("client/src/decode.rs", Decode { reads })?;
        let modules = self.plan.groups.iter().map(|group| group.module.as_str());
        let modules = modules.chain(errors.is_some().then_some("errors"));
        let modules = modules.map(ident).collect();
        if let Some(errors) = errors {
            sources.add("client/src/errors.rs", errors)?;
        }
        sources.add("client/src/lib.rs", self.client_lib(modules))
    }
}
