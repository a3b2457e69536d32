//! The decisions of the target beyond those of every SDK: names that the package declares, fields,
//! and which of them need a pointer.

use std::collections::{HashMap, HashSet};

use spec::Api;
use spec::model::{Direction, Kind, Property, Schema, Status};

use super::code;
use super::names::{LANGUAGE, taken};
use crate::Config;
use crate::code::Code;
use crate::ir::names::{Case, Scope, convert};
use crate::ir::{Call, ContentKind, Form, Ir, Ty, TypeId};

/// An SDK in Go.
pub(super) struct Go<'a> {
    pub(super) ir: Ir<'a>,
    /// Names made of those of calls, by the identifier of the operation.
    pub(super) calls: HashMap<&'a str, CallNames>,
    /// The types of groups, in their order.
    pub(super) services: Vec<String>,
    /// The errors by status.
    pub(super) errors: Vec<StatusError>,
    /// The options for variables and credentials, in their order.
    pub(super) variables: Vec<String>,
    pub(super) schemes: Vec<String>,
    /// The names of the values of enumerations.
    pub(super) values: HashMap<TypeId, Vec<String>>,
    boxed: HashSet<(TypeId, String)>,
}

/// Names of types that belong to one call.
pub(super) struct CallNames {
    pub(super) params: String,
    pub(super) result: String,
    pub(super) body: String,
    /// The method for all items of a list.
    pub(super) all: String,
}

/// The error of one status.
pub(super) struct StatusError {
    pub(super) status: Status,
    pub(super) name: String,
    /// The kinds of body that it can have.
    pub(super) bodies: Vec<ContentKind>,
}

/// A field of a record.
pub(super) struct Field<'p> {
    pub(super) property: &'p Property,
    pub(super) name: Code,
    /// What it is where it is there.
    pub(super) value: Ty,
    pub(super) presence: Presence,
    pub(super) boxed: bool,
}

/// Whether a member may be left out or be `null`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Presence {
    Required,
    Nullable,
    Optional,
    OptionalNullable,
}

