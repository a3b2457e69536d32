//! Decides which types there are, their names, and their files.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::atomic::AtomicUsize;

use spec::model::{Additional, Api, EnumBase, Kind, Operation, Schema, SchemaId};

use super::groups::{Group, groups};
use super::names::{self, Case, Scope, convert};
use super::operation_names::{OperationNames, operation_names};
use super::ty::{Foreign, Ty, TypeId};
use crate::ir::recursion::lists_in_need_of_names;
use crate::ir::samples::Samples;
use crate::ir::schemas::children;
use crate::ir::status;

/// The decisions about names and types, made once for the three crates.
#[derive(Debug)]
pub(super) struct Plan<'a> {
    pub(super) api: &'a Api,
    /// Samples of all schemas.
    pub(super) samples: Samples<'a>,
    pub(super) types: Vec<Type>,
    pub(super) operations: Vec<OperationNames>,
    pub(super) groups: Vec<Group<'a>>,
    by_schema: HashMap<SchemaId, TypeId>,
    /// How many parts the shapes of texts have so far.
    pub(super) shape_parts: AtomicUsize,
}

/// A generated type.
#[derive(Debug)]
pub(super) struct Type {
    pub(super) schema: SchemaId,
    pub(super) name: String,
    pub(super) module: String,
    /// The name of the structure with its required properties, if it is a record.
    pub(super) required: String,
    pub(super) form: Form,
    /// Whether it is a multipart body.
    pub(super) multipart: bool,
}

/// The forms of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Record,
    StringEnum,
    IntegerEnum,
    Union,
    StringNewtype,
    Newtype,
    Alias,
}

impl<'a> Plan<'a> {
    pub(super) fn new(api: &'a Api) -> Self {
        let operations = operation_names(api);
        let mut plan = Self {
            api,
            samples: Samples::new(api),
            types: Vec::new(),
            groups: groups(api, &operations),
            operations,
            by_schema: HashMap::new(),
            shape_parts: AtomicUsize::new(0),
        };
        Naming::new(&mut plan).run();
        plan.mark_multipart();
        plan
    }

