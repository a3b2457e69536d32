//! Resolves `$id`, `$anchor`, `$dynamicAnchor` and `$self`: schemas that can be referred to by a
//! URI or a name (JSON Schema 2020-12 §8.2).

use std::collections::{HashMap, HashSet};

use crate::document::{Documents, Identity, Node, Object, uri};
use crate::source::FileId;

/// All identifiers in the files that have been scanned.
#[derive(Debug, Default)]
pub(super) struct Identifiers<'d> {
    files: HashSet<FileId>,
    resources: Vec<Identified<'d>>,
    by_uri: HashMap<String, usize>,
    /// The resource that a schema, or a reference in it, belongs to.
    of: HashMap<Identity, usize>,
    /// The resource of each complete file.
    roots: HashMap<FileId, usize>,
}

/// A schema resource: a complete file, or a schema with an `$id`.
#[derive(Debug)]
pub(super) struct Identified<'d> {
    base: String,
    pub(super) root: &'d Node,
    anchors: HashMap<&'d str, &'d Node>,
    /// The dynamic anchors, in the order of the file.
    pub(super) dynamic: Vec<(&'d str, &'d Node)>,
}

/// Keywords whose value is a schema, a list of schemas, or schemas by name (JSON Schema 2020-12
/// §10).
const WITH_SCHEMAS: &[&str] = &[
    "additionalItems",
    "additionalProperties",
    "allOf",
    "anyOf",
    "contains",
    "contentSchema",
    "else",
    "if",
    "items",
    "not",
    "oneOf",
    "prefixItems",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];
const WITH_NAMES: &[&str] = &[
    "$defs",
    "definitions",
    "dependencies",
    "dependentSchemas",
    "patternProperties",
    "properties",
];
/// Properties that contain data, in which nothing is a schema.
const DATA: &[&str] = &["example", "default", "enum", "const", "value", "dataValue"];

impl<'d> Identifiers<'d> {
    /// Scans a file, unless it cannot contain an identifier.
    pub(super) fn look_at(&mut self, documents: &'d Documents, file: FileId) {
        const MARKS: [&str; 4] = ["$id", "$anchor", "$dynamicAnchor", "$self"];
        if !self.files.insert(file) {
            return;
        }
        let Some(root) = documents.root(file) else {
            return;
        };
        let has_mark = |file| {
            let text = &documents.sources.file(file).text;
            MARKS.iter().any(|mark| text.contains(mark))
        };
        if !documents.texts_of(file).any(has_mark) {
            return;
        }
        let source = documents.sources.file(file);
        let path = source.path.as_deref();
        let path = path.map_or(source.name.clone(), |path| path.display().to_string());
        let mut base = format!("file:///{}", path.trim_start_matches('/'));
        if let Some(own) = root.get("$self").and_then(Node::as_str) {
            base = uri::resolve(&base, own);
        }
        let place = self.open(base.clone(), root);
        self.roots.insert(file, place);
        let mut walk = Walk {
            documents,
            found: self,
        };
        let is_description =
            ["openapi", "paths", "components"].map(|name| root.get(name).is_some());
        if is_description.contains(&true) {
            walk.description(root, place, "");
        } else {
            walk.schema(root, place);
            // A file that is a schema with an `$id` has two addresses.
            if let Some(own) = self.of.get(&documents.identity(root)).copied() {
                self.roots.insert(file, own);
                self.by_uri.insert(base, own);
            }
        }
    }

    fn open(&mut self, base: String, root: &'d Node) -> usize {
        let place = self.resources.len();
        self.by_uri.entry(base.clone()).or_insert(place);
        self.resources.push(Identified {
            base,
            root,
            anchors: HashMap::new(),
            dynamic: Vec::new(),
        });
        place
    }

