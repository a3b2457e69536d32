//! The tools: their descriptions, and how each is called.

use std::collections::HashMap;
use std::sync::LazyLock;

use anyhow::{Context as _, anyhow};
use jsonschema::Validator;
use rmcp::model::Tool;
use serde::Deserialize;
use serde_json::Value;

use super::binding::{Binding, Bindings};

const TOOLS: &str = include_str!("../../../generated/mcp/tools.json");
const BINDINGS: &str = include_str!("../../../generated/mcp/bindings.json");

/// Read once, because it does not depend on the deployment.
static CATALOG: LazyLock<anyhow::Result<Catalog>> = LazyLock::new(Catalog::read);

/// All tools, in the order of the list.
#[derive(Debug)]
pub(super) struct Catalog {
    tools: Vec<Tool>,
    entries: HashMap<String, Entry>,
}

/// How a tool is called.
#[derive(Debug)]
pub(super) struct Entry {
    /// How the call becomes a request.
    pub(super) binding: Binding,
    /// The schema of its arguments.
    pub(super) arguments: Validator,
}

#[derive(Deserialize)]
struct Listing {
    tools: Vec<Tool>,
}

impl Catalog {
    /// Returns the generated catalog.
    ///
    /// # Errors
    /// Returns an error if it requires something unsupported.
    pub(super) fn shared() -> anyhow::Result<&'static Self> {
        let catalog = CATALOG.as_ref();
        catalog.map_err(|error| anyhow!("{error:#}"))
    }

    fn read() -> anyhow::Result<Self> {
        let Listing { tools } = serde_json::from_str(TOOLS).context("tools.json")?;
        let mut bindings: Bindings = serde_json::from_str(BINDINGS).context("bindings.json")?;
        let mut entries = HashMap::new();
        for tool in &tools {
            let binding = bindings.tools.remove(&*tool.name);
            let binding =
                binding.with_context(|| format!("there is no binding for {}", tool.name))?;
            let schema = Value::Object((*tool.input_schema).clone());
            let arguments = jsonschema::draft202012::new(&schema)
                .map_err(|error| anyhow!("the inputSchema of {}: {error}", tool.name))?;
            entries.insert(tool.name.to_string(), Entry { binding, arguments });
        }
        Ok(Self { tools, entries })
    }

    /// Returns the descriptions of the tools.
    pub(super) fn tools(&self) -> &[Tool] {
        &self.tools
    }

    /// Returns how a tool is called, if there is one with this name.
    pub(super) fn find(&self, name: &str) -> Option<&Entry> {
        self.entries.get(name)
    }
}

#[cfg(test)]
mod tests {
    use super::Catalog;

    #[test]
    fn everything_that_was_generated_is_supported() {
        let catalog = Catalog::shared().unwrap();
        assert_eq!(catalog.tools().len(), 50);
        assert_eq!(catalog.entries.len(), 50);
    }

    #[test]
    fn operations_of_the_token_host_take_no_credential() {
        let scopes = |name| {
            Catalog::shared()
                .unwrap()
                .find(name)
                .unwrap()
                .binding
                .scopes()
        };
        assert_eq!(scopes("getOpenIdConfiguration"), None);
        assert_eq!(
            scopes("createOffer"),
            Some(&["offers:write".to_owned()][..])
        );
    }
}
