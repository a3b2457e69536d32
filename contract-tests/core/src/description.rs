//! The description that a deployment is checked by, with its places.

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

/// Which host of the deployment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Host {
    /// The one of the API.
    Resource,
    /// The one that issues tokens.
    Token,
}

/// The index of an operation in [`Api::operations`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OperationId(pub usize);

/// The description that a deployment is checked by.
#[derive(Debug)]
pub struct Description {
    /// The model.
    pub api: Api,
    /// Its files, by which a place is found. They grow as references are followed, hence the lock.
    documents: Mutex<Documents>,
    copies: OnceLock<Copies>,
    /// Whether the description is the deployment's own, so that all of it counts as stated.
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
    /// The JSON Pointer (RFC 6901) within the file, where its lines are too long to read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
}

/// The description of this project, below its root, and its text.
const OWN: &str = "spec/openapi.yaml";
const OWN_TEXT: &str = include_str!("../../../spec/openapi.yaml");

/// A column beyond which a line is not one that a person reads.
const FAR: usize = 500;

impl Description {
    /// Reads a description from a file.
    ///
    /// # Errors
    /// With all diagnostics, when it has errors.
    pub fn read(path: &Path) -> Result<Self> {
        Self::of(spec::load(path))
    }

    /// Reads those operations of a description that are selected, from a file, or from that of this
    /// project.
    ///
    /// # Errors
    /// With all complaints, when it has errors.
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
    /// When it has errors.
    pub fn embedded() -> Result<Self> {
        Self::from_text(OWN, OWN_TEXT)
    }

    /// Reads a description from memory.
    ///
    /// # Errors
    /// With all diagnostics, when it has errors.
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

    /// Returns the facts of its service.
    #[must_use]
    pub const fn service(&self) -> &Service {
        &self.service
    }

    /// The name of its file.
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

    /// Returns what the texts of its files are, in short: SHA-256, hexadecimal.
    #[must_use]
    pub fn digest(&self) -> String {
        let mut hash = Sha256::new();
        for file in self.documents().sources.files() {
            hash.update(file.text.as_bytes());
            hash.update([0]);
        }
        let mut text = String::new();
        for byte in hash.finalize() {
            // A `String` takes everything that is written to it.
            let _ = write!(text, "{byte:02x}");
        }
        text
    }

    /// Returns the files and their trees.
    pub fn documents(&self) -> MutexGuard<'_, Documents> {
        self.documents
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// One operation.
    #[must_use]
    pub fn operation(&self, id: OperationId) -> &Operation {
        &self.api.operations[id.0]
    }

    /// Returns all operations with their ids.
    pub fn operations(&self) -> impl Iterator<Item = (OperationId, &Operation)> {
        let operations = self.api.operations.iter().enumerate();
        operations.map(|(index, operation)| (OperationId(index), operation))
    }

    /// The host that an operation is on.
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

    /// The address of the host of the token endpoint, where an operation of the API is that endpoint: it
    /// is on the deployment, whatever host the description names.
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

    /// The first server, with a slash at its end; one without a host is that of an example.
    fn server(&self) -> Option<Url> {
        let example = Url::parse("https://api.example").ok()?;
        let first = self.api.servers.first().map_or("/", |one| &one.url);
        let mut server = example.join(first).ok()?;
        let path = format!("{}/", server.path().trim_end_matches('/'));
        server.set_path(&path);
        Some(server)
    }

    /// The token endpoint of the first flow that has one. It may be relative to the server.
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

    /// Returns the path of the MCP endpoint on the token host; that of [`Service::mcp_path`] where
    /// no operation has it.
    #[must_use]
    pub fn mcp_path(&self) -> String {
        let found = self.mcp().map(|one| &one.path);
        found.unwrap_or(&self.service.mcp_path).clone()
    }

    /// The operation that is the MCP endpoint, if there is one.
    #[must_use]
    pub fn mcp(&self) -> Option<&Operation> {
        let mut all = self.api.operations.iter();
        all.find(|one| {
            let is_posted =
                one.method == Method::Post && one.path.ends_with(&self.service.mcp_path);
            is_posted && self.host(one) == Host::Token
        })
    }

    /// Returns the operation of an `operationId`.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<OperationId> {
        let position = self.api.operations.iter().position(|op| op.id == id);
        position.map(OperationId)
    }

    /// Returns where a span is, for people.
    #[must_use]
    pub fn place(&self, span: Span) -> Place {
        let location = self.documents().sources.locate(span);
        // A column of a minified file says little to a person.
        let pointer = (location.column > FAR).then(|| self.pointer(span));
        Place {
            pointer,
            file: location.path,
            line: location.line,
            column: location.column,
        }
    }

    /// The JSON Pointer (RFC 6901) to what is at a span, within its file.
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

    /// Returns whether what stands somewhere is stated, not assumed.
    #[must_use]
    pub fn is_stated(provenance: &Provenance) -> bool {
        provenance.basis == Basis::Stated
    }
}
