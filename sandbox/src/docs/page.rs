//! The complete page.

use anyhow::Context as _;
use askama::Template;
use yaml_serde::Value;

use super::document::{Document, at, items, members, text};
use super::operation::{self, Operation, Response};
use super::prose::Prose;
use super::schema::{self, Schema};
use super::states::{self, Life};
use crate::tokens::Addresses;

#[derive(Debug, Template)]
#[template(path = "docs/page.html")]
struct Page {
    title: String,
    version: String,
    prose: Prose,
    addresses: Addresses,
    schemes: Vec<Scheme>,
    scopes: Vec<(String, String)>,
    groups: Vec<Group>,
    events: Vec<Operation>,
    lives: Vec<Life>,
    answers: Vec<(String, Response)>,
    schemas: Vec<(String, Schema)>,
}

/// A security scheme.
#[derive(Debug)]
struct Scheme {
    name: String,
    prose: Prose,
}

/// The operations of a tag.
#[derive(Debug)]
struct Group {
    name: String,
    title: String,
    prose: Prose,
    operations: Vec<Operation>,
}

/// Writes the page.
///
/// # Errors
/// Returns an error if the description is not YAML.
pub(super) fn render(description: &str, addresses: &Addresses) -> anyhow::Result<String> {
    let root: Value = yaml_serde::from_str(description).context("the description is not YAML")?;
    let document = Document(&root);
    let info = at(&root, "info");
    let security = members(at(&root, "components"), "securitySchemes");
    let schemes = security.map(|(name, node)| Scheme {
        name: name.to_owned(),
        prose: schema::described(node),
    });
    let page = Page {
        title: text(info, "title").to_owned(),
        version: text(info, "version").to_owned(),
        prose: schema::described(info),
        addresses: addresses.clone(),
        schemes: schemes.collect(),
        scopes: scopes(&root),
        groups: groups(document, addresses),
        events: operation::all(document, "x-webhooks", None),
        lives: states::all(document),
        answers: operation::shared(document),
        schemas: schema::all(document),
    };
    Ok(page.render()?)
}

fn scopes(root: &Value) -> Vec<(String, String)> {
    let path = [
        "components",
        "securitySchemes",
        "OAuth2",
        "flows",
        "clientCredentials",
    ];
    let flow = path.iter().fold(root, |node, name| at(node, name));
    let scopes = members(flow, "scopes");
    let scopes = scopes.map(|(name, text)| {
        (
            name.to_owned(),
            text.as_str().unwrap_or_default().to_owned(),
        )
    });
    scopes.collect()
}

fn groups(document: Document<'_>, addresses: &Addresses) -> Vec<Group> {
    let mut operations = operation::all(document, "paths", Some(addresses));
    let groups = items(document.0, "tags").iter().map(|tag| {
        let name = text(tag, "name");
        let (of_tag, others) = std::mem::take(&mut operations)
            .into_iter()
            .partition(|operation| operation.tag == name);
        operations = others;
        Group {
            name: name.to_owned(),
            title: spaced(name),
            prose: schema::described(tag),
            operations: of_tag,
        }
    });
    groups.collect()
}

/// `ApiClients` as `API clients`.
fn spaced(name: &str) -> String {
    let mut title = String::new();
    for (index, letter) in name.char_indices() {
        if index > 0 && letter.is_uppercase() {
            title.push(' ');
        }
        title.push(if index > 0 {
            letter.to_ascii_lowercase()
        } else {
            letter
        });
    }
    match title.as_str() {
        "Mcp" => "MCP".to_owned(),
        _ => title.replace("Api ", "API "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_and_every_schema_has_its_place() {
        let addresses = Addresses {
            base_url: "http://127.0.0.1:1".to_owned(),
            auth_url: "http://127.0.0.1:2".to_owned(),
        };
        let root: Value = yaml_serde::from_str(super::super::DESCRIPTION).unwrap();
        let page = render(super::super::DESCRIPTION, &addresses).unwrap();
        let operations = operation::all(Document(&root), "paths", Some(&addresses));
        let schemas = schema::all(Document(&root));
        assert_eq!((operations.len(), schemas.len()), (54, 116));
        for operation in operations {
            assert!(
                page.contains(&format!("id=\"{}\"", operation.id)),
                "{}",
                operation.id
            );
        }
        for (name, _) in schemas {
            assert!(page.contains(&format!("id=\"schema-{name}\"")), "{name}");
        }
        let links = page
            .split("href=\"#")
            .skip(1)
            .filter_map(|link| link.split('"').next());
        for link in links {
            assert!(
                page.contains(&format!("id=\"{link}\"")),
                "a link to {link} leads nowhere"
            );
        }
    }
}
