//! Keeps schemas as they are written, for what types cannot express.

use std::collections::{HashMap, HashSet, VecDeque};

use serde_json::Value as Json;

use super::Lowering;
use crate::document::{Identity, Node, Object, Value};
use crate::model::{
    Form, Keyword, Operand, Resource, SchemaId, Written, WrittenId, WrittenSchemas,
};
use crate::source::Span;

/// The written schemas found so far.
#[derive(Debug, Default)]
pub(super) struct Writing<'d> {
    schemas: WrittenSchemas,
    by_place: HashMap<Identity, WrittenId>,
    queue: VecDeque<(WrittenId, &'d Node)>,
    /// The number of each resource with dynamic anchors.
    resources: HashMap<usize, usize>,
    /// Schemas that are read as any value because of an error.
    pub(super) faulty: HashSet<SchemaId>,
    /// Schemas that are a part of another one: the part, the whole, and its position.
    parts: Vec<(SchemaId, SchemaId, Part)>,
}

/// The position of a schema within another one.
#[derive(Debug)]
pub(super) enum Part {
    /// One of its types, with everything else that it says.
    Type(String),
    /// One of its keywords.
    Keyword(&'static str),
}

impl Writing<'_> {
    /// Records that a schema is a part of another one.
    pub(super) fn part(&mut self, part: SchemaId, whole: SchemaId, which: Part) {
        self.parts.push((part, whole, which));
    }

    /// A schema that allows any string.
    pub(super) fn text(&mut self, span: Span) -> WrittenId {
        let string = Operand::Data("string".into());
        self.add(span, vec![keyword("type", span, string)])
    }

    /// Returns a schema for two that must both hold; `None` if either allows any value.
    pub(super) fn all_of(&mut self, span: Span, both: [Option<WrittenId>; 2]) -> Option<WrittenId> {
        let known: Vec<_> = both.into_iter().flatten().collect();
        let [_, _] = known[..] else {
            return known.first().copied();
        };
        for id in &known {
            self.schemas.list[id.index()].apart = true;
        }
        let all_of = keyword("allOf", span, Operand::List(known));
        Some(self.add(span, vec![all_of]))
    }

    fn add(&mut self, span: Span, keywords: Vec<Keyword>) -> WrittenId {
        let id = WrittenId::from_index(self.schemas.list.len());
        self.schemas.list.push(Written {
            span,
            name: None,
            nullable: false,
            form: Form::Keywords(keywords),
            xml: None,
            apart: false,
            resource: None,
        });
        id
    }

    fn get_mut(&mut self, id: WrittenId) -> &mut Written {
        &mut self.schemas.list[id.index()]
    }

    pub(super) fn finish(self) -> WrittenSchemas {
        self.schemas
    }
}

fn keyword(name: &str, span: Span, operand: Operand) -> Keyword {
    Keyword {
        name: name.to_owned(),
        span,
        operand,
    }
}

