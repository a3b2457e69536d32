//! The MCP tools are valid by its rules and by JSON Schema, and match the description.

mod corpus;
mod examples;
mod hostile;
mod judge;
mod made;
mod translation;
