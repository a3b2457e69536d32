//! Resolves references to schemas.

use super::reader::Fields;
use super::{Dialect, Lowering};
use crate::budget::Unit;
use crate::diagnostic::{Code, Diagnostic};
use crate::document::{Node, Value};
use crate::model::{Kind, Provenance, Schema, SchemaId};

impl<'d> Lowering<'d, '_> {
    /// Returns the schema at a place, which is lowered later.
    pub(super) fn place(&mut self, node: &'d Node, provenance: &Provenance) -> SchemaId {
        let place = self.documents.identity(node);
        let source = provenance.source.as_ref().map_or(0, |source| source.len());
        self.spend(Unit::Text, source, node.span);
        self.schemas.place(place, node, provenance)
    }

    /// Returns the schema that is used at a place: the one there, or the target of a plain
    /// reference.
    pub(super) fn schema(&mut self, node: &'d Node, provenance: &Provenance) -> SchemaId {
        let bare = node.as_object().is_some_and(|object| object.len() == 1);
        let Some(target) = node.get("$ref").filter(|_| bare) else {
            return self.place(node, provenance);
        };
        let mark = self.diagnostics.mark();
        if let Some(id) = self.referred(target, provenance) {
            return id;
        }
        // An unresolved reference affects what it stands for, not what contains it.
        self.contain(mark, target.span, "this schema is read as any value");
        let schema = Schema::new(node.span, provenance.clone());
        self.schemas.add(schema)
    }

    /// Returns the schema that a reference leads to, named after its target.
    pub(super) fn referred(
        &mut self,
        target: &'d Node,
        provenance: &Provenance,
    ) -> Option<SchemaId> {
        let reference = self.text_of(target, "$ref")?;
        self.check_kind(&reference, target.span, "a schema")?;
        let node = self.schema_behind(&reference, target)?;
        if !matches!(node.value, Value::Object(_) | Value::Bool(_)) {
            let found = node.describe();
            let message = format!("`{reference}` refers to {found}, not to a schema");
            self.diagnostics.push(
                Diagnostic::error(Code::MismatchedReference, target.span, message)
                    .label("expected a schema")
                    .related(node.span, "this is what it refers to"),
            );
            return None;
        }
        let id = self.place(node, provenance);
        if let Some(name) = name_in(&reference) {
            self.schemas.name(id, &name);
        }
        Some(id)
    }

    /// Returns the value that a reference between schemas leads to: by the URI of an `$id`, by an
    /// anchor, or by a file and a JSON Pointer.
    pub(super) fn schema_behind(&mut self, reference: &str, at: &'d Node) -> Option<&'d Node> {
        let file = self.documents.home(at.span.file);
        self.identifiers.look_at(self.documents, file);
        let identity = self.documents.identity(at);
        if let Some(node) = self.identifiers.target(reference, identity, file) {
            return Some(node);
        }
        let (place, anchor) = match reference.split_once('#') {
            Some((place, name)) if is_anchor(name) => (place, Some(name)),
            _ => (reference, None),
        };
        let node = self.follow(place, at.span)?;
        let file = self.documents.home(node.span.file);
        self.identifiers.look_at(self.documents, file);
        let Some(name) = anchor else {
            return Some(node);
        };
        let found = self.identifiers.anchored(file, name);
        if found.is_none() {
            let message = format!("`{reference}` does not exist");
            self.diagnostics.push(
                Diagnostic::error(Code::UnresolvedReference, at.span, message)
                    .label(format!("no schema has the `$anchor` `{name}`"))
                    .help("correct the reference, or write `#/…` for a JSON Pointer"),
            );
        }
        found
    }

    /// Lowers a reference with keywords beside `$ref`, which count in 3.1 (JSON Schema 2020-12
    /// §8.2.3.1), and not in 3.0.
    pub(super) fn fill_reference(
        &mut self,
        id: SchemaId,
        fields: &Fields<'d>,
        target: &'d Node,
        provenance: &Provenance,
    ) {
        let Some(target) = self.referred(target, provenance) else {
            return;
        };
        let own = if self.dialect >= Dialect::OpenApi31 {
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
        for (name, span, _) in fields.spans() {
            if name == "$ref" || name.starts_with("x-") || is_annotation(name) {
                continue;
            }
            let message = format!("`{name}` beside `$ref` has no effect in OpenAPI 3.0");
            self.diagnostics.push(
                Diagnostic::warning(Code::UnknownField, span, message)
                    .label("ignored")
                    .help("put the reference into `allOf`, and this beside it"),
            );
        }
    }
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

/// Returns whether a fragment is the name of an anchor (JSON Schema 2020-12 §8.2.2).
fn is_anchor(fragment: &str) -> bool {
    fragment.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && fragment
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte))
}

/// Returns the name that a reference gives to a schema: under `schemas` or `definitions`, or the
/// name of a separate file.
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
