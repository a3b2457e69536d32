//! Finds where the main file of the description defines something.

use std::collections::HashMap;

use spec::Span;
use spec::document::{Node, Value};
use spec::model::{self, Schema, Status};

use super::path::{Path, Step, join, target};
use conformance_core::description::{Description, OperationId};

/// The tree of the main file, and the path of every value in it.
pub(super) struct Places<'d> {
    description: &'d Description,
    root: Option<Node>,
    paths: HashMap<Span, Path>,
}

impl<'d> Places<'d> {
    /// The maximum number of references to references that are followed.
    const REFERENCES: usize = 16;

    pub(super) fn new(description: &'d Description) -> Self {
        let root = description.documents().main().cloned();
        let mut paths = HashMap::new();
        if let Some(root) = &root {
            walk(root, &mut Vec::new(), &mut paths);
        }
        Self {
            description,
            root,
            paths,
        }
    }

    /// Returns the name of the file without its folders.
    pub(super) fn file(&self) -> String {
        let documents = self.description.documents();
        let name = documents.sources.files().next().map(|file| &file.name);
        let name = name.map(String::as_str).unwrap_or_default();
        name.rsplit(['/', '\\'])
            .next()
            .unwrap_or_default()
            .to_owned()
    }

    /// Returns whether the description uses OpenAPI 3.1 or later.
    pub(super) fn is_modern(&self) -> bool {
        !self.description.api.openapi.starts_with("3.0")
    }

    /// Returns where a schema is defined.
    pub(super) fn schema(&self, schema: &Schema) -> Option<Path> {
        let by_name = schema.name.as_ref().map(|name| {
            let name = name.as_str();
            join(&[], &["components", "schemas", name])
        });
        let by_span = || self.definition(self.paths.get(&schema.span)?.clone());
        by_name
            .and_then(|path| self.definition(path))
            .or_else(by_span)
    }

    /// Returns where an operation is defined.
    pub(super) fn operation(&self, id: OperationId) -> Option<Path> {
        let operation = self.description.operation(id);
        let path = join(&[], &["paths", &operation.path, operation.method.field()]);
        if self.node(&path).is_some() {
            return Some(path);
        }
        self.definition(self.paths.get(&operation.span)?.clone())
    }

    /// Returns where the path item of an operation is defined.
    pub(super) fn path_item(&self, id: OperationId) -> Option<Path> {
        let mut path = self.operation(id)?;
        path.pop();
        Some(path)
    }

    /// Returns where a response of an operation is defined.
    pub(super) fn response(&self, id: OperationId, status: Status) -> Option<Path> {
        let operation = self.operation(id)?;
        let responses = self.definition(join(&operation, &["responses"]))?;
        // The class may be written in lower case.
        let names = [status.to_string(), status.to_string().to_lowercase()];
        let mut paths = names.iter().map(|name| join(&responses, &[name]));
        paths.find_map(|path| self.definition(path))
    }

    /// Returns where the values of an enumeration are listed: in the schema itself, or in one that
    /// it is composed of.
    pub(super) fn values(&self, schema: &Schema) -> Option<Path> {
        let path = self.schema(schema)?;
        let own = join(&path, &["enum"]);
        if self.node(&own).is_some() {
            return Some(own);
        }
        let parts = ["anyOf", "oneOf", "allOf"].into_iter().flat_map(|word| {
            let parts = join(&path, &[word]);
            let count = self
                .node(&parts)
                .and_then(Node::as_array)
                .map_or(0, <[_]>::len);
            (0..count).map(move |index| join(&parts, &[&index.to_string()]))
        });
        let mut lists = parts.filter_map(|part| {
            let list = join(&self.definition(part)?, &["enum"]);
            self.node(&list).map(|_| list)
        });
        lists.next()
    }

    /// Formats a path as the `target` of an overlay's action.
    pub(super) fn target(&self, path: &Path) -> String {
        let mut at = self.root.as_ref();
        let mut steps = Vec::new();
        for step in path {
            let index = at.and_then(Node::as_array).and_then(|_| step.parse().ok());
            steps.push(index.map_or_else(|| Step::Name(step.clone()), Step::Index));
            at = at.and_then(|node| child(node, step));
        }
        target(&steps)
    }

    /// Follows references within the file. Returns `None` if one leads to another file or to
    /// nothing.
    fn definition(&self, mut path: Path) -> Option<Path> {
        for _ in 0..Self::REFERENCES {
            let Some(reference) = self.node(&path)?.reference() else {
                return Some(path);
            };
            path = within(reference.as_str()?)?;
        }
        None
    }

    fn node(&self, path: &[String]) -> Option<&Node> {
        let root = self.root.as_ref()?;
        path.iter().try_fold(root, |node, step| child(node, step))
    }
}

/// Returns the names of the variables in an operation's path.
pub(super) fn path_variables(operation: &model::Operation) -> impl Iterator<Item = &str> {
    let parameters = operation.parameters.iter();
    let variables = parameters.filter(|one| one.location == model::Location::Path);
    variables.map(|one| one.name.as_str())
}

fn child<'n>(node: &'n Node, step: &str) -> Option<&'n Node> {
    match &node.value {
        Value::Object(object) => object.get(step),
        Value::Array(items) => items.get(step.parse::<usize>().ok()?),
        _ => None,
    }
}

/// Parses the path of a reference within the file.
fn within(reference: &str) -> Option<Path> {
    let steps = reference.strip_prefix("#/")?.split('/');
    let decode = |step: &str| {
        let step = percent_encoding::percent_decode_str(step).decode_utf8_lossy();
        step.replace("~1", "/").replace("~0", "~")
    };
    Some(steps.map(decode).collect())
}

/// Visits parents before their contents, and anchors before their aliases.
fn walk(node: &Node, at: &mut Path, paths: &mut HashMap<Span, Path>) {
    match &node.value {
        Value::Object(object) => {
            paths.entry(node.span).or_insert_with(|| at.clone());
            for (name, member) in object.iter() {
                at.push(name.to_owned());
                walk(member, at, paths);
                at.pop();
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                at.push(index.to_string());
                walk(item, at, paths);
                at.pop();
            }
        }
        _ => {}
    }
}
