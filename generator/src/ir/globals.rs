//! Parameters that a client sets once, for all calls that have them: those of `x-globals` in the
//! description, and of `globals` in the settings. A call can override each of them.

use std::collections::{HashMap, HashSet};

use spec::globals::Parameters;
use spec::model::{Api, Parameter};

use super::environment::Environment;
use super::{Argument, Docs, Ir, Ty, docs};
use crate::Config;

/// A parameter that a client sets for all calls.
#[derive(Debug)]
pub(crate) struct Global<'a> {
    /// The parameter, as its first operation declares it.
    pub(crate) parameter: &'a Parameter,
    /// The name of its setting.
    pub(crate) name: String,
    /// The type of its value.
    pub(crate) ty: Ty,
    /// Its environment variable.
    pub(crate) environment: String,
    /// The documentation of its setting.
    pub(crate) docs: Docs,
}

/// Returns the parameters, those of the description first.
pub(crate) fn of<'a>(api: &'a Api, config: &Config) -> Vec<&'a Parameter> {
    let described = api.globals.iter().map(|global| global.name.as_str());
    let names: Vec<_> = described
        .chain(config.globals.iter().map(String::as_str))
        .collect();
    if names.is_empty() {
        return Vec::new();
    }
    let parameters = Parameters::new(api);
    let mut known = HashSet::new();
    let names = names.into_iter().filter(|name| known.insert(*name));
    let found = names.filter_map(|name| parameters.find(name).ok());
    found.collect()
}

impl<'a> Ir<'a> {
    /// Returns the names of the parameters that clients set for all calls.
    pub(crate) fn global_names(&self) -> HashSet<&'a str> {
        let parameters = self.globals.iter().map(|global| global.parameter);
        parameters.map(|one| one.name.as_str()).collect()
    }

    /// Returns how the client sets an argument for all calls, if it can.
    pub(crate) fn global(&self, argument: &Argument<'_>) -> Option<&Global<'a>> {
        self.globals.get(argument.global?)
    }
}

/// Returns the names of the parameters.
pub(crate) fn names<'a>(api: &'a Api, config: &Config) -> HashSet<&'a str> {
    let parameters = of(api, config).into_iter();
    parameters.map(|one| one.name.as_str()).collect()
}

/// Returns the documentation of the setting of a parameter.
pub(crate) fn docs_of(api: &Api, parameter: &Parameter) -> Docs {
    let docs = docs::of_parameter(api, parameter);
    docs.and("It applies to all calls that have this parameter. A call can override it.")
}

/// Pass: marks the arguments of calls that the client can set, and gives each of them a setting.
pub(super) fn declare(ir: &mut Ir<'_>) {
    let parameters = of(ir.api, ir.config);
    if parameters.is_empty() {
        return;
    }
    let environment = Environment::new(ir.api, ir.config).globals;
    let mut scope = ir.settings();
    let globals = parameters.into_iter().zip(environment);
    let globals = globals.map(|(parameter, (_, environment))| Global {
        parameter,
        name: scope.claim_or(&parameter.name, "parameter"),
        ty: ir.types.ty(parameter.schema),
        environment,
        docs: docs_of(ir.api, parameter),
    });
    ir.globals = globals.collect();
    let names = ir.globals.iter().enumerate();
    let names: HashMap<_, _> = names
        .map(|(index, global)| (&global.parameter.name, index))
        .collect();
    for call in ir.groups.iter_mut().flat_map(|group| &mut group.calls) {
        for argument in &mut call.arguments {
            argument.global = names.get(&argument.parameter.name).copied();
        }
    }
}
