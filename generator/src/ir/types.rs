//! Decides which schemas become named types, and names them.

use std::collections::{HashMap, HashSet, VecDeque};

use serde_json::Value;
use spec::model::{Additional, Api, EnumBase, Kind, Operation, Schema, SchemaId};

use super::names::{Case, Scope, convert};
use super::operation::Names;
use super::recursion::lists_in_need_of_names;
use super::schemas::{children, of_operation};
use super::{Docs, Enumeration, Ir, Record, Ty, TypeId, Union};

/// The declared types.
#[derive(Debug)]
pub(crate) struct Types<'a> {
    pub(super) api: &'a Api,
    list: Vec<Type<'a>>,
    by_schema: HashMap<SchemaId, TypeId>,
    in_need: HashSet<SchemaId>,
}

/// A declared type.
#[derive(Debug)]
pub(crate) struct Type<'a> {
    /// The schema of the type.
    pub(crate) schema: &'a Schema,
    /// The index of its schema.
    pub(crate) schema_id: SchemaId,
    /// Its name, in Pascal case, unique without regard to case.
    pub(crate) name: String,
    /// What it is a part of.
    pub(crate) origin: Origin<'a>,
    /// Whether it is a record, a union, an enumeration or an alias.
    pub(crate) form: Form,
    /// Its form, with its parts.
    pub(crate) shape: Shape<'a>,
    /// The documentation of the declared type.
    pub(crate) docs: Docs,
}

/// The part of the description that a type belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Origin<'a> {
    /// A schema with a name: of the type itself, or of one that contains it.
    Schema(SchemaId),
    /// The operation with this id.
    Operation(&'a str),
}

/// The form of a declared type, with its parts.
#[derive(Debug)]
pub(crate) enum Shape<'a> {
    /// Fields.
    Record(Record<'a>),
    /// Values.
    Enumeration(Enumeration<'a>),
    /// Members.
    Union(Union<'a>),
    /// Another type.
    Alias(Ty),
}

impl Shape<'_> {
    /// Returns the types of its parts.
    pub(crate) fn tys(&self) -> Vec<&Ty> {
        match self {
            Self::Record(record) => {
                let fields = record.fields.iter().map(|field| &field.ty);
                fields.chain(&record.additional).collect()
            }
            Self::Union(union) => union.members.iter().map(|member| &member.ty).collect(),
            Self::Alias(behind) => vec![behind],
            Self::Enumeration(_) => Vec::new(),
        }
    }
}

/// The form of a declared type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// An object with properties.
    Record,
    /// One of several strings; responses may have others.
    StringEnum,
    /// One of several integers; responses may have others.
    IntegerEnum,
    /// One of several types.
    Union,
    /// Another name for a type. No type is an alias of itself, even indirectly, except for arrays
    /// and maps of itself.
    Alias,
}

impl<'a> Types<'a> {
    /// Returns an empty collection of types.
    pub(super) fn new(api: &'a Api) -> Self {
        Self {
            api,
            list: Vec::new(),
            by_schema: HashMap::new(),
            in_need: HashSet::new(),
        }
    }