impl<'d> Lowering<'d, '_> {
    /// Keeps every schema as it is written.
    pub(super) fn write_schemas(&mut self) {
        for (id, node) in std::mem::take(&mut self.schemas.placed) {
            let written = self.written(node);
            let schema = self.schemas.get_mut(id);
            schema.written = Some(written);
            let faulty = self.writing.faulty.contains(&id);
            let slot = self.writing.get_mut(written);
            slot.name.clone_from(&schema.name);
            // Errors and other schemas refer to a schema with a name.
            slot.apart |= schema.name.is_some();
            if faulty {
                slot.form = Form::Faulty;
            }
        }
        while let Some((id, node)) = self.writing.queue.pop_front() {
            self.write(id, node);
        }
        self.write_parts();
    }

    fn written(&mut self, node: &'d Node) -> WrittenId {
        let place = self.documents.identity(node);
        if let Some(id) = self.writing.by_place.get(&place) {
            return *id;
        }
        let id = self.writing.add(node.span, Vec::new());
        self.writing.by_place.insert(place, id);
        self.writing.queue.push_back((id, node));
        id
    }

    fn write(&mut self, id: WrittenId, node: &'d Node) {
        self.write_resource(id, node);
        let form = match &node.value {
            _ if self.writing.get_mut(id).form == Form::Faulty => Form::Faulty,
            Value::Bool(any) => Form::Bool(*any),
            Value::Object(object) => {
                let reference = object.get("$ref");
                match reference.filter(|_| self.dialect == super::Dialect::OpenApi30) {
                    Some(operand) => self.write_reference(object, operand),
                    None => self.write_keywords(id, object),
                }
            }
            _ => Form::Faulty,
        };
        self.writing.get_mut(id).form = form;
    }

    fn write_reference(&mut self, object: &'d Object, operand: &'d Node) -> Form {
        let span = object.name_span("$ref").unwrap_or(operand.span);
        match self.reference_operand(operand) {
            Some(target) => {
                let operand = Operand::Reference(target);
                Form::Keywords(vec![keyword("$ref", span, operand)])
            }
            None => Form::Faulty,
        }
    }

    /// Returns the schema that `$ref` or `$dynamicRef` leads to.
    fn reference_operand(&mut self, operand: &'d Node) -> Option<WrittenId> {
        let reference = operand.as_str()?;
        let mark = self.diagnostics.mark();
        let node = self.schema_behind(reference, operand);
        self.contain(mark, operand.span, "this schema is read as any value");
        let node = node.filter(|node| matches!(node.value, Value::Object(_) | Value::Bool(_)))?;
        let id = self.written(node);
        self.writing.get_mut(id).apart = true;
        Some(id)
    }

    /// Assigns schemas to a resource with dynamic anchors.
    fn write_resource(&mut self, id: WrittenId, node: &'d Node) {
        let identity = self.documents.identity(node);
        let Some(place) = self.identifiers.dynamic(identity) else {
            return;
        };
        let number = if let Some(number) = self.writing.resources.get(&place) {
            *number
        } else {
            let number = self.writing.schemas.resources.len();
            self.writing.resources.insert(place, number);
            self.writing.schemas.resources.push(Resource::default());
            let resource = self.identifiers.resource(place);
            let anchors = resource.dynamic.clone();
            let root = resource.root;
            let anchors = anchors.into_iter().map(|(name, node)| {
                let id = self.written(node);
                (name.to_owned(), id)
            });
            let anchors = anchors.collect();
            let is_schema = self.identifiers.is_schema(self.documents.identity(root));
            let root = is_schema.then(|| self.written(root));
            self.writing.schemas.resources[number] = Resource { root, anchors };
            number
        };
        let slot = self.writing.get_mut(id);
        slot.resource = Some(number);
        slot.apart = true;
    }

    fn write_keywords(&mut self, id: WrittenId, object: &'d Object) -> Form {
        let nullable = object.get("nullable").is_some_and(is_true);
        let lone_null = is_null_beside_union(object);
        self.writing.get_mut(id).nullable = nullable || lone_null;
        let xml = object.get("xml").and_then(super::xml::read);
        self.writing.schemas.has_xml |= xml.is_some();
        self.writing.get_mut(id).xml = xml;
        let mut keywords = Vec::new();
        for (name, span, node) in object.spans() {
            if lone_null && name == "type" {
                continue;
            }
            let Ok(found) = self.keyword(object, name, node) else {
                return Form::Faulty;
            };
            let found = found.into_iter();
            keywords.extend(found.map(|(name, operand)| keyword(name, span, operand)));
        }
        Form::Keywords(keywords)
    }

    /// Returns the JSON Schema 2020-12 keywords that a keyword is equivalent to, or an error if the
    /// schema has no meaning.
    fn keyword(
        &mut self,
        object: &'d Object,
        name: &'d str,
        node: &'d Node,
    ) -> Result<Vec<(&'d str, Operand)>, Faulty> {
        let one = |operand| Ok(vec![(name, operand)]);
        match name {
            "$ref" => {
                let target = self.reference_operand(node).ok_or(Faulty)?;
                one(Operand::Reference(target))
            }
            "$dynamicRef" => self.dynamic_reference(node),
            "items" if node.as_array().is_some() => {
                Ok(vec![("prefixItems", Operand::List(self.list(node)))])
            }
            // Items after those of the list; beside a single schema the keyword has no effect.
            "additionalItems" => {
                let follows = object
                    .get("items")
                    .is_some_and(|items| items.as_array().is_some());
                let rest = follows.then(|| ("items", Operand::Schema(self.written(node))));
                Ok(rest.into_iter().collect())
            }
            "additionalProperties"
            | "contains"
            | "contentSchema"
            | "else"
            | "if"
            | "items"
            | "not"
            | "propertyNames"
            | "then"
            | "unevaluatedItems"
            | "unevaluatedProperties" => one(Operand::Schema(self.written(node))),
            "allOf" | "anyOf" | "oneOf" => match self.alternatives(name, node) {
                list if list.is_empty() => Ok(Vec::new()),
                list => one(Operand::List(list)),
            },
            "prefixItems" => one(Operand::List(self.list(node))),
            "properties" | "patternProperties" | "dependentSchemas" => {
                let entries = node.as_object().into_iter().flat_map(Object::iter);
                let usable = |pattern: &str| {
                    name != "patternProperties" || super::pattern::check(pattern).is_ok()
                };
                let entries = entries.filter(|(key, _)| usable(key));
                let entries = entries.map(|(key, node)| (key.to_owned(), self.written(node)));
                one(Operand::Named(entries.collect()))
            }
            "dependencies" => Ok(self.dependencies(node)),
            _ => {
                let data = data(object, name, node)?;
                let data = data.map(|(name, value)| (name, Operand::Data(value)));
                Ok(data.into_iter().collect())
            }
        }
    }

    fn list(&mut self, node: &'d Node) -> Vec<WrittenId> {
        let nodes = node.as_array().unwrap_or_default();
        nodes.iter().map(|node| self.written(node)).collect()
    }

    /// Returns alternatives; `nullable: true` as one of them is how older tools write null.
    fn alternatives(&mut self, name: &str, node: &'d Node) -> Vec<WrittenId> {
        let nodes = node.as_array().unwrap_or_default();
        let written = nodes.iter().map(|node| {
            if name == "allOf" || !super::choice::is_null_only(node) {
                return self.written(node);
            }
            let null = Operand::Data("null".into());
            let span = node.span;
            self.writing.add(span, vec![keyword("type", span, null)])
        });
        written.collect()
    }

    /// Resolves `$dynamicRef`; without a dynamic anchor it is a plain reference.
    fn dynamic_reference(&mut self, node: &'d Node) -> Result<Vec<(&'d str, Operand)>, Faulty> {
        let target = self.reference_operand(node).ok_or(Faulty)?;
        let text = node.as_str().unwrap_or_default();
        let (_, anchor) = text.split_once('#').unwrap_or_default();
        let behind = self.schema_behind(text, node);
        let own = behind.and_then(|node| node.get("$dynamicAnchor"));
        let is_dynamic = own.and_then(Node::as_str) == Some(anchor);
        Ok(vec![if is_dynamic {
            ("$dynamicRef", Operand::Dynamic(anchor.to_owned(), target))
        } else {
            ("$ref", Operand::Reference(target))
        }])
    }

    /// Converts `dependencies` of older drafts: lists of names, or schemas.
    fn dependencies(&mut self, node: &'d Node) -> Vec<(&'d str, Operand)> {
        let (mut names, mut schemas) = (serde_json::Map::new(), Vec::new());
        for (name, node) in node.as_object().into_iter().flat_map(Object::iter) {
            if node.as_array().is_some() {
                names.insert(name.to_owned(), node.to_json());
            } else {
                schemas.push((name.to_owned(), self.written(node)));
            }
        }
        vec![
            ("dependentRequired", Operand::Data(Json::Object(names))),
            ("dependentSchemas", Operand::Named(schemas)),
        ]
    }

    /// Writes schemas that are a part of another one.
    fn write_parts(&mut self) {
        for (part, whole, which) in std::mem::take(&mut self.writing.parts) {
            let Some(whole) = self.schemas.get(whole).written else {
                continue;
            };
            let span = self.writing.schemas.get(whole).span;
            let mut keywords = self.writing.schemas.keywords(whole).to_vec();
            match which {
                Part::Keyword(name) => keywords.retain(|keyword| keyword.name == name),
                Part::Type(name) => {
                    let own = keywords.iter_mut().find(|keyword| keyword.name == "type");
                    if let Some(own) = own {
                        own.operand = Operand::Data(name.into());
                    }
                }
            }
            let written = self.writing.add(span, keywords);
            self.schemas.get_mut(part).written = Some(written);
        }
    }
}

