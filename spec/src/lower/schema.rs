//! Schemas, each once: a place in the files is one schema, however often it is referred to.

use std::collections::{HashMap, VecDeque};

use super::reader::Fields;
use super::{Dialect, Lowering};
use crate::diagnostic::{Code, Diagnostic};
use crate::document::{Node, Value};
use crate::model::{
    Additional, Array, Bounds, Discriminator, EnumBase, Enumeration, Kind, Member, Object,
    Property, Provenance, Schema, SchemaId, Text, Union, UnionMode,
};
use crate::source::Span;

/// The schemas found so far.
#[derive(Debug, Default)]
pub(super) struct Schemas<'d> {
    list: Vec<Schema>,
    by_place: HashMap<Span, SchemaId>,
    by_name: HashMap<String, SchemaId>,
    queue: VecDeque<(SchemaId, &'d Node)>,
    /// What remains to be merged into a schema.
    pub(super) all_of: HashMap<SchemaId, Vec<SchemaId>>,
}

impl Schemas<'_> {
    pub(super) fn get(&self, id: SchemaId) -> &Schema {
        &self.list[id.index()]
    }

    pub(super) fn get_mut(&mut self, id: SchemaId) -> &mut Schema {
        &mut self.list[id.index()]
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = SchemaId> + use<> {
        (0..self.list.len()).map(SchemaId::from_index)
    }

    pub(super) fn add(&mut self, schema: Schema) -> SchemaId {
        self.list.push(schema);
        SchemaId::from_index(self.list.len() - 1)
    }

    pub(super) fn named(&self, name: &str) -> Option<SchemaId> {
        self.by_name.get(name).copied()
    }

    /// The schema behind aliases; where they lead in a circle, the last one before it closes.
    pub(super) fn resolve(&self, id: SchemaId) -> SchemaId {
        let mut at = id;
        for _ in 0..self.list.len() {
            match self.get(at).kind {
                Kind::Alias(target) if target != id => at = target,
                _ => break,
            }
        }
        at
    }

    pub(super) fn finish(self) -> Vec<Schema> {
        self.list
    }
}

impl Schema {
    pub(super) fn new(span: Span, provenance: Provenance) -> Self {
        Self {
            name: None,
            span,
            kind: Kind::Any,
            nullable: false,
            title: None,
            description: None,
            deprecated: false,
            read_only: false,
            write_only: false,
            default: None,
            examples: Vec::new(),
            direction: crate::model::Direction::default(),
            states: None,
            provenance,
            extensions: crate::model::Extensions::new(),
        }
    }
}

