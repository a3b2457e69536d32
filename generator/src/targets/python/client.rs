//! The clients, and what they are set up with.

use askama::Template;
use spec::model::{SecurityKind, Status};

use super::Python;
use super::code::{docstring, ident, spaces, string};
use super::groups::{Mode, class_name};
use super::imports::Imports;
use super::layout::{Node, statement};
use super::ty::Place;
use crate::targets::names::{Case, Scope};
use crate::targets::sdk::{Code, Scheme, SchemeKind, Sources, filters};
use crate::targets::status;
use crate::GenerateError;

#[derive(Template)]
#[template(path = "python/package/client.py")]
struct ClientView {
    docs: Code,
    imports: Code,
    class_docs: Code,
    variables: Vec<Code>,
    values: Code,
    groups: Vec<GroupView>,
}

#[derive(Template)]
#[template(path = "python/package/async_client.py")]
struct AsyncClientView {
    docs: Code,
    imports: Code,
    class_docs: Code,
    variables: Vec<Code>,
    values: Code,
    groups: Vec<GroupView>,
}

struct GroupView {
    attribute: Code,
    docs: Code,
}

#[derive(Template)]
#[template(path = "python/package/api.py")]
struct ApiView {
    user_agent: Code,
    has_schemes: bool,
    schemes: Code,
    servers: Code,
}

#[derive(Template)]
#[template(path = "python/package/credentials.py")]
struct CredentialsView {
    imports: Code,
    fields: Vec<Code>,
    by_scheme: Code,
}

#[derive(Template)]
#[template(path = "python/package/errors.py")]
struct ErrorsView {
    imports: Code,
    classes: Vec<Code>,
    by_status: Code,
    all: Code,
}

#[derive(Template)]
#[template(path = "python/package/webhooks.py")]
struct WebhooksView {
    imports: Code,
    webhooks: Vec<Code>,
}

#[derive(Template)]
#[template(path = "python/package/__init__.py")]
struct PackageView {
    docs: Code,
}

/// The exceptions of the runtime, which no status may be called like.
const ERRORS: &[&str] = &[
    "AnswerError",
    "ApiError",
    "ConfigurationError",
    "CredentialsError",
    "DecodeError",
    "Error",
    "MissingCredentialsError",
    "PageLoopError",
    "RequestError",
    "TimedOutError",
    "TokenRefusedError",
    "TokenUnavailableError",
    "TooLargeError",
    "TransportError",
    "UndeclaredError",
    "UnreadableError",
];

