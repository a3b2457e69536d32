//! The README of the output: of the data and, if there is one, of the server.

use spec::Api;

use super::{environment, server};
use crate::Config;
use crate::config::Mode;
use crate::ir::environment as names;
use crate::json::Object;

/// What the package is, in one line.
pub(super) const ABOUT: &str = "The API as tools of the Model Context Protocol";

/// The README of the data, which does not depend on the description.
const DATA: &str = include_str!("../../../../templates/mcp/README.md");

/// The section about a catalogue.
const CATALOGUE: &str = include_str!("../../../../templates/mcp/catalogue.md");

/// The README of the server.
const SERVER: &str = include_str!("../../../../templates/mcp/server.md");

/// Returns the README.
pub(super) fn text(api: &Api, config: &Config) -> String {
    let catalogue = match config.mcp.mode {
        Mode::Catalogue => CATALOGUE,
        Mode::Tools => "",
    };
    let data = DATA.replace("{catalogue}", catalogue);
    match &config.mcp.server {
        None => data.replace("{server}", ""),
        Some(name) => data.replace("{server}", &of_server(api, config, name)),
    }
}

/// Returns the sections about the server. Names of packages and of variables are plain ASCII.
fn of_server(api: &Api, config: &Config, name: &str) -> String {
    SERVER
        .replace("{package}", name)
        .replace("{program}", &server::program(name))
        .replace("{sdk}", &config.typescript.package)
        .replace("{log}", &names::log(config))
        .replace("{client}", &client(api, config, name))
        .replace("{variables}", &table(api, config))
}

/// Returns the configuration of a desktop client. It is JSON, in which no text can end its block.
fn client(api: &Api, config: &Config, name: &str) -> String {
    let mut environment = Object::new();
    for (variable, value) in environment::sample(api, config) {
        environment.set(&variable, value);
    }
    let key = config.package.environment.as_deref();
    let key = key.unwrap_or(&config.go.package).to_ascii_lowercase();
    let server = Object::new()
        .with("command", "npx")
        .with("args", vec!["-y", name])
        .with("env", environment);
    let servers = Object::new().with("mcpServers", Object::new().with(&key, server));
    serde_json::to_string_pretty(&servers).unwrap_or_default()
}

fn table(api: &Api, config: &Config) -> String {
    let rows = environment::rows(api, config);
    let rows = rows.iter().map(|(name, role)| {
        // A default of a description cannot end its cell.
        let role = role.replace('|', "\\|");
        format!("| `{name}` | {role} |\n")
    });
    format!(
        "| variable | sets |\n|---|---|\n{}",
        rows.collect::<String>()
    )
}
