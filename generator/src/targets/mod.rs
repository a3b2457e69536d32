//! The targets: languages, MCP tools and vectors. Each has a folder with all its decisions, and an
//! entry in this table.

mod go;
mod java;
mod license;
mod mcp;
mod npm;
mod overlay;
mod prose;
mod python;
mod reference;
mod run;
mod rust;
mod sources;
mod typescript;
mod vectors;

use spec::model::Operation;
use spec::{Api, Diagnostics, Span};

pub(crate) use self::run::Run;
use self::sources::Sources;
use crate::ir::{self, Selection};
use crate::{Config, FileTree, GenerateError};

/// A target to generate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// Types, client and server stubs.
    Rust,
    /// MCP tools, as data.
    Mcp,
    /// A package for Node.js.
    TypeScript,
    /// A Python package.
    Python,
    /// A Go module.
    Go,
    /// A Maven artifact.
    Java,
    /// Code samples for the description, as an overlay.
    Samples,
    /// Test vectors for clients, as data.
    Vectors,
}

/// A call of an operation, for people to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// The operationId.
    pub operation: String,
    /// The statements, which use a `client`.
    pub source: String,
}

impl Sample {
    fn new(operation: &Operation, source: &str) -> Self {
        Self {
            operation: operation.id.clone(),
            source: source.to_owned(),
        }
    }
}