    pub(super) fn schema(&self, id: SchemaId) -> &'a Schema {
        self.api.schema(id)
    }

    pub(super) fn get(&self, id: TypeId) -> &Type {
        &self.types[id.0]
    }

    pub(super) fn type_ids(&self) -> impl Iterator<Item = TypeId> + use<> {
        (0..self.types.len()).map(TypeId)
    }

    /// Returns the type that is generated for a schema, if there is one.
    pub(super) fn generated_type(&self, mut id: SchemaId) -> Option<TypeId> {
        loop {
            if let Some(made) = self.by_schema.get(&id) {
                return Some(*made);
            }
            match self.schema(id).kind {
                Kind::Alias(target) => id = target,
                _ => return None,
            }
        }
    }

    /// Returns the type of a value, without `null`, which the caller handles.
    pub(super) fn ty(&self, id: SchemaId) -> Ty {
        self.generated_type(id)
            .map_or_else(|| self.plain(self.api.resolve(id)), Ty::Made)
    }

    /// Returns the type of a value, with `null` if it is allowed.
    pub(super) fn nullable_ty(&self, id: SchemaId) -> Ty {
        let ty = self.ty(id);
        if self.api.is_nullable(id) {
            Ty::Nullable(Box::new(ty))
        } else {
            ty
        }
    }

    /// Returns the inner type of an alias or newtype.
    pub(super) fn inner(&self, id: TypeId) -> Ty {
        let schema = self.get(id).schema;
        match self.schema(schema).kind {
            Kind::Alias(target) => self.nullable_ty(target),
            _ => self.plain(schema),
        }
    }

    fn plain(&self, id: SchemaId) -> Ty {
        match &self.schema(id).kind {
            Kind::Null | Kind::Never => Ty::Unit,
            Kind::Boolean => Ty::Bool,
            Kind::Integer { format, .. } => Ty::Int(match format.as_deref() {
                Some("int32" | "int16" | "int8") => "i32",
                Some("uint32" | "uint16" | "uint8") => "u32",
                Some("uint64" | "uint") => "u64",
                _ => "i64",
            }),
            Kind::Number { format, .. } => match format.as_deref() {
                Some("float") => Ty::Float("f32"),
                Some("decimal") => Ty::Foreign(Foreign::DecimalNumber),
                _ => Ty::Float("f64"),
            },
            Kind::String(text) => match text.format.as_deref() {
                Some("date-time") => Ty::Foreign(Foreign::DateTime),
                Some("date") => Ty::Foreign(Foreign::Date),
                Some("uuid") => Ty::Foreign(Foreign::Uuid),
                Some("decimal") => Ty::Foreign(Foreign::Decimal),
                Some("uri") => Ty::Foreign(Foreign::Uri),
                Some("byte") => Ty::Foreign(Foreign::Base64),
                Some("binary") => Ty::Foreign(Foreign::File),
                _ => Ty::String,
            },
            Kind::Array(array) if array.prefix.is_empty() => {
                Ty::List(Box::new(self.nullable_ty(array.items)))
            }
            Kind::Array(_) => Ty::List(Box::new(Ty::Value)),
            Kind::Object(object) => match object.additional {
                Additional::Schema(value) => Ty::Map(Box::new(self.nullable_ty(value))),
                Additional::Unspecified | Additional::Forbidden => Ty::Object,
            },
            Kind::Enumeration(list) if list.values.iter().all(serde_json::Value::is_boolean) => {
                Ty::Bool
            }
            Kind::Any | Kind::Alias(_) | Kind::Enumeration(_) | Kind::Union(_) => Ty::Value,
        }
    }

    pub(super) fn name(&self, id: TypeId) -> String {
        self.get(id).name.clone()
    }

    fn mark_multipart(&mut self) {
        let bodies = self.api.operations.iter().filter_map(|o| o.body.as_ref());
        let contents = bodies.flat_map(|body| &body.content);
        let schemas: Vec<_> = contents
            .filter(|media| media.essence() == "multipart/form-data")
            .filter_map(|media| self.generated_type(media.schema?))
            .collect();
        for id in schemas {
            self.types[id.0].multipart = true;
        }
    }
}

/// Names every type: those of `components` first, so that they keep their names.
struct Naming<'p, 'a> {
    plan: &'p mut Plan<'a>,
    names: Scope,
    modules: Scope,
    queue: VecDeque<(SchemaId, String, String)>,
    seen: Vec<bool>,
    /// Lists and maps that become separate types, whether or not the description names them.
    in_need: HashSet<SchemaId>,
}

impl<'p, 'a> Naming<'p, 'a> {
    fn new(plan: &'p mut Plan<'a>) -> Self {
        Self {
            names: names::types(),
            modules: names::modules(),
            queue: VecDeque::new(),
            seen: vec![false; plan.api.schemas.len()],
            in_need: lists_in_need_of_names(plan.api),
            plan,
        }
    }

    fn run(mut self) {
        let api = self.plan.api;
        let named = api
            .schema_ids()
            .filter_map(|id| Some((id, api.schema(id).name.as_ref()?)));
        let mut modules = Vec::new();
        for (id, name) in named {
            let module = self.modules.claim_or(name, "model");
            let name = self.names.claim_or(name, "model");
            self.declare(id, name.clone(), module.clone());
            modules.push((id, name, module));
        }
        self.queue.extend(modules);
        self.drain();
        for (index, operation) in api.operations.iter().enumerate() {
            let name = self.plan.operations[index].pascal.clone();
            self.operation(operation, &name);
        }
        let hooks = api.webhooks.iter().flat_map(|webhook| &webhook.operations);
        let callbacks = api.operations.iter().flat_map(|o| &o.callbacks);
        for operation in hooks.chain(callbacks.flat_map(|callback| &callback.operations)) {
            self.operation(operation, &convert(&operation.id, Case::Pascal));
        }
        self.name_companions();
    }

