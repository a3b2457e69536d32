//! The manifest of a server crate, written by a TOML serializer.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Input, relative};

/// What later runs must know about a crate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Metadata {
    /// The path of the type that implements the traits.
    pub(super) service: String,
}

#[derive(Serialize)]
struct Manifest {
    package: Package,
    dependencies: BTreeMap<&'static str, toml::Value>,
    workspace: toml::Table,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Package {
    name: String,
    version: &'static str,
    edition: &'static str,
    rust_version: &'static str,
    publish: bool,
    metadata: BTreeMap<&'static str, Metadata>,
}

const HEADER: &str = "# A separate workspace: remove `[workspace]` to add the crate to yours.\n\n";

/// Writes the manifest. `authenticates` says whether operations require credentials.
pub(super) fn print(
    folder: &Path,
    input: &Input<'_>,
    service: String,
    authenticates: bool,
) -> String {
    let mut dependencies = BTreeMap::from([
        ("axum", features("0.8", false, &["http1", "tokio"])),
        ("server", server(folder, input)),
        (
            "tokio",
            features("1", true, &["macros", "net", "rt-multi-thread"]),
        ),
    ]);
    if authenticates {
        dependencies.insert("subtle", "2".into());
    }
    let manifest = Manifest {
        package: Package {
            name: name(folder, input),
            version: "0.1.0",
            edition: "2024",
            rust_version: "1.90",
            publish: false,
            metadata: BTreeMap::from([("scaffold", Metadata { service })]),
        },
        dependencies,
        workspace: toml::Table::new(),
    };
    let text = toml::to_string(&manifest).unwrap_or_default();
    format!("{HEADER}{text}")
}

/// Reads the manifest of an earlier run; `None` if it was not written by this program.
pub(super) fn read(text: &str) -> Result<Option<Metadata>, String> {
    let table: toml::Table = toml::from_str(text).map_err(|error| error.message().to_owned())?;
    let package = table.get("package");
    let metadata = package.and_then(|package| package.get("metadata"));
    let Some(scaffold) = metadata.and_then(|metadata| metadata.get("scaffold")) else {
        return Ok(None);
    };
    let wrong = |message: &str| format!("[package.metadata.scaffold]: {message}");
    let read = scaffold.clone().try_into();
    let read: Metadata = read.map_err(|error: toml::de::Error| wrong(error.message()))?;
    // It becomes a part of a file.
    match syn::parse_str::<syn::Path>(&read.service) {
        Ok(_) => Ok(Some(read)),
        Err(_) => Err(wrong("`service` is not the path of a type")),
    }
}

/// Returns the name of the package: that of the folder, as far as it is valid for a crate.
pub(super) fn name(folder: &Path, input: &Input<'_>) -> String {
    let absolute = std::path::absolute(folder).unwrap_or_default();
    let last = absolute.file_name().unwrap_or_default().to_string_lossy();
    let plain = |character: char| match character {
        'a'..='z' | '0'..='9' | '-' | '_' => character,
        'A'..='Z' => character.to_ascii_lowercase(),
        _ => '-',
    };
    let name: String = last.chars().map(plain).collect();
    let name = name.trim_matches(|first: char| !first.is_ascii_alphabetic());
    let rust = &input.config.rust;
    let taken = [
        "axum",
        "server",
        "subtle",
        "test",
        "tokio",
        "types",
        &rust.server,
        &rust.types,
    ];
    if name.is_empty() {
        "api-service".to_owned()
    } else if taken.contains(&name)
        || syn::parse_str::<syn::Ident>(&name.replace('-', "_")).is_err()
    {
        format!("{name}-service")
    } else {
        name.to_owned()
    }
}

fn server(folder: &Path, input: &Input<'_>) -> toml::Value {
    let path = relative(folder, input.server);
    let path = path.to_string_lossy().replace('\\', "/");
    toml::Value::Table(toml::Table::from_iter([
        (
            "package".to_owned(),
            input.config.rust.server.clone().into(),
        ),
        ("path".to_owned(), path.into()),
    ]))
}

fn features(version: &str, defaults: bool, features: &[&str]) -> toml::Value {
    let features: Vec<_> = features.iter().map(|name| (*name).to_owned()).collect();
    let mut table = toml::Table::from_iter([("version".to_owned(), version.into())]);
    if !defaults {
        table.insert("default-features".to_owned(), false.into());
    }
    table.insert("features".to_owned(), features.into());
    toml::Value::Table(table)
}
