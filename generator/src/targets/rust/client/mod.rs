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

use self::errors::Errors;
use super::Rust;
use super::code::{self, Code, docs, filters, ident, inner_docs};
use super::sources::Sources;
use crate::GenerateError;
use crate::ir;

#[derive(Template)]
#[template(path = "rust/client/src/tag.rs")]
struct Tag<'c> {
    docs: Code,
    /// The documentation of the handle and of the method that returns it.
    group_docs: Code,
    method: Code,
    handle: Code,
    pages: bool,
    calls: &'c [Call],
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

/// Every operation as a call, for the client and for what documents it.
pub(super) struct Calls {
    /// In the order of the groups.
    by_group: Vec<Vec<Call>>,
    /// The types of errors that operations share.
    errors: Option<Errors>,
}

impl Rust<'_> {
    fn calls(&self) -> &Calls {
        self.calls.get_or_init(|| {
            let groups = self.plan.ir.groups.iter();
            let calls = groups.map(|group| {
                let calls = group.calls.iter().map(|planned| self.call(planned));
                calls.collect::<Vec<_>>()
            });
            let mut by_group: Vec<_> = calls.collect();
            let mut all: Vec<_> = by_group.iter_mut().flatten().collect();
            let errors = share(&mut all, &mut self.plan.beside_operations());
            Calls { by_group, errors }
        })
    }

    /// Returns how an operation is called. The errors that it shares with others are not among its own.
    pub(super) fn known_call(&self, planned: &ir::Call<'_>) -> &Call {
        let (group, place) = self.plan.place(planned);
        &self.calls().by_group[group][place]
    }

    pub(super) fn client(&self, sources: &mut Sources<'_>) -> Result<(), GenerateError> {
        let Calls { by_group, errors } = self.calls();
        let mut reads = Vec::new();
        for ((planned, group), calls) in self.plan.groups().zip(by_group) {
            let both = planned.calls.iter().zip(calls);
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
