//! Checks that every object of the description follows its version of OpenAPI: fields, their types,
//! required and exclusive ones, names. Objects that no operation uses are also checked.
//!
//! Lowering reads only what it needs, and reports the same problems in the same words; such an
//! error affects the operation or schema. What only this check finds is a warning. The exception is
//! a contradiction that has no sensible interpretation: it is an error that lowering raises where
//! it reads the object, so that it affects the operation that contains it.

mod rules;
mod schema_table;
mod table;

use std::collections::{HashMap, HashSet, VecDeque};

pub(super) use self::rules::two_queries;
use self::table::{Field, Table, V30, V31, V32, Versions};
use super::complaint;
use super::reader::{Fields, is_left_empty};
use super::{Dialect, Lowering};
use crate::diagnostic::{Code, Diagnostic};
use crate::document::{Identity, Node, Value};

/// The objects of OpenAPI.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Root,
    Info,
    Contact,
    License,
    Server,
    ServerVariable,
    Components,
    PathItem,
    Operation,
    ExternalDocs,
    Parameter,
    Header,
    RequestBody,
    MediaType,
    Encoding,
    Response,
    Example,
    Link,
    Tag,
    SecurityScheme,
    Flows,
    Flow,
    Discriminator,
    Xml,
    Schema,
}

impl Kind {
    const fn table(self) -> &'static Table {
        match self {
            Self::Root => &table::ROOT,
            Self::Info => &table::INFO,
            Self::Contact => &table::CONTACT,
            Self::License => &table::LICENSE,
            Self::Server => &table::SERVER_TABLE,
            Self::ServerVariable => &table::SERVER_VARIABLE,
            Self::Components => &table::COMPONENTS,
            Self::PathItem => &table::PATH_ITEM_TABLE,
            Self::Operation => &table::OPERATION_TABLE,
            Self::ExternalDocs => &table::EXTERNAL_DOCS,
            Self::Parameter => &table::PARAMETER_TABLE,
            Self::Header => &table::HEADER_TABLE,
            Self::RequestBody => &table::REQUEST_BODY,
            Self::MediaType => &table::MEDIA_TYPE_TABLE,
            Self::Encoding => &table::ENCODING_TABLE,
            Self::Response => &table::RESPONSE,
            Self::Example => &table::EXAMPLE_TABLE,
            Self::Link => &table::LINK_TABLE,
            Self::Tag => &table::TAG,
            Self::SecurityScheme => &table::SECURITY_SCHEME,
            Self::Flows => &table::FLOWS,
            Self::Flow => &table::FLOW,
            Self::Discriminator => &table::DISCRIMINATOR,
            Self::Xml => &table::XML,
            Self::Schema => &schema_table::SCHEMA,
        }
    }
}

/// The type of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Shape {
    Any,
    Text,
    Flag,
    Count,
    Object(Kind),
    List(&'static Shape),
    /// An object with values by name.
    Map(&'static Shape),
    /// A schema, or a list of schemas as in older drafts.
    Items,
}

/// The errors and warnings that were found.
#[derive(Debug, Default)]
pub(super) struct Faults<'d> {
    warnings: Vec<Diagnostic>,
    seen: HashSet<(Identity, Kind)>,
    followed: HashSet<(Identity, Shape)>,
    /// References into other files, which lowering loads where it needs them.
    elsewhere: Vec<(&'d Node, Shape, &'static str)>,
    /// Contradictions, by the object that has them, and whether lowering has read it.
    errors: HashMap<Identity, (Vec<Diagnostic>, bool)>,
}

impl<'d, 'x> Lowering<'d, 'x> {
    /// Checks every object that can be reached from the root.
    pub(super) fn check_shapes(&mut self, root: &'d Node) {
        let mut check = self.shape_check();
        check.value(root, Shape::Object(Kind::Root), "the description");
        check.finish();
    }