    /// Returns every type.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = (TypeId, &Type<'a>)> {
        let list = self.list.iter().enumerate();
        list.map(|(index, declared)| (TypeId(index), declared))
    }

    /// Returns every type, to be changed.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Type<'a>> {
        self.list.iter_mut()
    }

    /// Returns a type, to be changed.
    pub(super) fn get_mut(&mut self, id: TypeId) -> &mut Type<'a> {
        &mut self.list[id.0]
    }

    /// Returns the record that a type stands for, ignoring `null`.
    pub(crate) fn record_of(&self, ty: &Ty) -> Option<&Record<'a>> {
        match self.unalias(ty).not_null() {
            Ty::Declared(id) => self.record(*id),
            _ => None,
        }
    }

    /// Sets the shapes of some types.
    pub(super) fn shape(&mut self, shapes: Vec<(TypeId, Shape<'a>)>) {
        for (id, shape) in shapes {
            self.list[id.0].shape = shape;
        }
    }

    /// Returns the record of a type, if it is one.
    pub(crate) fn record(&self, id: TypeId) -> Option<&Record<'a>> {
        match &self.get(id).shape {
            Shape::Record(record) => Some(record),
            _ => None,
        }
    }

    /// Returns a type.
    pub(crate) fn get(&self, id: TypeId) -> &Type<'a> {
        &self.list[id.0]
    }

    /// Returns a schema.
    pub(crate) fn schema(&self, id: SchemaId) -> &'a Schema {
        self.api.schema(id)
    }

    /// Returns the type that was declared for a schema, if there is one.
    pub(crate) fn declared(&self, mut id: SchemaId) -> Option<TypeId> {
        loop {
            if let Some(declared) = self.by_schema.get(&id) {
                return Some(*declared);
            }
            id = self.schema(id).target()?;
        }
    }

    /// Returns the type of a value, without `null`, which the caller handles.
    pub(crate) fn ty(&self, id: SchemaId) -> Ty {
        let declared = self.declared(id);
        declared.map_or_else(|| self.plain(self.api.resolve(id)), Ty::Declared)
    }

    /// Returns the type of a value, with `null` if it is allowed.
    pub(crate) fn nullable_ty(&self, id: SchemaId) -> Ty {
        let ty = self.ty(id);
        if self.api.is_nullable(id) {
            Ty::Nullable(Box::new(ty))
        } else {
            ty
        }
    }

    /// Returns what an alias stands for.
    pub(crate) fn behind(&self, id: TypeId) -> Ty {
        let declared = self.get(id);
        match declared.schema.kind {
            Kind::Alias(target) => self.nullable_ty(target),
            _ => self.plain(declared.schema_id),
        }
    }

    /// Returns the type that an alias only renames.
    pub(crate) fn other_name(&self, alias: TypeId) -> Option<TypeId> {
        let declared = self.get(alias);
        match declared.schema.kind {
            Kind::Alias(target) if declared.form == Form::Alias => self.declared(target),
            _ => None,
        }
    }

    /// Returns whether a type that contains an alias must refer to it by name, because the expanded
    /// type would be infinite or nest too deeply.
    pub(crate) fn is_name_needed(&self, alias: TypeId) -> bool {
        self.in_need.contains(&self.get(alias).schema_id)
    }

    /// Returns a type with its aliases resolved, for languages without aliases and to examine a
    /// type.
    pub(crate) fn unalias(&self, ty: &Ty) -> Ty {
        let mut ty = ty.clone();
        // An alias may be an array of itself, but never itself.
        while let Ty::Declared(id) = ty {
            if self.get(id).form != Form::Alias {
                break;
            }
            ty = self.behind(id);
        }
        ty
    }

    fn plain(&self, id: SchemaId) -> Ty {
        match &self.schema(id).kind {
            Kind::Null | Kind::Never => Ty::Null,
            Kind::Boolean => Ty::Boolean,
            Kind::Integer { format, .. } => match format.as_deref() {
                Some("int32" | "int16" | "int8") => Ty::Int32,
                Some("uint16" | "uint8") => Ty::UInt16,
                Some("uint32") => Ty::UInt32,
                Some("uint64" | "uint") => Ty::UInt64,
                _ => Ty::Int64,
            },
            Kind::Number { format, .. } => match format.as_deref() {
                Some("float") => Ty::Float,
                Some("decimal") => Ty::DecimalNumber,
                _ => Ty::Double,
            },
            Kind::String(text) => text.format.as_deref().map_or(Ty::String, text_ty),
            Kind::Array(array) if array.prefix.is_empty() => {
                Ty::List(Box::new(self.nullable_ty(array.items)))
            }
            Kind::Array(_) => Ty::List(Box::new(Ty::Any)),
            Kind::Object(object) => match object.additional {
                Additional::Schema(value) => Ty::Map(Box::new(self.nullable_ty(value))),
                Additional::Unspecified | Additional::Forbidden => Ty::Object,
            },
            Kind::Enumeration(list) if list.values.iter().all(Value::is_boolean) => Ty::Boolean,
            Kind::Any | Kind::Alias(_) | Kind::Enumeration(_) | Kind::Union(_) => Ty::Any,
        }
    }
}

