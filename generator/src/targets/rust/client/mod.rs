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
pub(super) use self::errors::SharedError;
pub(super) use self::lib::GlobalSetting;
pub(super) use self::outcome::Variant;

use askama::Template;

use self::errors::{Errors, share};
use super::Rust;
use super::code::{Code, docs, filters, fixed, ident, inner_docs};
use super::features::Module;
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
    tags: Vec<Module>,
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
            let errors = share(
                &mut all,
                &mut self.plan.beside_operations(),
                &self.plan.features,
            );
            Calls { by_group, errors }
        })
    }

    /// Returns how an operation is called. The errors that it shares with others are not among its own.
    pub(super) fn known_call(&self, planned: &ir::Call<'_>) -> &Call {
        let (group, place) = self.plan.place(planned);
        &self.calls().by_group[group][place]
    }

    /// Returns the types of errors that operations share.
    pub(super) fn shared_errors(&self) -> &[SharedError] {
        let errors = self.calls().errors.as_ref();
        errors.map_or(&[], |errors| &errors.types)
    }

    pub(super) fn client(&self, sources: &mut Sources<'_>) -> Result<(), GenerateError> {
        let Calls { by_group, errors } = self.calls();
        for ((planned, group), calls) in self.plan.groups().zip(by_group) {
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
        let tags = self.plan.group_modules();
        sources.add("client/src/decode.rs", Decode { tags })?;
        let mut modules = self.plan.group_modules();
        if let Some(errors) = errors {
            modules.push(Module {
                name: fixed("errors"),
                condition: self.plan.features.condition(&errors.users),
            });
            sources.add("client/src/errors.rs", errors)?;
        }
        sources.add("client/src/lib.rs", self.client_lib(modules))
    }
}