    fn shape_check(&mut self) -> Check<'_, 'd, 'x> {
        let version = match self.dialect {
            Dialect::OpenApi30 => V30,
            Dialect::OpenApi31 => V31,
            Dialect::OpenApi32 => V32,
        };
        Check {
            faults: std::mem::take(&mut self.faults),
            lowering: self,
            version,
            queue: VecDeque::new(),
        }
    }

    /// Reports the contradictions of an object that is read.
    pub(super) fn raise_faults(&mut self, node: &Node) {
        if self.faults.errors.is_empty() {
            return;
        }
        let identity = self.documents.identity(node);
        if let Some((faults, is_met)) = self.faults.errors.get_mut(&identity) {
            *is_met = true;
            for fault in faults.clone() {
                self.diagnostics.push(fault);
            }
        }
    }

    /// Reports everything else as warnings.
    pub(super) fn warn_of_faults(&mut self) {
        let mut check = self.shape_check();
        while !check.faults.elsewhere.is_empty() {
            for (operand, shape, name) in std::mem::take(&mut check.faults.elsewhere) {
                check.enqueue(operand, shape, name);
            }
            check.drain();
        }
        check.finish();
        let faults = std::mem::take(&mut self.faults);
        for warning in faults.warnings {
            self.diagnostics.push(warning);
        }
        let mut unmet: Vec<_> = faults.errors.into_values().collect();
        unmet.retain(|(_, is_met)| !is_met);
        let mut unmet: Vec<_> = unmet.into_iter().flat_map(|(all, _)| all).collect();
        unmet.sort_by_key(|fault| fault.span);
        for mut fault in unmet {
            fault.severity = crate::diagnostic::Severity::Warning;
            self.diagnostics.push(fault);
        }
    }
}

/// What messages call the map of a callback.
const A_CALLBACK: &str = "a callback";

struct Check<'l, 'd, 'x> {
    faults: Faults<'d>,
    lowering: &'l mut Lowering<'d, 'x>,
    version: Versions,
    /// The targets of references, queued so that nothing recurses along them.
    queue: VecDeque<(&'d Node, Shape, &'static str)>,
}

impl<'d> Check<'_, 'd, '_> {
    fn warn(&mut self, diagnostic: Diagnostic) {
        self.faults.warnings.push(diagnostic);
    }

    /// Records a contradiction in an object.
    fn contradict(&mut self, at: &Node, diagnostic: Diagnostic) {
        let identity = self.lowering.documents.identity(at);
        let entry = self.faults.errors.entry(identity).or_default();
        entry.0.push(diagnostic);
    }

    fn value(&mut self, node: &'d Node, shape: Shape, name: &'static str) {
        match shape {
            Shape::Any => {}
            Shape::Text => match node.value {
                Value::String(_) | Value::Number(_) | Value::Bool(_) => {}
                _ if self.follow(node, shape, name) => {}
                _ => self.warn(complaint::wrong_type(node, name, "a string")),
            },
            Shape::Flag => {
                let written = node
                    .as_str()
                    .is_some_and(|text| text.parse::<bool>().is_ok());
                if !written && !matches!(node.value, Value::Bool(_)) {
                    self.warn(complaint::wrong_type(node, name, "true or false"));
                }
            }
            Shape::Count => {
                let count = node.to_json().as_f64();
                if count.is_none_or(|count| count < 0.0 || count.fract() != 0.0) {
                    self.warn(complaint::wrong_type(node, name, "a whole number from 0"));
                }
            }
            Shape::Items if node.as_array().is_some() => {
                self.value(node, Shape::List(&Shape::Object(Kind::Schema)), name);
            }
            Shape::Items => self.value(node, Shape::Object(Kind::Schema), name),
            Shape::List(items) => self.list(node, shape, items, name),
            Shape::Map(values) => self.map(node, shape, values, name),
            Shape::Object(kind) => self.object(node, kind, name),
        }
    }