fn text_ty(format: &str) -> Ty {
    match format {
        "date-time" => Ty::DateTime,
        "date" => Ty::Date,
        "uuid" => Ty::Uuid,
        "decimal" => Ty::Decimal,
        "uri" => Ty::Uri,
        "byte" => Ty::Base64,
        "binary" => Ty::Binary,
        _ => Ty::String,
    }
}

/// Pass: determines the types of all aliases.
pub(super) fn alias(ir: &mut Ir<'_>) {
    let aliases = ir.types.iter();
    let aliases = aliases.filter(|(_, declared)| declared.form == Form::Alias);
    let shapes: Vec<_> = aliases
        .map(|(id, _)| (id, Shape::Alias(ir.types.behind(id))))
        .collect();
    ir.types.shape(shapes);
}

/// Pass: decides which schemas are types, and names them.
pub(super) fn declare(ir: &mut Ir<'_>) {
    ir.types.in_need = lists_in_need_of_names(ir.api);
    let naming = Naming {
        reads_streams: ir.language.reads_streams,
        types: &mut ir.types,
        names: Scope::new(Case::Pascal, ir.language.types),
        queue: VecDeque::new(),
        seen: HashSet::new(),
    };
    naming.run(&ir.names);
}

/// Names every type: those of `components` first, so that they keep their names.
struct Naming<'t, 'a> {
    reads_streams: bool,
    types: &'t mut Types<'a>,
    names: Scope,
    queue: VecDeque<(SchemaId, String, Origin<'a>)>,
    seen: HashSet<SchemaId>,
}

impl<'a> Naming<'_, 'a> {
    fn run(mut self, operations: &[Names]) {
        let api = self.types.api;
        for id in api.schema_ids() {
            if let Some(name) = &api.schema(id).name {
                let name = self.names.claim_or(name, "model");
                let origin = Origin::Schema(id);
                self.declare(id, name.clone(), origin);
                self.queue.push_back((id, name, origin));
            }
        }
        self.drain();
        for (operation, names) in api.operations.iter().zip(operations) {
            self.operation(operation, &names.pascal);
        }
        let hooks = api.webhooks.iter().flat_map(|webhook| &webhook.operations);
        let callbacks = api.operations.iter().flat_map(|o| &o.callbacks);
        for operation in hooks.chain(callbacks.flat_map(|callback| &callback.operations)) {
            self.operation(operation, &convert(&operation.id, Case::Pascal));
        }
    }

    fn operation(&mut self, operation: &'a Operation, name: &str) {
        let origin = Origin::Operation(&operation.id);
        for (schema, part) in of_operation(operation, self.reads_streams) {
            let hint = format!("{name} {part}");
            self.queue.push_back((schema, hint, origin));
        }
        self.drain();
    }

    fn drain(&mut self) {
        while let Some((id, hint, origin)) = self.queue.pop_front() {
            if !self.seen.insert(id) {
                continue;
            }
            let schema = self.types.schema(id);
            let mut name = hint;
            let is_type = form_of(schema) != Form::Alias || self.types.in_need.contains(&id);
            if schema.name.is_none() && is_type {
                name = self.names.claim_or(&name, "value");
                self.declare(id, name.clone(), origin);
            }
            for (child, part) in children(schema, self.types.api) {
                let hint = format!("{name} {part}");
                self.queue.push_back((child, hint, origin));
            }
        }
    }

    fn declare(&mut self, id: SchemaId, name: String, origin: Origin<'a>) {
        let schema = self.types.schema(id);
        let declared = TypeId(self.types.list.len());
        self.types.by_schema.insert(id, declared);
        self.types.list.push(Type {
            schema,
            schema_id: id,
            name,
            origin,
            form: form_of(schema),
            shape: Shape::Alias(Ty::Any),
            docs: Docs::default(),
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
        _ => Form::Alias,
    }
}
