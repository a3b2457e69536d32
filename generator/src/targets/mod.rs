//! What is generated: languages, and tools of MCP. Each has a folder with all its decisions, and a
//! line in this table.

mod mcp;
mod rust;

use spec::{Api, Diagnostics};

use crate::{Config, FileTree, GenerateError};

/// A language, or another form, to generate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// Types, client and server stubs.
    Rust,
    /// Tools of the Model Context Protocol, as data.
    Mcp,
}

impl Target {
    /// Every target.
    pub const ALL: &'static [Self] = &[Self::Rust, Self::Mcp];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rust => "rust",
            Self::Mcp => "mcp",
        }
    }

    /// The folder of its output.
    #[must_use]
    pub const fn folder(self) -> &'static str {
        self.name()
    }

    /// What the target decided, for people who look for where a name comes from.
    #[must_use]
    pub fn view(self, api: &Api, config: &Config, operation: Option<&str>) -> serde_json::Value {
        match self {
            Self::Rust => rust::view(api, config, operation),
            Self::Mcp => mcp::view(api, operation),
        }
    }

    /// What the target made of how much, where that is not all of it by nature.
    #[must_use]
    pub fn summary(self, api: &Api) -> Option<String> {
        match self {
            Self::Rust => None,
            Self::Mcp => Some(mcp::summary(api)),
        }
    }

    pub(crate) fn generate(
        self,
        api: &Api,
        config: &Config,
        diagnostics: &mut Diagnostics,
    ) -> Result<FileTree, GenerateError> {
        match self {
            Self::Rust => rust::generate(api, config, diagnostics),
            Self::Mcp => mcp::generate(api, diagnostics),
        }
    }
}
