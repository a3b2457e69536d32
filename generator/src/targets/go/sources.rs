//! Lays out files in the form of gofmt, and adjusts the names of the module.

use askama::Template;

use super::MARK;
use crate::code::Code;
use crate::room::Room;
use crate::targets::sources::{Sources, runtime_files};
use crate::{Config, FileTree, GenerateError};

/// The files of the module.
pub(super) struct Files<'c> {
    sources: Sources<'c>,
    config: &'c Config,
}

impl<'c> Files<'c> {
    pub(super) fn new(config: &'c Config, room: &'c Room) -> Self {
        Self {
            sources: Sources::new(room),
            config,
        }
    }

    /// Renders a template into a file.
    pub(super) fn add(
        &mut self,
        path: &str,
        template: &impl Template,
    ) -> Result<(), GenerateError> {
        let text = template.render();
        let text = text.map_err(|error| GenerateError::bug(path, &error))?;
        let is_go = path.strip_suffix(".go").is_some();
        let text = if is_go { tidy(&text) } else { text };
        self.sources.insert(path, text)
    }

    pub(super) fn insert(&mut self, path: &str, text: &str) -> Result<(), GenerateError> {
        self.sources.insert(path, text)
    }

    /// Copies the files that are the same for every description, with the names of packages and
    /// modules.
    pub(super) fn copy_runtime(&mut self) -> Result<(), GenerateError> {
        let package = &self.config.go.package;
        for (path, text) in runtime_files("go/runtime") {
            let path = path
                .replacen("sdktest/", &format!("{package}test/"), 1)
                .replacen("otelsdk/", &format!("otel{package}/"), 1);
            self.sources.insert(&*path, self.adjust(&path, text))?;
        }
        Ok(())
    }

    /// Returns the text of a file with the names of packages and modules.
    fn adjust(&self, path: &str, text: &str) -> String {
        let go = &self.config.go;
        let (module, package) = (&go.module, &go.package);
        match path.rsplit('/').next() {
            // A checksum file has no comments.
            Some("go.sum") => return text.to_owned(),
            Some("go.mod") => {
                let version = required(module, &self.config.package.version);
                let text = text
                    .replace("sdk/otelsdk", &format!("{module}/otel{package}"))
                    .replace("\tsdk v0.0.0\n", &format!("\t{module} {version}\n"))
                    .replace("replace sdk ", &format!("replace {module} "));
                return format!("{MARK}{text}");
            }
            _ => {}
        }
        let text = ["sdk", "sdktest", "otelsdk"]
            .into_iter()
            .fold(format!("\n{text}"), |text, name| {
                let named = name.replace("sdk", package);
                text.replacen(
                    &format!("\npackage {name}\n"),
                    &format!("\npackage {named}\n"),
                    1,
                )
                .replacen(
                    &format!("// Package {name} "),
                    &format!("// Package {named} "),
                    1,
                )
            })
            .replace("\"sdk/sdktest\"", &format!("\"{module}/{package}test\""))
            .replace("\"sdk/otelsdk\"", &format!("\"{module}/otel{package}\""))
            .replace("\"sdk/", &format!("\"{module}/"))
            .replace("\"sdk\"", &format!("\"{module}\""));
        format!("{MARK}{}", text.trim_start())
    }

    pub(super) fn into_tree(self) -> FileTree {
        self.sources.into_tree()
    }
}

/// Returns the version of a module that another module can require: that of the package, if the path
/// of the module allows its major version (<https://go.dev/ref/mod#major-version-suffixes>).
fn required(module: &str, version: &str) -> String {
    let is_number = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|byte| byte.is_ascii_digit())
            && (part == "0" || !part.starts_with('0'))
    };
    let parts: Vec<_> = version.split('.').collect();
    let major = parts.first().copied().unwrap_or_default();
    let fits = match major {
        "0" | "1" => !has_major(module),
        _ => module.ends_with(&format!("/v{major}")),
    };
    let is_plain = parts.len() == 3 && parts.iter().all(|part| is_number(part));
    if is_plain && fits {
        return format!("v{version}");
    }
    match module.rsplit_once("/v") {
        Some((_, major)) if has_major(module) => format!("v{major}.0.0"),
        _ => "v0.0.0".to_owned(),
    }
}

/// Returns whether the path of a module ends with a major version.
fn has_major(module: &str) -> bool {
    let last = module.rsplit_once("/v");
    last.is_some_and(|(_, major)| {
        !major.is_empty()
            && !major.starts_with('0')
            && major != "1"
            && major.bytes().all(|byte| byte.is_ascii_digit())
    })
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

/// Returns the table of operations for the test service.
pub(super) fn operations(package: &Code, operations: &Code) -> String {
    let text = code!(
        MARK,
        "package ",
        package,
        "test\n\n// operations are the operations of the description.\nvar operations = ",
        operations,
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
