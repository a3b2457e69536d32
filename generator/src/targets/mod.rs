//! The languages. Each has a folder with all its decisions, and a line in this table.

mod rust;

use spec::{Api, Diagnostics};

use crate::{Config, FileTree, GenerateError};

/// A language to generate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// Types, client and server stubs.
    Rust,
}

impl Target {
    /// Every language.
    pub const ALL: &'static [Self] = &[Self::Rust];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rust => "rust",
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
        }
    }
}
