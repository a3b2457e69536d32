//! The crate `client`: a file for each tag.

mod call;
mod environment;
mod errors;
mod lib;

pub(super) use self::call::{BodyEnum, Call, Variant};
pub(super) use self::errors::share;

use askama::Template;
use spec::model::{self, Operation};

use super::Rust;
use super::code::{self, Code, filters, ident, inner_docs};
use super::names;
use super::plan::OperationNames;
use super::sources::Sources;
use crate::GenerateError;
use crate::ir::docs::of_tag;

#[derive(Template)]
#[template(path = "rust/client/src/tag.rs")]
struct Tag {
    docs: Code,
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

/// The operations of one tag.
pub(super) struct Group<'a> {
    pub(super) module: String,
    pub(super) name: &'a str,
    tag: Option<&'a model::Tag>,
    pub(super) operations: Vec<(&'a Operation, &'a OperationNames)>,
}

impl Rust<'_> {
    pub(super) fn client(&self, sources: &mut Sources) -> Result<(), GenerateError> {
        let groups = self.groups();
        let calls = groups.iter().map(|group| {
            let operations = group.operations.iter();
            let calls = operations.map(|(operation, names)| self.call(operation, names));
            calls.collect::<Vec<_>>()
        });
        let mut calls: Vec<_> = calls.collect();
        let mut all: Vec<_> = calls.iter_mut().flatten().collect();
        let errors = share(&mut all, &mut self.plan.beside_operations());
        let mut reads = Vec::new();
        for (group, calls) in groups.iter().zip(calls) {
            let operations = group.operations.iter();
            reads.extend(operations.zip(&calls).map(|((operation, _), call)| Read {
                id: code::string(&operation.id),
                module: ident(&group.module),
                name: call.read.clone(),
            }));
            let tag = Tag {
                docs: inner_docs(&group.title()),
                pages: calls.iter().any(|call| call.stream.is_some()),
                calls,
            };
            sources.add(format!("client/src/{}.rs", group.module), &tag)?;
        }
        sources.add("client/src/decode.rs", &Decode { reads })?;
        let modules = groups.iter().map(|group| group.module.as_str());
        let modules = modules.chain(errors.is_some().then_some("errors"));
        let modules = modules.map(ident).collect();
        if let Some(errors) = errors {
            sources.add("client/src/errors.rs", &errors)?;
        }
        sources.add("client/src/lib.rs", &self.client_lib(modules))
    }

    /// Returns the operations by their first tag, in the order of the tags; those without one last.
    pub(super) fn groups(&self) -> Vec<Group<'_>> {
        let api = self.plan.api;
        let mut scope = names::modules();
        let tags = api.tags.iter().map(Some).chain([None]);
        let mut groups = Vec::new();
        for tag in tags {
            let name = tag.map(|tag| tag.name.as_str());
            let all = api.operations.iter().zip(&self.plan.operations);
            let operations: Vec<_> = all
                .filter(|(operation, _)| operation.tags.first().map(String::as_str) == name)
                .collect();
            if !operations.is_empty() {
                groups.push(Group {
                    module: scope.claim_or(name.unwrap_or("untagged"), "tag"),
                    name: name.unwrap_or("untagged"),
                    tag,
                    operations,
                });
            }
        }
        groups
    }
}

impl Group<'_> {
    pub(super) fn title(&self) -> String {
        of_tag(self.name, self.tag)
    }
}
