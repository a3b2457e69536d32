//! What a command works on unless flags say otherwise.

use std::path::{Path, PathBuf};

use anyhow::Result;
use generator::Config;
use spec::{Loaded, Reading};

/// A description that needs no file.
#[derive(Debug, Clone, Copy)]
pub struct Text {
    /// Its name in messages; the extension says whether it is JSON or YAML.
    pub name: &'static str,
    /// The description.
    pub text: &'static str,
    /// Names and versions of its packages.
    pub config: &'static str,
}

/// Where a description comes from.
#[derive(Debug, Clone)]
pub enum Description {
    /// A file, with those that it refers to.
    File(PathBuf),
    /// A text in the program.
    BuiltIn(Text),
}

/// The defaults of flags: those of a project, or those of a program that runs anywhere.
#[derive(Debug, Clone)]
pub struct Home {
    /// The program that people type, as messages name it.
    pub command: &'static str,
    /// Its command that generates.
    pub generate: &'static str,
    /// The description.
    pub description: Description,
    /// Where generated code is written.
    pub output: PathBuf,
    /// Whether generated files that someone has edited are overwritten without being told to.
    pub overwrites_edited: bool,
}

impl Home {
    /// The description that a flag names, or the default.
    #[must_use]
    pub fn description(&self, flag: Option<&Path>) -> Description {
        flag.map_or_else(
            || self.description.clone(),
            |path| Description::File(path.to_owned()),
        )
    }
}

impl Description {
    /// Reads the description.
    #[must_use]
    pub fn load(&self, reading: Reading<'_>) -> Loaded {
        match self {
            Self::File(path) => reading.file(path),
            Self::BuiltIn(Text { name, text, .. }) => reading.text(name, *text),
        }
    }

    /// Names and versions of its packages: from a file, from `codegen.yaml` beside the description,
    /// or the defaults.
    ///
    /// # Errors
    /// When the file cannot be read or used.
    pub fn config(&self, file: Option<&Path>) -> Result<Config> {
        if let Some(path) = file {
            return Config::read(path).map_err(anyhow::Error::msg);
        }
        match self {
            Self::File(path) => Config::beside(path),
            Self::BuiltIn(built_in) => Config::parse(built_in.config),
        }
        .map_err(anyhow::Error::msg)
    }

    /// The file, unless the description is built in.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::BuiltIn(_) => None,
        }
    }

    /// Returns how messages name it.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::BuiltIn(built_in) => built_in.name.to_owned(),
        }
    }
}