    /// Names companions last, so that they do not take the name of a schema.
    fn name_companions(&mut self) {
        let records = self.plan.types.iter_mut();
        for made in records.filter(|made| made.form == Form::Record) {
            made.required = self.names.claim_derived(&made.name, "Required");
        }
    }

    fn operation(&mut self, operation: &Operation, name: &str) {
        let before = self.plan.types.len();
        let module = self.modules.claim(&operation.id);
        let mut add = |schema, part: &str| {
            self.queue
                .push_back((schema, format!("{name} {part}"), module.clone()));
        };
        for parameter in &operation.parameters {
            add(parameter.schema, &parameter.name);
        }
        for media_type in operation.body.iter().flat_map(|body| &body.content) {
            media_type.schema.into_iter().for_each(|id| add(id, "Body"));
            let stream = media_type.stream.as_ref();
            if let Some(item) = stream.and_then(|stream| stream.item) {
                add(item, "Body Item");
            }
        }
        for response in &operation.responses {
            let status = status::name(response.status);
            for header in &response.headers {
                add(header.schema, &format!("{status} {}", header.name));
            }
            for media_type in &response.content {
                media_type
                    .schema
                    .into_iter()
                    .for_each(|id| add(id, &status));
                let stream = media_type.stream.as_ref();
                if let Some(item) = stream.and_then(|stream| stream.item) {
                    add(item, &format!("{status} Item"));
                }
            }
        }
        self.drain();
        if self.plan.types.len() == before {
            self.modules.release(&module);
        }
    }

    fn drain(&mut self) {
        while let Some((id, hint, module)) = self.queue.pop_front() {
            self.visit(id, &hint, &module);
        }
    }

    fn visit(&mut self, id: SchemaId, hint: &str, module: &str) {
        if std::mem::replace(&mut self.seen[id.index()], true) {
            return;
        }
        let schema = self.plan.schema(id);
        let mut name = hint.to_owned();
        let is_type = form_of(schema) != Form::Alias || self.in_need.contains(&id);
        if schema.name.is_none() && is_type {
            name = self.names.claim_or(hint, "value");
            self.declare(id, name.clone(), module.to_owned());
        }
        for (child, part) in children(schema, self.plan.api) {
            let hint = format!("{name} {part}");
            self.queue.push_back((child, hint, module.to_owned()));
        }
    }

    fn declare(&mut self, schema: SchemaId, name: String, module: String) {
        let form = match form_of(self.plan.schema(schema)) {
            // An alias cannot contain itself: `type Tree = Vec<Tree>`.
            Form::Alias if self.in_need.contains(&schema) => Form::Newtype,
            form => form,
        };
        let id = TypeId(self.plan.types.len());
        self.plan.by_schema.insert(schema, id);
        self.plan.types.push(Type {
            schema,
            name,
            module,
            required: String::new(),
            form,
            multipart: false,
        });
    }
}

fn form_of(schema: &Schema) -> Form {
    match &schema.kind {
        Kind::Object(object) if !object.properties.is_empty() => Form::Record,
        Kind::Enumeration(list) => match list.base {
            EnumBase::String => Form::StringEnum,
            EnumBase::Integer => Form::IntegerEnum,
            EnumBase::Other => Form::Alias,
        },
        Kind::Union(_) => Form::Union,
        Kind::String(text) if schema.name.is_some() && text.format.is_none() => Form::StringNewtype,
        Kind::String(_) | Kind::Integer { .. } if is_id(schema.name.as_deref()) => Form::Newtype,
        _ => Form::Alias,
    }
}

/// Returns whether a schema is an id, which becomes a distinct type so that ids cannot be confused.
fn is_id(name: Option<&str>) -> bool {
    name.is_some_and(|name| name.ends_with("Id") || name.ends_with("ID"))
}