impl<'d> Lowering<'d, '_> {
    /// Declares `components/schemas`, so that they come first and in their order.
    pub(super) fn declare_schemas(&mut self, root: &Fields<'d>, provenance: &Provenance) {
        const KNOWN: &[&str] = &[
            "schemas",
            "responses",
            "parameters",
            "examples",
            "requestBodies",
            "headers",
            "securitySchemes",
            "links",
            "callbacks",
            "pathItems",
        ];
        let Some(components) = self.object(root, "components") else {
            return;
        };
        self.known(&components, KNOWN);
        let provenance = self.provenance(&components, provenance);
        for (name, node) in self.entries(&components, "schemas") {
            self.found.schemas += 1;
            let id = self.place(node, &provenance);
            self.name(id, name);
        }
    }

    fn name(&mut self, id: SchemaId, name: &str) {
        let schema = self.schemas.get_mut(id);
        if schema.name.is_none() {
            schema.name = Some(name.to_owned());
            self.schemas.by_name.entry(name.to_owned()).or_insert(id);
        }
    }

    /// The schema that stands at a place, lowered later.
    fn place(&mut self, node: &'d Node, provenance: &Provenance) -> SchemaId {
        if let Some(id) = self.schemas.by_place.get(&node.span) {
            return *id;
        }
        let id = self.schemas.add(Schema::new(node.span, provenance.clone()));
        self.schemas.by_place.insert(node.span, id);
        self.schemas.queue.push_back((id, node));
        id
    }

    /// The schema used at a place: the one there, or the one that a bare reference leads to.
    pub(super) fn schema(&mut self, node: &'d Node, provenance: &Provenance) -> SchemaId {
        let bare = node
            .as_object()
            .is_some_and(|object| object.iter().all(|(name, _)| is_reference_only(name)));
        match node.get("$ref") {
            Some(target) if bare => self
                .referred(target, provenance)
                .unwrap_or_else(|| self.place(node, provenance)),
            _ => self.place(node, provenance),
        }
    }

    fn referred(&mut self, target: &'d Node, provenance: &Provenance) -> Option<SchemaId> {
        let reference = self.text_of(target, "$ref")?;
        if self.dialect == Dialect::OpenApi31 && is_anchor(&reference) {
            self.unsupported(
                target.span,
                "references to anchors are not followed",
                "any value",
            );
            return None;
        }
        let node = self.follow(&reference, target.span)?;
        let schema = matches!(node.value, Value::Object(_) | Value::Bool(_));
        if !schema {
            self.diagnostics.push(
                Diagnostic::error(
                    Code::MismatchedReference,
                    target.span,
                    format!(
                        "`{reference}` leads to {}, not to a schema",
                        node.describe()
                    ),
                )
                .related(node.span, "this is what it leads to"),
            );
            return None;
        }
        let id = self.place(node, provenance);
        if let Some(name) = name_in(&reference) {
            self.name(id, &name);
        }
        Some(id)
    }

    /// Lowers what has been placed; what that places in turn comes after it, so that nothing
    /// recurses however deep schemas refer to each other.
    pub(super) fn lower_queued_schemas(&mut self) {
        while let Some((id, node)) = self.schemas.queue.pop_front() {
            self.fill(id, node);
        }
    }

    fn fill(&mut self, id: SchemaId, node: &'d Node) {
        if let Value::Bool(any) = node.value {
            self.schemas.get_mut(id).kind = if any { Kind::Any } else { Kind::Never };
            return;
        }
        let Some(fields) = self.fields(node, "a schema") else {
            return;
        };
        self.annotate(id, &fields);
        let provenance = self.schemas.get(id).provenance.clone();
        if let Some(target) = fields.get("$ref") {
            self.fill_reference(id, &fields, target, &provenance);
            return;
        }
        let own = self.own_kind(id, &fields, &provenance);
        self.schemas.get_mut(id).kind = own;
        let mut parts = Vec::new();
        for part in self.array(&fields, "allOf") {
            parts.push(self.schema(part, &provenance));
        }
        for (field, mode) in [("oneOf", UnionMode::OneOf), ("anyOf", UnionMode::AnyOf)] {
            parts.extend(self.union_part(&fields, field, mode, &provenance));
        }
        if !parts.is_empty() {
            self.schemas.all_of.insert(id, parts);
        }
    }

    /// What stands beside `$ref` counts in 3.1 (JSON Schema 2020-12 §8.2.3.1), and not in 3.0.
    fn fill_reference(
        &mut self,
        id: SchemaId,
        fields: &Fields<'d>,
        target: &'d Node,
        provenance: &Provenance,
    ) {
        let Some(target) = self.referred(target, provenance) else {
            return;
        };
        let own = if self.dialect == Dialect::OpenApi31 {
            self.own_kind(id, fields, provenance)
        } else {
            self.warn_of_siblings(fields);
            self.schemas.get_mut(id).nullable = false;
            Kind::Any
        };
        if own == Kind::Any {
            self.schemas.get_mut(id).kind = Kind::Alias(target);
        } else {
            self.schemas.get_mut(id).kind = own;
            self.schemas.all_of.insert(id, vec![target]);
        }
    }

    fn warn_of_siblings(&mut self, fields: &Fields<'d>) {
        for (name, _) in fields.iter() {
            let harmless = name == "$ref" || name.starts_with("x-") || is_annotation(name);
            if harmless {
                continue;
            }
            let diagnostic = Diagnostic::warning(
                Code::UnknownField,
                fields.name_span(name),
                format!("`{name}` beside `$ref` has no effect in OpenAPI 3.0"),
            );
            self.diagnostics.push(
                diagnostic
                    .label("ignored")
                    .help("put the reference into `allOf`, and this beside it"),
            );
        }
    }

    /// A union, as a part to be merged with what stands beside it.
    fn union_part(
        &mut self,
        fields: &Fields<'d>,
        field: &'static str,
        mode: UnionMode,
        provenance: &Provenance,
    ) -> Option<SchemaId> {
        let nodes = self.array(fields, field);
        let first = nodes.first()?;
        let members: Vec<_> = nodes
            .iter()
            .filter(|node| !is_constraint_only(node))
            .map(|node| self.schema(node, provenance))
            .collect();
        if members.is_empty() {
            self.unsupported(
                fields.name_span(field),
                format!("`{field}` that only adds constraints is not checked"),
                "left out",
            );
            return None;
        }
        let discriminator = self.discriminator(fields);
        let mapping = self.mapping(fields);
        let members = members
            .into_iter()
            .map(|schema| Member {
                schema,
                values: self.values_of(schema, discriminator.is_some(), &mapping),
            })
            .collect();
        let mut part = Schema::new(first.span, provenance.clone());
        part.kind = Kind::Union(Union {
            mode,
            members,
            discriminator,
        });
        Some(self.schemas.add(part))
    }

    fn discriminator(&mut self, fields: &Fields<'d>) -> Option<Discriminator> {
        let discriminator = self.object(fields, "discriminator")?;
        self.known(&discriminator, &["propertyName", "mapping"]);
        let property = self.required_text(&discriminator, "propertyName");
        Some(Discriminator { property })
    }

    /// The mapping of a discriminator: a value, and the schema that it stands for. A target may
    /// be a bare name (OpenAPI 3.0.3 §4.7.25.1).
    fn mapping(&mut self, fields: &Fields<'d>) -> Vec<(String, SchemaId)> {
        let Some(discriminator) = fields.get("discriminator") else {
            return Vec::new();
        };
        let Some(discriminator) = self.fields(discriminator, "a discriminator") else {
            return Vec::new();
        };
        let mut mapping = Vec::new();
        for (value, target) in self.entries(&discriminator, "mapping") {
            let Some(reference) = self.text_of(target, "mapping") else {
                continue;
            };
            let id = match self.schemas.named(&reference) {
                Some(id) => Some(id),
                None => self.referred(target, &Provenance::default()),
            };
            mapping.extend(id.map(|id| (value.to_owned(), id)));
        }
        mapping
    }

    fn values_of(
        &self,
        schema: SchemaId,
        discriminated: bool,
        mapping: &[(String, SchemaId)],
    ) -> Vec<String> {
        let mapped: Vec<_> = mapping
            .iter()
            .filter(|(_, id)| *id == schema)
            .map(|(value, _)| value.clone())
            .collect();
        if !mapped.is_empty() || !discriminated {
            return mapped;
        }
        self.schemas.get(schema).name.clone().into_iter().collect()
    }

    /// What the keywords beside `allOf`, `oneOf` and `anyOf` say.
    fn own_kind(&mut self, id: SchemaId, fields: &Fields<'d>, provenance: &Provenance) -> Kind {
        self.name_unsupported(fields);
        let types = self.types(id, fields);
        if let Some(kind) = self.enumeration(id, fields) {
            return kind;
        }
        match types.as_slice() {
            [] => self.implied_kind(fields, provenance),
            [one] => self.typed_kind(one, fields, provenance),
            several => self.several_types(several, fields, provenance),
        }
    }

    /// The `type`, or in 3.1 the types; `null` among them becomes `nullable`.
    fn types(&mut self, id: SchemaId, fields: &Fields<'d>) -> Vec<&'d str> {
        let nodes = match fields.get("type") {
            None => return Vec::new(),
            Some(node) => node.as_array().unwrap_or(std::slice::from_ref(node)),
        };
        let mut types = Vec::new();
        for node in nodes {
            match node.as_str() {
                Some("null") if nodes.len() > 1 => self.schemas.get_mut(id).nullable = true,
                Some(name) if is_type(name) => types.push(name),
                Some(other) => {
                    let message = format!("`{other}` is not a type");
                    let expected = "string, number, integer, boolean, array or object";
                    self.invalid(node.span, message, expected);
                }
                None => self.wrong_type(node, "`type`", "a string"),
            }
        }
        types
    }

    fn several_types(
        &mut self,
        types: &[&'d str],
        fields: &Fields<'d>,
        provenance: &Provenance,
    ) -> Kind {
        let members = types
            .iter()
            .map(|name| {
                let mut member = Schema::new(fields.span, provenance.clone());
                member.kind = self.typed_kind(name, fields, provenance);
                Member {
                    schema: self.schemas.add(member),
                    values: Vec::new(),
                }
            })
            .collect();
        Kind::Union(Union {
            mode: UnionMode::AnyOf,
            members,
            discriminator: None,
        })
    }

    /// A schema without a type is often an object or an array all the same.
    fn implied_kind(&mut self, fields: &Fields<'d>, provenance: &Provenance) -> Kind {
        let has = |name| fields.get(name).is_some();
        if has("properties") || has("additionalProperties") {
            self.typed_kind("object", fields, provenance)
        } else if has("items") || has("prefixItems") {
            self.typed_kind("array", fields, provenance)
        } else if has("pattern") || has("minLength") || has("maxLength") {
            self.typed_kind("string", fields, provenance)
        } else if has("required") {
            self.typed_kind("object", fields, provenance)
        } else {
            Kind::Any
        }
    }

    fn typed_kind(&mut self, name: &str, fields: &Fields<'d>, provenance: &Provenance) -> Kind {
        match name {
            "null" => Kind::Null,
            "boolean" => Kind::Boolean,
            "integer" => Kind::Integer {
                format: self.text(fields, "format"),
                bounds: self.bounds(fields),
            },
            "number" => Kind::Number {
                format: self.text(fields, "format"),
                bounds: self.bounds(fields),
            },
            "string" => Kind::String(self.string(fields)),
            "array" => self.array_kind(fields, provenance),
            _ => self.object_kind(fields, provenance),
        }
    }

    fn string(&mut self, fields: &Fields<'d>) -> Text {
        let encoded = match fields.get("contentEncoding").and_then(Node::as_str) {
            Some("base64") => Some("byte".to_owned()),
            _ => fields.get("contentMediaType").map(|_| "binary".to_owned()),
        };
        let min_length = self.count(fields, "minLength");
        let max_length = self.count(fields, "maxLength");
        self.refuse_crossed(fields, ("minLength", min_length), ("maxLength", max_length));
        Text {
            format: self.text(fields, "format").or(encoded),
            min_length,
            max_length,
            pattern: self.text(fields, "pattern"),
        }
    }

    fn array_kind(&mut self, fields: &Fields<'d>, provenance: &Provenance) -> Kind {
        let prefix = self.array(fields, "prefixItems");
        let prefix = prefix
            .iter()
            .map(|node| self.schema(node, provenance))
            .collect();
        let items = if let Some(node) = fields.get("items") {
            self.schema(node, provenance)
        } else {
            if self.dialect == Dialect::OpenApi30 {
                self.diagnostics.push(
                    Diagnostic::warning(Code::MissingField, fields.span, "an array has no `items`")
                        .label("taken for an array of anything")
                        .help("say with `items` what the array holds"),
                );
            }
            let any = Schema::new(fields.span, provenance.clone());
            self.schemas.add(any)
        };
        let min_items = self.count(fields, "minItems");
        let max_items = self.count(fields, "maxItems");
        self.refuse_crossed(fields, ("minItems", min_items), ("maxItems", max_items));
        Kind::Array(Array {
            items,
            prefix,
            min_items,
            max_items,
            unique: self.flag(fields, "uniqueItems"),
        })
    }

    fn object_kind(&mut self, fields: &Fields<'d>, provenance: &Provenance) -> Kind {
        let required = self.required_names(fields);
        let mut properties = Vec::new();
        if let Some(nodes) = self.object(fields, "properties") {
            for (name, node) in nodes.iter() {
                properties.push(Property {
                    name: name.to_owned(),
                    schema: self.schema(node, provenance),
                    required: required.iter().any(|(required, _)| *required == name),
                });
            }
        }
        // A required property need not be described: it may be, in another part of an `allOf`.
        for (name, span) in required {
            if !properties.iter().any(|property| property.name == name) {
                let any = Schema::new(span, provenance.clone());
                properties.push(Property {
                    name: name.to_owned(),
                    schema: self.schemas.add(any),
                    required: true,
                });
            }
        }
        let additional = match fields.get("additionalProperties") {
            None => Additional::Unspecified,
            Some(node) => match node.value {
                Value::Bool(true) => Additional::Unspecified,
                Value::Bool(false) => Additional::Forbidden,
                _ => Additional::Schema(self.schema(node, provenance)),
            },
        };
        let min_properties = self.count(fields, "minProperties");
        let max_properties = self.count(fields, "maxProperties");
        self.refuse_crossed(
            fields,
            ("minProperties", min_properties),
            ("maxProperties", max_properties),
        );
        Kind::Object(Object {
            properties,
            additional,
            min_properties,
            max_properties,
        })
    }

    fn required_names(&mut self, fields: &Fields<'d>) -> Vec<(&'d str, Span)> {
        let Some(node) = fields.get("required") else {
            return Vec::new();
        };
        let Some(items) = node.as_array() else {
            let diagnostic = Diagnostic::warning(
                Code::WrongType,
                node.span,
                "`required` of a schema must be a list of property names",
            );
            let help = "list the required properties in the `required` of the object";
            self.diagnostics
                .push(diagnostic.label("ignored").help(help));
            return Vec::new();
        };
        let mut names: Vec<(&str, Span)> = Vec::new();
        for item in items {
            match item.as_str() {
                Some(name) if names.iter().any(|(known, _)| *known == name) => {}
                Some(name) => names.push((name, item.span)),
                None => self.wrong_type(item, "a required property", "a string"),
            }
        }
        names
    }

    fn bounds(&mut self, fields: &Fields<'d>) -> Bounds {
        let (minimum, exclusive_minimum) = self.bound(fields, "minimum", "exclusiveMinimum");
        let (maximum, exclusive_maximum) = self.bound(fields, "maximum", "exclusiveMaximum");
        let least = minimum.as_deref().and_then(|text| text.parse::<f64>().ok());
        let most = maximum.as_deref().and_then(|text| text.parse::<f64>().ok());
        if let (Some(least), Some(most)) = (least, most)
            && least > most
        {
            self.crossed(fields, "minimum", "maximum");
        }
        Bounds {
            minimum,
            exclusive_minimum,
            maximum,
            exclusive_maximum,
            multiple_of: self.number(fields, "multipleOf"),
        }
    }

    /// A boolean beside the bound in 3.0, a bound of its own in 3.1.
    fn bound(
        &mut self,
        fields: &Fields<'d>,
        inclusive: &str,
        exclusive: &str,
    ) -> (Option<String>, bool) {
        let bound = self.number(fields, inclusive);
        match fields.get(exclusive).map(|node| &node.value) {
            Some(Value::Number(text)) => (Some(text.to_string()), true),
            Some(Value::Bool(exclusive)) => (bound, *exclusive),
            Some(_) => {
                self.flag(fields, exclusive);
                (bound, false)
            }
            None => (bound, false),
        }
    }

    fn refuse_crossed(
        &mut self,
        fields: &Fields<'d>,
        (low, least): (&str, Option<u64>),
        (high, most): (&str, Option<u64>),
    ) {
        if let (Some(least), Some(most)) = (least, most)
            && least > most
        {
            self.crossed(fields, low, high);
        }
    }

    fn crossed(&mut self, fields: &Fields<'d>, low: &str, high: &str) {
        let message = format!("`{low}` is above `{high}`: no value can meet both");
        self.diagnostics.push(
            Diagnostic::warning(Code::ImpossibleConstraint, fields.name_span(low), message)
                .related(fields.name_span(high), "the other bound"),
        );
    }

    /// `enum`, or `const` of 3.1. `null` among the values becomes `nullable`.
    fn enumeration(&mut self, id: SchemaId, fields: &Fields<'d>) -> Option<Kind> {
        let nodes = match (fields.get("enum"), fields.get("const")) {
            (Some(_), _) => self.array(fields, "enum"),
            (None, Some(node)) => std::slice::from_ref(node),
            (None, None) => return None,
        };
        let span = fields.span;
        let mut values: Vec<serde_json::Value> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for node in nodes {
            let value = node.to_json();
            if value.is_null() {
                self.schemas.get_mut(id).nullable = true;
            } else if seen.insert(value.to_string()) {
                values.push(value);
            } else {
                self.diagnostics.push(
                    Diagnostic::warning(
                        Code::InvalidValue,
                        node.span,
                        "the value stands twice in the enumeration",
                    )
                    .label("ignored"),
                );
            }
        }
        if values.is_empty() {
            if nodes.is_empty() {
                self.invalid(span, "`enum` has no value".to_owned(), "at least one value");
            }
            return Some(Kind::Null);
        }
        let base = self.enum_base(fields, nodes, &mut values);
        let extensible = fields.get("x-extensible-enum");
        Some(Kind::Enumeration(Enumeration {
            base,
            values,
            open: false,
            extensible: extensible.is_some_and(|node| !matches!(node.value, Value::Bool(false))),
        }))
    }

    /// Emitted by the type of the values, not by the declared one; where they disagree, that is
    /// said.
    fn enum_base(
        &mut self,
        fields: &Fields<'d>,
        nodes: &'d [Node],
        values: &mut [serde_json::Value],
    ) -> EnumBase {
        let declared = fields.get("type").and_then(Node::as_str);
        if declared == Some("string") {
            for (node, value) in nodes.iter().zip(values.iter_mut()) {
                if let Value::Number(_) | Value::Bool(_) = node.value
                    && let Some(text) = self.text_of(node, "a value of a string enumeration")
                {
                    *value = text.into();
                }
            }
        }
        let base = if values.iter().all(serde_json::Value::is_string) {
            EnumBase::String
        } else if values.iter().all(|value| value.as_i64().is_some()) {
            EnumBase::Integer
        } else {
            EnumBase::Other
        };
        let agrees = match (declared, base) {
            (Some("integer"), base) => base == EnumBase::Integer,
            (Some("number" | "boolean" | "object" | "array"), base) => base != EnumBase::String,
            _ => true,
        };
        if !agrees {
            let declared = declared.unwrap_or_default();
            let message = format!("the values of the enumeration are not of type {declared}");
            let span = fields.name_span("enum");
            self.diagnostics
                .push(Diagnostic::warning(Code::InvalidValue, span, message));
        }
        base
    }

    /// Applicators of JSON Schema that say what no type can say.
    fn name_unsupported(&mut self, fields: &Fields<'d>) {
        const APPLICATORS: &[&str] = &[
            "not",
            "if",
            "then",
            "else",
            "contains",
            "dependentSchemas",
            "dependentRequired",
            "patternProperties",
            "propertyNames",
            "unevaluatedItems",
            "unevaluatedProperties",
            "$dynamicRef",
        ];
        for name in APPLICATORS {
            if fields.get(name).is_some() {
                let message = format!("`{name}` is not expressed in types");
                self.unsupported(fields.name_span(name), message, "not checked");
            }
        }
    }
}

fn is_reference_only(name: &str) -> bool {
    name == "$ref"
}

fn is_annotation(name: &str) -> bool {
    matches!(
        name,
        "description"
            | "summary"
            | "title"
            | "deprecated"
            | "example"
            | "examples"
            | "default"
            | "readOnly"
            | "writeOnly"
            | "externalDocs"
            | "xml"
    )
}

fn is_type(name: &str) -> bool {
    matches!(
        name,
        "string" | "number" | "integer" | "boolean" | "array" | "object" | "null"
    )
}

/// `#name` without a slash is an anchor (JSON Schema 2020-12 §8.2.2).
fn is_anchor(reference: &str) -> bool {
    reference
        .strip_prefix('#')
        .is_some_and(|fragment| !fragment.is_empty() && !fragment.starts_with('/'))
}

/// A member of a union that says nothing of what the value is.
fn is_constraint_only(node: &Node) -> bool {
    node.as_object().is_some_and(|object| {
        !object.is_empty()
            && object
                .iter()
                .all(|(name, _)| matches!(name, "required" | "not" | "description" | "title"))
    })
}

/// The name that a reference gives to a schema: under `schemas` or `definitions`, or the stem of
/// a file of its own.
fn name_in(reference: &str) -> Option<String> {
    let (place, fragment) = reference.split_once('#').unwrap_or((reference, ""));
    if fragment.is_empty() || fragment == "/" {
        let file = place.rsplit('/').next()?;
        let stem = file.split('.').next()?;
        return (!stem.is_empty()).then(|| stem.to_owned());
    }
    let (container, name) = fragment.rsplit_once('/')?;
    let named =
        container.ends_with("/schemas") || matches!(container, "/definitions" | "/$defs" | "");
    named.then(|| name.replace("~1", "/").replace("~0", "~"))
}
