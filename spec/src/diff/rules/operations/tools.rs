//! Rules on operations as tools of the Model Context Protocol.

use crate::diff::Category;
use crate::diff::rules::Single;

pub(in crate::diff::rules) const RULES: &[Single] = &[
    Single {
        id: "mcp-tool-removed",
        category: Category::Behavior,
        title: "An operation is no longer an MCP tool.",
        meaning: "Requests are answered as before, but `x-mcp: false` takes the tool out of the list, so assistants and prompts that call it by its name fail.",
        source: "“When the list of available tools changes, servers that declared the `listChanged` capability SHOULD send a notification” (MCP 2025-11-25, Tools §List Changed Notification)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      x-mcp: false
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Keep the tool, or announce that it ends.",
    },
    Single {
        id: "mcp-tool-added",
        category: Category::Behavior,
        title: "An operation is an MCP tool now.",
        meaning: "Assistants can call it, and the list of tools takes more tokens.",
        source: "“When the list of available tools changes, servers that declared the `listChanged` capability SHOULD send a notification” (MCP 2025-11-25, Tools §List Changed Notification)",
        example: (
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      x-mcp: false
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers:
    get:
      operationId: listOffers
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Nothing has to be done if models should be able to call it.",
    },
    Single {
        id: "mcp-tool-destructive-changed",
        category: Category::Behavior,
        title: "The hint of an MCP tool on whether its effect can be undone has changed.",
        meaning: "Applications use the hint (`x-destructive`, or the method) to decide whether a person must confirm a call. Without it, calls are made that were confirmed before; with it, calls stop that were automatic.",
        source: "“If true, the tool may perform destructive updates to its environment.” (MCP 2025-11-25, Schema Reference §ToolAnnotations)",
        example: (
            r#"
paths:
  /offers/{id}/cancel:
    post:
      operationId: cancelOffer
      x-destructive: true
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {"204": {description: Done}}
"#,
            r#"
paths:
  /offers/{id}/cancel:
    post:
      operationId: cancelOffer
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {"204": {description: Done}}
"#,
        ),
        fix: "Check that the hint is true to what the operation does; then tell those who run assistants.",
    },
];
