//! `codegen.yaml`: names and versions of the packages, and choices about what they hold.

use std::path::Path;

use serde::Deserialize;

/// What the description does not say, and the packages need.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub struct Config {
    /// What all packages share.
    pub package: Package,
    /// The Rust crates.
    pub rust: Rust,
    /// Which types keep properties that the description does not know.
    pub keep_unknown: KeepUnknown,
}

/// What is said of every package.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub struct Package {
    /// The version of the packages, apart from that of the API.
    pub version: String,
    /// The licence, as an SPDX expression.
    pub license: String,
    /// Where the source is.
    pub repository: Option<String>,
    /// Who made them.
    pub authors: Vec<String>,
}

/// The Rust crates.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub struct Rust {
    /// The name of the crate of types.
    pub types: String,
    /// The name of the crate of the client.
    pub client: String,
    /// The name of the crate of server stubs.
    pub server: String,
}

/// Which types keep properties that the description does not know, and send them back.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum KeepUnknown {
    /// All of them.
    All,
    /// None: what is unknown is reported and dropped.
    #[default]
    None,
    /// Those of these schemas.
    Schemas(Vec<String>),
}

impl KeepUnknown {
    /// Whether the type of a schema keeps them.
    #[must_use]
    pub fn applies_to(&self, schema: Option<&str>) -> bool {
        match self {
            Self::All => true,
            Self::None => false,
            Self::Schemas(names) => {
                schema.is_some_and(|schema| names.iter().any(|name| name == schema))
            }
        }
    }
}

impl Default for Package {
    fn default() -> Self {
        Self {
            version: "0.1.0".to_owned(),
            license: "Apache-2.0 OR MIT".to_owned(),
            repository: None,
            authors: Vec::new(),
        }
    }
}

impl Default for Rust {
    fn default() -> Self {
        Self {
            types: "api-types".to_owned(),
            client: "api-client".to_owned(),
            server: "api-server".to_owned(),
        }
    }
}

impl Config {
    /// Reads a configuration.
    ///
    /// # Errors
    /// With the place and what is wrong there.
    pub fn parse(text: &str) -> Result<Self, String> {
        let config: Self = serde_yaml::from_str(text).map_err(|error| error.to_string())?;
        config.check()?;
        Ok(config)
    }

    /// The configuration beside a description; the defaults where there is none.
    ///
    /// # Errors
    /// With the place and what is wrong there.
    pub fn beside(description: &Path) -> Result<Self, String> {
        let path = description.with_file_name("codegen.yaml");
        if !path.is_file() {
            return Ok(Self::default());
        }
        let named = |error: String| format!("{}: {error}", path.display());
        let text = std::fs::read_to_string(&path).map_err(|error| named(error.to_string()))?;
        Self::parse(&text).map_err(named)
    }

    fn check(&self) -> Result<(), String> {
        let Rust {
            types,
            client,
            server,
        } = &self.rust;
        for name in [types, client, server] {
            if !is_crate_name(name) {
                return Err(format!("`{name}` is not a name for a crate"));
            }
        }
        Ok(())
    }
}

fn is_crate_name(name: &str) -> bool {
    let starts = name.starts_with(|first: char| first.is_ascii_alphabetic());
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    starts && name.len() <= 64 && name.chars().all(allowed)
}
