//! What is generated: languages, and tools of MCP. Each has a folder with all its decisions, and a
//! line in this table.

mod go;
mod java;
mod json;
mod license;
mod mcp;
mod prose;
mod python;
mod rust;
mod sources;
mod typescript;
mod vectors;

use spec::{Api, Diagnostics, Span};

use crate::ir::{self, Selection};
use crate::{Config, FileTree, GenerateError};

/// A language, or another form, to generate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// Types, client and server stubs.
    Rust,
    /// Tools of the Model Context Protocol, as data.
    Mcp,
    /// A package for Node.js.
    TypeScript,
    /// A package of Python.
    Python,
    /// A module of Go.
    Go,
    /// An artifact of Maven.
    Java,
    /// What every client has to send and to understand, as data.
    Vectors,
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
        Self::Vectors,
    ];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rust => "rust",
            Self::Mcp => "mcp",
            Self::TypeScript => "typescript",
            Self::Python => "python",
            Self::Go => "go",
            Self::Java => "java",
            Self::Vectors => "vectors",
        }
    }

    /// Returns the folder of its output.
    #[must_use]
    pub const fn folder(self) -> &'static str {
        match self {
            Self::Vectors => "conformance-vectors",
            other => other.name(),
        }
    }

    /// Returns what the target decided, for people who look for where a name comes from.
    #[must_use]
    pub fn view(self, api: &Api, config: &Config, operation: Option<&str>) -> serde_json::Value {
        match self {
            Self::Rust => rust::view(api, config, operation),
            Self::Mcp => mcp::view(api, operation),
            Self::TypeScript => typescript::view(api, config, operation),
            Self::Python => python::view(api, config, operation),
            Self::Go => go::view(api, config, operation),
            Self::Java => java::view(api, config, operation),
            Self::Vectors => vectors::view(api, operation),
        }
    }

    /// Returns what the middle end decided for the target, after all passes or those up to one;
    /// none if the target has no language, or there is no such pass.
    #[must_use]
    pub fn ir(
        self,
        api: &Api,
        config: &Config,
        last: Option<&str>,
        selection: Selection<'_>,
    ) -> Option<serde_json::Value> {
        let language = match self {
            Self::TypeScript => &typescript::LANGUAGE,
            Self::Python => &python::LANGUAGE,
            Self::Go => &go::LANGUAGE,
            Self::Java => &java::LANGUAGE,
            Self::Rust | Self::Mcp | Self::Vectors => return None,
        };
        ir::view(api, config, language, last, selection)
    }

    /// Returns what the target made of how much, if that is not all of it by nature.
    #[must_use]
    pub fn summary(self, api: &Api) -> Option<String> {
        match self {
            Self::Mcp => Some(mcp::summary(api)),
            _ => None,
        }
    }

    /// A program that uses every public symbol of the package, as files to put into it; none if the
    /// target has no such program.
    #[must_use]
    pub fn uses(self, api: &Api, config: &Config) -> Option<FileTree> {
        match self {
            Self::TypeScript => Some(typescript::uses(api, config)),
            Self::Go => Some(go::uses(api, config)),
            Self::Python => Some(python::uses(api, config)),
            Self::Java => Some(java::uses(api, config)),
            Self::Rust => Some(rust::uses(api, config)),
            Self::Mcp | Self::Vectors => None,
        }
    }

    /// The lines of that program, each with the place in the description that it comes from, where it
    /// comes from one.
    #[must_use]
    pub fn lines(self, api: &Api, config: &Config) -> Vec<(Option<Span>, String)> {
        match self {
            Self::TypeScript => typescript::lines(api, config),
            Self::Go => go::lines(api, config),
            Self::Python => python::lines(api, config),
            Self::Java => java::lines(api, config),
            Self::Rust => rust::lines(api, config),
            Self::Mcp | Self::Vectors => Vec::new(),
        }
    }

    pub(crate) fn generate(
        self,
        api: &Api,
        config: &Config,
        diagnostics: &mut Diagnostics,
    ) -> Result<FileTree, GenerateError> {
        let mut tree = match self {
            Self::Rust => rust::generate(api, config, diagnostics),
            Self::Mcp => mcp::generate(api, diagnostics),
            Self::TypeScript => typescript::generate(api, config, diagnostics),
            Self::Python => python::generate(api, config, diagnostics),
            Self::Go => go::generate(api, config, diagnostics),
            Self::Java => java::generate(api, config, diagnostics),
            Self::Vectors => vectors::generate(api),
        }?;
        for folder in self.packages() {
            tree.insert(format!("{folder}LICENSE"), license::text(&config.package));
        }
        Ok(tree)
    }

    /// The folders of the packages that it makes, each ready to publish.
    const fn packages(self) -> &'static [&'static str] {
        match self {
            Self::Rust => &["types/", "client/", "server/"],
            Self::TypeScript | Self::Python | Self::Go | Self::Java => &[""],
            Self::Mcp | Self::Vectors => &[],
        }
    }
}

/// Returns how many operations have an iterator of the items of their list. The middle end decides
/// it for every language alike.
#[must_use]
pub fn iterators(api: &Api, config: &Config) -> usize {
    let ir = ir::Ir::new(api, config, &typescript::LANGUAGE);
    ir.calls().filter(|call| call.pages.is_some()).count()
}