    /// Returns the schema that a reference leads to by a URI or an anchor; `None` if it must be
    /// looked up in files. `at` is the reference, which is in `file`.
    pub(super) fn target(&self, reference: &str, at: Identity, file: FileId) -> Option<&'d Node> {
        let from = self.of.get(&at).or_else(|| self.roots.get(&file));
        let base = from.map_or("", |from| self.resources[*from].base.as_str());
        let (place, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let uri = uri::resolve(base, place);
        let resource = &self.resources[*self.by_uri.get(&uri)?];
        resource.within(fragment)
    }

    /// Returns the schema with an anchor in a file.
    pub(super) fn anchored(&self, file: FileId, name: &str) -> Option<&'d Node> {
        self.resources[*self.roots.get(&file)?].within(name)
    }

    /// Returns the resource of a schema, if it has dynamic anchors.
    pub(super) fn dynamic(&self, schema: Identity) -> Option<usize> {
        let place = *self.of.get(&schema)?;
        (!self.resources[place].dynamic.is_empty()).then_some(place)
    }

    /// Returns whether a value is a schema of a scanned file.
    pub(super) fn is_schema(&self, value: Identity) -> bool {
        self.of.contains_key(&value)
    }

    pub(super) fn resource(&self, place: usize) -> &Identified<'d> {
        &self.resources[place]
    }
}

impl<'d> Identified<'d> {
    fn within(&self, fragment: &str) -> Option<&'d Node> {
        if fragment.is_empty() || fragment.starts_with('/') {
            self.root.pointed(fragment)
        } else {
            self.anchors.get(fragment).copied()
        }
    }
}

struct Walk<'i, 'd> {
    documents: &'d Documents,
    found: &'i mut Identifiers<'d>,
}

impl<'d> Walk<'_, 'd> {
    /// Scans an object of a description for schemas.
    fn description(&mut self, node: &'d Node, resource: usize, name: &str) {
        for item in node.as_array().unwrap_or_default() {
            self.description(item, resource, "");
        }
        let Some(object) = node.as_object() else {
            return;
        };
        for (member, child) in object.iter() {
            match member {
                "schema" | "itemSchema" => self.schema(child, resource),
                "schemas" if name == "components" => {
                    for (_, schema) in child.as_object().into_iter().flat_map(Object::iter) {
                        self.schema(schema, resource);
                    }
                }
                _ if DATA.contains(&member) || member.starts_with("x-") => {}
                _ => self.description(child, resource, member),
            }
        }
    }

    fn schema(&mut self, node: &'d Node, outer: usize) {
        let mut resource = outer;
        let text = |name| node.get(name).and_then(Node::as_str);
        // A fragment in `$id` names nothing (JSON Schema 2020-12 §8.2.1).
        if let Some(id) = text("$id").filter(|id| !id.starts_with('#')) {
            let base = uri::resolve(&self.found.resources[outer].base, id);
            resource = self.found.open(base, node);
        }
        self.found
            .of
            .insert(self.documents.identity(node), resource);
        for name in ["$ref", "$dynamicRef"] {
            if let Some(operand) = node.get(name) {
                let operand = self.documents.identity(operand);
                self.found.of.insert(operand, resource);
            }
        }
        let own = &mut self.found.resources[resource];
        if let Some(name) = text("$anchor") {
            own.anchors.entry(name).or_insert(node);
        }
        if let Some(name) = text("$dynamicAnchor") {
            own.anchors.entry(name).or_insert(node);
            if own.dynamic.iter().all(|(known, _)| *known != name) {
                own.dynamic.push((name, node));
            }
        }
        let Some(object) = node.as_object() else {
            return;
        };
        for (name, child) in object.iter() {
            if WITH_SCHEMAS.contains(&name) {
                let list = child.as_array().unwrap_or(std::slice::from_ref(child));
                for schema in list {
                    self.schema(schema, resource);
                }
            } else if WITH_NAMES.contains(&name) {
                for (_, schema) in child.as_object().into_iter().flat_map(Object::iter) {
                    self.schema(schema, resource);
                }
            }
        }
    }
}