impl Python<'_> {
    /// Adds the clients and what they are set up with.
    pub(super) fn add_clients(&self, sources: &mut Sources) -> Result<(), GenerateError> {
        let root = self.folder("");
        let at = |name: &str| format!("{root}{name}");
        self.add(sources, at("client.py"), &self.client())?;
        self.add(sources, at("async_client.py"), &self.async_client())?;
        self.add(sources, at("_api.py"), &self.api())?;
        self.add(sources, at("credentials.py"), &self.credentials())?;
        self.add(sources, at("errors.py"), &self.errors())?;
        self.add(sources, at("webhooks.py"), &self.webhooks())?;
        let docs = docstring(&self.about(), 0);
        self.add(sources, at("__init__.py"), &PackageView { docs })?;
        sources.insert(at("py.typed"), "");
        Ok(())
    }

    /// What the API is about.
    pub(super) fn about(&self) -> String {
        let api = self.sdk.api;
        let title = format!("A client of {}.", api.title.trim().trim_end_matches('.'));
        let description = api.description.as_deref().unwrap_or_default();
        format!("{title}\n\n{description}")
    }

    fn client(&self) -> ClientView {
        let (variables, values) = self.variables();
        ClientView {
            docs: Code::fixed("\"\"\"A client that blocks.\"\"\""),
            imports: self.group_imports(Mode::Sync),
            class_docs: docstring(&self.client_docs("blocks while it waits"), 4),
            variables,
            values,
            groups: self.group_views(Mode::Sync),
        }
    }

    fn async_client(&self) -> AsyncClientView {
        let (variables, values) = self.variables();
        AsyncClientView {
            docs: Code::fixed("\"\"\"A client that awaits.\"\"\""),
            imports: self.group_imports(Mode::Async),
            class_docs: docstring(&self.client_docs("awaits, on asyncio or on trio"), 4),
            variables,
            values,
            groups: self.group_views(Mode::Async),
        }
    }

    fn client_docs(&self, how: &str) -> String {
        format!(
            "A client that {how}. It can be shared, and used as a context manager, which closes \
             its connections."
        )
    }

    fn group_imports(&self, mode: Mode) -> Code {
        let mut lines = Vec::new();
        let mut groups: Vec<_> = self.sdk.groups.iter().collect();
        groups.sort_by(|one, other| super::imports::natural(&one.name, &other.name));
        for group in groups {
            let module = code!(".", mode.folder(), ".", &ident(&group.name));
            lines.push(super::layout::import(0, &module, vec![class_name(group, mode)]));
        }
        Code::list(lines, "\n")
    }

    fn group_views(&self, mode: Mode) -> Vec<GroupView> {
        let groups = self.sdk.groups.iter();
        let views = groups.map(|group| {
            let runner = vec![Node::fixed("self._runner")];
            let node = Node::call(&class_name(group, mode), runner);
            let start = code!("self.", &ident(&group.name), " = ");
            GroupView {
                attribute: statement(8, &start, &node),
                docs: docstring(&group.docs, 8),
            }
        });
        views.collect()
    }

    /// The settings of a client for the variables of addresses, and their values by name.
    fn variables(&self) -> (Vec<Code>, Code) {
        let mut settings = Vec::new();
        let mut values = Vec::new();
        for variable in &self.sdk.variables {
            let name = ident(&variable.name);
            let start = code!(&name, ": str = ");
            let default = Node::Leaf(string(&variable.variable.default));
            settings.push(code!(&statement(8, &start, &default), ","));
            values.push((string(&variable.variable.name), Node::Leaf(name)));
        }
        let node = Node::keyword("variables", Node::dict(values));
        (settings, code!(&spaces(12), &node.print(12, 0, 1), ","))
    }

    fn api(&self) -> ApiView {
        let package = &self.sdk.config.python.package;
        let version = &self.sdk.config.package.version;
        let schemes = self.sdk.schemes.iter().map(scheme);
        let mut servers: Vec<_> = self
            .sdk
            .api
            .operations
            .iter()
            .filter_map(|operation| operation.servers.first().or(self.sdk.api.servers.first()))
            .map(|server| server.url.as_str())
            .collect();
        servers.sort_unstable();
        servers.dedup();
        let servers = servers.into_iter().map(|url| Node::Leaf(string(url)));
        let servers = Node::Group(Code::fixed("{"), servers.collect(), Code::fixed("}"));
        let servers = match &servers {
            Node::Group(_, items, _) if items.is_empty() => Node::fixed("frozenset()"),
            _ => Node::call(&Code::fixed("frozenset"), vec![servers]),
        };
        let print = |name: &'static str, node: Node| {
            code!("    ", &Node::keyword(name, node).print(4, 0, 1), ",")
        };
        ApiView {
            user_agent: print("user_agent", Node::Leaf(string(&format!("{package}/{version}")))),
            has_schemes: !self.sdk.schemes.is_empty(),
            schemes: print("schemes", Node::tuple(schemes.collect())),
            servers: print("servers", servers),
        }
    }

    fn credentials(&self) -> CredentialsView {
        let mut imports = Imports::default();
        imports.add(".runtime.credentials", "AnyCredential");
        let mut fields = Vec::new();
        let mut entries = Vec::new();
        for scheme in &self.sdk.schemes {
            let kind = match (&scheme.kind, &scheme.scheme.kind) {
                (SchemeKind::Basic, _) => "BasicCredentials",
                (_, SecurityKind::OAuth2 { .. } | SecurityKind::OpenIdConnect { .. }) => {
                    "OAuthCredential"
                }
                _ => "TokenCredential",
            };
            imports.add(".runtime.credentials", kind);
            let name = ident(&scheme.name);
            let docs = scheme.scheme.description.clone().unwrap_or_default();
            let docs = format!("For the security scheme `{}`. {docs}", scheme.scheme.name);
            fields.push(code!("    ", &name, ": ", kind, " | None = None"));
            fields.push(code!("    ", &docstring(docs.trim(), 4)));
            entries.push((string(&scheme.scheme.name), Node::Leaf(code!("self.", &name))));
        }
        CredentialsView {
            imports: imports.print(0),
            fields,
            by_scheme: statement(8, &Code::fixed("return "), &Node::dict(entries)),
        }
    }

    fn errors(&self) -> ErrorsView {
        let mut imports = Imports::default();
        let mut classes = Vec::new();
        let mut entries = Vec::new();
        let mut all: Vec<_> = ERRORS.iter().map(|name| (*name).to_owned()).collect();
        for (status, name) in &self.error_classes {
            let calls = self.sdk.calls();
            let answers = calls.flat_map(|call| call.errors());
            let answers = answers.filter(|answer| answer.response.status == *status);
            let mut kinds = Vec::new();
            for answer in answers {
                let contents = answer.contents.iter();
                let mut own: Vec<_> = contents.map(|content| Some(content.kind.clone())).collect();
                if own.is_empty() {
                    own.push(None);
                }
                own.into_iter().for_each(|kind| {
                    if !kinds.contains(&kind) {
                        kinds.push(kind);
                    }
                });
            }
            let body = self.union_of(kinds, Place::Signature);
            imports.extend(&body.imports);
            let about = match status {
                Status::Default => "Any status that is not declared by itself.".to_owned(),
                other => format!("Status {other}."),
            };
            classes.push(code!(
                "class ", &ident(name), "(ApiError):\n    ", &docstring(&about, 4),
                "\n\n    body: ", &body.code
            ));
            let key = string(&status.to_string());
            entries.push((key, Node::Leaf(ident(name))));
            all.push(name.clone());
        }
        let all = super::imports::sorted_for_all(all);
        let all = all.iter().map(|name| Node::Leaf(string(name))).collect();
        let all = Node::Group(Code::fixed("["), all, Code::fixed("]"));
        let start = Code::fixed("BY_STATUS: dict[str, type[ApiError]] = ");
        ErrorsView {
            imports: relative(&imports.print_for_checkers()),
            classes,
            by_status: statement(0, &start, &Node::dict(entries)),
            all: statement(0, &Code::fixed("__all__ = "), &all),
        }
    }

    fn webhooks(&self) -> WebhooksView {
        let mut imports = Imports::default();
        imports.add("..runtime.webhook", "SIGNATURE_HEADER");
        imports.add("..runtime.webhook", "Verifier");
        imports.add("..runtime.webhook", "Webhook");
        imports.add("..runtime.webhook", "WebhookError");
        imports.add("..runtime.webhook", "sign");
        let mut scope = Scope::new(Case::Constant, &["SIGNATURE_HEADER"]);
        let mut webhooks = Vec::new();
        for webhook in &self.sdk.api.webhooks {
            for operation in &webhook.operations {
                let bodies = operation.body.iter().flat_map(|body| &body.content);
                let json = bodies.filter(|media| media.is_json()).find_map(|media| media.schema);
                let Some(schema) = json else { continue };
                let ty = self.sdk.types.nullable_ty(schema);
                let annotation = self.annotate(&ty, Place::Table);
                imports.extend(&annotation.imports);
                let name = scope.claim_or(&webhook.name, "webhook");
                let items = vec![
                    Node::Leaf(string(&webhook.name)),
                    Node::Leaf(code!("lambda: ", &annotation.code)),
                ];
                let start = code!(&ident(&name), ": Webhook[", &annotation.code, "] = ");
                let node = Node::call(&Code::fixed("Webhook"), items);
                let docs = operation.description.as_ref().or(operation.summary.as_ref());
                let docs = docs.cloned().unwrap_or_else(|| format!("`{}`.", webhook.name));
                webhooks.push(code!(&statement(0, &start, &node), "\n", &docstring(&docs, 0)));
            }
        }
        WebhooksView {
            imports: relative(&imports.print(0)),
            webhooks,
        }
    }

    /// The exception for a declared status.
    pub(super) fn error_class(&self, status: &str) -> &str {
        let mut classes = self.error_classes.iter();
        let found = classes.find(|(known, _)| known.to_string() == status);
        found.map_or("ApiError", |(_, name)| name)
    }

    /// The exceptions by declared status.
    pub(super) fn make_error_classes(&self) -> Vec<(Status, String)> {
        let calls = self.sdk.calls();
        let answers = calls.flat_map(|call| call.errors());
        let mut statuses: Vec<_> = answers.map(|answer| answer.response.status).collect();
        statuses.sort();
        statuses.dedup();
        let mut scope = Scope::new(Case::Pascal, ERRORS);
        let classes = statuses.into_iter().map(|status| {
            let name = match status {
                Status::Default => "UnexpectedStatus".to_owned(),
                Status::Range(1) => "Informational".to_owned(),
                Status::Range(3) => "Redirection".to_owned(),
                Status::Range(4) => "Client".to_owned(),
                Status::Range(5) => "Server".to_owned(),
                Status::Range(_) => "Success".to_owned(),
                Status::Code(code) => status::reason(code),
            };
            let name = name.strip_suffix("Error").unwrap_or(&name);
            (status, scope.claim(&format!("{name} error")))
        });
        classes.collect()
    }
}

/// The imports of a module that stands in the package itself, not in a folder of it.
fn relative(imports: &Code) -> Code {
    super::code::one_level_up(imports)
}

fn scheme(scheme: &Scheme<'_>) -> Node {
    let (kind, field, prefix) = match scheme.kind {
        SchemeKind::Bearer => ("\"bearer\"", "", None),
        SchemeKind::Basic => ("\"basic\"", "", None),
        SchemeKind::Header { name, prefix } => ("\"header\"", name, prefix),
        SchemeKind::Query { name } => ("\"query\"", name, None),
        SchemeKind::Cookie { name } => ("\"cookie\"", name, None),
    };
    let mut items = vec![Node::Leaf(string(&scheme.scheme.name)), Node::fixed(kind)];
    if !field.is_empty() {
        items.push(Node::keyword("field", Node::Leaf(string(field))));
    }
    if let Some(prefix) = prefix {
        let prefix = format!("{prefix} ");
        items.push(Node::keyword("prefix", Node::Leaf(string(&prefix))));
    }
    if let Some(url) = &scheme.token_url {
        items.push(Node::keyword("token_url", Node::Leaf(string(url))));
    }
    Node::call(&Code::fixed("Scheme"), items)
}