/// A schema without a meaning, which has been reported.
struct Faulty;

/// Converts a keyword whose value is data to JSON Schema 2020-12; `None` if it has no effect.
fn data<'d>(
    object: &Object,
    name: &'d str,
    node: &Node,
) -> Result<Option<(&'d str, Json)>, Faulty> {
    let value = node.to_json();
    Ok(match name {
        "type" => Some((name, types(node)?)),
        "enum" => node.as_array().map(|_| (name, texts(object, value))),
        "const" => Some((name, texts(object, value))),
        "exclusiveMaximum" | "exclusiveMinimum" => match node.value {
            Value::Bool(false) => None,
            Value::Bool(true) => {
                let bound = object.get(inclusive(name)).and_then(number);
                bound.map(|bound| (name, bound))
            }
            _ => number(node).map(|bound| (name, bound)),
        },
        "maximum" | "minimum" => {
            let exclusive = if name == "maximum" {
                "exclusiveMaximum"
            } else {
                "exclusiveMinimum"
            };
            let replaced = object.get(exclusive).is_some_and(is_true);
            number(node)
                .filter(|_| !replaced)
                .map(|bound| (name, bound))
        }
        "multipleOf" => number(node)
            .filter(|factor| factor.as_f64().is_some_and(|factor| factor > 0.0))
            .map(|factor| (name, factor)),
        "maxLength" | "minLength" | "maxItems" | "minItems" | "maxContains" | "minContains"
        | "maxProperties" | "minProperties" => number(node)
            .filter(|count| count.as_f64().is_some_and(|n| n >= 0.0 && n.fract() == 0.0))
            .map(|count| (name, count)),
        "pattern" => node
            .as_str()
            .filter(|pattern| super::pattern::check(pattern).is_ok())
            .map(|_| (name, value)),
        "required" => node.as_array().map(|items| {
            let mut names: Vec<_> = items.iter().filter_map(Node::as_str).collect();
            names.sort_unstable();
            names.dedup();
            (name, names.into())
        }),
        "uniqueItems" | "readOnly" | "writeOnly" => is_true(node).then(|| (name, true.into())),
        "dependentRequired" => node.as_object().map(|_| (name, value)),
        "format" | "contentEncoding" | "contentMediaType" => node.as_str().map(|_| (name, value)),
        "x-extensible-enum" => Some((name, value)),
        _ => None,
    })
}