    /// Returns whether a value is a reference, whose target is then queued.
    fn follow(&mut self, node: &'d Node, shape: Shape, name: &'static str) -> bool {
        let Some(operand) = node.reference() else {
            return false;
        };
        let identity = self.lowering.documents.identity(node);
        if !self.faults.followed.insert((identity, shape)) {
            return true;
        }
        let reference = operand.as_str().unwrap_or_default();
        let main = self.lowering.documents.main();
        let is_main = |node: &Node| {
            let home = self.lowering.documents.home(node.span.file);
            main.is_some_and(|main| self.lowering.documents.home(main.span.file) == home)
        };
        if reference.starts_with('#') && is_main(operand) {
            self.enqueue(operand, shape, name);
        } else {
            self.faults.elsewhere.push((operand, shape, name));
        }
        true
    }

    fn enqueue(&mut self, operand: &'d Node, shape: Shape, name: &'static str) {
        // Lowering reports unresolved references.
        let mut unused = crate::diagnostic::Diagnostics::default();
        let documents = self.lowering.documents;
        let reference = operand.as_str().unwrap_or_default();
        let what = match shape {
            Shape::Object(kind) => kind.table().what,
            _ => name,
        };
        if super::follow::is_mismatched(reference, what) {
            return;
        }
        if let Ok(target) = documents.follow(reference, operand.span, &mut unused)
            && matches!(target.value, Value::Object(_) | Value::Array(_))
        {
            self.queue.push_back((target, shape, name));
        }
    }

    fn drain(&mut self) {
        while let Some((node, shape, name)) = self.queue.pop_front() {
            self.value(node, shape, name);
        }
    }

    fn finish(mut self) {
        self.drain();
        self.lowering.faults = self.faults;
    }

    fn list(&mut self, node: &'d Node, shape: Shape, items: &Shape, name: &'static str) {
        if let Some(all) = node.as_array() {
            for item in all {
                self.value(item, *items, name);
            }
        } else if !self.follow(node, shape, name) {
            self.refuse(node, name, "a list", is_left_empty(node));
        }
    }

    fn map(&mut self, node: &'d Node, shape: Shape, values: &Shape, name: &'static str) {
        let is_map_of_text = *values == Shape::Text;
        if !is_map_of_text && self.follow(node, shape, name) {
            return;
        }
        let Some(all) = node.as_object() else {
            self.refuse(node, name, "an object", is_left_empty(node));
            return;
        };
        let extensible = matches!(name, "paths" | "responses" | "scopes" | A_CALLBACK);
        let inner = if name == "callbacks" {
            A_CALLBACK
        } else {
            name
        };
        for (key, child) in all.iter() {
            if !(extensible && key.starts_with("x-")) {
                self.value(child, *values, inner);
            }
        }
    }

    fn refuse(&mut self, node: &Node, name: &'static str, expected: &str, is_empty: bool) {
        self.warn(if is_empty {
            complaint::left_empty(node, name, expected)
        } else {
            complaint::wrong_type(node, name, expected)
        });
    }

    fn object(&mut self, node: &'d Node, kind: Kind, name: &'static str) {
        let table = kind.table();
        let identity = self.lowering.documents.identity(node);
        if !self.faults.seen.insert((identity, kind)) {
            return;
        }
        let is_schema = kind == Kind::Schema;
        if is_schema && matches!(node.value, Value::Bool(_)) {
            return;
        }
        if table.referable && kind != Kind::PathItem && node.reference().is_some() {
            self.beside_reference(node);
            self.follow(node, Shape::Object(kind), name);
            return;
        }
        if is_schema || kind == Kind::PathItem {
            self.follow(node, Shape::Object(kind), name);
        }
        let Some(object) = node.as_object() else {
            // Lowering calls single objects by their field.
            let what = if table.what.contains(' ') {
                table.what
            } else {
                name
            };
            let is_empty = is_left_empty(node) && super::reader::may_be_empty(what);
            self.refuse(node, what, "an object", is_empty);
            return;
        };
        let span = node.span;
        let what = table.what;
        let fields = Fields::new(object, span, what);
        self.unknown_fields(&fields, table, is_schema);
        for field in table.fields {
            if let Some(child) = fields.get(field.name) {
                self.version(&fields, field);
                self.value(child, field.shape, field.name);
            } else if field.required & self.version != 0 {
                self.missing_field(&fields, field);
            }
        }
        for (one, other) in table.exclusive {
            if fields.get(one).is_some() && fields.get(other).is_some() {
                self.warn(exclusive(&fields, one, other));
            }
        }
        for rule in table.rules {
            rule(self, node, &fields);
        }
    }

