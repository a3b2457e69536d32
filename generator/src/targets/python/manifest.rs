//! `pyproject.toml`, written by a TOML serializer.

use toml::{Table, Value, toml};

use super::{HEADER, Python};
use crate::GenerateError;
use crate::config::Author;
use crate::targets::prose::one_line;

/// The rules of the linter.
const RULES: &[&str] = &[
    "ARG", "ASYNC", "B", "BLE", "C4", "D1", "DTZ", "E", "F", "FA", "FBT", "FLY", "FURB", "G", "I",
    "ICN", "ISC", "LOG", "N", "PERF", "PGH", "PIE", "PL", "PT", "PYI", "Q", "RET", "RSE", "RUF",
    "S", "SIM", "SLOT", "T10", "TID25", "TRY", "UP", "W", "YTT",
];

/// Excluded rules: the description determines the length of lines and signatures and the characters
/// in documentation, names of passwords look like passwords, and a choice between many kinds of
/// value has many returns.
const EXCEPTIONS: &[&str] = &[
    "E501", "E741", "FBT001", "PERF203", "PLR0904", "PLR0911", "PLR0912", "PLR0913", "PLR0915",
    "PLR0917", "RUF001", "RUF002", "RUF003", "S105", "S106", "S311", "TID252",
];

impl Python<'_> {
    /// Returns the manifest of the package.
    pub(super) fn manifest(&self) -> Result<String, GenerateError> {
        let mut manifest = toml! {
            [build-system]
            requires = ["hatchling>=1.27,<2"]
            build-backend = "hatchling.build"
        };
        manifest.insert("project".to_owned(), Value::Table(self.project()));
        let mut tool = toml! {
            [mypy]
            strict = true

            [pytest.ini_options]
            pythonpath = ["src", "tests"]
            testpaths = ["tests"]
            addopts = "-p no:cacheprovider -q"

            [ruff]
            line-length = 100
            target-version = "py310"

            [ruff.lint.per-file-ignores]
            "src/*/inputs/*" = ["N815", "UP013"]
            "tests/*" = ["D", "FBT", "PLR2004", "S101"]
        };
        let module = &self.ir.config.python.module;
        let packages = [Value::from(format!("src/{module}"))];
        let wheel = table([("packages", Value::from(packages.to_vec()))]);
        let targets = table([("wheel", Value::Table(wheel))]);
        let build = table([("targets", Value::Table(targets))]);
        let hatch = table([("build", Value::Table(build))]);
        tool.insert("hatch".to_owned(), Value::Table(hatch));
        let ruff = tool.get_mut("ruff").and_then(|ruff| ruff.get_mut("lint"));
        if let Some(Value::Table(lint)) = ruff {
            lint.insert("select".to_owned(), Value::from(RULES.to_vec()));
            lint.insert("ignore".to_owned(), Value::from(EXCEPTIONS.to_vec()));
        }
        manifest.insert("tool".to_owned(), Value::Table(tool));
        let text = toml::to_string_pretty(&manifest);
        let text = text.map_err(|error| GenerateError::bug("pyproject.toml", &error))?;
        Ok(format!("{HEADER}\n{text}"))
    }

    fn project(&self) -> Table {
        let config = self.ir.config;
        let dependencies = [
            "anyio>=4,<5",
            "httpx>=0.27,<1",
            "pydantic>=2.11,<3",
            "typing-extensions>=4.12",
        ];
        let title = one_line(&self.ir.api.title);
        let mut project = table([
            ("name", Value::from(config.python.package.as_str())),
            ("version", Value::from(config.package.version.as_str())),
            ("description", Value::from(format!("A client of {title}"))),
            ("readme", Value::from("README.md")),
            ("license", Value::from(config.package.license.as_str())),
            ("requires-python", Value::from(">=3.10")),
            ("classifiers", Value::from(["Typing :: Typed"].to_vec())),
            ("dependencies", Value::from(dependencies.to_vec())),
        ]);
        let extra = table([(
            "opentelemetry",
            Value::from(["opentelemetry-api>=1.30,<2"].to_vec()),
        )]);
        project.insert("optional-dependencies".to_owned(), Value::Table(extra));
        let package = &config.package;
        let urls = [
            ("Homepage", &package.homepage),
            ("Source", &package.repository),
            ("Issues", &package.issues),
        ];
        let urls: Table = urls
            .into_iter()
            .filter_map(|(name, url)| Some((name.to_owned(), Value::from(url.as_deref()?))))
            .collect();
        if !urls.is_empty() {
            project.insert("urls".to_owned(), Value::Table(urls));
        }
        let authors: Vec<_> = package.authors().map(author).collect();
        if !authors.is_empty() {
            project.insert("authors".to_owned(), Value::Array(authors));
        }
        project
    }
}

fn author(author: Author<'_>) -> Value {
    let mut known = table([("name", Value::from(author.name))]);
    if let Some(email) = author.email {
        known.insert("email".to_owned(), Value::from(email));
    }
    Value::Table(known)
}

fn table<const N: usize>(entries: [(&str, Value); N]) -> Table {
    let entries = entries.into_iter();
    entries
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}
