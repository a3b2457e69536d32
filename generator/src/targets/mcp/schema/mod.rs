//! Writes schemas of the model as JSON Schema 2020-12, for one direction.
//!
//! Inputs must follow the description. Outputs may have more, so that additions to the API break no
//! caller.

pub(super) mod facts;
mod kinds;
mod objects;
pub(super) mod pattern;
mod samples;
mod shared;
mod unions;

use std::collections::{HashMap, VecDeque};

use spec::Api;
use spec::model::{Schema, SchemaId};

use super::names::Scope;
use super::prose::{visible, visible_value};
use crate::json::Object;
use shared::Shared;

pub(super) use self::kinds::number;
pub(super) use self::samples::fitting;

/// The dialect of every schema.
pub(super) const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// The maximum size of a schema, approximately, in KiB. No model accepts more for a single tool.
/// The deepest and the longest parts are then left open, which is never wrong, and reported.
const MOST_KIB: usize = 64;
/// The number of tools up to which the size applies; twice as many have half of it each, so that
/// the total is bounded.
const MOST_TOOLS: usize = 1_000;
const LEAST_KIB: usize = 4;
/// The cost of a keyword, without its text.
const KEYWORD: usize = 16;
/// The maximum depth to which schemas are nested before they become definitions.
const DEEPEST: usize = 8;

/// In which direction values travel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// To the API.
    Asked,
    /// From the API.
    Answered,
}

/// The source of all schemas.
pub(super) struct Source<'a> {
    pub(super) api: &'a Api,
    shared: Shared,
    /// The maximum size of a schema, approximately, in KiB.
    pub(super) most_kib: usize,
}

impl<'a> Source<'a> {
    pub(super) fn new(api: &'a Api, tools: usize) -> Self {
        let mut most_kib = MOST_KIB;
        let mut within = MOST_TOOLS;
        while tools > within && most_kib > LEAST_KIB {
            most_kib /= 2;
            within *= 2;
        }
        Self {
            api,
            shared: Shared::new(api),
            most_kib,
        }
    }
}

/// A schema that is being written, with everything that it refers to.
pub(super) struct Writer<'a> {
    api: &'a Api,
    source: &'a Source<'a>,
    way: Way,
    /// Whether files are parts of a form, and represented as base64.
    pub(super) has_files: bool,
    names: Scope,
    defined: HashMap<SchemaId, String>,
    queue: VecDeque<(SchemaId, String)>,
    spent: usize,
    depth: usize,
    is_cut: bool,
}

/// A complete schema.
pub(super) struct Written {
    pub(super) json: Object,
    /// Whether a part of it was left open.
    pub(super) is_cut: bool,
}

impl<'a> Writer<'a> {
    pub(super) fn new(source: &'a Source<'a>, way: Way) -> Self {
        Self {
            api: source.api,
            source,
            way,
            has_files: false,
            names: Scope::definitions(),
            defined: HashMap::new(),
            queue: VecDeque::new(),
            spent: 0,
            depth: 0,
            is_cut: false,
        }
    }

    /// Returns the root, with the definitions of everything that it refers to, closest first.
    pub(super) fn finish(mut self, root: Object) -> Written {
        let mut definitions = Object::new();
        while let Some((id, name)) = self.queue.pop_front() {
            let definition = self.in_place(id);
            definitions.set(name, definition);
        }
        let mut json = Object::new().with("$schema", DIALECT);
        json.extend(root);
        if !definitions.is_empty() {
            json.set("$defs", definitions);
        }
        Written {
            json,
            is_cut: self.is_cut,
        }
    }

    /// Returns the schema of a text: the one that is described, if its values are texts or listed.
    pub(super) fn text_of(&mut self, described: Option<SchemaId>) -> Object {
        let api = self.api;
        let is_text = |id: &SchemaId| api.is_string(*id) || api.enumeration(*id).is_some();
        let text = described.filter(is_text).map(|id| self.used(id));
        text.unwrap_or_else(|| Object::new().with("type", "string"))
    }

    /// Returns a schema where it is used: inline, or as a reference to its definition.
    pub(super) fn used(&mut self, id: SchemaId) -> Object {
        let is_definition = self.api.schema(id).name.is_some()
            || self.source.shared.contains(id)
            || self.depth >= DEEPEST;
        if is_definition {
            self.reference(id)
        } else {
            self.in_place(id)
        }
    }

    fn reference(&mut self, id: SchemaId) -> Object {
        if !self.defined.contains_key(&id) {
            if self.is_full() {
                return Object::new();
            }
            let schema = self.api.schema(id);
            let candidates = [
                schema.name.as_deref(),
                schema.title.as_deref(),
                Some("Schema"),
            ];
            let candidates: Vec<_> = candidates.into_iter().flatten().take(1).collect();
            let name = self.names.claim(&candidates);
            self.defined.insert(id, name.clone());
            self.queue.push_back((id, name));
        }
        Object::new().with("$ref", format!("#/$defs/{}", self.defined[&id]))
    }

    /// Returns the schema inline.
    pub(super) fn in_place(&mut self, id: SchemaId) -> Object {
        if self.is_full() {
            return Object::new();
        }
        self.depth += 1;
        let schema = self.api.schema(id);
        let kind = self.kind(&schema.kind, schema.nullable);
        let json = self.annotated(schema, kind);
        self.depth -= 1;
        json
    }

    fn annotated(&mut self, schema: &Schema, kind: Object) -> Object {
        let texts = [&schema.title, &schema.description].map(|text| text.as_deref().map(visible));
        let [title, description] = texts.map(|text| text.filter(|text| self.fits(text.len())));
        let text = [&title, &description].into_iter().flatten();
        self.spend(text.map(String::len).sum());
        let mut json = Object::new()
            .with_some("title", title)
            .with_some("description", description);
        json.extend(kind);
        let default = schema.default.as_ref();
        let default = default.filter(|value| samples::is_short(value));
        let default = default.map(visible_value);
        let examples = fitting(schema.examples.iter());
        self.spend(samples::length(&examples));
        json.with_some("default", default)
            .with_some("examples", (!examples.is_empty()).then_some(examples))
            .with_some("deprecated", schema.deprecated.then_some(true))
    }

    /// Returns the keywords of an alias: only a reference.
    fn alias(&mut self, target: SchemaId, nullable: bool) -> Object {
        let reference = self.reference(target);
        if nullable && !reference.is_empty() {
            or_null(reference)
        } else {
            reference
        }
    }

    fn spend(&mut self, length: usize) {
        self.spent += KEYWORD + length;
    }

    /// Returns whether a part is small enough on its own. A larger one is left open, because each tool
    /// that refers to it would contain it.
    fn fits(&mut self, length: usize) -> bool {
        let fits = length <= self.source.most_kib << 10;
        self.is_cut |= !fits;
        fits
    }

    fn is_full(&mut self) -> bool {
        let is_full = self.spent > self.source.most_kib << 10;
        self.is_cut |= is_full;
        is_full
    }

    /// Returns whether a property travels in this direction.
    fn travels(&self, id: SchemaId) -> bool {
        let facts = facts::Facts::of(self.api, id);
        match self.way {
            Way::Asked => !facts.read_only,
            Way::Answered => !facts.write_only,
        }
    }
}

/// Returns a schema, or `null`.
fn or_null(json: Object) -> Object {
    let null = Object::new().with("type", "null");
    Object::new().with("anyOf", vec![json, null])
}
