//! The description with the addresses of this sandbox.

use anyhow::Context as _;
use yaml_serde::Value;

use super::document::{Document, at, items, members, text};
use crate::tokens::Addresses;

/// The description as it is served.
#[derive(Debug)]
pub(super) struct Served {
    pub(super) yaml: String,
    pub(super) json: String,
}

impl Served {
    /// Replaces the default addresses of both hosts in a description: in its servers, in the addresses
    /// of its security schemes, and in its examples.
    ///
    /// # Errors
    /// Returns an error if the description is not YAML, or does not name its hosts.
    pub(super) fn of(description: &str, addresses: &Addresses) -> anyhow::Result<Self> {
        let mut root: Value =
            yaml_serde::from_str(description).context("the description is not YAML")?;
        let hosts = [
            (usual(&root, "base_url")?, addresses.base_url.clone()),
            (usual(&root, "auth_url")?, addresses.auth_url.clone()),
        ];
        replace(&mut root, &hosts);
        Ok(Self {
            yaml: yaml_serde::to_string(&root)?,
            json: serde_json::to_string(&root)?,
        })
    }
}

/// Returns the default value of a variable of a server, of the description or of a path.
fn usual(root: &Value, variable: &str) -> anyhow::Result<String> {
    let document = Document(root);
    let paths = members(root, "paths").map(|(_, path)| path);
    let servers = std::iter::once(root)
        .chain(paths)
        .flat_map(|node| items(node, "servers"));
    servers
        .map(|server| document.member(at(server, "variables"), variable))
        .map(|variable| text(variable, "default"))
        .find(|address| !address.is_empty())
        .map(ToOwned::to_owned)
        .with_context(|| format!("no server has the variable {variable}"))
}

/// Replaces the addresses at the start of every string.
fn replace(node: &mut Value, hosts: &[(String, String)]) {
    match node {
        Value::String(text) => {
            let replaced = hosts.iter().find_map(|(usual, own)| {
                let rest = text.strip_prefix(usual.as_str())?;
                let is_whole = rest.is_empty() || rest.starts_with('/');
                is_whole.then(|| format!("{own}{rest}"))
            });
            if let Some(replaced) = replaced {
                *text = replaced;
            }
        }
        Value::Sequence(nodes) => nodes.iter_mut().for_each(|node| replace(node, hosts)),
        Value::Mapping(nodes) => {
            nodes.values_mut().for_each(|node| replace(node, hosts));
        }
        _ => {}
    }
}
