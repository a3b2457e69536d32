//! Lowers the tree to the model: follows references, fills in defaults, merges `allOf`.

mod all_of;
mod annotations;
mod body;
mod choice;
mod circular;
mod complaint;
mod cost;
mod discriminator;
mod enumeration;
mod events;
mod example;
mod follow;
mod globals;
mod header;
mod heirs;
mod identity;
mod link;
mod merge;
mod merge_scalars;
mod objects;
mod operation;
pub(crate) mod operation_id;
mod pages;
mod pagination;
mod parameter;
mod path_variables;
mod paths;
mod pattern;
mod provenance;
mod query;
mod ranges;
mod reader;
mod sample;
mod scalar_check;
mod scalars;
mod schema;
mod schema_reference;
mod schemas;
mod security;
mod server;
mod shape;
mod states;
mod stream_parts;
mod streams;
mod union;
mod usage;
mod values;
mod written;
mod xml;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{Documents, Identity, Node, Value};
use crate::model::{
    Api, Found, Operation, Provenance, QueryString, SecurityScheme, Tag, Webhook, ends_of_aliases,
};
use crate::source::Span;

use self::choice::Discriminated;
use self::identity::Identifiers;
use self::reader::Fields;
use self::sample::Sample;
use self::schemas::Schemas;
use self::shape::Faults;
use self::states::Stated;
use self::written::Writing;

pub use self::pages::is_list;

/// Returns whether a pattern is a regular expression of ECMA-262 (§22.2.1 with annex B.1.2).
#[must_use]
pub fn is_pattern(pattern: &str) -> bool {
    pattern::check(pattern).is_ok()
}

/// Lowers a description; `None` if it is not an OpenAPI description at all.
pub(crate) fn lower(documents: &Documents, diagnostics: &mut Diagnostics) -> Option<Api> {
    let root = documents.main()?;
    let mut lowering = Lowering {
        documents,
        diagnostics,
        dialect: Dialect::OpenApi30,
        schemas: Schemas::default(),
        faults: Faults::default(),
        identifiers: Identifiers::default(),
        writing: Writing::default(),
        security_schemes: Vec::new(),
        security_places: HashMap::new(),
        shared_security: None,
        scopes: HashSet::new(),
        found: Found::default(),
        behind: HashMap::new(),
        discriminators: Vec::new(),
        samples: Vec::new(),
        query_strings: Vec::new(),
        stated: Stated::default(),
        advised: 0,
        hooks: 0,
        bankrupt: false,
        overall: Provenance::default(),
    };
    lowering.document(root)
}

/// The versions of OpenAPI that differ in the syntax of schemas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Dialect {
    OpenApi30,
    OpenApi31,
    OpenApi32,
}

/// A lowering in progress. `'d` is the lifetime of the trees.
struct Lowering<'d, 'x> {
    documents: &'d Documents,
    diagnostics: &'x mut Diagnostics,
    dialect: Dialect,
    schemas: Schemas<'d>,
    faults: Faults<'d>,
    identifiers: Identifiers<'d>,
    writing: Writing<'d>,
    security_schemes: Vec<SecurityScheme>,
    security_places: HashMap<String, usize>,
    /// Where the security requirements for every operation are.
    shared_security: Option<Span>,
    /// The scopes of each security scheme, by its index.
    scopes: HashSet<(usize, String)>,
    found: Found,
    /// The resolved targets of references to references.
    behind: HashMap<Identity, Option<&'d Node>>,
    discriminators: Vec<Discriminated>,
    /// The provenance of the description.
    overall: Provenance,
    samples: Vec<Sample<'d>>,
    /// The parameters that are the complete query of their operation.
    query_strings: Vec<QueryString>,
    stated: Stated,
    /// How many unknown fields were compared with known ones.
    advised: usize,
    /// How deep callbacks nest.
    hooks: usize,
    /// Whether the budget has run out, which has been reported.
    bankrupt: bool,
}

