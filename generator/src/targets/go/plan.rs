//! The decisions of this target: names that the package declares, and fields that need a pointer.

use std::cell::OnceCell;
use std::collections::HashMap;

use spec::Api;
use spec::model::Status;

use super::code;
use super::names::{LANGUAGE, taken};
use crate::Config;
use crate::ir::names::{Case, Scope, convert};
use crate::ir::{Call, ContentKind, Form, Ir, Shape, Ty, TypeId, Values};

/// An SDK in Go.
pub(super) struct Go<'a> {
    pub(super) ir: Ir<'a>,
    /// Names derived from those of calls, by operationId.
    pub(super) calls: HashMap<&'a str, CallNames>,
    /// The types of groups, in their order.
    pub(super) services: Vec<String>,
    /// The errors by status.
    pub(super) errors: Vec<StatusError>,
    /// The options for variables and credentials, in their order.
    pub(super) variables: Vec<String>,
    pub(super) schemes: Vec<String>,
    /// The options of clients and of calls for the parameters of all calls, in their order.
    pub(super) globals: Vec<(String, String)>,
    /// The names that are taken.
    scope: Scope,
    /// The names of the values of enumerations.
    values: OnceCell<HashMap<TypeId, Vec<String>>>,
}

/// Names of types that belong to one call.
pub(super) struct CallNames {
    /// Its method, after the type that has it.
    pub(super) method: String,
    pub(super) params: String,
    pub(super) result: String,
    pub(super) body: String,
}

/// The error of one status.
pub(super) struct StatusError {
    pub(super) status: Status,
    pub(super) name: String,
    /// The kinds of body that it can have.
    pub(super) bodies: Vec<ContentKind>,
}

impl<'a> Go<'a> {
    pub(super) fn new(api: &'a Api, config: &'a Config) -> Self {
        let ir = Ir::new(api, config, &LANGUAGE);
        let mut scope = Scope::new(Case::Pascal, taken());
        for (_, declared) in ir.types.iter() {
            scope.claim_derived(&declared.name, "");
        }
        let mut go = Self {
            calls: HashMap::new(),
            services: Vec::new(),
            errors: Vec::new(),
            variables: Vec::new(),
            schemes: Vec::new(),
            globals: Vec::new(),
            scope,
            values: OnceCell::new(),
            ir,
        };
        go.name();
        go.name_errors();
        go
    }

    fn name(&mut self) {
        let scope = &mut self.scope;
        let with = |scope: &mut Scope, name: &str| {
            scope.claim_derived(&format!("With{}", convert(name, Case::Pascal)), "")
        };
        for variable in &self.ir.variables {
            self.variables.push(with(scope, &variable.name));
        }
        for scheme in &self.ir.schemes {
            self.schemes.push(with(scope, &scheme.name));
        }
        for global in &self.ir.globals {
            let with = |scope: &mut Scope, start: &str| {
                scope.claim_or(&format!("{start} {}", global.name), "parameter")
            };
            let option = with(scope, "with");
            let request = with(scope, "with request");
            self.globals.push((option, request));
        }
        for group in &self.ir.groups {
            let service = scope.claim_derived(&group.name, "Service");
            for call in &group.calls {
                let names = CallNames {
                    method: format!(
                        "{}.{}",
                        code::exported(&service).as_str(),
                        code::exported(&call.method).as_str()
                    ),
                    params: scope.claim_derived(&call.pascal, "Params"),
                    result: scope.claim_derived(&call.pascal, "Result"),
                    body: scope.claim_derived(&call.pascal, "Body"),
                };
                self.calls.insert(&call.operation.id, names);
            }
            self.services.push(service);
        }
    }

    fn name_errors(&mut self) {
        let scope = &mut self.scope;
        for call in self.ir.calls() {
            for answer in call.errors() {
                let status = answer.response.status;
                let known = self.errors.iter().position(|error| error.status == status);
                let index = known.unwrap_or_else(|| {
                    let name = answer.name.trim_end_matches("Error");
                    self.errors.push(StatusError {
                        status,
                        name: scope.claim_derived(name, "Error"),
                        bodies: Vec::new(),
                    });
                    self.errors.len() - 1
                });
                for content in &answer.contents {
                    let bodies = &mut self.errors[index].bodies;
                    if !bodies.contains(&content.kind) {
                        bodies.push(content.kind.clone());
                    }
                }
            }
        }
    }

    /// Returns the names of the values of an enumeration.
    pub(super) fn values(&self, id: TypeId) -> &[String] {
        let all = self.values.get_or_init(|| self.name_values());
        all.get(&id).map_or(&[], Vec::as_slice)
    }

    fn name_values(&self) -> HashMap<TypeId, Vec<String>> {
        let lists = self.ir.types.iter();
        let lists = lists.filter_map(|(id, declared)| match &declared.shape {
            Shape::Enumeration(list) => Some((id, declared, &list.values)),
            _ => None,
        });
        let lists: Vec<_> = lists.collect();
        let count = lists.iter().map(|(_, _, values)| values.len()).sum();
        let mut scope = self.scope.clone().expecting(count);
        let named = lists.into_iter().map(|(id, declared, values)| {
            let mut claim = |text: &str| scope.claim_derived(&declared.name, &ending(text));
            let names = match values {
                Values::Strings(values) => values.iter().map(|text| claim(text)).collect(),
                Values::Integers(values) => values
                    .iter()
                    .map(|number| claim(&number.to_string()))
                    .collect(),
            };
            (id, names)
        });
        named.collect()
    }

    /// Returns whether methods pass a type by pointer, because it is a struct.
    pub(super) fn is_record(&self, ty: &Ty) -> bool {
        match self.ir.types.unalias(ty) {
            Ty::Declared(id) => matches!(self.ir.types.get(id).form, Form::Record | Form::Union),
            _ => false,
        }
    }

    /// Returns the names of a call's types.
    pub(super) fn names(&self, call: &Call<'_>) -> &CallNames {
        &self.calls[call.operation.id.as_str()]
    }
}

/// Returns the end of the name of an enumeration's value. It follows another name, so that it may
/// begin with a digit.
fn ending(value: &str) -> String {
    let ending = convert(value, Case::Pascal);
    match ending.strip_prefix('N') {
        Some(rest) if rest.starts_with(|c: char| c.is_ascii_digit()) => rest.to_owned(),
        _ => ending,
    }
}
