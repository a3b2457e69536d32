//! The settings of the tools of the Model Context Protocol.

use serde::Deserialize;
use spec::Pattern;

use super::Config;
use super::place::Places;

/// The tools of the Model Context Protocol.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase", default)]
pub struct Mcp {
    /// Only these operations become tools: any of `tag:NAME`, `path:PATH` and `op:ID`, where `*`
    /// stands for any characters. All operations by default.
    pub include: Vec<Pattern>,
    /// These operations do not become tools.
    pub exclude: Vec<Pattern>,
    /// Whether operations that take or return secrets, such as passwords and tokens, become tools.
    /// By default, only those with `x-mcp: true` do.
    pub secrets: bool,
    /// Whether tools have an `outputSchema`. It takes most of the tokens of a list of tools.
    pub output_schemas: bool,
    /// How many tokens the list of tools should take at most; if it takes more, a warning says so.
    pub budget: Option<u64>,
    /// How clients find the tools.
    pub mode: Mode,
    /// The name of an npm package with a server for the tools, `@scope/name` or `name`. It calls
    /// the API with the TypeScript package, so `typescript.package` must be set too. By default,
    /// no server is generated.
    pub server: Option<String>,
}

/// How clients find the tools.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Mode {
    /// The list has one tool for each operation.
    #[default]
    Tools,
    /// The list has tools that search, describe and call the tools of a catalogue, for an API whose
    /// list would take too many tokens.
    Catalogue,
}

/// Checks that the server of the MCP tools can depend on the TypeScript package.
///
/// # Errors
/// Returns the place of its name, and what is wrong.
pub(super) fn check_server(config: &Config, places: &Places) -> Result<(), String> {
    let path = ["mcp", "server"];
    let Some(server) = &config.mcp.server else {
        return Ok(());
    };
    let what = if !places.has(&["typescript", "package"]) {
        "the server calls the API with the TypeScript package, so `typescript.package` must be set"
    } else if *server == config.typescript.package {
        "the server has the same name as the TypeScript package"
    } else {
        return Ok(());
    };
    Err(places.error(&path, what))
}
