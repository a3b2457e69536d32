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
    /// The package of TypeScript.
    pub typescript: TypeScript,
    /// The package of Python.
    pub python: Python,
    /// The module of Go.
    pub go: Go,
    /// The artifact of Java.
    pub java: Java,
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

/// The package of TypeScript.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub struct TypeScript {
    /// Its name, `@scope/name` or `name`.
    pub package: String,
}

/// The package of Python.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub struct Python {
    /// The name of the distribution.
    pub package: String,
    /// The name that it is imported by.
    pub module: String,
}

/// The module of Go.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub struct Go {
    /// Its path, such as `example.com/marketplace-go`.
    pub module: String,
    /// The name of its package.
    pub package: String,
}

/// The artifact of Java.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub struct Java {
    /// Its group.
    pub group: String,
    /// Its name.
    pub artifact: String,
    /// The package of its classes.
    pub package: String,
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

impl Default for TypeScript {
    fn default() -> Self {
        Self {
            package: "api-client".to_owned(),
        }
    }
}

impl Default for Python {
    fn default() -> Self {
        Self {
            package: "api-client".to_owned(),
            module: "api_client".to_owned(),
        }
    }
}

impl Default for Go {
    fn default() -> Self {
        Self {
            module: "example.com/api-client".to_owned(),
            package: "apiclient".to_owned(),
        }
    }
}

impl Default for Java {
    fn default() -> Self {
        Self {
            group: "com.example".to_owned(),
            artifact: "api-client".to_owned(),
            package: "com.example.apiclient".to_owned(),
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
        let (rust, java) = (&self.rust, &self.java);
        let names = [
            (&rust.types, is_plain(&rust.types), "a crate"),
            (&rust.client, is_plain(&rust.client), "a crate"),
            (&rust.server, is_plain(&rust.server), "a crate"),
            (
                &self.typescript.package,
                is_npm_name(&self.typescript.package),
                "a package of npm",
            ),
            (
                &self.python.package,
                is_plain(&self.python.package),
                "a package of Python",
            ),
            (
                &self.python.module,
                is_word(&self.python.module),
                "a module of Python",
            ),
            (
                &self.go.module,
                self.go.module.split('/').all(is_segment),
                "a module of Go",
            ),
            (
                &self.go.package,
                is_word(&self.go.package),
                "a package of Go",
            ),
            (
                &java.group,
                java.group.split('.').all(is_plain),
                "a group of Maven",
            ),
            (
                &java.artifact,
                is_plain(&java.artifact),
                "an artifact of Maven",
            ),
            (
                &java.package,
                java.package.split('.').all(is_word),
                "a package of Java",
            ),
        ];
        match names.iter().find(|(_, good, _)| !good) {
            Some((name, _, what)) => Err(format!("`{name}` is not a name for {what}")),
            None => Ok(()),
        }
    }
}

/// Letters, digits, `-` and `_`, a letter first: what every registry takes.
fn is_plain(name: &str) -> bool {
    let starts = name.starts_with(|first: char| first.is_ascii_alphabetic());
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    starts && name.len() <= 64 && name.chars().all(allowed)
}

/// Lower-case letters, digits and `_`, a letter first.
fn is_word(name: &str) -> bool {
    is_plain(name) && name.chars().all(|c| c != '-' && !c.is_ascii_uppercase())
}

fn is_npm_name(name: &str) -> bool {
    let (scope, name) = match name.strip_prefix('@') {
        Some(scoped) => scoped.split_once('/').unwrap_or(("", "")),
        None => ("scope", name),
    };
    let lower = |part: &str| is_plain(part) && !part.contains(|c: char| c.is_ascii_uppercase());
    lower(scope) && lower(name)
}

/// A part of the path of a Go module, such as a host.
fn is_segment(name: &str) -> bool {
    name.split('.').all(|part| {
        let allowed = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        !part.is_empty() && part.len() <= 64 && part.chars().all(allowed)
    })
}