impl Presence {
    /// The word of the tag.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::Nullable => "nullable",
            Self::Optional => "optional",
            Self::OptionalNullable => "optional-nullable",
        }
    }
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
            values: HashMap::new(),
            boxed: HashSet::new(),
            ir,
        };
        go.name(&mut scope);
        go.name_errors(&mut scope);
        go.name_values(&mut scope);
        go.boxed = go.find_boxed();
        go
    }

    fn name(&mut self, scope: &mut Scope) {
        let with = |scope: &mut Scope, name: &str| {
            scope.claim_derived(&format!("With{}", convert(name, Case::Pascal)), "")
        };
        for variable in &self.ir.variables {
            self.variables.push(with(scope, &variable.name));
        }
        for scheme in &self.ir.schemes {
            self.schemes.push(with(scope, &scheme.name));
        }
        for group in &self.ir.groups {
            self.services
                .push(scope.claim_derived(&group.name, "Service"));
            let methods: Vec<_> = group
                .calls
                .iter()
                .map(|call| call.method.as_str())
                .collect();
            let mut own = Scope::new(Case::Pascal, &methods);
            for call in &group.calls {
                let names = CallNames {
                    params: scope.claim_derived(&call.pascal, "Params"),
                    result: scope.claim_derived(&call.pascal, "Result"),
                    body: scope.claim_derived(&call.pascal, "Body"),
                    all: own.claim_derived(&call.method, "All"),
                };
                self.calls.insert(&call.operation.id, names);
            }
        }
    }

    fn name_errors(&mut self, scope: &mut Scope) {
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

    fn name_values(&mut self, scope: &mut Scope) {
        for (id, declared) in self.ir.types.iter() {
            let Kind::Enumeration(list) = &declared.schema.kind else {
                continue;
            };
            if !matches!(declared.form, Form::StringEnum | Form::IntegerEnum) {
                continue;
            }
            let names = list.values.iter().map(|value| {
                let text = value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_owned);
                scope.claim_derived(&declared.name, &ending(&text))
            });
            let names = names.collect();
            self.values.insert(id, names);
        }
    }

    /// The fields of a record.
    pub(super) fn fields(&self, id: TypeId) -> Vec<Field<'a>> {
        let schema = self.ir.types.get(id).schema;
        let Kind::Object(object) = &schema.kind else {
            return Vec::new();
        };
        let mut scope = Scope::new(
            Case::Pascal,
            &["Additional", "MarshalJSON", "UnmarshalJSON", "Unknown"],
        );
        let fields = object.properties.iter().map(|property| {
            let value = self.ir.types.ty(property.schema);
            Field {
                property,
                name: code::exported(&scope.claim_or(&property.name, "property")),
                presence: self.presence(schema.direction, property, &value),
                boxed: self.boxed.contains(&(id, property.name.clone())),
                value,
            }
        });
        fields.collect()
    }

    fn presence(&self, direction: Direction, property: &Property, value: &Ty) -> Presence {
        let types = &self.ir.types;
        let is_open = matches!(types.unalias(value), Ty::Any | Ty::Null | Ty::Nullable(_));
        let nullable = types.is_nullable(property.schema);
        match (self.is_required(direction, property), nullable) {
            (true, false) => Presence::Required,
            (true, true) => Presence::Nullable,
            (false, nullable) if nullable || is_open => Presence::OptionalNullable,
            (false, _) => Presence::Optional,
        }
    }

    /// A required property that only the other direction has is not required in this type.
    pub(super) fn is_required(&self, direction: Direction, property: &Property) -> bool {
        let (schema, behind) = self.schemas(property);
        let read_only = schema.read_only || behind.read_only;
        let write_only = schema.write_only || behind.write_only;
        property.required
            && !(read_only && direction.request)
            && !(write_only && direction.response)
    }

    /// The schema of a property, and the one behind its aliases.
    pub(super) fn schemas(&self, property: &Property) -> (&'a Schema, &'a Schema) {
        let api = self.ir.api;
        let behind = api.resolve(property.schema);
        (api.schema(property.schema), api.schema(behind))
    }

    /// Whether a type is a struct that methods hand over by a pointer.
    pub(super) fn is_record(&self, ty: &Ty) -> bool {
        match self.ir.types.unalias(ty) {
            Ty::Declared(id) => matches!(self.ir.types.get(id).form, Form::Record | Form::Union),
            _ => false,
        }
    }

    /// The records that one holds without a pointer, with the properties that do.
    fn held(&self, id: TypeId) -> Vec<(String, TypeId)> {
        let fields = self.fields(id).into_iter();
        let held = fields.filter(|field| field.presence == Presence::Required);
        let held = held.filter_map(|field| match self.ir.types.unalias(&field.value) {
            Ty::Declared(inner) if self.ir.types.get(inner).form == Form::Record => {
                Some((field.property.name.clone(), inner))
            }
            _ => None,
        });
        held.collect()
    }

    /// The fields by which a record would hold itself: its size would have no end.
    fn find_boxed(&self) -> HashSet<(TypeId, String)> {
        let records = self.ir.types.iter();
        let records = records.filter(|(_, declared)| declared.form == Form::Record);
        let edges: HashMap<_, _> = records.map(|(id, _)| (id, self.held(id))).collect();
        let mut boxed = HashSet::new();
        for (id, held) in &edges {
            for (property, inner) in held {
                if reaches(&edges, *inner, *id) {
                    boxed.insert((*id, property.clone()));
                }
            }
        }
        boxed
    }

    /// The names of a call's types.
    pub(super) fn names(&self, call: &Call<'_>) -> &CallNames {
        &self.calls[call.operation.id.as_str()]
    }
}

fn reaches(edges: &HashMap<TypeId, Vec<(String, TypeId)>>, from: TypeId, to: TypeId) -> bool {
    let mut seen = HashSet::from([from]);
    let mut queue = vec![from];
    while let Some(id) = queue.pop() {
        if id == to {
            return true;
        }
        let next = edges.get(&id).into_iter().flatten();
        queue.extend(
            next.map(|(_, inner)| *inner)
                .filter(|inner| seen.insert(*inner)),
        );
    }
    false
}

/// The end of the name of an enumeration's value. It stands behind another name, so that what
/// makes a name begin with a letter is not needed.
fn ending(value: &str) -> String {
    let ending = convert(value, Case::Pascal);
    match ending.strip_prefix('N') {
        Some(rest) if rest.starts_with(|c: char| c.is_ascii_digit()) => rest.to_owned(),
        _ => ending,
    }
}
