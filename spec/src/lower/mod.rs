//! From the tree to the model: references followed, defaults filled in, `allOf` merged.

mod all_of;
mod annotations;
mod body;
mod operation;
mod operation_id;
mod parameter;
mod paths;
mod reader;
mod schema;
mod security;
mod server;
mod states;
mod union;
mod usage;

use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::document::{Documents, Node};
use crate::model::{Api, Basis, Found, Provenance, SecurityScheme, Tag, Webhook};
use crate::source::Span;

use self::reader::Fields;
use self::schema::Schemas;

/// Resolves a whole description; none where it is no OpenAPI description at all.
pub(crate) fn lower(documents: &Documents, diagnostics: &mut Diagnostics) -> Option<Api> {
    let root = documents.main()?;
    let mut lowering = Lowering {
        documents,
        diagnostics,
        dialect: Dialect::OpenApi30,
        schemas: Schemas::default(),
        security_schemes: Vec::new(),
        found: Found::default(),
    };
    lowering.document(root)
}

/// The versions of OpenAPI that differ in how schemas are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dialect {
    OpenApi30,
    OpenApi31,
}

/// A lowering under way. `'d` is the life of the trees.
struct Lowering<'d, 'x> {
    documents: &'d Documents,
    diagnostics: &'x mut Diagnostics,
    dialect: Dialect,
    schemas: Schemas<'d>,
    security_schemes: Vec<SecurityScheme>,
    found: Found,
}

const ROOT: &[&str] = &[
    "openapi",
    "info",
    "servers",
    "paths",
    "components",
    "security",
    "tags",
    "externalDocs",
    "webhooks",
    "jsonSchemaDialect",
];

impl<'d> Lowering<'d, '_> {
    fn document(&mut self, node: &'d Node) -> Option<Api> {
        let root = self.fields(node, "the description")?;
        let openapi = self.version(&root)?;
        self.known(&root, ROOT);
        let provenance = self.provenance(&root, &Provenance::default());
        self.declare_schemas(&root, &provenance);
        self.security_schemes(&root);
        let (title, version, description) = self.info(&root);
        let servers = self.servers(&root).unwrap_or_else(server::fallback);
        let mut tags = self.tags(&root);
        let security = self.requirements(&root).unwrap_or_default();
        let operations = self.paths(&root, &security, &provenance);
        let webhooks = self.webhooks(&root, &provenance);
        self.lower_queued_schemas();
        self.break_alias_cycles();
        self.merge_all_of();
        self.settle_unions();
        self.break_alias_cycles();
        add_undeclared_tags(&mut tags, &operations);
        let mut api = Api {
            openapi,
            title,
            version,
            description,
            servers,
            tags,
            operations,
            webhooks,
            schemas: std::mem::take(&mut self.schemas).finish(),
            security_schemes: std::mem::take(&mut self.security_schemes),
            extensions: self.extensions(&root),
            found: self.found,
        };
        usage::mark_directions(&mut api);
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
            _ => {
                self.unsupported_version(node.span, "only OpenAPI 3.0 and 3.1 are read");
                return None;
            }
        };
        Some(version)
    }

    fn unsupported_version(&mut self, span: Span, what: &str) {
        self.diagnostics.push(
            Diagnostic::error(Code::UnsupportedVersion, span, what)
                .label("expected 3.0.x or 3.1.x")
                .help("convert the description to OpenAPI 3.0 or 3.1"),
        );
    }

    fn info(&mut self, root: &Fields<'d>) -> (String, String, Option<String>) {
        const KNOWN: &[&str] = &[
            "title",
            "description",
            "termsOfService",
            "contact",
            "license",
            "version",
            "summary",
        ];
        let Some(info) = self.required_object(root, "info") else {
            return (String::new(), String::new(), None);
        };
        self.known(&info, KNOWN);
        for name in ["title", "version"] {
            if info.get(name).is_none() {
                self.lacking(&info, name);
            }
        }
        let title = self.text(&info, "title").unwrap_or_default();
        let version = self.text(&info, "version").unwrap_or_default();
        let description = self.prose(&info, "description");
        (title, version, description)
    }

    fn tags(&mut self, root: &Fields<'d>) -> Vec<Tag> {
        let mut tags: Vec<Tag> = Vec::new();
        for node in self.array(root, "tags") {
            let Some(fields) = self.fields(node, "a tag") else {
                continue;
            };
            self.known(&fields, &["name", "description", "externalDocs"]);
            let name = self.required_text(&fields, "name");
            let description = self.prose(&fields, "description");
            if !tags.iter().any(|tag| tag.name == name) {
                tags.push(Tag { name, description });
            }
        }
        tags
    }

    fn webhooks(&mut self, root: &Fields<'d>, parent: &Provenance) -> Vec<Webhook> {
        let field = if root.get("webhooks").is_some() {
            "webhooks"
        } else {
            "x-webhooks"
        };
        let mut webhooks = Vec::new();
        for (name, node) in self.entries(root, field) {
            let operations = self.hook_operations(name, node, parent);
            webhooks.push(Webhook {
                name: name.to_owned(),
                operations,
            });
        }
        webhooks
    }

    fn provenance(&self, fields: &Fields<'d>, parent: &Provenance) -> Provenance {
        let basis = match fields.get("x-provenance").and_then(Node::as_str) {
            Some("stated") => Basis::Stated,
            Some("assumed") => Basis::Assumed,
            _ => parent.basis,
        };
        let source = fields.get("x-source").and_then(Node::as_str);
        let inherited = parent.source.as_deref().filter(|_| basis == parent.basis);
        let source = source.or(inherited).map(str::to_owned);
        Provenance { basis, source }
    }
}

fn add_undeclared_tags(tags: &mut Vec<Tag>, operations: &[crate::model::Operation]) {
    for name in operations.iter().flat_map(|operation| &operation.tags) {
        if !tags.iter().any(|tag| tag.name == *name) {
            tags.push(Tag {
                name: name.clone(),
                description: None,
            });
        }
    }
}
