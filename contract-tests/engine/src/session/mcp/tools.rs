//! The tools of an MCP endpoint.

use serde_json::{Value, json};

use super::{Mcp, Reply};
use crate::session::{Session, Stop};
use conformance_core::json::Json;

/// The maximum number of pages of the list that are requested.
const PAGES: usize = 20;

/// A tool as the endpoint lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tool(pub Json);

impl Tool {
    /// Returns the name of the tool.
    #[must_use]
    pub fn name(&self) -> &str {
        self.0
            .get("name")
            .and_then(Json::as_str)
            .unwrap_or_default()
    }

    /// Returns whether the endpoint declares that calling the tool changes nothing.
    #[must_use]
    pub fn is_read_only(&self) -> bool {
        let hints = self.0.get("annotations");
        let hint = hints.and_then(|hints| hints.get("readOnlyHint")?.as_bool());
        hint == Some(true)
    }

    /// Returns the schema of the tool's arguments or results.
    #[must_use]
    pub fn schema(&self, member: &str) -> Option<Value> {
        self.0.get(member).map(Json::to_value)
    }
}

impl Mcp {
    /// Returns the tools, as they were first listed.
    ///
    /// # Errors
    /// Returns an error if they cannot be listed.
    pub async fn tools(&self, session: &Session) -> Result<&[Tool], Stop> {
        let listed = self.tools.get_or_try_init(|| async {
            let pages = self.list_tools(session).await?;
            Ok::<_, Stop>(tools_of(&pages))
        });
        Ok(listed.await?)
    }

    /// Requests the list of tools, page by page.
    ///
    /// # Errors
    /// Returns an error if a response is not a page.
    pub async fn list_tools(&self, session: &Session) -> Result<Vec<Reply>, Stop> {
        let mut pages: Vec<Reply> = Vec::new();
        let mut params = json!({});
        while pages.len() < PAGES {
            let message = self.request(session, "tools/list", params);
            let page = self.send(session, message).await?;
            let Some(result) = page.result() else {
                let why = format!("tools/list is answered with {}", page.summary());
                return Err(Stop::Undecided(why));
            };
            for tool in tools_of(std::slice::from_ref(&page)) {
                session
                    .world
                    .guard
                    .learn_tool(tool.name(), tool.is_read_only());
            }
            let next = result.get("nextCursor").and_then(Json::as_str);
            let next = next.map(str::to_owned);
            pages.push(page);
            match next {
                Some(cursor) => params = json!({ "cursor": cursor }),
                None => break,
            }
        }
        Ok(pages)
    }
}

/// Returns the tools on pages, in their order.
#[must_use]
pub fn tools_of(pages: &[Reply]) -> Vec<Tool> {
    let results = pages.iter().filter_map(Reply::result);
    let lists = results.filter_map(|result| result.get("tools")?.as_array());
    lists.flatten().cloned().map(Tool).collect()
}
