//! The TypeScript target: a package for Node.js and every platform with `fetch`.

mod api;
mod client;
mod code;
mod dispatch;
mod examples;
mod group;
mod imports;
mod layout;
mod literal;
mod model;
mod module;
mod names;
mod operation;
mod package;
mod reference;
mod reserved;
mod samples;
mod schema;
mod signature;
mod testing;
mod ty;
mod unsupported;
mod uses;
mod value;
mod view;
mod webhooks;

use std::collections::HashMap;

use spec::{Api, Diagnostics, Span};

use self::module::HEADER;
use self::names::Names;
pub(super) use self::reserved::LANGUAGE;
use crate::ir::{Ir, TypeId, name_unsupported};
use crate::targets::sources::Sources;
use crate::targets::{Run, Sample, Target};
use crate::{Config, FileTree, GenerateError};

/// Generates the package.
pub(super) fn generate(
    run: &Run<'_>,
    diagnostics: &mut Diagnostics,
) -> Result<FileTree, GenerateError> {
    let target = TypeScript::new(run.api, run.config);
    name_unsupported(&target.ir, LANGUAGE.name, diagnostics);
    unsupported::name(&target.ir, diagnostics);
    let mut sources = Sources::new(&run.room);
    target.models(&mut sources)?;
    target.groups(&mut sources)?;
    target.client(&mut sources)?;
    target.webhooks(&mut sources)?;
    target.package(&mut sources)?;
    target.reference(&mut sources)?;
    target.examples(&mut sources)?;
    target.dispatch(&mut sources)?;
    target.testing(&mut sources)?;
    TypeScript::telemetry(&mut sources)?;
    sources.copy_runtime("typescript", |path, text| {
        let is_source = path.ends_with("ts");
        format!("{}{text}", if is_source { HEADER } else { "" })
    })?;
    run.keep_samples(Target::TypeScript, || target.samples());
    Ok(sources.into_tree())
}

/// Returns a program that uses every public symbol of the package.
pub(super) fn uses(api: &Api, config: &Config) -> FileTree {
    TypeScript::new(api, config).uses()
}

/// Returns the lines of that program, each with its place in the description.
pub(super) fn lines(api: &Api, config: &Config) -> Vec<(Option<Span>, String)> {
    TypeScript::new(api, config).lines()
}

/// Returns a sample of each call that has one, by operationId.
pub(super) fn samples(api: &Api, config: &Config) -> Vec<Sample> {
    TypeScript::new(api, config).samples()
}

/// Returns a program that contains every sample.
pub(super) fn sample_program(api: &Api, config: &Config) -> FileTree {
    TypeScript::new(api, config).sample_program()
}

/// Returns the names and types that were chosen.
pub(super) fn view(api: &Api, config: &Config, operation: Option<&str>) -> serde_json::Value {
    TypeScript::new(api, config).view(operation)
}

/// The inputs of every part of the target.
struct TypeScript<'a> {
    ir: Ir<'a>,
    names: Names,
    /// Types of one number stand for each other.
    circles: HashMap<TypeId, usize>,
}

impl<'a> TypeScript<'a> {
    fn new(api: &'a Api, config: &'a Config) -> Self {
        let ir = Ir::new(api, config, &LANGUAGE);
        let names = Names::new(&ir);
        let circles = model::circles(&ir.types);
        Self { ir, names, circles }
    }
}