impl Target {
    /// Every target.
    pub const ALL: &'static [Self] = &[
        Self::Rust,
        Self::Mcp,
        Self::TypeScript,
        Self::Python,
        Self::Go,
        Self::Java,
        Self::Samples,
        Self::Vectors,
    ];

    /// Returns the name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rust => "rust",
            Self::Mcp => "mcp",
            Self::TypeScript => "typescript",
            Self::Python => "python",
            Self::Go => "go",
            Self::Java => "java",
            Self::Samples => "samples",
            Self::Vectors => "vectors",
        }
    }

    /// Returns the folder of its output.
    #[must_use]
    pub const fn folder(self) -> &'static str {
        match self {
            Self::Samples => "code-samples",
            Self::Vectors => "conformance-vectors",
            other => other.name(),
        }
    }

    /// Returns the decisions of the target, for tracing names.
    #[must_use]
    pub fn view(self, api: &Api, config: &Config, operation: Option<&str>) -> serde_json::Value {
        match self {
            Self::Rust => rust::view(api, config, operation),
            Self::Mcp => mcp::view(api, config, operation),
            Self::TypeScript => typescript::view(api, config, operation),
            Self::Python => python::view(api, config, operation),
            Self::Go => go::view(api, config, operation),
            Self::Java => java::view(api, config, operation),
            // They are those of the languages.
            Self::Samples => serde_json::Value::Null,
            Self::Vectors => vectors::view(api, operation),
        }
    }

    /// Returns the decisions of the middle end for the target, after all passes or those up to one;
    /// `None` if the target is not a language, or there is no such pass.
    #[must_use]
    pub fn ir(
        self,
        api: &Api,
        config: &Config,
        last: Option<&str>,
        selection: Selection<'_>,
    ) -> Option<serde_json::Value> {
        let language = match self {
            Self::Rust => &rust::LANGUAGE,
            Self::TypeScript => &typescript::LANGUAGE,
            Self::Python => &python::LANGUAGE,
            Self::Go => &go::LANGUAGE,
            Self::Java => &java::LANGUAGE,
            Self::Mcp | Self::Samples | Self::Vectors => return None,
        };
        ir::view(api, config, language, last, selection)
    }

    /// Returns how much of the description the target covers, if that is not everything. `files`
    /// are those that were generated.
    #[must_use]
    pub fn summary(self, api: &Api, config: &Config, files: &FileTree) -> Option<String> {
        match self {
            Self::Mcp => Some(mcp::summary(api, config, files)),
            _ => None,
        }
    }

    /// Returns a program that uses every public symbol of the package, as files to add to it;
    /// `None` if the target has no such program.
    #[must_use]
    pub fn uses(self, api: &Api, config: &Config) -> Option<FileTree> {
        match self {
            Self::TypeScript => Some(typescript::uses(api, config)),
            Self::Go => Some(go::uses(api, config)),
            Self::Python => Some(python::uses(api, config)),
            Self::Java => Some(java::uses(api, config)),
            Self::Rust => Some(rust::uses(api, config)),
            Self::Mcp | Self::Samples | Self::Vectors => None,
        }
    }

    /// Returns a sample of each operation that has one; `None` if the target is not a language.
    #[must_use]
    pub fn samples(self, api: &Api, config: &Config) -> Option<Vec<Sample>> {
        match self {
            Self::TypeScript => Some(typescript::samples(api, config)),
            Self::Go => Some(go::samples(api, config)),
            Self::Python => Some(python::samples(api, config)),
            Self::Java => Some(java::samples(api, config)),
            Self::Rust => Some(rust::samples(api, config)),
            Self::Mcp | Self::Samples | Self::Vectors => None,
        }
    }

    /// Returns a program that contains every sample in a function, as files to add to the package;
    /// `None` if the target is not a language.
    #[must_use]
    pub fn sample_program(self, api: &Api, config: &Config) -> Option<FileTree> {
        match self {
            Self::TypeScript => Some(typescript::sample_program(api, config)),
            Self::Go => Some(go::sample_program(api, config)),
            Self::Python => Some(python::sample_program(api, config)),
            Self::Java => Some(java::sample_program(api, config)),
            Self::Rust => Some(rust::sample_program(api, config)),
            Self::Mcp | Self::Samples | Self::Vectors => None,
        }
    }

    /// Returns the lines of that program, each with its place in the description, if it has one.
    #[must_use]
    pub fn lines(self, api: &Api, config: &Config) -> Vec<(Option<Span>, String)> {
        match self {
            Self::TypeScript => typescript::lines(api, config),
            Self::Go => go::lines(api, config),
            Self::Python => python::lines(api, config),
            Self::Java => java::lines(api, config),
            Self::Rust => rust::lines(api, config),
            Self::Mcp | Self::Samples | Self::Vectors => Vec::new(),
        }
    }

    /// Generates the files of the target, which is one of several of a run.
    pub(crate) fn generate(
        self,
        run: &Run<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Result<FileTree, GenerateError> {
        let mut tree = match self {
            Self::Rust => rust::generate(run, diagnostics),
            Self::Mcp => mcp::generate(run, diagnostics),
            Self::TypeScript => typescript::generate(run, diagnostics),
            Self::Python => python::generate(run, diagnostics),
            Self::Go => go::generate(run, diagnostics),
            Self::Java => java::generate(run, diagnostics),
            Self::Samples => overlay::generate(run),
            Self::Vectors => vectors::generate(run),
        }?;
        let mut licenses = Sources::new(&run.room);
        for folder in self.packages(run.config) {
            let text = license::text(&run.config.package);
            licenses.insert(format!("{folder}LICENSE"), text)?;
        }
        tree.merge(licenses.into_tree());
        Ok(tree)
    }

    /// Returns the folders of its packages, each ready to publish.
    const fn packages(self, config: &Config) -> &'static [&'static str] {
        match self {
            Self::Rust => &["types/", "client/", "server/"],
            Self::TypeScript | Self::Python | Self::Go | Self::Java => &[""],
            Self::Mcp if config.mcp.server.is_some() => &[""],
            Self::Mcp | Self::Samples | Self::Vectors => &[],
        }
    }
}

/// Returns how many operations have an iterator over the items of their list. It is the same for
/// every language.
#[must_use]
pub fn iterators(api: &Api, config: &Config) -> usize {
    let ir = ir::Ir::new(api, config, &typescript::LANGUAGE);
    ir.calls().filter(|call| call.pages.is_some()).count()
}
