//! The description that a deployment is checked against, with source locations.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use spec::diagnostic::{Style, render};
use spec::model::{Basis, Method, Operation, Provenance, SecurityKind, Server};
use spec::source::FileId;
use spec::{Api, Documents, Reading, Selection, Severity, Span};
use url::Url;

use crate::copies::Copies;
use crate::service::Service;

/// A host of the deployment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Host {
    /// The host of the API.
    Resource,
    /// The host that issues tokens.
    Token,
}

/// The index of an operation in [`Api::operations`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OperationId(pub usize);

/// The description that a deployment is checked against.
#[derive(Debug)]
pub struct Description {
    /// The model.
    pub api: Api,
    /// Its files, in which places are looked up. Files are added as references are followed, hence
    /// the lock.
    documents: Mutex<Documents>,
    copies: OnceLock<Copies>,
    /// Whether the deployment publishes the description itself, so that all of it counts as stated.
    pub is_authoritative: bool,
    /// Whether `format` annotates and asserts nothing, as in OpenAPI 3.1 and later (JSON Schema
    /// Validation 2020-12 §7.2.1).
    pub format_annotates: bool,
    service: Service,
}

/// A place in the description.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// The JSON Pointer (RFC 6901) within the file, if its lines are too long to read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
}

/// The path of this project's description from the root, and its text.
const OWN: &str = "spec/openapi.yaml";
const OWN_TEXT: &str = include_str!("../../../spec/openapi.yaml");

/// Columns beyond this one are in lines that are too long to read.
const FAR: usize = 500;

impl Description {
    /// Reads a description from a file.
    ///
    /// # Errors
    /// Returns all diagnostics if the description has errors.
    pub fn read(path: &Path) -> Result<Self> {
        Self::of(spec::load(path))
    }

    /// Reads the selected operations of a description from a file, or of this project's
    /// description.
    ///
    /// # Errors
    /// Returns all diagnostics if the description has errors.
    pub fn selected(path: Option<&Path>, selection: &Selection) -> Result<Self> {
        let reading = Reading::default().only(selection);
        Self::of(match path {
            Some(path) => reading.file(path),
            None => reading.text(OWN, OWN_TEXT),
        })
    }

    /// Returns the description of this project, `spec/openapi.yaml`.
    ///
    /// # Errors
    /// Returns an error if the description has errors.
    pub fn embedded() -> Result<Self> {
        Self::from_text(OWN, OWN_TEXT)
    }

    /// Reads a description from memory.
    ///
    /// # Errors
    /// Returns all diagnostics if the description has errors.
    pub fn from_text(name: &str, text: &str) -> Result<Self> {
        Self::of(spec::load_text(name, text))
    }

    fn of(loaded: spec::Loaded) -> Result<Self> {
        let spec::Loaded {
            api,
            diagnostics,
            documents,
        } = loaded;
        let Some(api) = api else {
            let complaints = diagnostics.sorted().into_iter();
            let complaints = complaints.filter(|found| found.severity == Severity::Error);
            let complaints: Vec<_> = complaints
                .map(|found| render(found, &documents.sources, Style::Plain))
                .collect();
            bail!("{}", complaints.join("\n\n"));
        };
        let is_authoritative = !api
            .operations
            .iter()
            .any(|operation| operation.provenance.basis == Basis::Assumed);
        let written = documents.written(FileId::MAIN);
        let version = written.and_then(|root| root.get("openapi")?.as_str());
        let format_annotates =
            version.is_some_and(|version| version.starts_with("3.") && !version.starts_with("3.0"));
        Ok(Self {
            format_annotates,
            service: Service::of(&api),
            api,
            documents: Mutex::new(documents),
            copies: OnceLock::new(),
            is_authoritative,
        })
    }

    /// Returns the facts about its service.
    #[must_use]
    pub const fn service(&self) -> &Service {
        &self.service
    }

    /// Returns the name of its file.
    #[must_use]
    pub fn name(&self) -> String {
        let documents = self.documents();
        let first = documents
            .sources
            .files()
            .next()
            .map(|file| file.name.clone());
        first.unwrap_or_default()
    }

    /// Returns a hash of its files: SHA-256, hexadecimal.
    #[must_use]
    pub fn digest(&self) -> String {
        let mut hash = Sha256::new();
        for file in self.documents().sources.files() {
            hash.update(file.text.as_bytes());
            hash.update([0]);
        }
        let mut text = String::new();
        for byte in hash.finalize() {
            // Writing to a `String` cannot fail.
            let _ = write!(text, "{byte:02x}");
        }
        text
    }

    /// Locks the files and their trees.
    pub fn documents(&self) -> MutexGuard<'_, Documents> {
        self.documents
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns an operation.
    #[must_use]
    pub fn operation(&self, id: OperationId) -> &Operation {
        &self.api.operations[id.0]
    }