fn inclusive(exclusive: &str) -> &'static str {
    if exclusive == "exclusiveMaximum" {
        "maximum"
    } else {
        "minimum"
    }
}

/// Returns the type or the types, each once.
fn types(node: &Node) -> Result<Json, Faulty> {
    const TYPES: &[&str] = &[
        "string", "number", "integer", "boolean", "array", "object", "null",
    ];
    let mut types: Vec<&str> = Vec::new();
    for one in node.as_array().unwrap_or(std::slice::from_ref(node)) {
        let name = match one.value {
            Value::Null => "null",
            _ => one.as_str().ok_or(Faulty)?,
        };
        if !TYPES.contains(&name) {
            return Err(Faulty);
        }
        if !types.contains(&name) {
            types.push(name);
        }
    }
    match types[..] {
        [] => Err(Faulty),
        [one] => Ok(one.into()),
        _ => Ok(types.into()),
    }
}

/// Converts numbers and booleans in an enumeration of strings to text, as they are written.
fn texts(object: &Object, value: Json) -> Json {
    let text = object.get("type").and_then(Node::as_str) == Some("string");
    match value {
        Json::Array(values) if text => values
            .into_iter()
            .map(|value| texts(object, value))
            .collect(),
        Json::Number(_) | Json::Bool(_) if text => value.to_string().into(),
        value => value,
    }
}

/// Returns a number, even one in quotes.
fn number(node: &Node) -> Option<Json> {
    match node.to_json() {
        number @ Json::Number(_) => Some(number),
        Json::String(text) => match serde_json::from_str(&text) {
            Ok(number @ Json::Number(_)) => Some(number),
            _ => None,
        },
        _ => None,
    }
}

/// Returns whether a value is `true`, even in quotes.
fn is_true(node: &Node) -> bool {
    matches!(node.value, Value::Bool(true)) || node.as_str() == Some("true")
}

/// Returns whether an object has `type: null` beside a union, which means: or null.
fn is_null_beside_union(object: &Object) -> bool {
    let own = object.get("type");
    let null = own.is_some_and(|node| {
        let all = node.as_array().unwrap_or(std::slice::from_ref(node));
        let is_null = |one: &Node| matches!(one.value, Value::Null) || one.as_str() == Some("null");
        !all.is_empty() && all.iter().all(is_null)
    });
    null && ["oneOf", "anyOf"]
        .iter()
        .any(|name| object.get(name).is_some())
}
