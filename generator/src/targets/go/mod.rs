//! Go.

use spec::{Api, Diagnostics};

use super::names::Case;
use super::sdk::{Language, Sdk, Sources, name_unsupported};
use crate::{Config, FileTree, GenerateError};

const LANGUAGE: Language = Language {
    name: "Go",
    types: &[],
    method: Case::Camel,
    methods: &[],
    group: Case::Camel,
    groups: &[],
    argument: Case::Camel,
    arguments: &[],
    settings: &[],
};

/// Makes the package.
pub(super) fn generate(
    api: &Api,
    config: &Config,
    diagnostics: &mut Diagnostics,
) -> Result<FileTree, GenerateError> {
    let sdk = Sdk::new(api, config, &LANGUAGE);
    name_unsupported(&sdk, LANGUAGE.name, diagnostics);
    let sources = Sources::default();
    Ok(sources.into_tree())
}

/// The names and types that were decided on.
pub(super) fn view(api: &Api, config: &Config, _: Option<&str>) -> serde_json::Value {
    let _ = Sdk::new(api, config, &LANGUAGE);
    serde_json::Value::Null
}