    /// Returns all operations with their ids.
    pub fn operations(&self) -> impl Iterator<Item = (OperationId, &Operation)> {
        let operations = self.api.operations.iter().enumerate();
        operations.map(|(index, operation)| (OperationId(index), operation))
    }

    /// Returns the host of an operation.
    #[must_use]
    pub fn host(&self, operation: &Operation) -> Host {
        let servers = if operation.servers.is_empty() {
            &self.api.servers
        } else {
            &operation.servers
        };
        let variable = self.service.token_host.as_ref();
        let is_token_host = |server: &Server| {
            variable.is_some_and(|name| server.url.starts_with(&format!("{{{name}}}")))
        };
        if servers.first().is_some_and(is_token_host) {
            Host::Token
        } else {
            Host::Resource
        }
    }

    /// Returns the path of the token endpoint on the token host.
    #[must_use]
    pub fn token_path(&self) -> String {
        let path = self.token_url().map(|url| url.path().to_owned());
        path.unwrap_or_else(|| self.service.token_path.clone())
    }

    /// Returns the host of the token endpoint if an operation of the API is that endpoint: it is
    /// then on the deployment, whatever host the description names.
    #[must_use]
    pub fn own_token_host(&self, base: &Url) -> Option<Url> {
        let server = self.server()?;
        let prefix = server.path().trim_end_matches('/');
        let token = self.token_url()?;
        let path = token.path().strip_prefix(prefix)?;
        let mut operations = self.api.operations.iter();
        let is_own = operations.any(|one| {
            let is_here = one.servers.is_empty() && one.path == path;
            is_here && one.method == Method::Post
        });
        let below = base.path().trim_end_matches('/').strip_suffix(prefix)?;
        let mut host = base.clone();
        host.set_path(below);
        (is_own && token.origin() == server.origin() && self.service.token_host.is_none())
            .then_some(host)
    }

    /// Returns the first server, with a slash at its end. A server without a host is relative, so
    /// it counts as an example.
    fn server(&self) -> Option<Url> {
        let example = Url::parse("https://api.example").ok()?;
        let first = self.api.servers.first().map_or("/", |one| &one.url);
        let mut server = example.join(first).ok()?;
        let path = format!("{}/", server.path().trim_end_matches('/'));
        server.set_path(&path);
        Some(server)
    }

    /// Returns the token endpoint of the first flow that has one. It may be relative to the server.
    fn token_url(&self) -> Option<Url> {
        let mut schemes = self.api.security_schemes.iter();
        let url = schemes.find_map(|scheme| match &scheme.kind {
            SecurityKind::OAuth2 { flows } => {
                flows.iter().find_map(|flow| flow.token_url.as_deref())
            }
            _ => None,
        })?;
        match Url::parse(url) {
            Ok(url) => Some(url),
            Err(_) if url.contains('{') => None,
            Err(_) => self.server()?.join(url).ok(),
        }
    }

    /// Returns the path of the MCP endpoint on the token host, or [`Service::mcp_path`] if no
    /// operation has it.
    #[must_use]
    pub fn mcp_path(&self) -> String {
        let found = self.mcp().map(|one| &one.path);
        found.unwrap_or(&self.service.mcp_path).clone()
    }

    /// Returns the operation that is the MCP endpoint, if there is one.
    #[must_use]
    pub fn mcp(&self) -> Option<&Operation> {
        let mut all = self.api.operations.iter();
        all.find(|one| {
            let is_posted =
                one.method == Method::Post && one.path.ends_with(&self.service.mcp_path);
            is_posted && self.host(one) == Host::Token
        })
    }

    /// Returns the operation with an `operationId`.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<OperationId> {
        let position = self.api.operations.iter().position(|op| op.id == id);
        position.map(OperationId)
    }

    /// Returns where a span is, for messages.
    #[must_use]
    pub fn place(&self, span: Span) -> Place {
        let location = self.documents().sources.locate(span);
        // A column of a minified file is of little help.
        let pointer = (location.column > FAR).then(|| self.pointer(span));
        Place {
            pointer,
            file: location.path,
            line: location.line,
            column: location.column,
        }
    }

    /// Returns the JSON Pointer (RFC 6901) to what is at a span, within its file.
    #[must_use]
    pub fn pointer(&self, span: Span) -> String {
        self.documents().pointer_to(span)
    }

    /// As [`Self::pointer`], but into the first copy of a schema that the file writes out again.
    #[must_use]
    pub fn shared_pointer(&self, span: Span) -> String {
        let documents = self.documents();
        let pointer = documents.pointer_to(span);
        let main = documents.written(FileId::MAIN);
        let Some(file) = main.filter(|_| span.file == FileId::MAIN) else {
            return pointer;
        };
        self.copies.get_or_init(|| Copies::of(file)).first(&pointer)
    }

    /// Returns whether a place is stated, not assumed.
    #[must_use]
    pub fn is_stated(provenance: &Provenance) -> bool {
        provenance.basis == Basis::Stated
    }
}
