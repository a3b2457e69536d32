//! `codegen.yaml`: names and versions of the packages, and choices about their contents.

mod globals;
mod mcp;
mod names;
mod package;
mod patterns;
mod place;
mod reserved;
mod settings;

use std::io::Read as _;
use std::path::Path;

use serde::Deserialize;

use self::globals::GlobalPlaces;
pub use self::mcp::{Mcp, Mode};
pub use self::package::{Author, Package};
use self::patterns::PatternPlaces;
use self::place::Places;
use self::settings::SettingPlaces;

/// The settings that packages need and a description does not contain.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub struct Config {
    /// The settings of every package.
    pub package: Package,
    /// The Rust crates.
    pub rust: Rust,
    /// The TypeScript package.
    pub typescript: TypeScript,
    /// The Python package.
    pub python: Python,
    /// The Go module.
    pub go: Go,
    /// The Java artifact.
    pub java: Java,
    /// The tools of the Model Context Protocol.
    pub mcp: Mcp,
    /// Which types keep properties that the description does not define.
    pub keep_unknown: KeepUnknown,
    /// The names of parameters that clients set once, for all calls that have them, in addition to
    /// those of `x-globals` in the description.
    pub globals: Vec<String>,
    /// Where the parameters are.
    #[serde(skip)]
    global_places: GlobalPlaces,
    /// Where the patterns for operations are.
    #[serde(skip)]
    patterns: PatternPlaces,
    /// Where the settings are.
    #[serde(skip)]
    places: SettingPlaces,
    /// The name of the file before each place, with a colon; empty if the settings are a text.
    #[serde(skip)]
    file: String,
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

/// The TypeScript package.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub struct TypeScript {
    /// Its name, `@scope/name` or `name`.
    pub package: String,
}

/// The Python package.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub struct Python {
    /// The name of the distribution.
    pub package: String,
    /// The name that it is imported by.
    pub module: String,
}

/// The Go module.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub struct Go {
    /// Its path, such as `example.com/marketplace-go`.
    pub module: String,
    /// The name of its package.
    pub package: String,
}

/// The Java artifact.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub struct Java {
    /// The Maven group id.
    pub group: String,
    /// The Maven artifact id.
    pub artifact: String,
    /// The package of its classes.
    pub package: String,
}

/// Which types keep properties that the description does not define, and send them back.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum KeepUnknown {
    /// All of them.
    All,
    /// No type: unknown properties are reported and dropped.
    #[default]
    None,
    /// The types of these schemas.
    Schemas(Vec<String>),
}

impl KeepUnknown {
    /// Returns whether the type of a schema keeps unknown properties.
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
    /// Returns the place, `line:column`, and what is wrong there.
    pub fn parse(text: &str) -> Result<Self, String> {
        // Our reader comes first, since its budget limits malicious files.
        let places = Places::read(text)?;
        let mut config: Self = serde_yaml::from_str(text).map_err(|error| {
            let place = error.location();
            let (line, column) = place.map_or((1, 1), |at| (at.line(), at.column()));
            place::at(line, column, &error.to_string())
        })?;
        names::check(&config, &places)?;
        config.patterns = PatternPlaces::read(&places);
        config.global_places = GlobalPlaces::read(&places);
        config.places = SettingPlaces::read(&places);
        Ok(config)
    }

    /// Reads the configuration next to a description. Without one, the defaults apply.
    ///
    /// # Errors
    /// Returns the place and what is wrong there, or if it is a link that leaves the folder.
    pub fn beside(description: &Path) -> Result<Self, String> {
        let path = description.with_file_name("codegen.yaml");
        let Ok(about) = path.symlink_metadata() else {
            return Ok(Self::default());
        };
        let stays = || {
            let folder = path
                .parent()
                .filter(|folder| !folder.as_os_str().is_empty());
            let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
            Some(path.canonicalize().ok()?.starts_with(folder))
        };
        if about.is_symlink() && stays() != Some(true) {
            let path = path.display();
            return Err(format!(
                "{path}: a link that leaves the folder of the description is not followed"
            ));
        }
        Self::read(&path)
    }

    /// Reads a configuration file that the user has named.
    ///
    /// # Errors
    /// Returns the file, the place and what is wrong there.
    pub fn read(path: &Path) -> Result<Self, String> {
        let shown = path.display();
        let text = read_text(path).map_err(|error| format!("{shown}: {error}"))?;
        let mut config = Self::parse(&text).map_err(|error| format!("{shown}:{error}"))?;
        config.file = format!("{shown}:");
        Ok(config)
    }
}

/// Reads the text of a file, at most a little more than the allowed length.
fn read_text(path: &Path) -> std::io::Result<String> {
    const MOST: u64 = 2 << 20;
    let mut text = String::new();
    std::fs::File::open(path)?
        .take(MOST)
        .read_to_string(&mut text)?;
    Ok(text)
}
