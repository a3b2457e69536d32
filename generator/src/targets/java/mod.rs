//! The Java target: a Maven artifact.

mod call;
mod chain;
mod client;
mod code;
mod content;
mod docs;
mod enums;
mod error;
mod examples;
mod files;
mod form;
mod group;
mod kit;
mod language;
mod layout;
mod literal;
mod manifest;
mod readme;
mod record;
mod reference;
mod samples;
mod setup;
mod testing;
mod types;
mod union;
mod unit;
mod uses;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use elsa::FrozenMap;
use spec::{Api, Diagnostics, Span};

use self::error::ErrorClass;
pub(super) use self::language::LANGUAGE;
use crate::code::Code;
use crate::ir::{Ir, TypeId, name_unsupported};
use crate::targets::{Run, Sample, Target};
use crate::{Config, FileTree, GenerateError};

/// The decisions about an artifact.
struct Java<'a> {
    ir: &'a Ir<'a>,
    package: String,
    type_names: Arc<HashSet<String>>,
    unions: HashMap<TypeId, Vec<String>>,
    /// The names of the constants of enumerations.
    constants: FrozenMap<TypeId, Vec<Code>>,
    errors: Vec<ErrorClass>,
    /// The names of the classes of calls, by operationId.
    calls: HashMap<String, String>,
    /// The names of the classes of groups, in the order of the groups.
    group_names: Vec<String>,
}

impl<'a> Java<'a> {
    fn new(ir: &'a Ir<'a>) -> Self {
        let mut java = Self {
            ir,
            package: ir.config.java.package.clone(),
            type_names: Arc::new(union::type_names(ir)),
            unions: HashMap::new(),
            constants: FrozenMap::new(),
            errors: Vec::new(),
            calls: HashMap::new(),
            group_names: Vec::new(),
        };
        java.unions = java.memberships();
        java.errors = error::classes(&java);
        let mut scope = java.type_scope();
        for error in &java.errors {
            scope.claim_derived(&error.name, "");
        }
        for call in ir.calls() {
            let name = scope.claim_derived(&call.pascal, "Call");
            java.calls.insert(call.operation.id.clone(), name);
        }
        let groups = ir.groups.iter();
        let names = groups.map(|group| scope.claim(&format!("{} Api", group.name)));
        java.group_names = names.collect();
        java
    }

    fn unions_of(&self, id: TypeId) -> &[String] {
        self.unions.get(&id).map_or(&[], Vec::as_slice)
    }

    /// Returns the names of the constants of an enumeration.
    fn constants_of(&self, id: TypeId) -> &[Code] {
        let known = self.constants.get(&id);
        known.unwrap_or_else(|| self.constants.insert(id, enums::names(self.ir, id)))
    }

    fn call_name(&self, operation: &str) -> &str {
        self.calls.get(operation).map_or("", String::as_str)
    }
}

/// Generates the artifact.
pub(super) fn generate(
    run: &Run<'_>,
    diagnostics: &mut Diagnostics,
) -> Result<FileTree, GenerateError> {
    let ir = Ir::new(run.api, run.config, &LANGUAGE);
    name_unsupported(&ir, LANGUAGE.name, diagnostics);
    let java = Java::new(&ir);
    let tree = files::all(&java, &run.room, diagnostics)?;
    run.keep_samples(Target::Java, || java.samples());
    Ok(tree)
}

/// Returns a program that uses every public symbol of the artifact.
pub(super) fn uses(api: &Api, config: &Config) -> FileTree {
    let ir = Ir::new(api, config, &LANGUAGE);
    Java::new(&ir).uses()
}

/// Returns the lines of that program, each with its place in the description.
pub(super) fn lines(api: &Api, config: &Config) -> Vec<(Option<Span>, String)> {
    let ir = Ir::new(api, config, &LANGUAGE);
    Java::new(&ir).lines()
}

/// Returns a sample of each call that has one.
pub(super) fn samples(api: &Api, config: &Config) -> Vec<Sample> {
    let ir = Ir::new(api, config, &LANGUAGE);
    Java::new(&ir).samples()
}

/// Returns a program that contains every sample.
pub(super) fn sample_program(api: &Api, config: &Config) -> FileTree {
    let ir = Ir::new(api, config, &LANGUAGE);
    Java::new(&ir).sample_program()
}

/// Returns the names and types that were chosen.
pub(super) fn view(api: &Api, config: &Config, operation: Option<&str>) -> serde_json::Value {
    let ir = Ir::new(api, config, &LANGUAGE);
    let java = Java::new(&ir);
    let wanted = |id: &str| operation.is_none_or(|only| only == id);
    let calls = ir.calls().filter(|call| wanted(&call.operation.id));
    let calls: serde_json::Map<_, _> = calls
        .map(|call| {
            let class = java.call_name(&call.operation.id);
            let arguments = call.arguments.iter().map(|argument| argument.name.as_str());
            let view = serde_json::json!({
                "method": call.method,
                "class": class,
                "arguments": arguments.collect::<Vec<_>>(),
            });
            (call.operation.id.clone(), view)
        })
        .collect();
    let types: Vec<_> = ir.types.iter().map(|(_, one)| one.name.as_str()).collect();
    serde_json::json!({ "package": java.package, "calls": calls, "types": types })
}
