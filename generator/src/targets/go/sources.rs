//! Lays out files in the form of gofmt, and adjusts the names of the module.

use askama::Template;

use super::MARK;
use crate::code::Code;
use crate::targets::sources::Sources;
use crate::{Config, FileTree, GenerateError};

/// The files of the module.
pub(super) struct Files<'c> {
    sources: Sources,
    config: &'c Config,
}

impl<'c> Files<'c> {
    pub(super) fn new(config: &'c Config) -> Self {
        Self {
            sources: Sources::default(),
            config,
        }
    }

    /// Renders a template into a file.
    pub(super) fn add(
        &mut self,
        path: &str,
        template: &impl Template,
    ) -> Result<(), GenerateError> {
        let text = template.render().map_err(|error| GenerateError {
            path: path.to_owned(),
            message: error.to_string(),
        })?;
        let is_go = path.strip_suffix(".go").is_some();
        let text = if is_go { tidy(&text) } else { text };
        self.sources.insert(path, text);
        Ok(())
    }

    pub(super) fn insert(&mut self, path: &str, text: &str) {
        self.sources.insert(path, text);
    }

    /// Copies the files that are the same for every description, with the names of package and
    /// module.
    pub(super) fn copy_runtime(&mut self) {
        let go = &self.config.go;
        let package = format!("\npackage {}\n", go.package);
        let wire = format!("\"{}/internal/wire\"", go.module);
        self.sources.copy_runtime("go/runtime", |_, text| {
            let text = format!("\n{text}")
                .replacen("\npackage sdk\n", &package, 1)
                .replace("\"sdk/internal/wire\"", &wire);
            format!("{MARK}{}", text.trim_start())
        });
    }

    pub(super) fn into_tree(self) -> FileTree {
        self.sources.into_tree()
    }
}

/// Returns the table of calls for the tests.
pub(super) fn calls(header: &Code, calls: &Code) -> String {
    let text = code!(
        header,
        "\n// calls are the methods of the client.\nvar calls = []testCall",
        calls,
        "\n"
    );
    tidy(text.as_str())
}

/// Normalizes blank lines as gofmt does: one at a time, and none at the edges of blocks.
fn tidy(text: &str) -> String {
    let mut tidied = String::with_capacity(text.len());
    let mut is_blank = false;
    let mut is_open = true;
    for line in text.lines().map(str::trim_end) {
        if line.is_empty() {
            is_blank = true;
            continue;
        }
        let closes = line.trim_start().starts_with(['}', ')']);
        if is_blank && !is_open && !closes {
            tidied.push('\n');
        }
        tidied.push_str(line);
        tidied.push('\n');
        is_blank = false;
        is_open = line.ends_with(['{', '(']) && !line.trim_start().starts_with("//");
    }
    tidied
}