    fn missing_field(&mut self, fields: &Fields<'d>, field: &Field) {
        // Lowering reports these if the document has none of them.
        let diagnostic = complaint::missing_field(fields, field.name);
        let names = fields.iter().map(|(name, _)| name);
        let near = self.lowering.advise(field.name, names);
        self.warn(complaint::meant(diagnostic, near, field.name));
    }

    fn unknown_fields(&mut self, fields: &Fields<'d>, table: &Table, is_schema: bool) {
        for (name, span, _) in fields.spans() {
            let is_known = table.fields.iter().any(|field| field.name == name);
            if is_known || name.starts_with("x-") || name == "<<" {
                continue;
            }
            // A `$ref` that is not text is a property with that name, in a schema.
            if is_schema && name == "$ref" {
                continue;
            }
            let known = table.fields.iter().map(|field| field.name);
            let near = self.lowering.advise(name, known);
            self.warn(complaint::unknown_field(fields.what, name, span, near));
        }
    }

    /// Warns about a field of a later version, which is read regardless.
    fn version(&mut self, fields: &Fields<'d>, field: &Field) {
        if field.known & self.version != 0 {
            return;
        }
        let span = fields.name_span(field.name);
        let what = super::reader::quoted(fields.what);
        let name = field.name;
        let current = version_name(self.version);
        let message = format!("{what} has no field `{name}` in OpenAPI {current}");
        let since = [V31, V32]
            .into_iter()
            .find(|version| field.known & version != 0);
        let since = since.filter(|version| *version > self.version);
        let diagnostic = Diagnostic::warning(Code::UnknownField, span, message);
        self.warn(match since.map(version_name) {
            Some(since) => diagnostic
                .label(format!("defined since OpenAPI {since}; accepted anyway"))
                .help(format!("set `openapi` to {since}, or remove the field")),
            None => diagnostic.label("ignored").help("remove it"),
        });
    }

    /// Warns about fields of a Reference Object that have no effect.
    fn beside_reference(&mut self, node: &'d Node) {
        let Some(object) = node.as_object() else {
            return;
        };
        for (name, span, _) in object.spans() {
            let counts = matches!(name, "$ref" | "summary" | "description");
            if counts || name.starts_with("x-") {
                continue;
            }
            let message = format!("`{name}` beside `$ref` has no effect");
            self.warn(
                Diagnostic::warning(Code::UnknownField, span, message)
                    .label("ignored")
                    .help("remove it, or write the object here instead of the reference"),
            );
        }
    }
}

const fn version_name(version: Versions) -> &'static str {
    match version {
        V30 => "3.0",
        V31 => "3.1",
        _ => "3.2",
    }
}

/// Returns the diagnostic for two fields that exclude each other.
fn exclusive(fields: &Fields<'_>, one: &str, other: &str) -> Diagnostic {
    let what = super::reader::quoted(fields.what);
    let message = format!("{what} has both `{one}` and `{other}`");
    Diagnostic::warning(Code::ExclusiveFields, fields.name_span(other), message)
        .label("excludes the other one")
        .related(fields.name_span(one), "the other one")
        .help("keep one of them")
}
