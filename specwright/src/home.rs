//! The default inputs and outputs of commands.

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
    /// A file, with the files that it refers to.
    File(PathBuf),
    /// A text in the program.
    BuiltIn(Text),
}

/// The defaults of flags: those of a project, or those of a program that runs anywhere.
#[derive(Debug, Clone)]
pub struct Home {
    /// The name of the program in messages.
    pub command: &'static str,
    /// Its command that generates.
    pub generate: &'static str,
    /// The default description.
    pub description: Description,
    /// The folder of generated code.
    pub output: PathBuf,
    /// Whether edited generated files are overwritten without a flag.
    pub overwrites_edited: bool,
}

impl Home {
    /// Returns the description that a flag names, or the default.
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

    /// Returns the names and versions of its packages: from a file, from `codegen.yaml` next to the
    /// description, or the defaults.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or used.
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

    /// Returns the file, unless the description is built in.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::BuiltIn(_) => None,
        }
    }

    /// Returns its name in messages.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::BuiltIn(built_in) => built_in.name.to_owned(),
        }
    }
}