impl<'d> Lowering<'d, '_> {
    fn document(&mut self, node: &'d Node) -> Option<Api> {
        let root = self.fields(node, "the description")?;
        let openapi = self.version(&root)?;
        self.check_shapes(node);
        self.overall = self.own_provenance(&root);
        let provenance = self.overall.clone();
        self.declare_schemas(&root, &provenance);
        self.security_schemes(&root);
        let (title, version, description) = self.info(&root);
        let servers = self
            .servers(&root)
            .unwrap_or_else(|| server::fallback(&root));
        let mut tags = self.tags(&root);
        let security = self.requirements(&root).unwrap_or_default();
        self.shared_security = root.get("security").map(|node| node.span);
        let mut operations = self.paths(&root, &security, &provenance);
        let webhooks = self.webhooks(&root, &provenance);
        let globals = self.globals(&root);
        self.lower_queued_schemas();
        self.write_schemas();
        self.break_alias_cycles();
        self.merge_all_of();
        self.break_union_cycles();
        self.settle_unions();
        self.break_alias_cycles();
        self.settle_implied_values();
        self.check_discriminators();
        self.check_samples();
        self.check_states(&operations);
        self.settle_links(&mut operations);
        self.settle_queries(&mut operations);
        self.spend_on_forms(&operations);
        self.warn_of_faults();
        // A description without any usable operation is refused.
        let declared = root.get("paths").and_then(Node::as_object);
        let declared = declared.is_some_and(|paths| !paths.is_empty());
        if declared && operations.is_empty() && self.diagnostics.left_out() > 0 {
            self.diagnostics.release();
        }
        add_undeclared_tags(&mut tags, &operations);
        let extensions = self.extensions(&root);
        let bases = self.bases(&root);
        let schemas = std::mem::take(&mut self.schemas).finish();
        let mut api = Api {
            openapi,
            identity: self.prose(&root, "$self"),
            title,
            version,
            description,
            servers,
            tags,
            operations,
            globals: Vec::new(),
            webhooks,
            ends: ends_of_aliases(&schemas),
            schemas,
            written: Arc::new(std::mem::take(&mut self.writing).finish()),
            security_schemes: std::mem::take(&mut self.security_schemes),
            extensions,
            bases,
            found: self.found,
        };
        ranges::mark_structured(&mut api);
        pages::recognize(&mut api);
        streams::recognize(&mut api);
        // Events are further schemas.
        api.ends = ends_of_aliases(&api.schemas);
        usage::mark_directions(&mut api);
        api.globals = crate::globals::usable(&api, globals, self.diagnostics);
        Some(api)
    }

    fn version(&mut self, root: &Fields<'d>) -> Option<String> {
        if let Some(swagger) = root.get("swagger") {
            self.unsupported_version(swagger.span, "this is Swagger 2.0, not OpenAPI");
            return None;
        }
        let Some(node) = root.get("openapi") else {
            self.missing(root, "openapi");
            return None;
        };
        let version = self.text_of(node, "openapi")?;
        self.dialect = match version.split('.').collect::<Vec<_>>()[..] {
            ["3", "0", ..] => Dialect::OpenApi30,
            ["3", "1", ..] => Dialect::OpenApi31,
            ["3", "2", ..] => Dialect::OpenApi32,
            _ => {
                let message = format!("`{version}` is not a version of OpenAPI that is read");
                self.unsupported_version(node.span, &message);
                return None;
            }
        };
        Some(version)
    }

    fn unsupported_version(&mut self, span: Span, what: &str) {
        self.diagnostics.push(
            Diagnostic::error(Code::UnsupportedVersion, span, what)
                .label("expected 3.0.x, 3.1.x or 3.2.x")
                .help("convert the description to OpenAPI 3.0, 3.1 or 3.2"),
        );
    }

    fn info(&mut self, root: &Fields<'d>) -> (String, String, Option<String>) {
        let Some(info) = self.object(root, "info") else {
            return (String::new(), String::new(), None);
        };
        let title = self.prose(&info, "title").unwrap_or_default();
        let version = self.prose(&info, "version").unwrap_or_default();
        let description = self.prose(&info, "description");
        (title, version, description)
    }

    fn tags(&mut self, root: &Fields<'d>) -> Vec<Tag> {
        let mut tags: Vec<Tag> = Vec::new();
        let mut known = HashSet::new();
        for node in self.array(root, "tags") {
            let mark = self.diagnostics.mark();
            let Some(tag) = self.tag(node) else {
                self.contain(mark, node.span, "the tag is left out");
                continue;
            };
            if self.contain(mark, node.span, "the tag is left out") {
                continue;
            }
            if known.insert(tag.name.clone()) {
                tags.push(tag);
            } else {
                let message = format!("the tag `{}` is defined twice", tag.name);
                let span = node.get("name").map_or(node.span, |name| name.span);
                let diagnostic = Diagnostic::warning(Code::DuplicateKey, span, message);
                self.diagnostics
                    .push(diagnostic.label("ignored").help("remove it"));
            }
        }
        tags
    }

    fn tag(&mut self, node: &'d Node) -> Option<Tag> {
        let fields = self.fields(node, "a tag")?;
        Some(Tag {
            name: self.required_text(&fields, "name"),
            summary: self.prose(&fields, "summary"),
            description: self.prose(&fields, "description"),
            parent: self.prose(&fields, "parent"),
            kind: self.prose(&fields, "kind"),
        })
    }

    fn webhooks(&mut self, root: &Fields<'d>, parent: &Provenance) -> Vec<Webhook> {
        let field = if root.get("webhooks").is_some() {
            "webhooks"
        } else {
            "x-webhooks"
        };
        let mut webhooks = Vec::new();
        for (name, node) in self.entries(root, field) {
            // Extensions of the map itself, such as `x-internal: true`.
            if name.starts_with("x-") && !matches!(node.value, Value::Object(_)) {
                continue;
            }
            let operations = self.hook_operations(name, node, parent);
            webhooks.push(Webhook {
                name: name.to_owned(),
                operations,
            });
        }
        webhooks
    }
}

fn add_undeclared_tags(tags: &mut Vec<Tag>, operations: &[Operation]) {
    let mut known: HashSet<String> = tags.iter().map(|tag| tag.name.clone()).collect();
    for name in operations.iter().flat_map(|operation| &operation.tags) {
        if known.insert(name.clone()) {
            tags.push(Tag {
                name: name.clone(),
                summary: None,
                description: None,
                parent: None,
                kind: None,
            });
        }
    }
}
